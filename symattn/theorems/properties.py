"""What a mask, a problem or a function of your own must satisfy, whatever the inputs: the theorems to ask for by name.

what is handed in                                     what is proved
"j <= i", an index formula                            every T, by integer reasoning
a Visibility, rows of Booleans, an additive mask      all finite real scores and values of that size
a function f(T) of masks with sizes=range(1, 9)       the same for each of these sizes
a Problem, a Trace                                    all finite real inputs of its shapes
a function of exact matrices with inputs={...}        all finite real inputs of these shapes
"""

from __future__ import annotations

from collections.abc import Sequence

from symattn.errors import KindError, ShapeError
from symattn.theorems import every_size, one_size
from symattn.theorems.agreement import agree
from symattn.theorems.asking import (
    CACHED,
    PREFIXES,
    check_length,
    exchanges,
    function_after_cache,
    function_in_any_order,
    function_on_prefixes,
    masks_alike,
    prefixes,
    reads_only,
    relations_of,
    square_too,
    with_unused,
)
from symattn.theorems.every_size import IndexMask
from symattn.theorems.index_text import read_index_text
from symattn.theorems.programs import Program
from symattn.theorems.results import Verdict
from symattn.theorems.subjects import Masks, Shapes, Sizes, document_numbers, subject
from symattn.theorems.wording import EXCHANGED

CAUSAL = "no output of a query depends on an input after it"
PADDING = "no output of a real query depends on padding"
ISOLATED = "no output of a query depends on another document"
EQUAL = "the mask shows each query what the specification shows it"
SAME_OUTPUTS = "the function gives the outputs of the specification"
NO_EMPTY_ROW = "every query reads some key"
EQUIVARIANT = "outputs follow their inputs into any order"


def prove_causal(
    what: object, *, sizes: Sizes = None, inputs: Shapes = None, align: str | None = None, where: str = ""
) -> Verdict:
    """Whether no output of a query depends on an input after it (prefix invariance).

    >>> import symattn as sa
    >>> print(sa.prove_causal("i - w < j <= i").outcome, sa.prove_causal(sa.causal(64)).outcome)
    proved proved
    >>> print(sa.prove_causal(sa.full(2)))
    refuted at T = 2: it is not so that no output of a query depends on an input after it; with scores 0 and values 0...
    >>> def mine(Q, K, V):
    ...     return sa.attention(Q, K, V, visible=sa.window(3, 1, 1))
    >>> found = sa.prove_causal(mine, inputs={"Q": (3, 1), "K": (3, 1), "V": (3, 1)})
    >>> found.entry, found.before, found.after, found.change
    ((0, 0), Exact('0'), Exact('1/2'), 'V[2, 1] becomes 1 in place of 0')

    What may be handed in is told in the module's docstring. With fewer queries than keys ``align`` says where they
    stand ("bottom-right": after cached keys); ``where`` is a condition on the parameters of a formula, such as
    "w >= 1". Queries and keys of formulas count from 0. A function runs on exact symbols; symbols that it brings in
    itself are constants to it. Source: Vaswani et al. 2017, section 3.2.3.
    """
    asked = subject(what, sizes=sizes, inputs=inputs, align=align, where=where)
    if isinstance(asked, IndexMask):
        return every_size.within_limits(every_size.reads_only, CAUSAL, asked, read_index_text("j <= i"))
    return reads_only(asked, lambda query, key: key <= query, CAUSAL, align)


def prove_padding(
    what: object,
    length: int | str,
    *,
    sizes: Sizes = None,
    inputs: Shapes = None,
    align: str | None = None,
    where: str = "",
) -> Verdict:
    """Whether no output of the first ``length`` positions, those that are real, depends on the padding after them.

    >>> import symattn as sa
    >>> sa.prove_padding(sa.padding(2, 3), 2).outcome, sa.prove_padding("j < L", "L").outcome
    ('proved', 'proved')
    >>> sa.prove_padding("i < L", "L").sizes
    {'T': 2, 'L': 1}

    For a formula the length may be the name of one of its parameters. See ``prove_causal`` for what may be handed in.
    """
    asked = subject(what, sizes=sizes, inputs=inputs, align=align, where=where)
    if isinstance(asked, IndexMask):
        in_range = f"1 <= {length} <= T" + (f" and ({where})" if where else "")
        mask = IndexMask.read(str(what), in_range, align)
        real, queries = read_index_text(f"j < {length}"), read_index_text(f"i < {length}")
        return every_size.within_limits(every_size.reads_only, PADDING, mask, real, queries)
    if not isinstance(length, int):
        raise ShapeError(f"length is {length!r}: the name of a parameter goes with a formula, else it is a number")
    return reads_only(asked, lambda query, key: query >= length or key < length, PADDING, align)


