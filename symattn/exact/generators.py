"""The building blocks of an exact number: what a polynomial generator stands for.

Every exact number is a quotient of two integer polynomials in such generators.  A generator is frozen data; what it
is worth numerically is in `enclosures`, how several of them fit into one ring is in `tower`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from symattn.exact.number import Exact

LARGEST_EXTENSION = 64  # conjugates of all roots of primes up to which every quotient is rationalised


@dataclass(frozen=True)
class Root:
    """The positive real p^(1/index) of a prime p; such roots of distinct primes are independent (Besicovitch 1940)."""

    prime: int
    index: int

    height = 0


@dataclass(frozen=True)
class Log:
    """The natural logarithm of a prime."""

    prime: int

    height = 0


@dataclass(frozen=True)
class Pi:
    """The circle number."""

    height = 0


@dataclass(frozen=True)
class Symbol:
    """A free symbol; it stands for a real number."""

    name: str

    height = 0


class _Composite:
    """A generator made from another exact number; two are the same when their arguments have the same key."""

    argument: Exact
    index: int
    first_ball: object = None  # what the argument over the index is worth at first precision, once it was computed

    def __post_init__(self) -> None:
        # Equal generators are one to the caches: an argument's conditions belong to the number that asked for it.
        object.__setattr__(self, "argument", self.argument.unconditional)

    def __getstate__(self) -> dict[str, object]:
        return {"argument": self.argument, "index": self.index}  # a hash of one process is none of another's

    @cached_property
    def height(self) -> int:
        return 1 + self.argument.height

    @cached_property
    def key(self) -> tuple[object, ...]:
        return (type(self).__name__, self.argument.key, self.index)

    @cached_property
    def _hash(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.key == other.key

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, eq=False)
class Exp(_Composite):
    """exp(argument / index); the argument is a monomial with coefficient 1, or a primitive quotient."""

    argument: Exact
    index: int = 1


@dataclass(frozen=True, eq=False)
class LogOf(_Composite):
    """ln(argument) of a positive number that is no rational."""

    argument: Exact
    index: int = 1


@dataclass(frozen=True, eq=False)
class RootOf(_Composite):
    """argument^(1/index) of a positive number, given by a polynomial, that has no simpler root."""

    argument: Exact
    index: int = 2


Generator: TypeAlias = Root | Log | Pi | Symbol | Exp | LogOf | RootOf
_RANK: dict[type, int] = {Exp: 0, LogOf: 1, RootOf: 2, Symbol: 3, Log: 4, Pi: 5, Root: 6}


def sort_key(generator: Generator) -> tuple[object, ...]:
    """Order of generators in a ring: higher towers first, then exponentials, logarithms, symbols, pi and roots.

    A root of a composite comes before everything that its radicand contains, so that the relation g^n = radicand
    has g^n as its leading monomial.
    """
    rank = _RANK[type(generator)]
    if isinstance(generator, (Root, Log)):
        return (-generator.height, rank, "", generator.prime)
    if isinstance(generator, Symbol):
        return (0, rank, generator.name, 0)
    if isinstance(generator, Pi):
        return (0, rank, "", 0)
    return (-generator.height, rank, generator.argument.order_text, generator.index)


def order_name(generator: Generator) -> str:
    """A generator in one word, for texts by which things are ordered."""
    kind = type(generator).__name__
    match generator:
        case Root(prime, index):
            return f"{kind} {prime} {index}"
        case Log(prime):
            return f"{kind} {prime}"
        case Symbol(name):
            return f"{kind} {name}"
        case Pi():
            return kind
    return f"{kind} {generator.argument.order_text} {generator.index}"
