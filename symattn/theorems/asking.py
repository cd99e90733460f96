"""How a property is asked of each kind of subject: masks row by row, problems and functions on symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from symattn.errors import KindError, ShapeError
from symattn.exact.matrix import ExactMatrix
from symattn.theorems import every_size, one_size
from symattn.theorems.agreement import agree
from symattn.theorems.every_size import IndexMask
from symattn.theorems.independence import independent
from symattn.theorems.programs import PAIRS, Inputs, Program
from symattn.theorems.results import Counterexample, Proof, Verdict, first_failure
from symattn.theorems.subjects import Masks, Sizes, Solved, Subject, position_shift
from symattn.theorems.wording import EXCHANGED, after_cache, against_prefix
from symattn.visibility import Visibility

PREFIXES = "one masked pass gives what passes over its prefixes give"
CACHED = "new queries after a cache get what one pass over all positions gives"
BY_SYMBOLS = "the rows are equal by identities, entry by entry, for free symbols"


def reads_only(asked: Subject, may: Callable[[int, int], bool], statement: str, align: str | None) -> Verdict:
    """Whether each query depends on positions that it may read, ``may(query, key)``, and on no others."""
    if isinstance(asked, Program):
        return independent(asked, may, statement)
    if isinstance(asked, Solved):
        verdicts: list[Verdict] = []
        for trace, program in zip(asked.traces, asked.programs, strict=True):
            seen = _used(trace.visible, trace.query_valid)
            verdict = one_size.reads_only(seen, _allowed(seen, may, align), statement)
            if not isinstance(verdict, Proof):
                verdict = independent(program, may, statement)
            else:
                verdict = Proof(statement, f"{program.domain()} and all weights", verdict.argument)
            verdicts.append(verdict)
        failed = [n for n, verdict in enumerate(verdicts) if verdict.outcome != "proved"]
        return _of_record(verdicts[failed[0]], failed[0], len(verdicts)) if failed else verdicts[0]
    assert isinstance(asked, Masks)
    verdicts = [one_size.reads_only(mask, _allowed(mask, may, align), statement) for mask in asked.relations]
    return one_size.all_of(verdicts, asked.relations, statement, one_size.ARGUMENT)


def _of_record(verdict: Verdict, number: int, count: int) -> Verdict:
    """The verdict with the record of a batch that it is about."""
    if count == 1 or not isinstance(verdict, Counterexample):
        return verdict
    return replace(verdict, change=f"in record {number + 1} of the batch, {verdict.change}")


def _allowed(relation: Visibility, may: Callable[[int, int], bool], align: str | None) -> Visibility:
    shift = position_shift(relation, align)
    T_q, T_k = relation.shape
    return Visibility.from_rows([[may(i + shift, j) for j in range(T_k)] for i in range(T_q)])


def _used(relation: Visibility, query_valid: Sequence[bool]) -> Visibility:
    """The relation without the rows of unused queries, which read nothing."""
    rows = zip(relation.bits, query_valid, strict=True)
    return Visibility(tuple(bits if used else 0 for bits, used in rows), relation.T_k)


def with_unused(relation: Visibility, query_valid: Sequence[bool]) -> Visibility:
    """The relation with full rows for unused queries, of which nothing is asked."""
    if not query_valid:
        return relation
    if len(query_valid) != relation.T_q:
        raise ShapeError(f"query_valid has {len(query_valid)} entries for {relation.T_q} queries")
    rows = zip(relation.bits, query_valid, strict=True)
    return Visibility(tuple(bits if used else (1 << relation.T_k) - 1 for bits, used in rows), relation.T_k)


def relations_of(asked: Subject) -> tuple[Visibility, ...]:
    """The masks of a subject that has any: KindError where it has none."""
    if isinstance(asked, Solved):
        return tuple(trace.visible for trace in asked.traces)
    if isinstance(asked, Masks):
        return asked.relations
    raise KindError("this is asked of a mask: give a formula, a relation, rows, or a function of a size with sizes")


def check_length(asked: Subject, T: int) -> None:
    """Refuse a subject that has not T keys."""
    found = {asked.T} if isinstance(asked, Program) else {relation.T_k for relation in relations_of(asked)}
    if found != {T}:
        raise ShapeError(f"the documents have {T} positions together, and there are {min(found)} keys")


def masks_alike(first: Subject, second: Subject) -> list[tuple[Visibility, Visibility]]:
    """Both as relations, one by one; a formula is written out at the other's sizes."""
    if isinstance(first, IndexMask):
        first = Masks(tuple(every_size.relation_at(first, *relation.shape) for relation in relations_of(second)))
    if isinstance(second, IndexMask):
        second = Masks(tuple(every_size.relation_at(second, *relation.shape) for relation in relations_of(first)))
    left, right = relations_of(first), relations_of(second)
    shapes = [list(relation.shape) for relation in left], [list(relation.shape) for relation in right]
    if shapes[0] != shapes[1]:
        raise ShapeError(f"the mask has shape {shapes[0][0]} and the specification {shapes[1][0]}: both are [T_q, T_k]")
    return list(zip(left, right, strict=True))


