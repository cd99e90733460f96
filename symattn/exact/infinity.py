"""The one inert -oo: how a hidden score prints, and nothing that can be calculated with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from symattn.errors import InfinityError

if TYPE_CHECKING:
    import sympy

    from symattn.exact.writing import Style


class MinusInfinity:
    r"""Minus infinity as a hidden entry of masked scores; it equals itself, and any arithmetic with it raises.

    >>> from symattn.exact import MINUS_INFINITY
    >>> MINUS_INFINITY == MINUS_INFINITY, MINUS_INFINITY.text(), MINUS_INFINITY.latex()
    (True, '-oo', '-\\infty')
    >>> MINUS_INFINITY + 1
    Traceback (most recent call last):
        ...
    symattn.errors.InfinityError: -oo marks a hidden score and cannot be calculated with; mask before softmax instead
    """

    __slots__ = ()
    conditions: frozenset[str] = frozenset()
    symbols: frozenset[str] = frozenset()
    reduced = True

    def _refuse(self, *_: object) -> NoReturn:
        raise InfinityError("-oo marks a hidden score and cannot be calculated with; mask before softmax instead")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __pow__ = __rpow__ = __neg__ = __abs__ = __lt__ = __le__ = __gt__ = __ge__ = __float__ = _refuse

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MinusInfinity)

    def __hash__(self) -> int:
        return hash("symattn -oo")

    def __reduce__(self) -> str:
        return "MINUS_INFINITY"  # copies and pickles are the one object

    def written(self, style: Style) -> str:
        """Minus infinity in a style of `writing`."""
        return f"-{style.infinity()}"

    def text(self) -> str:
        """Plain text."""
        return "-oo"

    def latex(self) -> str:
        """LaTeX."""
        return "-\\infty"

    def decimal(self, places: int) -> str:
        """The same at any number of places."""
        return "-oo"

    def sympy(self) -> sympy.Expr:
        """SymPy's -oo."""
        from symattn.exact.sympy_bridge import minus_infinity

        return minus_infinity()

    def __repr__(self) -> str:
        return "-oo"


MINUS_INFINITY = MinusInfinity()
