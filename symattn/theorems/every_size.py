"""Masks given by index formulas: each property for every size at once, by integer reasoning and not by enumeration.

A property is an implication between conditions on i, j and the sizes. It is proved by showing that no integers satisfy
the mask and the opposite of what it implies; where some do, the smallest make a counterexample with two exact values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from symattn.errors import LimitError, ReadError
from symattn.patterns import BOTTOM_RIGHT, check_align
from symattn.relation import LARGEST_SIZE, Visibility, checked_size
from symattn.theorems.definitions import Definitions, Quotient
from symattn.theorems.forms import Form
from symattn.theorems.formulas import (
    All,
    AtLeast,
    Formula,
    Some,
    Zero,
    at_most,
    holds,
    is_possible,
    negated,
    smallest_values,
)
from symattn.theorems.index_text import SIZES, IndexText, between, exactly_one, read_index_text
from symattn.theorems.omega import Budget
from symattn.theorems.results import Proof, Undecided, Verdict
from symattn.theorems.rows import Row, disagreement, empty_row, leak
from symattn.theorems.wording import EXCHANGED, after_cache, against_prefix

I, J, T, T_Q, T_K = (Form.of(name) for name in ("i", "j", *SIZES))  # noqa: E741  # as formulas write it
ARGUMENT = "no integers meet the opposite (the Omega test; every comparison is linear)"
PREFIX = "#t"  # no name that a formula can have
LARGEST_WRITTEN = 512  # positions of a mask that is written out row by row from a formula


@dataclass(frozen=True, slots=True)
class IndexMask:
    """A mask for every size: what it shows, what its parameters satisfy, and whether queries come after cached keys.

    ``cached``: T_q queries are the last of T_k positions, or the first where ``align`` is "top-left"; otherwise there
    are as many queries as keys, T.
    """

    shows: IndexText
    where: IndexText
    cached: bool
    align: str = BOTTOM_RIGHT

    @classmethod
    def read(cls, text: str, where: str = "", align: str | None = None) -> IndexMask:
        """The mask that a formula states, whose parameters satisfy the condition ``where``."""
        check_align(align)
        shows, condition = read_index_text(text), read_index_text(where or "True")
        if condition.names & {"i", "j"}:
            raise ReadError(where, 0, "a condition on parameters names no i and no j; put it into the mask with and")
        is_cached = align is not None or bool({"T_q", "T_k"} & (shows.names | condition.names))
        return cls(shows, condition, is_cached, align or BOTTOM_RIGHT)

    @property
    def text(self) -> str:
        """The formula as typed."""
        return self.shows.text


class Question:
    """The unknowns of a question about masks and what is known of them."""

    def __init__(self, mask: IndexMask) -> None:
        self.mask = mask
        self.definitions = Definitions()
        self.T_q, self.T_k = (T_Q, T_K) if mask.cached else (T, T)
        self.sizes = ["T_k", "T_q"] if mask.cached else ["T"]
        self.parameters = sorted(mask.shows.parameters | mask.where.parameters)
        self.shift = self.T_k - self.T_q if mask.align == BOTTOM_RIGHT else Form()
        self.known: list[Formula] = [at_most(Form(constant=1), self.T_q), at_most(self.T_q, self.T_k)]
        self.known.append(self.condition(mask.where))

    @property
    def domain(self) -> str:
        """What a proof covers, in words."""
        sizes = "every T"
        if self.mask.cached:
            place = "last" if self.mask.align == BOTTOM_RIGHT else "first"
            sizes = f"every T_q <= T_k, the queries being the {place} T_q positions,"
        names = f" and all integers {', '.join(self.parameters)}" if self.parameters else ""
        condition = f" with {self.mask.where.text}" if self.mask.where.text != "True" else ""
        return f"{sizes}{names}{condition} and all finite real scores and values"

    def condition(self, text: IndexText, **meaning: Form) -> Formula:
        """A formula of this question; T stands for the number of keys where queries are fewer."""
        usual = {"T": self.T_k, "T_q": self.T_q, "T_k": self.T_k}
        return text.condition(usual | meaning, self.definitions)

    def add(self, text: IndexText) -> None:
        """Note another formula's parameters."""
        self.parameters = sorted({*self.parameters, *text.parameters})

    def inside(self, i: Form = I, j: Form = J, T_q: Form | None = None, T_k: Form | None = None) -> Formula:
        """i is a query and j is a key."""
        rows, columns = (self.T_q if T_q is None else T_q), (self.T_k if T_k is None else T_k)
        return All((between(0, i, rows), between(0, j, columns)))

    def smallest(self, *conditions: Formula, further: tuple[str, ...] = ()) -> dict[str, int] | None:
        """The smallest sizes, parameters and positions that meet the conditions, or None when none do."""
        whole = All((*self.known, *conditions, *self.definitions.conditions))
        budget = Budget()
        if not is_possible(whole, budget):
            self._check_domain()
            return None
        names = [*self.sizes, *further, *self.parameters, "i", "j"]
        return smallest_values(whole, names, frozenset(self.parameters), budget)

    def _check_domain(self) -> None:
        """Refuse to prove what holds only because there is nothing of which it could hold."""
        if not is_possible(All((*self.known, *self.definitions.conditions))):
            raise ReadError(self.mask.where.text, 0, "no size and no parameters meet this condition")

    def row(self, text: IndexText, query: int, values: Mapping[str, int], **meaning: int) -> Row:
        """The keys that a formula shows to a query at given sizes and parameters."""
        numbers = {**values, **meaning}
        T_k = numbers["T_k"] if "T_k" in numbers else numbers["T"]
        given = {name: Form(constant=number) for name, number in numbers.items() if name != "j"}
        given |= {"T": Form(constant=T_k), "T_k": Form(constant=T_k), "i": Form(constant=query)}
        given.setdefault("T_q", Form(constant=T_k))
        T_q = given["T_q"].constant
        if T_k > LARGEST_SIZE:
            return Row(query, 0, T_q, T_k)
        definitions, bits = Definitions(), 0
        shown = text.condition(given, definitions)
        for key in range(T_k):
            if holds(shown, definitions.completed({"j": key})):
                bits |= 1 << key
        return Row(query, bits, T_q, T_k)

    def told(self, values: Mapping[str, int]) -> dict[str, int]:
        """Sizes and parameters without positions."""
        return {name: values[name] for name in (*self.sizes, *self.parameters)}


