"""What one random draw checks: each check takes a seed and a number, and says right, wrong, undecided or witness.

`witness` means that the witness, not the engine, knew no answer: Calcium's None is no disagreement.  An engine that
refuses a calculation as too large is undecided too; any other exception is a fault like a wrong answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, Literal

from symattn import values
from symattn.attention import multi_head, self_attention
from symattn.errors import LimitError, UndecidedError
from symattn.exact import Exact, ExactMatrix
from symattn.exact.comparing import compare_numbers
from symattn.exact.floats import nearest_floats
from tests.differential import calcium
from tests.differential.algebras import SympyAlgebra, Values, exact_value, mpmath_value, text_of
from tests.differential.pairs import POINTS, Pair, pair
from tests.differential.problems import HIDDEN, Layer, RandomProblem, Rows, SolvedLayer, problem, solved
from tests.differential.reader import tree_of
from tests.differential.trees import Tree, fold, names_in

Verdict = Literal["right", "wrong", "undecided", "witness"]
PLACES = 40
DIGITS = 110
LONGEST_TEXT = 6000


@dataclass(frozen=True)
class Result:
    """How a check ended, and on which example."""

    verdict: Verdict
    example: str = ""


RIGHT = Result("right")


# -- pairs -----------------------------------------------------------------------------------------------------------


def pair_built(seed: int, n: int) -> Result:
    """The verdict on a pair made by the engine's own operations; what it prints is worth the same."""
    made = pair(seed, n)
    left, right = exact_value(made.left), exact_value(made.right)
    found = _verdict(made, compare_numbers(left, right).outcome)
    return found if found.verdict == "wrong" or n % 2 else _printed(made.left, left) or found


def pair_read(seed: int, n: int) -> Result:
    """The verdict on a pair given as text."""
    made = pair(seed, n)
    return _verdict(made, values.compare(text_of(made.left), text_of(made.right)).outcome)


def pair_by_algebra(seed: int, n: int) -> Result:
    """The verdict of the algebra alone: it may know less, never anything wrong."""
    made = pair(seed, n)
    outcome = compare_numbers(exact_value(made.left), exact_value(made.right), refute_first=False).outcome
    if outcome == "undecided" and not made.equal:
        return RIGHT  # only an enclosure could have shown it
    return _verdict(made, outcome)


def _verdict(made: Pair, outcome: str) -> Result:
    example = f"{made.kind} ({made.how})\n    {text_of(made.left)}\n    {text_of(made.right)}"
    if outcome == "undecided":
        return Result("undecided", example)
    return RIGHT if (outcome == "equal") == made.equal else Result("wrong", f"called {outcome}: {example}")


def _printed(tree: Tree, number: Exact) -> Result | None:
    """A fault in the number's text or decimals, or nothing."""
    fault = _text_fault(tree, number.text()) or (
        "" if number.symbols else _decimal_fault(tree, number.decimal(PLACES), PLACES)
    )
    return Result("wrong", f"{fault}\n    {text_of(tree)}") if fault else None


# -- problems --------------------------------------------------------------------------------------------------------


def problem_numerically(seed: int, n: int) -> Result:
    """All weights and outputs of a problem against scalar loops: certified decimals, printed text, row sums."""
    given = problem(seed, n)
    for traced, expected in zip(solve(given), solved(given), strict=True):
        for ours, theirs in _stages(traced, expected):
            fault = _rows_fault(ours, theirs, places=3 + n % 38)
            if fault:
                return Result("wrong", f"{fault}\n    {described(given)}")
        for matrix in traced[0]:
            _check_row_sums(matrix)
    return RIGHT


def problem_by_calcium(seed: int, n: int) -> Result:
    """Weights and outputs of a problem without symbols, each compared by Calcium with the scalar loops' expression."""
    given = problem(seed, n, symbols=False)
    known = True
    for traced, expected in zip(solve(given), solved(given), strict=True):
        for ours, theirs in _stages(traced, expected):
            for entry, tree in _entries(ours, theirs):
                text = entry.text()
                if max(len(text), len(text_of(tree))) > LONGEST_TEXT:
                    known = False
                    continue
                same = calcium.equal(tree_of(text), tree)
                known = known and same is not None
                if same is False:
                    return Result("wrong", f"Calcium: {text} is not {text_of(tree)}\n    {described(given)}")
    return RIGHT if known else Result("witness")


