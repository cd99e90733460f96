"""What an audit does grows with the length of a page and no faster: proofs, parses and comparisons are counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symattn.auditing import expressions, judging, matching, worlds
from tests.auditing.judges.long_pages import formulas, worked_examples
from tests.auditing.judges.verdicts import run

COUNTED: dict[str, tuple[object, str]] = {
    "proofs": (judging, "outcome_of"),
    "parses": (expressions, "parse"),
    "comparisons of sizes": (matching, "_nearness"),
    "calculations": (worlds, "_world_of"),
}


def counts(monkeypatch: pytest.MonkeyPatch, text: str) -> dict[str, int]:
    """How often an audit of a text asks for each of them."""
    found = dict.fromkeys(COUNTED, 0)

    def counting(name: str, real: Callable[..., object]) -> Callable[..., object]:
        def counted(*arguments: object, **named: object) -> object:
            found[name] += 1
            return real(*arguments, **named)

        return counted

    with monkeypatch.context() as patched:
        for name, (owner, attribute) in COUNTED.items():
            patched.setattr(owner, attribute, counting(name, getattr(owner, attribute)))
        result = run(text, form="markdown")
    assert result.counts.found > 20
    assert not result.wrong
    return found


@pytest.mark.parametrize("write", [formulas, worked_examples])
def test_three_times_the_text_asks_for_about_three_times_as_much(
    monkeypatch: pytest.MonkeyPatch, write: Callable[[int], str]
) -> None:
    short, long = (counts(monkeypatch, write(characters)) for characters in (8_000, 22_000))
    for name, count in short.items():
        assert long[name] <= 4.5 * count + 50, name


def test_a_vector_is_not_compared_with_every_calculation_of_a_long_page(monkeypatch: pytest.MonkeyPatch) -> None:
    page = worked_examples(27_000)
    asked = counts(monkeypatch, page)["comparisons of sizes"]
    with_one = counts(monkeypatch, f"{page}\nThe output is [0.12345, 0.23456].\n")["comparisons of sizes"]
    assert asked < with_one < asked + 2_000


def test_figures_of_an_old_example_are_known_again() -> None:
    page = worked_examples(27_000)
    old = page.index("the first output is [") + len("the first output is ")
    printed = page[old : page.index("]", old) + 1]
    again = f"{page}\nThe output was {printed} at first.\n"
    last = [claim for claim in run(again, form="markdown").claims if claim.span[0] > len(page)]
    assert [(claim.kind, claim.verdict) for claim in last] == [("stage", "correctly rounded")]


HOSTILE = ["[", "$", "(", "1 ", "= ", "\\", "`", "|", "<!--", "~", "a", "7", "- ", "\\[", "\\(", "[1](", "x=1,", "0.5,"]


@pytest.mark.parametrize("sign", HOSTILE)
def test_pages_of_one_sign_are_read_through(sign: str) -> None:
    for text in (sign * 2_000, f"```\n{sign * 2_000}\n```\n"):
        assert run(text, form="markdown").wrong == ()


def test_nested_brackets_of_a_listing_are_read_through() -> None:
    from symattn.auditing.listings import literals_of

    assert list(literals_of("[" * 50_000 + "]" * 50_000)) == []
    assert list(literals_of("x[0] = [[1, 2], [3]]")) == [(7, 20)]