def within_limits(ask: Callable[..., Verdict], statement: str, *about: object) -> Verdict:
    """The verdict of one of these, or undecided where the integers of a formula take more steps than are allowed."""
    try:
        return ask(statement, *about)
    except LimitError as error:
        return Undecided(statement, str(error))


def reads_only(statement: str, mask: IndexMask, allowed: IndexText, queries: IndexText | None = None) -> Verdict:
    """Whether queries (those that meet a condition) read allowed keys only."""
    question = Question(mask)
    question.add(allowed)
    position = {"i": I + question.shift}
    conditions = [question.inside(), question.condition(mask.shows)]
    conditions.append(negated(question.condition(allowed, **position)))
    if queries is not None:
        conditions.append(question.condition(queries, **position))
    found = question.smallest(*conditions)
    if found is None:
        place = " with its position T_k - T_q + i in place of i" if mask.cached and mask.align == BOTTOM_RIGHT else ""
        return Proof(statement, question.domain, f"{mask.text} implies {allowed.text}{place}: {ARGUMENT}")
    return leak(statement, question.row(mask.shows, found["i"], found), found["j"], question.told(found))


def same_masks(statement: str, mask: IndexMask, other: IndexMask) -> Verdict:
    """Whether two formulas show the same keys to every query."""
    cached = mask.cached or other.cached
    mask, other = replace(mask, cached=cached), replace(other, cached=cached)
    question = Question(mask)
    question.add(other.shows)
    question.add(other.where)
    question.known.append(question.condition(other.where))
    differ = exactly_one(question.condition(mask.shows), question.condition(other.shows))
    found = question.smallest(question.inside(), differ)
    if found is None:
        return Proof(statement, question.domain, f"{mask.text} and {other.text} show the same keys: {ARGUMENT}")
    rows = [question.row(text, found["i"], found) for text in (other.shows, mask.shows)]
    words = f"{other.text} against {mask.text}"
    return disagreement(statement, rows[0], rows[1], words, question.told(found))


def no_empty_row(statement: str, mask: IndexMask) -> Verdict:
    """Whether every query reads some key: a key is named for each, from a few forms that bounds in the mask suggest."""
    question = Question(mask)
    shown = question.condition(mask.shows)
    candidates = _candidates(question, shown)
    blind: list[Formula] = [All((between(0, I, question.T_q), Zero(J)))]
    for number, key in enumerate(candidates, start=1):
        blind.append(negated(All((between(0, key, question.T_k), question.condition(mask.shows, j=key)))))
        found = question.smallest(*blind)
        if found is None:
            names = ", ".join(map(question.definitions.text, candidates[:number]))
            argument = f"each query i reads one of the keys {names} (those within range): {ARGUMENT}"
            return Proof(statement, question.domain, argument)
        row = question.row(mask.shows, found["i"], found)
        if not row.bits and row.T_k <= LARGEST_SIZE:
            return empty_row(statement, found["i"], question.told(found))
    names = ", ".join(map(question.definitions.text, candidates))
    return Undecided(statement, f"the keys {names} do not serve every query")


def _candidates(question: Question, shown: Formula, most: int = 8) -> list[Form]:
    """Keys that a query may read: its own position, the ends, and where the bounds on j in the mask lie."""
    own = [I + question.shift, Form(), question.T_k - 1]
    bounds = [bound + step for bound in _bounds(question, shown) for step in (0, 1, -1)]
    return list(dict.fromkeys([*own, *bounds]))[:most]


