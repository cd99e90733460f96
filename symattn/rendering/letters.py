"""Letters for exponentials: one table for a whole solution, of which every step announces what it prints.

>>> from symattn.attention import attention_from_scores
>>> trace = attention_from_scores([[0, "sqrt(2)"], [0, "sqrt(3)"]], [[1], [2]])
>>> [letter for _, letter in table_of([trace])]
['r', 't']
>>> [letter for _, letter in letters_in(trace.exact("weights").row(1), table_of([trace]))]
['t']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symattn.exact.field import power_key
from symattn.exact.generators import Exp
from symattn.exact.matrix import Entry, ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.writing import Names
from symattn.rendering.pieces import Step
from symattn.totals import exponentials
from symattn.trace import Trace

LARGEST_MATRIX = 400  # entries among which letters are looked for
MOST_LETTERS = 40  # in one solution
LARGEST_INDEX = 10_000  # the root of an exponential that a letter may stand for


def table_of(traces: Iterable[Trace]) -> Names:
    """Letters for the exponentials that the solutions of these traces show; none of them is a symbol of an input."""
    from symattn.exact.row_form import abbreviations

    numbers: list[Exact] = []
    taken: set[str] = set()
    for matrix in (matrix for trace in traces for matrix in _shown(trace)):
        entries = [entry for row in matrix.rows() for entry in row if isinstance(entry, Exact)]
        taken.update(matrix.symbols)
        if matrix.shape[0] * matrix.shape[1] <= LARGEST_MATRIX:
            numbers += entries
    return readable_letters(abbreviations(numbers, frozenset(taken)))


def _shown(trace: Trace) -> Iterator[ExactMatrix]:
    """What a solution writes with letters: exponentials of each head, and what the heads give together."""
    for head in trace.heads or (trace,):
        rows, columns = head.exact("masked_scores").shape
        if rows * columns <= LARGEST_MATRIX:
            yield exponentials(head)
    for name in ("joined", "output"):
        if name in trace.stage_names:
            yield trace.exact(name)


def letters_of(matrix: ExactMatrix) -> Names:
    """Letters for the exponentials of one matrix of moderate size; those of symbols are written out."""
    from symattn.exact.row_form import abbreviations

    if matrix.shape[0] * matrix.shape[1] > LARGEST_MATRIX:
        return ()
    return readable_letters(
        abbreviations([entry for row in matrix.rows() for entry in row if isinstance(entry, Exact)])
    )


def readable_letters(names: Names) -> Names:
    """Letters that help: exponentials of symbols are short as they are, and powers of millions or dozens of letters
    are no help.
    """
    found = tuple(
        (generator, letter)
        for generator, letter in names
        if isinstance(generator, Exp) and not generator.argument.symbols and generator.index <= LARGEST_INDEX
    )
    return found if len(found) <= MOST_LETTERS else ()


def letters_in(entries: Iterable[Entry], names: Names) -> Names:
    """Those of the letters whose exponentials occur in these entries."""
    if not names:
        return ()
    present = {
        power_key(generator)
        for entry in entries
        if isinstance(entry, Exact)
        for generator in entry.normal.field.generators
        if isinstance(generator, Exp)
    }
    return tuple((generator, letter) for generator, letter in names if power_key(generator) in present)


def announced_once(steps: Sequence[Step]) -> list[Step]:
    """The steps with each letter announced only where it comes first."""
    known: set[str] = set()
    found = []
    for step in steps:
        where = [word for word in step.where if word.text() not in known]
        known.update(word.text() for word in where)
        found.append(Step(step.title, step.equations, step.remarks, where, step.conditions))
    return found


__all__ = ["announced_once", "letters_in", "letters_of", "readable_letters", "table_of"]