def prefixes(relation: Visibility, asked: Subject) -> list[tuple[Visibility, Visibility]]:
    """A mask with that of each of its prefixes: what a builder makes for it, or else the corner."""
    if relation.T_q != relation.T_k:
        raise ShapeError(f"prefixes are asked of a square mask, not of {list(relation.shape)}")
    sizes = range(1, relation.T_q)
    if isinstance(asked, Masks) and asked.build is not None:
        return [(relation, asked.build(t)) for t in sizes]
    return [(relation, _corner(relation, t)) for t in sizes]


def _corner(relation: Visibility, t: int) -> Visibility:
    return Visibility(tuple(bits & ((1 << t) - 1) for bits in relation.bits[:t]), t)


def square_too(what: object, sizes: Sizes) -> object:
    """A builder of (T_q, T_k), which is asked for square masks as well."""
    if sizes is None or not callable(what):
        return what
    build = what
    return lambda T_q, T_k=None: build(T_q, T_q if T_k is None else T_k)


def function_on_prefixes(program: Program) -> Verdict:
    """Whether the first rows of the outputs are the outputs of the first rows."""
    if program.T == 1:
        return Proof(PREFIXES, program.domain(), "a single position is its own prefix")

    def verdict(t: int) -> Verdict:
        whole = program.then(partial(_rows, start=0, stop=t))
        alone = program.after(partial(_first, t=t))
        return agree(whole, alone, PREFIXES, BY_SYMBOLS, against_prefix(program.T, t))

    return first_failure(map(verdict, range(1, program.T)))


def function_after_cache(program: Program) -> Verdict:
    """Whether the last rows of the outputs are those for the last rows of the first input alone."""
    queries, *_ = program.shapes
    T = program.shapes[queries][0]

    def verdict(new: int) -> Verdict:
        whole = program.then(partial(_rows, start=T - new, stop=T))
        chunk = program.after(partial(_last_queries, queries=queries, new=new))
        return agree(whole, chunk, CACHED, BY_SYMBOLS, after_cache(T, new))

    return first_failure(map(verdict, range(1, T + 1)))


def exchanges(relation: Visibility) -> list[Visibility]:
    """The mask with each pair of neighbours exchanged, as queries and as keys; itself where there is one position."""
    if relation.T_q != relation.T_k:
        raise ShapeError(f"positions are exchanged in a square mask, not in {list(relation.shape)}")
    return [moved(relation, order) for order in orders(relation.T_q)]


def function_in_any_order(program: Program, statement: str) -> Verdict:
    """Whether exchanging the rows of all inputs exchanges the outputs."""

    def verdict(order: list[int]) -> Verdict:
        after, before = program.then(partial(ordered, order=order)), program.after(partial(_all_ordered, order=order))
        return agree(after, before, statement, BY_SYMBOLS, EXCHANGED)

    return first_failure(map(verdict, orders(program.T)))


def orders(size: int) -> list[list[int]]:
    """Every exchange of neighbours; they make up all orders."""
    return [[*range(a), a + 1, a, *range(a + 2, size)] for a in range(size - 1)] or [[0]]


def moved(relation: Visibility, order: Sequence[int]) -> Visibility:
    """The mask in another order, as queries and as keys."""
    rows = [relation.row(i) for i in order]
    return Visibility.from_rows([[row[j] for j in order] for row in rows])


def ordered(matrix: ExactMatrix, order: Sequence[int]) -> ExactMatrix:
    """The rows in another order."""
    return ExactMatrix([matrix.row(i) for i in order])


def _all_ordered(given: Inputs, order: Sequence[int]) -> Inputs:
    rows = {name: ordered(matrix, order) for name, matrix in given.items()}
    return {name: ordered(m.T, order).T if name in PAIRS else m for name, m in rows.items()}


def _rows(matrix: ExactMatrix, start: int, stop: int) -> ExactMatrix:
    return ExactMatrix([matrix.row(i) for i in range(start, stop)])


def _last_queries(given: Inputs, queries: str, new: int) -> Inputs:
    T = given[queries].shape[0]
    return {**given, queries: _rows(given[queries], T - new, T)}


def _first(given: Inputs, t: int) -> Inputs:
    """The inputs of the first t positions; those with an entry a pair lose columns as well."""
    cut = {name: _rows(matrix, 0, t) for name, matrix in given.items()}
    return {name: matrix.columns(0, t) if name in PAIRS else matrix for name, matrix in cut.items()}


__all__ = [
    "CACHED",
    "PREFIXES",
    "check_length",
    "exchanges",
    "function_after_cache",
    "function_in_any_order",
    "function_on_prefixes",
    "masks_alike",
    "moved",
    "ordered",
    "orders",
    "prefixes",
    "reads_only",
    "relations_of",
    "square_too",
    "with_unused",
]
