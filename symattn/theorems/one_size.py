"""Masks of given sizes: each property for all finite real inputs, by which entries occur in a row's output at all.

The output of query i is the sum of exp(s_ij) v_j over the visible keys j by the sum of exp(s_ij) over the same keys: a
function of the scores and values at visible positions and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symattn.relation import Visibility
from symattn.theorems.results import Counterexample, Proof, Undecided, Verdict
from symattn.theorems.rows import disagreement, empty_row, leak, row_of
from symattn.theorems.wording import after_cache, against_prefix

ARGUMENT = "the output of a query is a quotient of sums over its visible keys, and contains no other score or value"


def domain_of(relations: Sequence[Visibility]) -> str:
    """What a proof about some masks covers, in words."""
    shapes = ", ".join(f"[{relation.T_q}, {relation.T_k}]" for relation in relations[:4])
    more = f" and {len(relations) - 4} more sizes" if len(relations) > 4 else ""
    return f"all finite real scores and values of shape {shapes}{more}"


def all_of(verdicts: Iterable[Verdict], relations: Sequence[Visibility], statement: str, argument: str) -> Verdict:
    """The first failure, or the proof for every size."""
    undecided: Undecided | None = None
    for verdict in verdicts:
        if isinstance(verdict, Counterexample):
            return verdict
        if isinstance(verdict, Undecided):
            undecided = verdict
    return undecided or Proof(statement, domain_of(relations), argument)


def reads_only(
    relation: Visibility, allowed: Visibility, statement: str, queries: Sequence[bool] | None = None
) -> Verdict:
    """Whether the queries read allowed keys only; those whose flag is False may do what they like."""
    forbidden = relation & ~allowed
    for i, bits in enumerate(forbidden.bits):
        if bits and (queries is None or queries[i]):
            key = (bits & -bits).bit_length() - 1
            return leak(statement, row_of(relation, i), key, _sizes(relation))
    return Proof(statement, domain_of([relation]), ARGUMENT)


def same_masks(relation: Visibility, other: Visibility, statement: str, words: str) -> Verdict:
    """Whether two masks of one shape show the same keys to every query."""
    for i in range(relation.T_q):
        if relation.bits[i] != other.bits[i]:
            return disagreement(statement, row_of(other, i), row_of(relation, i), words, _sizes(relation))
    return Proof(statement, domain_of([relation]), f"every query reads the same keys; {ARGUMENT}")


def no_empty_row(relation: Visibility, statement: str) -> Verdict:
    """Whether every query reads some key."""
    for query in relation.empty_queries():
        return empty_row(statement, query, _sizes(relation))
    return Proof(statement, domain_of([relation]), "every row of the mask shows a key")


def is_extension(whole: Visibility, prefix: Visibility, statement: str) -> Verdict:
    """Whether the first rows of a mask are those of a mask of fewer positions."""
    widened = Visibility(prefix.bits, whole.T_k)
    top = Visibility(whole.bits[: prefix.T_q], whole.T_k)
    words = against_prefix(whole.T_q, prefix.T_q)
    for i in range(prefix.T_q):
        if top.bits[i] != widened.bits[i]:
            return disagreement(
                statement, row_of(whole, i), row_of(prefix, i), words, {"T": whole.T_q, "t": prefix.T_q}
            )
    return Proof(statement, domain_of([whole]), f"the rows show the same keys; {ARGUMENT}")


def is_continuation(whole: Visibility, chunk: Visibility, statement: str) -> Verdict:
    """Whether a mask of new queries after cached keys is the last rows of the mask of all positions."""
    start = whole.T_q - chunk.T_q
    words = after_cache(whole.T_q, chunk.T_q)
    for i, bits in enumerate(chunk.bits):
        if whole.bits[start + i] != bits:
            sizes = {"T_k": chunk.T_k, "T_q": chunk.T_q}
            return disagreement(statement, row_of(whole, start + i), row_of(chunk, i), words, sizes)
    return Proof(statement, domain_of([chunk]), f"the rows show the same keys; {ARGUMENT}")


def _sizes(relation: Visibility) -> dict[str, int]:
    T_q, T_k = relation.shape
    return {"T": T_q} if T_q == T_k else {"T_q": T_q, "T_k": T_k}


__all__ = [
    "ARGUMENT",
    "all_of",
    "domain_of",
    "is_continuation",
    "is_extension",
    "no_empty_row",
    "reads_only",
    "same_masks",
]
