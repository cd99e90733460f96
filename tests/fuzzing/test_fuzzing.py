"""Some thousand drawn texts on every target, the watch itself, and what fuzzing has found, one of each kind."""

from __future__ import annotations

import builtins
import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import symattn as sa
from symattn.errors import LimitError, ReadError, SymattnError
from symattn.problems import Problem
from tests.fuzzing import documents, drawing, targets
from tests.fuzzing.measuring import MEGABYTES, SECONDS, Cost, cost_of
from tests.fuzzing.watching import Happened, watch
from tests.fuzzing.words import ANSWERS, ATTEMPTS, FILES
from tests.fuzzing.worker import DRAWS

SEED = 7
# Texts a target, drawn among the tests; python -m tests.fuzzing draws as many as one likes.
COUNTS = {"reader": 1200, "checker": 800, "files": 800, "auditor": 200}
BATCH = 200


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    targets.warm_up()


@pytest.mark.parametrize(
    ("target", "first"), [(name, first) for name, count in COUNTS.items() for first in range(0, count, BATCH)]
)
def test_drawn_texts_do_no_harm(target: str, first: int) -> None:
    for number in range(first, first + BATCH):
        with watch():
            targets.TARGETS[target](DRAWS[target](SEED, number))


@pytest.mark.parametrize("text", [*ANSWERS, *ATTEMPTS], ids=lambda text: ascii(text[:24]))
def test_whole_answers_do_no_harm(text: str) -> None:
    for target in (targets.reader, targets.checker):
        with watch():
            target(text)


@pytest.mark.parametrize("text", FILES, ids=range(len(FILES)))
def test_whole_files_are_solved(text: str) -> None:
    with watch():
        targets.files(text)


def test_the_same_number_draws_the_same_text() -> None:
    for draw in (drawing.answer, drawing.file, documents.document):
        assert [draw(3, number) for number in range(40)] == [draw(3, number) for number in range(40)]
        assert len({draw(3, number) for number in range(200)}) > 150
        assert draw(3, 5) != draw(4, 5)


# -- the watch --------------------------------------------------------------------------------------------------------


HAPPENINGS: list[tuple[Callable[[], object], str]] = [
    (lambda: builtins.eval("1 + 1"), "exec"),
    (lambda: builtins.exec("x = 1"), "exec"),
    (lambda: open(os.devnull, "w", encoding="ascii").close(), "open"),
    (lambda: Path(os.devnull).read_bytes(), "open"),
    (lambda: os.system("true"), "os.system"),
    (lambda: subprocess.run(["true"], check=True), "subprocess"),
    (lambda: socket.socket().close(), "socket"),
    (lambda: os.listdir("/"), "os.listdir"),
    (lambda: builtins.__import__("this_is_not_there"), "import"),
]


@pytest.mark.parametrize(("act", "event"), HAPPENINGS, ids=[event for _, event in HAPPENINGS])
def test_the_watch_hears_what_happens(act: Callable[[], object], event: str) -> None:
    with pytest.raises(Happened, match=event), watch():
        act()


def test_the_watch_hears_nothing_outside() -> None:
    with watch():
        pass
    assert builtins.eval("1 + 1") == 2


def test_costs_are_seen() -> None:
    assert cost_of(lambda: None).fault == ""
    assert cost_of(lambda: bytearray(300 << 20)).megabytes > MEGABYTES
    assert cost_of(lambda: sum(range(10**6))).seconds > 0
    assert Cost(SECONDS + 1, 0).fault
    assert Cost(0, MEGABYTES + 1).fault


# -- what was found -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("(1+e+pi+sqrt(2))^60", ReadError),  # two seconds to write
        ("x_1" * 5000, ReadError),  # a symbol with a name of 15,000 signs
        ("exp(-exp(exp(exp(exp(9)))))", LimitError),  # OverflowError in SymPy
        ("1pi^pi^pi^pi^pi^pi^pi^pi", LimitError),  # SymPy worked out the tower
        ("e^(alpha-e*\\frac{(pi)(52/981287698)}{log_2(453)}-(91/340508664))", LimitError),  # and log(3**490643849)
    ],
)
def test_texts_that_were_too_much(text: str, error: type[SymattnError]) -> None:
    with pytest.raises(error):
        sa.read(text)
    targets.reader(text)


def test_a_message_of_a_file_does_not_repeat_control_signs() -> None:
    with pytest.raises(SymattnError) as caught:
        Problem.from_data({"scores": [[1]], "visible": {"window": ["\x1b[31m\u202e", 0]}})
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("text", "expected", "rule"),
    [
        (r"k*83.258414/(20/60189745080811048464046281007689700673 + e)", "e/(1+e)", "relative:1/1000"),
        (r"(20/-alpha + sigma(alpha)/lg(y))^{(530104900260666932)(y)-6 + y*10}", "ln(2) - 1/3", "within:1/100"),
        (r"((-5 + cbrt(pi))((exp(650538959325723736892671))(k + 17)))^{17}", "e/(1+e)", "relative:1/1000"),
        (r"\sqrt[12]{(-(k)^{7}*13)}", "ln(k)", "auto"),
    ],
)
def test_answers_that_stopped_the_check(text: str, expected: str, rule: str) -> None:
    results: list[sa.CheckResult] = []
    assert cost_of(lambda: results.extend(sa.check(text, expected, each) for each in (rule, "exact"))).fault == ""
    assert all(result.accepted is not True for result in results)
