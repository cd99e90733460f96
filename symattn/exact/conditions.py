"""Conditions under which a number with free symbols holds: texts such as "k > 0" that remember what they say.

A condition is a text, so that it can be listed, compared and printed, and the number before its sign goes with it, so
that it can be reasoned with.  Texts of a symbol alone, such as "k >= 0", are understood without.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from symattn.errors import ConditionsError
from symattn.exact.generators import Symbol
from symattn.exact.polynomials import content_of

if TYPE_CHECKING:
    from symattn.exact.number import Exact

OPPOSITE = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "!=": "!="}
_OF_A_SYMBOL = re.compile(r"(?P<name>[^\W\d]\w*) (?P<relation>>=|<=|>|<|!=) 0")


class Condition(str):
    """A text such as "k - m > 0" with its number and its relation to 0: >, >=, <, <= or !=."""

    number: Exact
    relation: str

    def __new__(cls, number: Exact, relation: str) -> Condition:
        """The condition of this number as it stands; `condition` makes it simpler first."""
        made = super().__new__(cls, f"{number.text()} {relation} 0")
        made.number = number
        made.relation = relation
        return made

    def __reduce__(self) -> tuple[type[Condition], tuple[Exact, str]]:
        return Condition, (self.number, self.relation)


class Claim(NamedTuple):
    """What a condition says: number > 0, >= 0 or != 0."""

    number: Exact
    relation: str


def condition(number: Exact, relation: str) -> Condition:
    """The condition that a number stands in a relation to 0, without constant factors and needless signs.

    >>> from symattn.exact import symbol
    >>> k, m = symbol("k"), symbol("m")
    >>> condition(-2 * k, ">"), condition(2 * k - 2 * m, "!=")
    ('k < 0', 'k - m != 0')
    """
    from symattn.exact.number import Exact

    field, top, bottom, reduced = number.normal.parts
    top, bottom = top // (content_of(top) or 1), bottom // content_of(bottom)
    if all(c < 0 for c in top.coeffs()) or (relation == "!=" and top.leading_coefficient() < 0):
        top, relation = -top, OPPOSITE[relation]
    return Condition(Exact.known(field, top, bottom, reduced), relation)


def claim_of(text: str) -> Claim | None:
    """What a condition says, if that is known."""
    if isinstance(text, Condition):
        negative = text.relation in ("<", "<=")
        return Claim(-text.number, OPPOSITE[text.relation]) if negative else Claim(text.number, text.relation)
    return _claim_of_symbol(text)


@lru_cache(maxsize=1024)
def _claim_of_symbol(text: str) -> Claim | None:
    from symattn.exact.number import Exact

    found = _OF_A_SYMBOL.fullmatch(text)
    if found is None:
        return None
    number, relation = Exact.of_generator(Symbol(found["name"])), found["relation"]
    return Claim(-number, OPPOSITE[relation]) if relation in ("<", "<=") else Claim(number, relation)


def joined(first: frozenset[str], second: frozenset[str]) -> frozenset[str]:
    """The conditions of a result that needs both; ConditionsError where nothing can satisfy them."""
    if second <= first:
        return first
    if first <= second:
        return second
    both = first | second
    refuse_contradiction(both)
    return both


def refuse_contradiction(conditions: Iterable[str]) -> None:
    """Refuse conditions that no values satisfy, as far as that is provable: ConditionsError."""
    from symattn.exact.feasibility import contradiction

    given = frozenset(conditions)
    found = contradiction(given) if given else ()
    if found:
        exclusion = "holds for no real values" if len(found) == 1 else "exclude one another"
        raise ConditionsError(
            f"nothing satisfies the conditions of this result: {' and '.join(found)} {exclusion}; "
            "change an argument of a logarithm or root"
        )


__all__ = ["Claim", "Condition", "claim_of", "condition", "joined", "refuse_contradiction"]
