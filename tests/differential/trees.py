"""Expressions as small frozen trees: what random pairs and problems are made of.

A tree knows nothing of what doubts or decides it.  One fold serves every reader of it: an algebra says what numbers,
sums, exponentials and so on become (mpmath numbers, text, SymPy, Calcium, engine values); see `algebras`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeVar

T = TypeVar("T")
Path = tuple[int, ...]


@dataclass(frozen=True)
class Tree:
    """One node: `leaf` is a number's value, a name, the exponent of a power or the index of a root."""

    op: str
    args: tuple[Tree, ...] = ()
    leaf: Fraction | int | str | None = None


class Algebra(Protocol[T]):
    """What each kind of node becomes."""

    def number(self, value: Fraction) -> T: ...
    def name(self, name: str) -> T: ...
    def pi(self) -> T: ...
    def add(self, terms: list[T]) -> T: ...
    def multiply(self, factors: list[T]) -> T: ...
    def divide(self, above: T, below: T) -> T: ...
    def power(self, base: T, exponent: int) -> T: ...
    def root(self, x: T, index: int) -> T: ...
    def exp(self, x: T) -> T: ...
    def ln(self, x: T) -> T: ...
    def tanh(self, x: T) -> T: ...
    def sigma(self, x: T) -> T: ...


# -- making ----------------------------------------------------------------------------------------------------------


def number(value: int | Fraction) -> Tree:
    return Tree("number", leaf=Fraction(value))


ZERO = number(0)
ONE = number(1)
PI = Tree("pi")


def name(letter: str) -> Tree:
    return Tree("name", leaf=letter)


def add(*terms: Tree) -> Tree:
    """A sum, flat, without zeros."""
    flat = [t for term in terms for t in (term.args if term.op == "sum" else (term,)) if t != ZERO]
    if len(flat) < 2:
        return flat[0] if flat else ZERO
    return Tree("sum", tuple(flat))


def times(*factors: Tree) -> Tree:
    """A product, flat, without ones; zero when a factor is."""
    flat = [f for factor in factors for f in (factor.args if factor.op == "product" else (factor,)) if f != ONE]
    if ZERO in flat:
        return ZERO
    if len(flat) < 2:
        return flat[0] if flat else ONE
    return Tree("product", tuple(flat))


def neg(x: Tree) -> Tree:
    if x.op == "number":
        return number(-fraction(x))
    return times(number(-1), x)


def sub(left: Tree, right: Tree) -> Tree:
    return add(left, neg(right))


def over(above: Tree, below: Tree) -> Tree:
    return above if below == ONE else Tree("quotient", (above, below))


def power(base: Tree, exponent: int) -> Tree:
    return base if exponent == 1 else Tree("power", (base,), exponent)


def root(x: Tree, index: int = 2) -> Tree:
    return Tree("root", (x,), index)


def exp(x: Tree) -> Tree:
    return ONE if x == ZERO else Tree("exp", (x,))


def ln(x: Tree) -> Tree:
    return Tree("ln", (x,))


def tanh(x: Tree) -> Tree:
    return Tree("tanh", (x,))


def sigma(x: Tree) -> Tree:
    return Tree("sigma", (x,))


def fraction(tree: Tree) -> Fraction:
    """The value of a number node."""
    assert isinstance(tree.leaf, Fraction)
    return tree.leaf


# -- looking ---------------------------------------------------------------------------------------------------------


def nodes(tree: Tree, path: Path = ()) -> Iterator[tuple[Path, Tree]]:
    """Every node with its path from the root, parents first."""
    yield path, tree
    for i, child in enumerate(tree.args):
        yield from nodes(child, (*path, i))


def size(tree: Tree) -> int:
    """The number of nodes as written, shared ones counted each time."""
    return 1 + sum(map(size, tree.args))


def uses(tree: Tree, *ops: str) -> bool:
    return any(node.op in ops for _, node in nodes(tree))


def names_in(tree: Tree) -> frozenset[str]:
    return frozenset(str(node.leaf) for _, node in nodes(tree) if node.op == "name")


def replaced(tree: Tree, path: Path, new: Tree) -> Tree:
    """The tree with another node at a path."""
    if not path:
        return new
    args = list(tree.args)
    args[path[0]] = replaced(args[path[0]], path[1:], new)
    return rebuilt(tree, args)


def rebuilt(tree: Tree, args: list[Tree]) -> Tree:
    """The same node over other children; sums and products stay flat."""
    if tree.op == "sum":
        return add(*args)
    if tree.op == "product":
        return times(*args)
    return Tree(tree.op, tuple(args), tree.leaf)


def fold(tree: Tree, algebra: Algebra[T]) -> T:
    """The tree's value in an algebra; a node shared by several parents is computed once."""
    known: dict[int, T] = {}

    def value(node: Tree) -> T:
        found = known.get(id(node))
        if found is None:
            found = known[id(node)] = _apply(node, [value(child) for child in node.args], algebra)
        return found

    return value(tree)


def _apply(node: Tree, args: list[T], algebra: Algebra[T]) -> T:
    match node.op:
        case "number":
            return algebra.number(fraction(node))
        case "name":
            return algebra.name(str(node.leaf))
        case "pi":
            return algebra.pi()
        case "sum":
            return algebra.add(args)
        case "product":
            return algebra.multiply(args)
        case "quotient":
            return algebra.divide(*args)
        case "power" | "root":
            assert isinstance(node.leaf, int)
            method = algebra.power if node.op == "power" else algebra.root
            return method(args[0], node.leaf)
    functions: dict[str, Callable[[T], T]] = {
        "exp": algebra.exp,
        "ln": algebra.ln,
        "tanh": algebra.tanh,
        "sigma": algebra.sigma,
    }
    return functions[node.op](args[0])
