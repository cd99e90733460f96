"""Whether outputs are independent of inputs that they may not read.

The calculation runs once on free symbols. A row whose exact value does not contain the symbol of an input is a function
of the other inputs alone. Where a symbol occurs that should not, it may still cancel: only two exact outputs that are
proved different, at inputs that differ in what may not matter, are a counterexample; and where fresh symbols give a row
that is proved equal, that is a proof too. A few whole numbers are tried as well, since code may ask what its inputs are
equal to, and takes one way for symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from symattn.exact.comparing import compare_numbers
from symattn.exact.functions import symbol
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.theorems.points import REFUSALS, points, tried
from symattn.theorems.programs import Inputs, Place, Program, changed
from symattn.theorems.results import Counterexample, Proof, Undecided, Verdict

May = Callable[[int, int], bool]  # whether the output at one position may depend on an input at another
MOST_TRIED = 24  # entries that are changed at each point
MOST_PROBED = 2


def independent(program: Program, may: May, statement: str) -> Verdict:
    """Whether the output of each position depends on inputs at allowed positions only."""
    try:
        output = program.on(program.symbolic())
    except REFUSALS as error:
        return _by_numbers_only(program, may, statement, str(error))
    suspects = _suspects(program, may, output)
    places = list(dict.fromkeys(place for _, place in suspects)) or _probes(program, may)
    found = _refuted(program, may, statement, places[:MOST_TRIED], full=bool(suspects))
    if found is not None:
        return found
    if not suspects:
        argument = "no output contains the symbol of an input that it may not read"
        return _proof(program, statement, argument, output)
    return _by_fresh_symbols(program, may, statement, output, suspects)


def _suspects(program: Program, may: May, output: ExactMatrix) -> list[tuple[int, Place]]:
    """The rows in which symbols occur that should not matter there."""
    shift = program.shift(output.shape[0])
    found = []
    for i, row in enumerate(output.rows()):
        for name in sorted(frozenset[str]().union(*(entry.symbols for entry in row))):
            place = program.symbols.get(name)
            if place is not None and not _allowed(program, may, i + shift, place):
                found.append((i, place))
    return found


def _allowed(program: Program, may: May, position: int, place: Place) -> bool:
    return all(may(position, own) for own in program.positions(place))


def _probes(program: Program, may: May) -> list[Place]:
    """An entry of each input that somebody may not read: the last such, and the first."""
    found: list[Place] = []
    for name in program.shapes:
        hidden = [
            place
            for place in program.places()
            if place.name == name and any(not _allowed(program, may, i, place) for i in range(program.T))
        ]
        found += hidden[-1:] + hidden[:1]
    return list(dict.fromkeys(found))


def _refuted(
    program: Program, may: May, statement: str, places: list[Place], *, full: bool = True
) -> Counterexample | None:
    """A counterexample found by changing one entry at a time at some points."""
    for inputs in points(program) if full else islice(points(program), 1, 1 + MOST_PROBED):
        before = tried(program, inputs)
        if before is None:
            continue
        for place in places:
            found = _at(program, may, statement, inputs, before, place)
            if found is not None:
                return found
    return None


def _at(
    program: Program, may: May, statement: str, inputs: Inputs, before: ExactMatrix, place: Place
) -> Counterexample | None:
    value = inputs[place.name].number(place.row, place.column)
    after = tried(program, changed(inputs, place, value + 1))
    if after is None or after.shape != before.shape:
        return None
    shift = program.shift(before.shape[0])
    for i, j in _entries(before):
        if not _allowed(program, may, i + shift, place):
            said = compare_numbers(before.number(i, j), after.number(i, j))
            if said.outcome == "different":
                change = f"{place} becomes {(value + 1).told()} in place of {value.told()}"
                return Counterexample(
                    statement, (i, j), before.number(i, j), after.number(i, j), change, said.evidence, inputs
                )
    return None


def _entries(matrix: ExactMatrix) -> Iterator[tuple[int, int]]:
    rows, columns = matrix.shape
    return ((i, j) for i in range(rows) for j in range(columns))


def _by_fresh_symbols(
    program: Program, may: May, statement: str, output: ExactMatrix, suspects: list[tuple[int, Place]]
) -> Verdict:
    """Whether rows stay the same, by identities, when all that may not matter there is another symbol."""
    shift = program.shift(output.shape[0])
    for i in sorted({row for row, _ in suspects}):
        inputs = _exchanged(program, partial(_allowed, program, may, i + shift))
        again = tried(program, inputs)
        for j in range(output.shape[1]):
            if again is None:
                return Undecided(statement, "symbols occur that should not, and no numbers were found that show them")
            said = compare_numbers(output.number(i, j), again.number(i, j))
            if said.outcome == "undecided":
                return Undecided(statement, f"row {i + 1}, column {j + 1} with other symbols: {said.evidence}")
            if said.outcome == "different":
                change = "inputs that may not matter are other symbols"
                values = output.number(i, j), again.number(i, j)
                return Counterexample(statement, (i, j), *values, change, said.evidence, program.symbolic())
    argument = "symbols of inputs that may not be read occur, and cancel: with other symbols the outputs are the same"
    return _proof(program, statement, argument, output)


def _exchanged(program: Program, stays: Callable[[Place], bool]) -> Inputs:
    names = {place: name for name, place in program.symbols.items()}

    def entry(place: Place) -> Exact:
        return symbol(names[place] if stays(place) else f"{names[place]}new_")

    return program.filled(entry)


def _by_numbers_only(program: Program, may: May, statement: str, error: str) -> Verdict:
    """A counterexample from numbers where the calculation does not run on symbols."""
    places = [
        place for place in program.places() if any(not _allowed(program, may, i, place) for i in range(program.T))
    ]
    found = _refuted(program, may, statement, places[-MOST_TRIED:])
    tries = f"the calculation stops on symbols ({error}), and no numbers that were tried show a dependence"
    return Undecided(statement, tries) if found is None else found


def _proof(program: Program, statement: str, argument: str, output: ExactMatrix) -> Proof:
    return Proof(statement, program.domain(), argument, tuple(sorted(output.conditions)))


__all__ = ["May", "independent"]
