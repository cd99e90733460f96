"""How people type a number: exactly in several forms, and as decimals, rightly rounded or not.

Decimals are made with Python's own ``decimal`` from sixty certified digits.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from random import Random
from typing import TypeAlias

from benchmarks.limits.questions import Entry, Question, solved
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.functions import exp
from symattn.problems.stages import part_of
from tests.checking.drawn import random_decimal, random_exact

Write: TypeAlias = Callable[[Entry], str]
DIGITS = 60
LONGEST = 1500  # characters that somebody types


# -- exactly ---------------------------------------------------------------------------------------------------------


def lowest_terms(x: Entry) -> str:
    """The shortest form."""
    return x.text()


def upside_down(x: Entry) -> str:
    """One over the inverse: 1/(1 + e^-1)."""
    if isinstance(x, MinusInfinity) or x.is_zero():
        return x.text()
    return f"1/({(1 / x).text()})"


def negative_exponents(x: Entry) -> str:
    """A power of e taken out."""
    return x.text() if isinstance(x, MinusInfinity) else f"e^-2*({(x * exp(Exact(2))).text()})"


def unsimplified(x: Entry) -> str:
    """A sum of two parts."""
    return x.text() if isinstance(x, MinusInfinity) else f"({(x / 3 - 1).text()} + 1)*3"


def latex(x: Entry) -> str:
    """LaTeX."""
    return x.latex()


EXACT: tuple[Write, ...] = (lowest_terms, upside_down, negative_exponents, unsimplified, latex)


def written(question: Question, rows: Sequence[Sequence[Entry]], write: Write) -> str | None:
    """A number or matrix as typed, None where nobody would type that much."""
    try:
        lines = [[write(entry) for entry in row] for row in rows]
    except (SymattnError, OverflowError):
        return None
    text = joined(lines, question.is_matrix, as_latex=write is latex)
    return text if len(text) <= LONGEST else None


def joined(lines: Sequence[Sequence[str]], is_matrix: bool, as_latex: bool = False) -> str:
    """Entries as one text."""
    if not is_matrix:
        return lines[0][0]
    if as_latex:
        rows = r" \\ ".join(" & ".join(line) for line in lines)
        return rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"
    return "[" + ", ".join("[" + ", ".join(line) + "]" for line in lines) + "]"


def by_the_definition(question: Question) -> str | None:
    """Weights as exponentials over their sum, outputs as sums of products, as one writes them down first."""
    answer = question.answer
    if answer is None or question.has_symbols:
        return None
    head, _, name = answer.stage.rpartition(".")
    trace = solved(answer)
    prefix = f"{head}." if head else ""
    if name == "weights":
        cells = [_shares(row) for row in trace.exact(f"{prefix}masked_scores").rows()]
    elif name == "output" and f"{prefix}V" in trace.stage_names and not (not head and trace.heads):
        if "joined" in trace.stage_names and not head:
            return None
        columns = list(zip(*trace.exact(f"{prefix}V").rows(), strict=True))
        cells = [
            [" + ".join(f"({w.text()})*({v.text()})" for w, v in zip(row, column, strict=True)) for column in columns]
            for row in trace.exact(f"{prefix}weights").rows()
        ]
    else:
        return None
    rows = [[cells[i][j] for j in _chosen(answer.column, cells[0])] for i in _chosen(answer.row, cells)]
    used = [trace.query_valid[i] for i in _chosen(answer.row, cells)]
    text = joined(rows, question.is_matrix)
    return text if all(used) and len(text) <= LONGEST else None


def _chosen(place: int | None, of: Sequence[object]) -> Sequence[int]:
    return range(len(of)) if place is None else [place]


def _shares(masked: Sequence[Entry]) -> list[str]:
    raised = ["0" if isinstance(score, MinusInfinity) else f"exp({score.text()})" for score in masked]
    total = " + ".join(power for power in raised if power != "0")
    return ["0" if power == "0" else f"{power}/({total})" for power in raised]


# -- as decimals -----------------------------------------------------------------------------------------------------


def digits_of(x: Entry) -> Decimal | None:
    """Sixty digits of a number, None for what has no decimals."""
    if isinstance(x, MinusInfinity) or x.symbols:
        return None
    known = x.as_fraction()
    with localcontext(prec=DIGITS):
        if known is not None:
            return Decimal(known.numerator) / Decimal(known.denominator)
        return Decimal(x.decimal(DIGITS))


def to_places(value: Decimal, places: int, mode: str = ROUND_HALF_UP) -> str:
    """The decimal with so many places."""
    with localcontext(prec=2 * DIGITS):
        return f"{value.quantize(Decimal(1).scaleb(-places), mode):f}"


def places_for(value: Decimal, figures: int) -> int:
    """The decimal places of so many significant figures; rounding up to a power of ten is left out of account."""
    return max(0, figures - 1 - value.adjusted()) if value else figures


def decimals(rule: str) -> Write:
    """The writer of the decimals that a rule asks for; whole numbers stand for themselves."""
    kind, count = rule.replace(">=", ":").partition(":")[::2]

    def write(x: Entry) -> str:
        value = digits_of(x)
        if value is None or _is_whole(x):
            return x.text()
        places = int(count) if kind == "places" else places_for(value, int(count) if kind == "sig" else 6)
        return to_places(value, places)

    return write


def figures(count: int) -> Write:
    """The writer of decimals with so many significant figures; whole numbers stand for themselves."""
    return decimals(f"sig:{count}")


def faulty(value: Decimal, random: Random) -> Iterator[tuple[str, set[str]]]:
    """Decimals of a number that is no whole one, with the outcomes that each may have."""
    count = random.randint(4, 12)
    places, noise = places_for(value, count), {"float noise"} if count >= 7 else set()
    unit = Decimal(1).scaleb(-places)
    rounded, cut = to_places(value, places), to_places(value, places, ROUND_DOWN)
    if Decimal(rounded) == value:
        return
    yield rounded, {"rounded"}
    if cut != rounded:
        yield cut, {"truncated"} | noise
    with localcontext(prec=2 * DIGITS):
        for near in (Decimal(rounded) + unit, Decimal(rounded) - unit):
            yield f"{near:f}", noise | ({"truncated"} if f"{near:f}" == cut else {"off in the last digit"})
    yield from _of_floats(value)


def _of_floats(value: Decimal) -> Iterator[tuple[str, set[str]]]:
    for form in "df":
        (near,) = struct.unpack(form, struct.pack(form, float(value)))
        shown = repr(near) if form == "d" else f"{near:.9g}"
        if "e" not in shown and "." in shown and len(shown.strip("-0.").replace(".", "")) >= (15 if form == "d" else 7):
            yield shown, {"float noise", "rounded"}


def _is_whole(x: Entry) -> bool:
    known = x.as_fraction() if isinstance(x, Exact) else None
    return known is not None and known.denominator == 1


# -- at random -------------------------------------------------------------------------------------------------------


def random_answer(question: Question, random: Random) -> str:
    """A wrong answer of the same shape: exact forms, or decimals; what is hidden or certain may be kept."""
    keep, kind = random.random() < 0.5, random.choice(("quotient", "form") if question.has_symbols else KINDS)

    def write(x: Entry) -> str:
        if isinstance(x, MinusInfinity) or (keep and question.is_matrix and _is_whole(x)):
            return x.text()
        if kind == "quotient" or (kind == "form" and len(x.text()) < SHORTEST):
            return random_exact(random)
        return _other_numbers(x.text(), random) if kind == "form" else _random_decimal(x, kind, random)

    return joined([[write(entry) for entry in row] for row in question.rows], question.is_matrix)


KINDS = ("quotient", "form", "five digits", "many digits")
SHORTEST = 8  # characters of a form that can be changed without becoming what a mistake gives


def _other_numbers(text: str, random: Random) -> str:
    """The same form with other numbers in it, each of about the same size."""
    return re.sub(r"\d+", lambda found: str(random.randint(1, 2 * int(found[0]) + 5)), text)


def _random_decimal(x: Entry, kind: str, random: Random) -> str:
    known = Exact(0) if x.symbols else x
    if kind == "five digits":
        return random_decimal(random, known)
    value = (digits_of(known) or Decimal(1)) * Decimal(random.choice((1, 1 + random.uniform(-0.2, 0.2))))
    shift = Decimal(random.uniform(-0.01, 0.01))
    return to_places(value + shift, random.randint(6, 12))


# -- what a rule takes, written down once more -----------------------------------------------------------------------


def is_right(typed: Decimal | None, text: str, right: Entry, rule: str) -> bool:
    """Whether an entry is right under a rule, or rightly rounded, with however few digits.

    ``typed`` is its value, and ``text`` the decimal that was typed, if it was one.
    """
    value = digits_of(right)
    if typed is None or value is None:
        return False
    kind, _, bound = rule.partition(":")
    with localcontext(prec=2 * DIGITS):
        if kind in ("within", "relative"):
            allowed = Decimal(1) / Decimal(Fraction(bound).denominator)
            if abs(typed - value) <= allowed * (abs(value) if kind == "relative" else 1):
                return True
        return bool(text) and abs(typed - value) * 2 <= Decimal(1).scaleb(-len(text.partition(".")[2]))


def part(value: ExactMatrix, question: Question) -> tuple[tuple[Entry, ...], ...] | None:
    """The part of another stage that a question asks for; None where it is not there."""
    answer = question.answer
    assert answer is not None
    try:
        found = part_of(value, answer.row, answer.column)
    except SymattnError:
        return None
    return found.rows() if isinstance(found, ExactMatrix) else ((found,),)
