"""Whether integers satisfy linear equations and inequalities: the Omega test, which is exact.

Equations are solved away one unknown at a time; then unknowns are eliminated from the inequalities, a x + L >= 0 and
-b x + U >= 0 giving b L + a U >= 0. Over the integers that is exact where a or b is 1. Otherwise there is a solution if
the dark shadow b L + a U >= (a - 1)(b - 1) has one, and if not then only close above some lower bound, which leaves
finitely many equations to try. Source: Pugh 1991, The Omega test: a fast and practical integer programming algorithm
for dependence analysis.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from symattn.errors import LimitError
from symattn.theorems.forms import Form

MOST_STEPS = 200_000  # forms looked at in one question; those of usual masks take some hundreds


class Budget:
    """How much may still be done in one question, and fresh names for unknowns."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self._left = steps
        self._fresh = count(1)

    def spend(self, forms: int) -> None:
        """Note how many forms are looked at: LimitError when it is too much."""
        self._left -= forms
        if self._left < 0:
            raise LimitError("the integers in this formula were not decided within the steps allowed")

    def name(self) -> str:
        """A name that nothing else has."""
        return f"#{next(self._fresh)}"


def has_solution(zero: Sequence[Form], least: Sequence[Form], budget: Budget) -> bool:
    """Whether integers exist that make every form of ``zero`` 0 and none of ``least`` negative.

    >>> i, j = Form.of("i"), Form.of("j")
    >>> has_solution([2 * i - 4 * j - 1], [], Budget()), has_solution([], [3 * i - 1, -3 * i + 5], Budget())
    (False, True)
    >>> has_solution([], [3 * i - 1, -3 * i + 2], Budget())
    False
    """
    budget.spend(len(zero) + len(least))
    reduced = _without_equations(list(zero), list(least), budget)
    while reduced is not None:
        tightened = _tightened(reduced)
        if tightened is None:
            return False
        equations, reduced = tightened
        if not equations:
            return _eliminated(reduced, budget)
        reduced = _without_equations(equations, reduced, budget)
    return False


def _without_equations(zero: list[Form], least: list[Form], budget: Budget) -> list[Form] | None:
    """The inequalities after all equations are solved for an unknown each; None where an equation has no solution."""
    while zero:
        form = zero.pop()
        content = form.content
        if content == 0:
            if form.constant:
                return None
            continue
        if form.constant % content:
            return None
        form = Form(tuple((name, c // content) for name, c in form.terms), form.constant // content)
        name, by, is_solved = _solved(form, budget)
        zero = [each.replaced(name, by) for each in (zero if is_solved else [*zero, form])]
        least = [each.replaced(name, by) for each in least]
        budget.spend(len(zero) + len(least))
    return least


def _solved(form: Form, budget: Budget) -> tuple[str, Form, bool]:
    """An unknown of an equation and what it must be; with a fresh unknown, and not yet solved, where no factor is 1."""
    name, a = min(form.terms, key=lambda term: (abs(term[1]), term[0]))
    sign = 1 if a > 0 else -1
    if abs(a) == 1:
        return name, Form.of(name) - sign * form, True
    m = abs(a) + 1
    rest = {other: sign * _centred(c, m) for other, c in form.terms if other != name}
    rest[budget.name()] = -sign * m
    return name, Form.made(rest, sign * _centred(form.constant, m)), False


def _centred(value: int, m: int) -> int:
    """The remainder of smallest size."""
    rest = value % m
    return rest - m if 2 * rest >= m else rest


def _tightened(least: list[Form]) -> tuple[list[Form], list[Form]] | None:
    """Inequalities divided by their content, the strongest of each direction; opposite ones that meet are equations.

    None where two contradict each other.
    """
    strongest: dict[tuple[tuple[str, int], ...], int] = {}
    for form in least:
        content = form.content
        if content == 0:
            if form.constant < 0:
                return None
            continue
        terms = tuple((name, c // content) for name, c in form.terms)
        bound = form.constant // content
        strongest[terms] = min(bound, strongest.get(terms, bound))
    equations = []
    for terms, bound in strongest.items():
        opposite = strongest.get(tuple((name, -c) for name, c in terms))
        if opposite is not None and bound + opposite < 0:
            return None
        if opposite is not None and bound + opposite == 0 and terms[0][1] > 0:
            equations.append(Form(terms, bound))
    return equations, [Form(terms, bound) for terms, bound in strongest.items()]


def _eliminated(least: list[Form], budget: Budget) -> bool:
    """Whether inequalities have an integer solution: one unknown is eliminated, then the rest is asked."""
    if not least:
        return True
    name = _cheapest(least)
    lower = [form for form in least if form.coefficient(name) > 0]
    upper = [form for form in least if form.coefficient(name) < 0]
    others = [form for form in least if not form.coefficient(name)]
    if not lower or not upper:
        return has_solution([], others, budget)
    shadow = others + [_met(one, other, name) for one in lower for other in upper]
    budget.spend(len(shadow))
    is_exact = all(one.coefficient(name) == 1 or other.coefficient(name) == -1 for one in lower for other in upper)
    if is_exact or not has_solution([], shadow, budget):
        return is_exact and has_solution([], shadow, budget)
    dark = others + [_met(one, other, name, dark=True) for one in lower for other in upper]
    return has_solution([], dark, budget) or _in_a_splinter(least, lower, upper, name, budget)


def _met(lower: Form, upper: Form, name: str, *, dark: bool = False) -> Form:
    """What a lower and an upper bound of an unknown say together without it."""
    a, b = lower.coefficient(name), -upper.coefficient(name)
    met = lower.plus(upper, b, a)
    return met - (a - 1) * (b - 1) if dark else met


def _in_a_splinter(least: list[Form], lower: list[Form], upper: list[Form], name: str, budget: Budget) -> bool:
    """Whether there is a solution close above one of the lower bounds."""
    b = max(-form.coefficient(name) for form in upper)
    for form in lower:
        a = form.coefficient(name)
        for distance in range((b * a - b - a) // b + 1):
            if has_solution([form - distance], least, budget):
                return True
    return False


def _cheapest(least: list[Form]) -> str:
    """The unknown that is eliminated exactly if one can be, and with the fewest new inequalities."""
    sides: dict[str, list[list[int]]] = {}
    for form in least:
        for name, c in form.terms:
            sides.setdefault(name, [[], []])[c < 0].append(abs(c))

    def cost(name: str) -> tuple[bool, int, str]:
        lower, upper = sides[name]
        is_exact = max(lower, default=1) == 1 or max(upper, default=1) == 1
        return not is_exact, len(lower) * len(upper) - len(lower) - len(upper), name

    return min(sides, key=cost)


__all__ = ["Budget", "has_solution"]