def prove_isolated(
    what: object,
    documents: Sequence[int] | str,
    *,
    sizes: Sizes = None,
    inputs: Shapes = None,
    align: str | None = None,
    where: str = "",
) -> Verdict:
    """Whether packed documents are isolated: no output of a query depends on another document than its own.

    >>> import symattn as sa
    >>> sa.prove_isolated(sa.packed([2, 1]), [2, 1]).outcome
    'proved'
    >>> sa.prove_isolated("i // 4 == j // 4 and j <= i", "i // 8 == j // 8").outcome
    'proved'
    >>> sa.prove_isolated(sa.packed([1, 2]), [2, 1]).entry
    (1, 0)

    ``documents`` are the lengths, or with a formula another one that says whether i and j are in one document.
    """
    asked = subject(what, sizes=sizes, inputs=inputs, align=align, where=where)
    if isinstance(documents, str):
        if not isinstance(asked, IndexMask):
            raise KindError(
                "documents are given as a formula where the mask is one; write their lengths, such as [2, 3]"
            )
        return every_size.within_limits(every_size.reads_only, ISOLATED, asked, read_index_text(documents))
    of = document_numbers(documents)
    if isinstance(asked, IndexMask):
        asked = subject(what, sizes=[len(of)], where=where)
    check_length(asked, len(of))
    return reads_only(asked, lambda query, key: of[query] == of[key], ISOLATED, align)


def prove_equal(
    what: object,
    specification: object,
    *,
    sizes: Sizes = None,
    inputs: Shapes = None,
    align: str | None = None,
    where: str = "",
) -> Verdict:
    """Whether a mask shows the same keys as another, or a function gives the same outputs, whatever the inputs.

    >>> import symattn as sa
    >>> sa.prove_equal("i - 3 < j <= i", "j <= i and i - j <= 2").outcome
    'proved'
    >>> found = sa.prove_equal(sa.window(2, 0, 0), sa.causal(2))
    >>> found.entry, found.before, found.after
    ((1, 0), Exact('1/2'), Exact('0'))
    >>> print(sa.prove_equal("j < i", "causal").evidence)
    a valid query has no visible key: query 1 reads nothing; let it see a key or declare it unused with query_valid

    ``before`` is the specification's value, ``after`` the other's. Masks are formulas, relations, rows, builders with
    sizes, or those of problems; a formula is written out where the other is a relation. Two functions take ``inputs``.
    """
    first = subject(what, sizes=sizes, inputs=inputs, align=align, where=where)
    second = subject(specification, sizes=sizes, inputs=inputs, align=align, where=where)
    if isinstance(first, Program) and isinstance(second, Program):
        argument = "both outputs are equal by identities, entry by entry, for free symbols"
        return agree(second, first, SAME_OUTPUTS, argument, "the specification against the function")
    if isinstance(first, IndexMask) and isinstance(second, IndexMask):
        return every_size.within_limits(every_size.same_masks, EQUAL, first, second)
    masks = masks_alike(first, second)
    words = "the specification against the mask"
    verdicts = (one_size.same_masks(mask, other, EQUAL, words) for mask, other in masks)
    return one_size.all_of(verdicts, [mask for mask, _ in masks], EQUAL, one_size.ARGUMENT)


def prove_no_empty_row(
    what: object, *, sizes: Sizes = None, align: str | None = None, where: str = "", query_valid: Sequence[bool] = ()
) -> Verdict:
    """Whether every query reads some key, so that attention has a value; unused queries (``query_valid``) need none.

    >>> import symattn as sa
    >>> sa.prove_no_empty_row("i - w < j <= i", where="w >= 1").outcome
    'proved'
    >>> sa.prove_no_empty_row("j < i").sizes
    {'T': 1}
    """
    asked = subject(what, sizes=sizes, align=align, where=where)
    if isinstance(asked, IndexMask):
        if query_valid:
            raise KindError("a formula has no size, and query_valid does: say sizes as well")
        return every_size.within_limits(every_size.no_empty_row, NO_EMPTY_ROW, asked)
    relations = relations_of(asked)
    needed = [with_unused(relation, query_valid) for relation in relations]
    verdicts = (one_size.no_empty_row(relation, NO_EMPTY_ROW) for relation in needed)
    return one_size.all_of(verdicts, relations, NO_EMPTY_ROW, "every row of the mask shows a key")


