"""How each peer is asked whether two expressions are equal, as its users ask it.

A decider has two steps, timed apart: `read` takes both texts to what the peer works on, `decide` says equal, different
or undecided.  A difference that a simplifier does not bring to 0 counts as "different", because that is how its answer
is used; the enclosures and Calcium can say that they do not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from shutil import which
from typing import Any

from benchmarks import cas
from tests.differential.algebras import (
    CALCIUM,
    GIAC,
    MAXIMA,
    OURS,
    SYMPY,
    ArbAlgebra,
    Dialect,
    MpmathAlgebra,
    text_of,
)
from tests.differential.pairs import POINTS, Pair
from tests.differential.reader import tree_of
from tests.differential.trees import fold

Outcome = str  # "equal", "different" or "undecided"
Two = tuple[Any, Any]
LAST_BITS = 4096


@dataclass(frozen=True)
class Decider:
    """`prepare` makes the texts (not timed), `read` and `decide` are the two steps."""

    name: str
    dialect: Dialect
    read: Callable[[str], Any]
    decide: Callable[[Any, Any], Outcome]
    needs: str = ""

    @property
    def is_installed(self) -> bool:
        return not self.needs or which(self.needs) is not None or find_spec(self.needs) is not None

    def texts(self, pair: Pair) -> tuple[str, str]:
        return text_of(pair.left, self.dialect), text_of(pair.right, self.dialect)


def _symattn_read(text: str) -> Any:
    import symattn as sa

    return sa.exact(text)


def _symattn_decide(left: Any, right: Any) -> Outcome:
    import symattn as sa

    return sa.compare(left, right).outcome


def _sympy_read(text: str) -> Any:
    import sympy

    names = {letter: sympy.Symbol(letter, real=True) for letter in "ak"}
    return sympy.sympify(text.replace("^", "**"), locals=names)


def _sympy_simplify(left: Any, right: Any) -> Outcome:
    import sympy

    return "equal" if sympy.simplify(left - right) == 0 else "different"


def _sympy_equals(left: Any, right: Any) -> Outcome:
    found = left.equals(right)
    return "undecided" if found is None else "equal" if found else "different"


def _symengine_read(text: str) -> Any:
    import symengine

    return symengine.sympify(text)


def _symengine_decide(left: Any, right: Any) -> Outcome:
    import symengine

    return "equal" if symengine.expand(left - right) == 0 else "different"


def _calcium_read(text: str) -> Any:
    from tests.differential.calcium import ring

    return ring()(text)


def _calcium_decide(left: Any, right: Any) -> Outcome:
    found = left == right
    return "undecided" if found is None else "equal" if found else "different"


def _as_text(text: str) -> str:
    return text


def _maxima_decide(left: str, right: str) -> Outcome:
    return "equal" if cas.maxima().is_zero(f"({left})-({right})") else "different"


def _giac_decide(left: str, right: str) -> Outcome:
    return "equal" if cas.giac().is_zero(f"({left})-({right})") else "different"


def _mpmath_decide(left: Any, right: Any) -> Outcome:
    """Equal when 45 of 50 digits agree: what a numeric checker does."""
    algebra = MpmathAlgebra(50, POINTS[0])
    a, b = fold(left, algebra), fold(right, algebra)
    return "equal" if abs(a - b) <= 10 ** algebra.mp.mpf(-45) * max(1, abs(a)) else "different"


def _arb_decide(left: Any, right: Any) -> Outcome:
    """Different when enclosures are disjoint; balls never prove equality."""
    import flint

    before = flint.ctx.prec
    try:
        bits = 64
        while bits <= LAST_BITS:
            flint.ctx.prec = bits
            algebra = ArbAlgebra(POINTS[0])
            if not fold(left, algebra).overlaps(fold(right, algebra)):
                return "different"
            bits *= 4
    finally:
        flint.ctx.prec = before
    return "undecided"


DECIDERS: dict[str, Decider] = {
    decider.name: decider
    for decider in (
        Decider("symattn", OURS, _symattn_read, _symattn_decide),
        Decider("Calcium ==", CALCIUM, _calcium_read, _calcium_decide, "flint"),
        Decider("Maxima radcan", MAXIMA, _as_text, _maxima_decide, "maxima"),
        Decider("Giac simplify", GIAC, _as_text, _giac_decide, "giac"),
        Decider("SymPy simplify", SYMPY, _sympy_read, _sympy_simplify, "sympy"),
        Decider("SymPy equals", SYMPY, _sympy_read, _sympy_equals, "sympy"),
        Decider("SymEngine expand", SYMPY, _symengine_read, _symengine_decide, "symengine"),
        Decider("Arb, up to 4096 bits", OURS, tree_of, _arb_decide),
        Decider("mpmath-50", OURS, tree_of, _mpmath_decide),
    )
}
