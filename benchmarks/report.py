"""The results as one Markdown page: machine and versions, medians and ratios, and where a peer is faster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.machine import machine, versions
from benchmarks.pairs import SEED, numbered
from benchmarks.peers import PEERS
from benchmarks.runs import Cell, Certified, Decisions, Limits, absent, median_or_none, percentile
from benchmarks.startup import Start

INTRODUCTION = {
    "heads": (
        "All weights and outputs of one causal head of width 2, from Q, K and V; medians of up to five heads of a kind"
        " and size, in brackets the ratio to the floor (FLINT polynomials used by hand). T is the number of tokens."
        " A peer that needed more than a quarter of its time limit is not asked for larger sizes."
    ),
    "pairs": (
        "Is one expression equal to another? Right, wrong, undecided, refused (an error, such as no free symbols), hung"
        " (no answer in time) or crashed. Medians in milliseconds, over the pairs that were answered: reading both"
        " texts, then deciding pairs that are equal and pairs that are different. Maxima and Giac read while they"
        " decide. A simplifier that does not bring the difference to 0 is taken to say different."
    ),
    "certified": (
        "Printing all weights and outputs of a head with every digit certified, in milliseconds, in brackets the ratio"
        " to the floor; beside it the exact mathematics, and what Arb and mpmath need for 50 digits of the outputs."
    ),
}


@dataclass
class Results:
    """All that a run found."""

    limits: Limits
    cells: list[Cell] = field(default_factory=list)
    decisions: list[Decisions] = field(default_factory=list)
    certified: list[Certified] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)


def page(results: Results, plot: str | None) -> str:
    """The whole page."""
    parts = ["# Benchmarks", _setting(results.limits)]
    if results.cells:
        parts += ["## Cost of exact rows", INTRODUCTION["heads"]]
        parts += [f"![Cost against T]({plot})"] if plot else []
        for kind in results.limits.kinds:
            parts += [f"### {kind}", _head_table(results, kind)]
        parts += ["### Where a peer is faster than symattn", faster(results.cells), _what_each_gives(results)]
    if results.decisions:
        parts += ["## Equality decided", INTRODUCTION["pairs"], _mix(results), _pair_table(results)]
    if results.certified:
        parts += ["## Certified decimals and floats", INTRODUCTION["certified"], _certified_table(results)]
    if results.starts:
        parts += ["## Start-up", "Medians of fresh processes, in milliseconds.", _start_table(results.starts)]
    return "\n\n".join(parts) + "\n"


def _setting(limits: Limits) -> str:
    known = ", ".join(f"{name} {number}" for name, number in versions().items() if number)
    missing = absent()
    lines = [machine() + ".", known + "."]
    if missing:
        lines.append("Not installed, so not measured: " + ", ".join(missing) + ".")
    lines.append(f"Time limits: {limits.seconds_a_cell:g} s a size, {limits.seconds_a_pair:g} s a pair.")
    return "  \n".join(lines)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; the first column is text, the others are numbers."""
    lines = ["| " + " | ".join(header) + " |", "|---|" + "---:|" * (len(header) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def seconds(value: float | None) -> str:
    """A time with three significant digits in a fitting unit."""
    if value is None:
        return "-"
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if value * factor >= 1:
            return f"{value * factor:.3g} {unit}" if value * factor < 1000 else f"{value * factor:.0f} {unit}"
    return f"{value * 1e6:.3g} µs"


def milliseconds(value: float | None) -> str:
    return "-" if value is None else f"{value * 1e3:.3g}"


def ratio(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def _head_table(results: Results, kind: str) -> str:
    found = {(cell.peer, cell.size): cell for cell in results.cells if cell.kind == kind}
    sizes = results.limits.sizes
    rows = []
    for peer in [name for name in PEERS if any((name, size) in found for size in sizes)]:
        entries = [_entry(found.get((peer, size)), found.get(("floor", size))) for size in sizes]
        rows.append([peer, *entries])
    return table(["", *(f"T={size}" for size in sizes)], rows)


def _entry(cell: Cell | None, floor: Cell | None) -> str:
    if cell is None:
        return "-"
    if cell.seconds is None:
        return cell.word
    if floor is None or floor.seconds is None or cell.peer == "floor":
        return seconds(cell.seconds)
    return f"{seconds(cell.seconds)} ({ratio(cell.seconds / floor.seconds)})"


def faster(cells: list[Cell]) -> str:
    """For each peer and kind the sizes at which it needs less time than symattn, and how much less."""
    own = {(c.kind, c.size): c.seconds for c in cells if c.peer == "symattn" and c.seconds is not None}
    lines = []
    for peer in PEERS.values():
        if peer.name in ("floor", "symattn"):
            continue
        wins: dict[str, list[str]] = {}
        for cell in cells:
            base = own.get((cell.kind, cell.size))
            if cell.peer == peer.name and cell.seconds is not None and base is not None and cell.seconds < base:
                wins.setdefault(cell.kind, []).append(f"T={cell.size} ({ratio(cell.seconds / base)} of the time)")
        if wins:
            where = "; ".join(f"{kind}: {', '.join(sizes)}" for kind, sizes in wins.items())
            lines.append(f"- {peer.name} ({peer.gives}): {where}")
    return "\n".join(lines) or "Nowhere in this run."


def _what_each_gives(results: Results) -> str:
    names = dict.fromkeys(cell.peer for cell in results.cells)
    return "What each gives: " + "; ".join(f"{name}: {PEERS[name].gives}" for name in names) + "."


def _mix(results: Results) -> str:
    """What the pairs are."""
    found = [numbered(n) for n in range(results.limits.pairs)]
    groups = {word: sum(p.group == word for p in found) for word in ("equal", "near", "wrong")}
    features = {f: sum(f in p.features for p in found) for f in ("roots", "logs", "symbols")}
    return (
        f"{len(found)} pairs (seed {SEED}): {groups['equal']} equal in another form, {groups['near']} near misses, to"
        f" 60 digits, and {groups['wrong']} wrong by more; {sum(p.nested for p in found)} nested; "
        + ", ".join(f"{count} with {name}" for name, count in features.items())
        + "."
    )


def _pair_table(results: Results) -> str:
    nested = sum(numbered(n).nested for n in range(results.limits.pairs))
    words = ("right", "wrong", "undecided", "refused", "hung", "crashed")
    header = ["", *words, f"right of {nested} nested", "reading", "equal", "different", "95 %"]
    rows = []
    for d in results.decisions:
        deciding = [*d.deciding["equal"], *d.deciding["different"]]
        times = [median_or_none(d.reading), *(median_or_none(d.deciding[w]) for w in ("equal", "different"))]
        numbers = [milliseconds(t) for t in (*times, percentile(deciding, 0.95))]
        rows.append([d.name, *(str(d.counts[word]) for word in words), str(d.nested_right), *numbers])
    return table(header, rows)


def _certified_table(results: Results) -> str:
    header = ["", "kind", "T", "output", "exact mathematics", "floor", "Arb-50", "mpmath-50"]
    rows = []
    for c in results.certified:
        own = [f"{milliseconds(c.seconds['output'])} ({ratio(c.seconds['output'] / c.seconds['floor'])})"]
        others = [milliseconds(c.seconds[name]) for name in ("exact", "floor", "arb", "mpmath")]
        rows.append([c.output, c.kind, str(c.size), *own, *others])
    return table(header, rows)


def _start_table(starts: list[Start]) -> str:
    empty = starts[0].seconds or 0.0
    rows = []
    for start in starts:
        if start.seconds is None:
            rows.append([start.name, "failed", "-"])
        else:
            above = "-" if start is starts[0] else f"{(start.seconds - empty) * 1e3:.0f}"
            rows.append([start.name, f"{start.seconds * 1e3:.0f}", above])
    return table(["", "whole process", "above an empty Python"], rows)