def prove_prefix_passes(what: object, *, sizes: Sizes = None, inputs: Shapes = None, where: str = "") -> Verdict:
    """Whether one pass over T positions gives in its first t rows what a pass over the first t positions gives.

    >>> import symattn as sa
    >>> sa.prove_prefix_passes("max(0, i - 3) <= j <= i").outcome
    'proved'
    >>> found = sa.prove_prefix_passes("j <= i and j >= T - 2")      # a window that is counted from the end
    >>> found.outcome, found.sizes
    ('refuted', {'T': 3, 't': 1})

    A formula or a builder is asked for its mask of each size, a single relation for its corners, a function for its
    outputs at each number of rows. This is more than ``prove_causal``: a mask that changes as T grows may read no
    later input and still not give what its prefixes give.
    """
    asked = subject(what, sizes=sizes, inputs=inputs, where=where)
    if isinstance(asked, IndexMask):
        return every_size.within_limits(every_size.prefix_passes, PREFIXES, asked)
    if isinstance(asked, Program):
        return function_on_prefixes(asked)
    pairs = [pair for relation in relations_of(asked) for pair in prefixes(relation, asked)]
    verdicts = (one_size.is_extension(whole, prefix, PREFIXES) for whole, prefix in pairs)
    argument = f"the first rows of each mask are the mask of these positions; {one_size.ARGUMENT}"
    return one_size.all_of(verdicts, relations_of(asked), PREFIXES, argument)


def prove_cached(what: object, *, sizes: Sizes = None, inputs: Shapes = None, where: str = "") -> Verdict:
    """Whether new queries after cached keys (decoding, prefill in chunks) get what one pass over all positions gives.

    >>> import symattn as sa
    >>> sa.prove_cached("j <= i + T_k - T_q").outcome
    'proved'
    >>> found = sa.prove_cached("j <= i")                             # aligned to the first key: the cache is forgotten
    >>> found.sizes, found.before, found.after
    ({'T_k': 2, 'T_q': 1}, Exact('1/2'), Exact('0'))
    >>> sa.prove_cached(lambda T_q, T_k: sa.causal(T_q, T_k, align="bottom-right"), sizes=[1, 2, 3]).outcome
    'proved'

    A builder takes (T_q, T_k) and is asked for every T_q up to T_k. A function takes its queries first, then what is
    cached: it is called with all rows of the first input and with the last ones only.
    """
    asked = subject(square_too(what, sizes), sizes=sizes, inputs=inputs, where=where)
    if isinstance(asked, IndexMask):
        return every_size.within_limits(every_size.cached_passes, CACHED, asked)
    if isinstance(asked, Program):
        return function_after_cache(asked)
    if not isinstance(asked, Masks) or asked.build is None:
        raise KindError("a single mask says nothing of others: give a formula, or a function (T_q, T_k) with sizes")
    chunks = [(whole, asked.build(T_q, whole.T_k)) for whole in asked.relations for T_q in range(1, whole.T_k + 1)]
    verdicts = (one_size.is_continuation(whole, chunk, CACHED) for whole, chunk in chunks)
    argument = f"the rows of each mask are the last rows of the mask of all positions; {one_size.ARGUMENT}"
    return one_size.all_of(verdicts, [chunk for _, chunk in chunks], CACHED, argument)


def prove_equivariance(what: object, *, sizes: Sizes = None, inputs: Shapes = None, where: str = "") -> Verdict:
    """Whether outputs follow their inputs into any order: the rows of the inputs exchanged exchange the outputs.

    >>> import symattn as sa
    >>> sa.prove_equivariance("full").outcome, sa.prove_equivariance("i != j", where="T >= 2").outcome
    ('proved', 'proved')
    >>> found = sa.prove_equivariance(sa.causal(2))
    >>> found.outcome, found.before, found.after
    ('refuted', Exact('0'), Exact('1/2'))
    >>> sa.prove_equivariance(lambda X: sa.attention(X, X, X), inputs={"X": (3, 1)}).outcome
    'proved'

    The mask stays where it is, so that only masks that treat all positions alike pass; ``prove_permuted_mask`` moves
    it along. A function is tried with every exchange of neighbours, which make up all orders.
    """
    asked = subject(what, sizes=sizes, inputs=inputs, where=where)
    if isinstance(asked, IndexMask):
        return every_size.within_limits(every_size.equivariant, EQUIVARIANT, asked)
    if isinstance(asked, Program):
        return function_in_any_order(asked, EQUIVARIANT)
    pairs = [(mask, moved) for mask in relations_of(asked) for moved in exchanges(mask)]
    verdicts = (one_size.same_masks(moved, mask, EQUIVARIANT, EXCHANGED) for mask, moved in pairs)
    argument = f"the mask stays the same when positions are exchanged; {one_size.ARGUMENT}"
    return one_size.all_of(verdicts, relations_of(asked), EQUIVARIANT, argument)


__all__ = [
    "prove_cached",
    "prove_causal",
    "prove_equal",
    "prove_equivariance",
    "prove_isolated",
    "prove_no_empty_row",
    "prove_padding",
    "prove_prefix_passes",
]
