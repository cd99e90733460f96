"""The judges themselves: audits made up by hand are judged as they deserve."""

from __future__ import annotations

from typing import get_args

import pytest

from symattn.auditing.findings import Audit, Claim, Figure, Verdict
from tests.auditing.judges import mutations
from tests.auditing.judges.documents import KnownDocument, read_page, unlisted_numbers
from tests.auditing.judges.mutations import Change, all_changes, mutate
from tests.auditing.judges.verdicts import NAMES, judge, remarks, verdict_of

PAGE = """\
<!-- a -->
Let $a=⟨2⟩$.

<!-- b needs a -->
Then $a+1=⟦3⟧$.

<!-- c needs b -->
And $a+2=⟦4⟧$.

<!-- d -->
But $1+1=⟦2!float noise⟧$ in 7 cases.
"""


def page() -> KnownDocument:
    return read_page(PAGE)


def audit_of(text: str, *said: tuple[str, Verdict]) -> Audit:
    """An audit that says something of the first place at which each text stands."""
    claims = []
    for words, verdict in said:
        start = text.index(words)
        span, line = (start, start + len(words)), text.count("\n", 0, start) + 1
        digit = start + len(words) - 1
        figures = (Figure(line, 1, (digit, digit + 1), text[digit], verdict),)
        claims.append(Claim("page", line, 1, span, words, "relation", verdict, "so it is", figures=figures))
    return Audit("page", tuple(claims))


def test_marks_become_figures() -> None:
    document = page()
    assert document.text.startswith("Let $a=2$.\n\nThen $a+1=3$.\n\nAnd")
    assert [(f.printed, f.line, f.role, f.statement) for f in document.figures] == [
        ("2", 1, "given", "a"),
        ("3", 3, "claim", "b"),
        ("4", 5, "claim", "c"),
        ("2", 7, "claim", "d"),
    ]
    assert document.touched_by("a") == {"a", "b", "c"}
    assert document.touched_by("d") == {"d"}
    assert [number for _, number in unlisted_numbers(document)] == ["1", "2", "1", "1", "7"]


def test_all_names_of_verdicts_exist() -> None:
    assert set().union(*NAMES.values()) < set(get_args(Verdict))


def test_silence_disagreement_and_false_alarms_are_told() -> None:
    document = page()
    found = audit_of(document.text, ("a+1=3", "proved"), ("1+1=2", "proved"), ("in 7", "wrong"))
    result = judge(document, found)
    assert [figure.printed for figure in result.undecided] == ["4"]
    assert [(figure.statement, said) for figure, said in result.disagreements] == [("d", "proved")]
    assert [claim.text for claim in result.false_alarms] == ["in 7"]
    assert verdict_of(document.figures[0], found) is None


@pytest.mark.parametrize(
    ("said", "outcome", "elsewhere"),
    [
        ([("a+1=4", "wrong")], "caught", 0),
        ([("a+1=4", "off in the last digit"), ("a+2=4", "wrong")], "caught", 0),
        ([("a+2=4", "wrong")], "displaced", 0),
        ([("a+1=4", "float noise")], "noise", 0),
        ([("a+1=4", "proved")], "missed", 0),
        ([], "missed", 0),
        ([("a+1=4", "wrong"), ("1+1=2", "wrong")], "caught", 1),
        ([("in 7", "truncated")], "missed", 1),
    ],
)
def test_outcomes_of_a_change(
    monkeypatch: pytest.MonkeyPatch, said: list[tuple[str, Verdict]], outcome: str, elsewhere: int
) -> None:
    monkeypatch.setattr(mutations, "run", lambda text, given, form: audit_of(text, *said))
    [change] = all_changes(page().figures[1:2])
    result = mutate(page(), change, given=None, before=frozenset())
    assert (result.outcome, len(result.elsewhere)) == (outcome, elsewhere)


def test_alarms_that_were_there_before_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutations, "run", lambda text, given, form: audit_of(text, ("in 7", "wrong")))
    [change] = all_changes(page().figures[1:2])
    before = mutations.alarms(remarks(audit_of(page().text, ("in 7", "wrong"))))
    assert mutate(page(), change, given=None, before=before).elsewhere == ()


def test_places_after_a_longer_figure_are_found_again() -> None:
    figure = page().figures[1]
    change = Change(figure, "1000")
    changed, start = change.applied(page().text), page().text.index("a+2")
    assert changed.index("a+2") == start + 3
    assert change.original((start + 3, start + 6)) == (start, start + 3)
    assert change.original((figure.span[0], figure.span[0] + 4)) == figure.span