def problem_by_sympy(seed: int, n: int) -> Result:
    """A small problem: what the engine gives SymPy against SymPy's own expressions."""
    import sympy

    given = problem(seed, n, small=True)
    known = True
    for traced, expected in zip(solve(given), solved(given), strict=True):
        for ours, theirs in _stages(traced, expected):
            for entry, tree in _entries(ours, theirs):
                difference = _positive_symbols(entry.sympy() - fold(tree, SympyAlgebra()))
                if sympy.simplify(difference) == 0:
                    continue
                known = False
                points = {s: sympy.Rational(7, 5) for s in difference.free_symbols}
                if abs(difference.subs(points).evalf(60)) > 1e-30:
                    return Result("wrong", f"SymPy: {entry.text()} is not {text_of(tree)}\n    {described(given)}")
    return RIGHT if known else Result("witness")


def _positive_symbols(expression: Any) -> Any:
    """Symbols of one name made one, whatever was assumed of them."""
    import sympy

    return expression.subs({s: sympy.Symbol(s.name, positive=True) for s in expression.free_symbols})


Traced = tuple[list[ExactMatrix], ExactMatrix]


def solve(given: RandomProblem) -> list[Traced]:
    """The engine's weights (one matrix a head) and output of every layer."""
    x: Any = _texts(given.X)
    found: list[Traced] = []
    for layer in given.layers:
        trace = _run(x, layer)
        heads = trace.heads or (trace,)
        x = trace.exact("output")
        found.append(([head.exact("weights") for head in heads], x))
    return found


def _run(x: Any, layer: Layer) -> Any:
    options: dict[str, Any] = {"visible": layer.visible, "query_valid": layer.query_valid}
    if layer.scale is not None:
        options["scale"] = text_of(layer.scale)
    if layer.bias is not None:
        options["bias"] = _texts(layer.bias)
    heads = [tuple(_texts(w) for w in head) for head in layer.heads]
    w_o = None if layer.w_o is None else _texts(layer.w_o)
    if len(heads) == 1:
        return self_attention(x, *heads[0], w_o=w_o, **options)
    return multi_head(x, heads, w_o, **options)


def _texts(rows: Rows) -> list[list[str]]:
    return [["-oo" if entry is HIDDEN else text_of(entry) for entry in row] for row in rows]


def _stages(traced: Traced, expected: SolvedLayer) -> list[tuple[ExactMatrix, Rows]]:
    return list(zip((*traced[0], traced[1]), (*expected.weights, expected.output), strict=True))


def _entries(ours: ExactMatrix, theirs: Rows) -> list[tuple[Exact, Tree]]:
    return [(ours.number(i, j), tree) for i, row in enumerate(theirs) for j, tree in enumerate(row)]


