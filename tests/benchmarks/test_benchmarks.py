"""The benchmarks run, compute what they say they compute, and report it honestly."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import flint
import mpmath
import pytest

from benchmarks import floor
from benchmarks.__main__ import FULL, QUICK
from benchmarks.deciders import DECIDERS
from benchmarks.heads import KINDS, Head, head
from benchmarks.machine import machine, versions
from benchmarks.pairs import COUNT, numbered
from benchmarks.peers import by_arb, by_mpmath, by_symattn, by_sympy_ring, check
from benchmarks.report import Results, faster, page, seconds, table
from benchmarks.runs import Cell, Decisions, percentile
from tests.differential.workers import Answer
from tests.support import ROOT


def generators(kind: str) -> list[Any]:
    root = mpmath.sqrt(2)
    exponents = {"sqrt2": [1 / root], "den10": [mpmath.mpf(1) / 10], "multi": [1, root]}
    return [mpmath.exp(x) for x in exponents.get(kind, [1])]


def value(terms: Sequence[tuple[Sequence[int], int]], kind: str) -> Any:
    powers = generators(kind)
    return sum(
        int(c) * mpmath.fprod(g ** int(e) for g, e in zip(powers, exponents, strict=True)) for exponents, c in terms
    )


def terms(polynomial: Any) -> list[tuple[Sequence[int], int]]:
    if isinstance(polynomial, flint.fmpz_poly):
        return [((degree,), int(c)) for degree, c in enumerate(polynomial.coeffs()) if c != 0]
    return list(polynomial.terms())


@pytest.mark.parametrize("kind", KINDS)
def test_floor_ring_and_symattn_give_the_outputs_that_mpmath_gives(kind: str) -> None:
    given = head(kind, 6)
    with mpmath.workdps(60):
        right = by_mpmath(given)
        ring = by_sympy_ring(given)
        for i, (_, _, outputs) in enumerate(floor.rows(given)):
            for j, (top, bottom) in enumerate(outputs):
                quotients = [(terms(top), terms(bottom)), [p.terms() for p in ring[i][2][j]]]
                for above, below in quotients:
                    assert abs(value(above, kind) / value(below, kind) - mpmath.mpf(right[i][j])) < 1e-45
    check(given, by_symattn(given))


def test_the_check_of_symattn_can_fail() -> None:
    given = head("d1", 4)
    other = head("d1", 4, seed=2)
    with pytest.raises(ValueError, match="output"):
        check(given, by_symattn(other))


def test_arb_encloses_what_mpmath_gives() -> None:
    given = head("wide", 5)
    pairs = zip(chain(*by_arb(given)), chain(*by_mpmath(given)), strict=True)
    with mpmath.workdps(50):
        for ball, number in pairs:
            assert mpmath.almosteq(mpmath.mpf(ball.str(45, radius=False)), mpmath.mpf(number), abs_eps=1e-40)


def test_heads_of_one_kind_differ_by_seed_and_wide_ones_grow() -> None:
    assert head("d1", 8, seed=1) != head("d1", 8, seed=2)

    def reach(given: Head) -> int:
        return max(abs(x) for row in given.value for x in row)

    assert reach(head("wide", 512)) > 5 * reach(head("d1", 512))


def test_the_set_of_pairs_is_large_enough_nested_and_has_near_misses() -> None:
    pairs = [numbered(n) for n in range(COUNT)]
    assert len(pairs) >= 200
    assert sum(p.equal for p in pairs) == COUNT // 2
    assert sum(p.nested for p in pairs) == 2 * COUNT // 3
    assert sum(p.group == "near" for p in pairs) > COUNT // 4


def test_every_peer_but_a_numeric_one_sees_an_equality_of_two_tokens() -> None:
    for name in ("symattn", "Calcium ==", "SymPy simplify"):
        decider = DECIDERS[name]
        texts = ("exp(1)/(1 + exp(1))", "1/(1 + exp(-1))")
        assert decider.decide(*map(decider.read, texts)) == "equal", name
    arb = DECIDERS["Arb, up to 4096 bits"]
    assert arb.decide(*map(arb.read, texts)) == "undecided"
    assert arb.decide(arb.read("exp(1)"), arb.read("3")) == "different"


def test_decisions_are_counted_by_what_is_true_of_the_pair() -> None:
    equal = next(n for n in range(COUNT) if numbered(n).equal)
    found = Decisions("a peer")
    reply = {"reading": 0.1, "deciding": 0.2}
    found.add(equal, Answer({}, "answered", {**reply, "outcome": "equal"}))
    found.add(equal, Answer({}, "answered", {**reply, "outcome": "different"}))
    found.add(equal, Answer({}, "answered", {**reply, "outcome": "undecided"}))
    found.add(equal, Answer({}, "answered", {"error": "NotImplementedError"}))
    found.add(equal, Answer({}, "hung"))
    counted = {word: found.counts[word] for word in ("right", "wrong", "undecided", "refused", "hung", "crashed")}
    assert counted == {"right": 1, "wrong": 1, "undecided": 1, "refused": 1, "hung": 1, "crashed": 0}
    assert found.wrong == [equal]


def test_the_page_says_where_a_peer_is_faster_and_what_was_too_slow() -> None:
    cells = [
        Cell("d1", 8, "floor", 1e-3),
        Cell("d1", 8, "symattn", 4e-3),
        Cell("d1", 8, "Arb-50", 1e-3),
        Cell("d1", 8, "mpmath-50", 8e-3),
        Cell("d1", 8, "SymPy simplify", None, "> 20 s"),
    ]
    assert faster(cells) == "- Arb-50 (enclosures of 50 digits): d1: T=8 (0.25 of the time)"
    shown = page(Results(QUICK, cells), plot=None)
    assert "| symattn | - | 4 ms (4.00) |" in shown
    assert "| SymPy simplify | - | > 20 s |" in shown


def test_small_helpers() -> None:
    assert [seconds(x) for x in (None, 12.345, 0.01234, 1.234e-5)] == ["-", "12.3 s", "12.3 ms", "12.3 µs"]
    assert table(["", "a"], [["x", "1"]]).splitlines()[1:] == ["|---|---:|", "| x | 1 |"]
    assert percentile([3.0, 1.0, 2.0], 0.95) == 3.0
    assert percentile([], 0.95) is None
    assert "Python" in machine()
    assert versions()["sympy"]
    assert min(FULL.sizes) == 3
    assert max(FULL.sizes) == 1024


def test_a_quick_run_writes_the_page(tmp_path: Path) -> None:
    options = ["--quick", "--peers", "floor,symattn,arb,calcium", "--output", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks", *options], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stderr
    written = (tmp_path / "results.md").read_text(encoding="utf-8")
    for heading in ("## Cost of exact rows", "## Equality decided", "## Certified decimals", "## Start-up"):
        assert heading in written
    (decided,) = [line for line in written.splitlines() if line.startswith("| symattn |") and line.count("|") > 8]
    assert decided.split("|")[2].strip() == str(QUICK.pairs)
