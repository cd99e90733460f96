"""Theorems about masks and attention: what holds for all inputs, with a proof, or the numbers at which it does not.

    from symattn.theorems import prove_causal, Proof, Counterexample, Undecided

``properties`` are asked of a mask, a problem or a function of your own; ``identities`` of an implementation at a size;
``hull`` of weights. Behind them: ``every_size`` decides index formulas (``index_text``) by integer reasoning
(``formulas``, ``omega``), ``one_size`` reads relations row by row, ``independence`` and ``agreement`` run calculations
(``programs``) on free symbols. A verdict is true when it is proved, false when it is refuted, and raises
UndecidedError as a truth value when it is neither.
"""

from symattn.theorems.hull import prove_hull
from symattn.theorems.identities import (
    prove_alibi,
    prove_blockwise,
    prove_grouped_queries,
    prove_head_swap,
    prove_mask_order,
    prove_permuted_mask,
    prove_shift_invariance,
)
from symattn.theorems.properties import (
    prove_cached,
    prove_causal,
    prove_equal,
    prove_equivariance,
    prove_isolated,
    prove_no_empty_row,
    prove_padding,
    prove_prefix_passes,
)
from symattn.theorems.results import Counterexample, Proof, Undecided, Verdict

__all__ = [
    "Counterexample",
    "Proof",
    "Undecided",
    "Verdict",
    "prove_alibi",
    "prove_blockwise",
    "prove_cached",
    "prove_causal",
    "prove_equal",
    "prove_equivariance",
    "prove_grouped_queries",
    "prove_head_swap",
    "prove_hull",
    "prove_isolated",
    "prove_mask_order",
    "prove_no_empty_row",
    "prove_padding",
    "prove_permuted_mask",
    "prove_prefix_passes",
    "prove_shift_invariance",
]