def _rows_fault(ours: ExactMatrix, theirs: Rows, places: int) -> str:
    """Where a matrix's decimals, floats or texts differ from the trees' values; empty when nowhere."""
    decimals = chain.from_iterable(ours.decimal(places))
    format_ = sorted(FORMATS)[places % len(FORMATS)]
    floats = None if any(entry.symbols for entry, _ in _entries(ours, theirs)) else nearest_floats(ours, format_)
    for number, ((entry, tree), decimal) in enumerate(zip(_entries(ours, theirs), decimals, strict=True)):
        fault = "" if decimal is None else _decimal_fault(tree, decimal, places)
        if floats is not None and not fault:
            found = floats[number // ours.shape[1]][number % ours.shape[1]]
            fault = _float_fault(tree, found, format_)
        text = entry.text()
        if not fault and len(text) <= LONGEST_TEXT:
            fault = _text_fault(tree, text)
        if fault:
            return fault
    return ""


def _check_row_sums(matrix: ExactMatrix) -> None:
    """Every row of weights is proved to sum to 1, or, for an unused query, to 0."""
    for row in matrix.rows():
        entries = [entry for entry in row if isinstance(entry, Exact) and entry.as_fraction() != 0]
        if not entries or len(text_of_all(entries)) > LONGEST_TEXT:
            continue
        assert sum(entries, Exact(0)) == 1, f"a row of weights does not sum to 1: {text_of_all(entries)}"


def text_of_all(entries: list[Exact]) -> str:
    return ", ".join(entry.text() for entry in entries)


def described(given: RandomProblem) -> str:
    """A problem in one line, for a report."""
    layers = [
        f"heads {[[_texts(w) for w in head] for head in layer.heads]} w_o {layer.w_o and _texts(layer.w_o)}"
        f" visible {[''.join('01'[v] for v in row) for row in layer.visible]}"
        f" scale {layer.scale and text_of(layer.scale)} bias {layer.bias and _texts(layer.bias)}"
        f" query_valid {layer.query_valid}"
        for layer in given.layers
    ]
    return f"X {_texts(given.X)} " + "; ".join(layers)


# -- values ----------------------------------------------------------------------------------------------------------


def _decimal_fault(tree: Tree, decimal: str, places: int) -> str:
    """What is wrong with a decimal that claims to be correctly rounded."""
    value = mpmath_value(tree, DIGITS, POINTS[0])  # a symbol may have cancelled
    claimed = mpmath_value(tree_of(decimal), DIGITS)
    if abs(value - claimed) <= (0.5 + 1e-20) * value.context.mpf(10) ** -places:
        return ""
    return f"decimal {decimal} should be {value.context.nstr(value, places + 5)}"


# Significant bits and the exponent of the smallest subnormal.
FORMATS = {"bfloat16": (8, -133), "binary16": (11, -24), "binary32": (24, -149), "binary64": (53, -1074)}


def _float_fault(tree: Tree, found: float, format_: str) -> str:
    """What is wrong with a float that claims to be the nearest of its format, ties to even."""
    precision, least = FORMATS[format_]
    value = mpmath_value(tree, DIGITS, POINTS[0])
    mantissa, power_of_two = value.man_exp  # without the sign
    exact = Fraction(mantissa if value > 0 else -mantissa) * Fraction(2) ** power_of_two
    if abs(exact) >= 60_000:
        return ""  # near the largest binary16; overflow is not doubted here
    if abs(exact - Fraction(found)) < Fraction(1, 10 ** (DIGITS - 15)):
        return ""  # a zero whose terms cancelled but for the last digits that mpmath computed
    exponent = max(least, value.context.frexp(value)[1] - precision)
    nearest = round(exact / Fraction(2) ** exponent) * Fraction(2) ** exponent
    return "" if nearest == Fraction(found) else f"{format_} {found!r} should be {float(nearest)!r}"


def _text_fault(tree: Tree, text: str) -> str:
    """What is wrong with a text, read by a reader of its own, at sample values of the symbols."""
    again = tree_of(text)
    points: tuple[Values, ...] = POINTS if names_in(tree) | names_in(again) else ({},)
    digits = DIGITS + 2 * max(
        map(len, re.findall(r"\d+", text)), default=0
    )  # 2^(1/n), to a power near n, loses those of n
    for point in points:
        value, printed = (mpmath_value(t, digits, point) for t in (tree, again))
        if abs(value - printed) > value.context.mpf(10) ** -60 * max(1, abs(value)):
            return f"text {text} is worth {value.context.nstr(printed, 20)}, not {value.context.nstr(value, 20)}"
    return ""


Check = Callable[[int, int], Result]
CHECKS: dict[str, Check] = {
    "pair_built": pair_built,
    "pair_read": pair_read,
    "pair_by_algebra": pair_by_algebra,
    "problem_numerically": problem_numerically,
    "problem_by_calcium": problem_by_calcium,
    "problem_by_sympy": problem_by_sympy,
}


def run(check: str, seed: int, n: int) -> Result:
    """One check; what the engine raises becomes its verdict."""
    try:
        return CHECKS[check](seed, n)
    except Exception as error:  # whatever it is: what is no refusal is a fault to be counted
        verdict: Verdict = "undecided" if _is_refusal(error) else "wrong"
        return Result(verdict, f"{type(error).__name__}: {str(error)[:300]}")


def _is_refusal(error: BaseException | None) -> bool:
    """Whether the engine said that it does not know, or that this is too large (also through a ReadError)."""
    while error is not None:
        if isinstance(error, (UndecidedError, LimitError)):
            return True
        error = error.__cause__
    return False


__all__ = ["CHECKS", "Result", "Verdict", "run"]