def _bounds(question: Question, formula: Formula) -> list[Form]:
    match formula:
        case All(parts) | Some(parts):
            return [bound for part in parts for bound in _bounds(question, part)]
        case AtLeast(form) | Zero(form):
            c = form.coefficient("j")
            rest = form - c * J
            if not c or not question.definitions.is_free_of("j", rest):
                return []
            return [question.definitions.floor(Quotient(-rest if c > 0 else rest, abs(c)))]


def prefix_passes(statement: str, mask: IndexMask) -> Verdict:
    """Whether row i of the mask of T positions is row i of the mask of its first t, for i < t <= T."""
    mask = replace(mask, cached=False)
    question = Question(mask)
    t = Form.of(PREFIX)
    question.known += [at_most(t, T)]
    alone = All((at_most(J + 1, t), question.condition(mask.shows, T=t, T_q=t, T_k=t)))
    differ = exactly_one(question.condition(mask.shows), alone)
    found = question.smallest(between(0, I, t), between(0, J, T), differ, further=(PREFIX,))
    if found is None:
        return Proof(statement, question.domain, f"the first t rows of {mask.text} do not depend on T >= t: {ARGUMENT}")
    t_found = found[PREFIX]
    whole = question.row(mask.shows, found["i"], found)
    prefix = question.row(mask.shows, found["i"], found, T=t_found, T_q=t_found, T_k=t_found)
    words = against_prefix(found["T"], t_found)
    return disagreement(statement, whole, prefix, words, question.told(found) | {"t": t_found})


def cached_passes(statement: str, mask: IndexMask) -> Verdict:
    """Whether T_q new queries after cached keys see what the same positions see in one pass over all T_k."""
    mask = replace(mask, cached=True, align=BOTTOM_RIGHT)
    question = Question(mask)
    place = I + question.shift
    full = question.condition(mask.shows, i=place, T_q=T_K)
    found = question.smallest(question.inside(), exactly_one(question.condition(mask.shows), full))
    if found is None:
        argument = f"{mask.text} shows query i of a chunk what it shows position i + T_k - T_q of the whole: {ARGUMENT}"
        return Proof(statement, question.domain, argument)
    at = found["i"] + found["T_k"] - found["T_q"]
    whole = question.row(mask.shows, at, found, T_q=found["T_k"])
    chunk = question.row(mask.shows, found["i"], found)
    words = after_cache(found["T_k"], found["T_q"])
    return disagreement(statement, whole, chunk, words, question.told(found))


def equivariant(statement: str, mask: IndexMask) -> Verdict:
    """Whether the mask treats all positions alike: all pairs i = j are shown or none, and all pairs i != j or none."""
    mask = replace(mask, cached=False)
    question = Question(mask)
    k, m = Form.of("#k"), Form.of("#m")
    other = question.condition(mask.shows, i=k, j=m)
    known = (question.inside(), question.inside(k, m), question.condition(mask.shows), negated(other))
    same, apart = (Zero(I - J), Zero(k - m)), (negated(Zero(I - J)), negated(Zero(k - m)))
    found = question.smallest(*same, *known, further=("#k", "#m"))
    if found is None:
        found = question.smallest(*apart, *known, further=("#k", "#m"))
    if found is None:
        argument = f"{mask.text} shows all pairs i = j or none, and all i != j or none: {ARGUMENT}"
        return Proof(statement, question.domain, argument)
    row, key = question.row(mask.shows, found["i"], found), found["j"]
    moved = _exchanged(row, {found["i"]: found["#k"], key: found["#m"]})
    own = question.row(mask.shows, found["#k"], found)
    return disagreement(statement, moved, own, EXCHANGED, question.told(found))


def _exchanged(row: Row, places: Mapping[int, int]) -> Row:
    """A row where the query and a key have moved to other places, and what stood there to theirs."""
    order = list(range(row.T_k))
    for old, new in places.items():
        at = order.index(old)
        order[at], order[new] = order[new], order[at]
    bits = sum(1 << place for place, key in enumerate(order) if row.bits >> key & 1)
    return Row(order.index(row.query), bits, row.T_q, row.T_k)


def relation_at(mask: IndexMask, T_q: int, T_k: int | None = None) -> Visibility:
    """The mask of one size, row by row, where it has no parameters."""
    T_q = checked_size(T_q, "the size")
    T_k = T_q if T_k is None else checked_size(T_k, "the size")
    if mask.shows.parameters:
        names = ", ".join(sorted(mask.shows.parameters))
        raise ReadError(mask.text, 0, f"{names} is not known: a mask of one size has numbers in place of parameters")
    if max(T_q, T_k) > LARGEST_WRITTEN:
        raise LimitError(f"a formula is written out for at most {LARGEST_WRITTEN} positions; leave the size out")
    question = Question(mask)
    rows = [question.row(mask.shows, i, {"T_q": T_q, "T_k": T_k}) for i in range(T_q)]
    return Visibility(tuple(row.bits for row in rows), T_k)


__all__ = [
    "IndexMask",
    "cached_passes",
    "equivariant",
    "no_empty_row",
    "prefix_passes",
    "reads_only",
    "relation_at",
    "same_masks",
    "within_limits",
]
