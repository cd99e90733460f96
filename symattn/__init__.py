"""Exact attention: every mask, softmax weight, head and answer is an exact number.

>>> import symattn as sa
>>> sa.compare("e/(1+e)", "1/(1+e^-1)").outcome
'equal'

The public names below are loaded when they are first used, so that ``import symattn`` costs next to nothing and brings
in neither SymPy nor FLINT.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from symattn.attention import attention, multi_head, self_attention
    from symattn.checking import CheckResult, LossProblem, StepsResult, check, check_steps
    from symattn.conventions import convert, from_system, to_system
    from symattn.errors import (
        ClaimError,
        ConditionsError,
        ConventionError,
        DivisionError,
        DocumentError,
        DomainError,
        EmptyRowError,
        FloatError,
        FormatError,
        GradeError,
        InfinityError,
        KindError,
        LimitError,
        LossError,
        MaskError,
        OutputError,
        PositionError,
        ProblemError,
        ReadError,
        ReadLimitError,
        ShapeError,
        StageError,
        SymattnError,
        UndecidedError,
        UnknownNameError,
    )
    from symattn.exact import Comparison, Exact, ExactMatrix
    from symattn.grading import GradeReport, grade
    from symattn.loss import next_token_loss
    from symattn.problems import Answer, Exercise, Problem, load_exercises, solve
    from symattn.softmax import masked_softmax
    from symattn.symbolic import Softmax
    from symattn.theorems import (
        Counterexample,
        Proof,
        Undecided,
        prove_alibi,
        prove_blockwise,
        prove_cached,
        prove_causal,
        prove_equal,
        prove_equivariance,
        prove_grouped_queries,
        prove_head_swap,
        prove_hull,
        prove_isolated,
        prove_mask_order,
        prove_no_empty_row,
        prove_padding,
        prove_permuted_mask,
        prove_prefix_passes,
        prove_shift_invariance,
    )
    from symattn.trace import Trace
    from symattn.values import (
        canonical,
        compare,
        decimal,
        enclosure,
        exact,
        float_bits,
        latex,
        nearest_float,
        read,
        significant,
    )
    from symattn.verifying.arrays import exact_array
    from symattn.verifying.asserting import assert_causal, assert_equivalent, assert_matches
    from symattn.verifying.causality import verify_causal
    from symattn.verifying.equivalence import verify
    from symattn.verifying.vectors import golden_vectors
    from symattn.verifying.verdicts import Verdict
    from symattn.visibility import Visibility, causal, full, packed, padding, prefix, window

_MODULE_OF = {
    "Answer": "symattn.problems",
    "CheckResult": "symattn.checking",
    "ClaimError": "symattn.errors",
    "Comparison": "symattn.exact",
    "ConditionsError": "symattn.errors",
    "ConventionError": "symattn.errors",
    "Counterexample": "symattn.theorems",
    "DivisionError": "symattn.errors",
    "DocumentError": "symattn.errors",
    "DomainError": "symattn.errors",
    "EmptyRowError": "symattn.errors",
    "Exact": "symattn.exact",
    "ExactMatrix": "symattn.exact",
    "Exercise": "symattn.problems",
    "FloatError": "symattn.errors",
    "FormatError": "symattn.errors",
    "GradeError": "symattn.errors",
    "GradeReport": "symattn.grading",
    "InfinityError": "symattn.errors",
    "KindError": "symattn.errors",
    "LimitError": "symattn.errors",
    "LossError": "symattn.errors",
    "LossProblem": "symattn.checking",
    "MaskError": "symattn.errors",
    "OutputError": "symattn.errors",
    "PositionError": "symattn.errors",
    "Problem": "symattn.problems",
    "ProblemError": "symattn.errors",
    "Proof": "symattn.theorems",
    "ReadError": "symattn.errors",
    "ReadLimitError": "symattn.errors",
    "ShapeError": "symattn.errors",
    "Softmax": "symattn.symbolic",
    "StageError": "symattn.errors",
    "StepsResult": "symattn.checking",
    "SymattnError": "symattn.errors",
    "Trace": "symattn.trace",
    "Undecided": "symattn.theorems",
    "UndecidedError": "symattn.errors",
    "UnknownNameError": "symattn.errors",
    "Verdict": "symattn.verifying.verdicts",
    "Visibility": "symattn.visibility",
    "assert_causal": "symattn.verifying.asserting",
    "assert_equivalent": "symattn.verifying.asserting",
    "assert_matches": "symattn.verifying.asserting",
    "attention": "symattn.attention",
    "canonical": "symattn.values",
    "causal": "symattn.visibility",
    "check": "symattn.checking",
    "check_steps": "symattn.checking",
    "compare": "symattn.values",
    "convert": "symattn.conventions",
    "decimal": "symattn.values",
    "enclosure": "symattn.values",
    "exact": "symattn.values",
    "exact_array": "symattn.verifying.arrays",
    "float_bits": "symattn.values",
    "from_system": "symattn.conventions",
    "full": "symattn.visibility",
    "grade": "symattn.grading",
    "golden_vectors": "symattn.verifying.vectors",
    "latex": "symattn.values",
    "load_exercises": "symattn.problems",
    "masked_softmax": "symattn.softmax",
    "multi_head": "symattn.attention",
    "nearest_float": "symattn.values",
    "next_token_loss": "symattn.loss",
    "packed": "symattn.visibility",
    "padding": "symattn.visibility",
    "prefix": "symattn.visibility",
    "prove_alibi": "symattn.theorems",
    "prove_blockwise": "symattn.theorems",
    "prove_cached": "symattn.theorems",
    "prove_causal": "symattn.theorems",
    "prove_equal": "symattn.theorems",
    "prove_equivariance": "symattn.theorems",
    "prove_grouped_queries": "symattn.theorems",
    "prove_head_swap": "symattn.theorems",
    "prove_hull": "symattn.theorems",
    "prove_isolated": "symattn.theorems",
    "prove_mask_order": "symattn.theorems",
    "prove_no_empty_row": "symattn.theorems",
    "prove_padding": "symattn.theorems",
    "prove_permuted_mask": "symattn.theorems",
    "prove_prefix_passes": "symattn.theorems",
    "prove_shift_invariance": "symattn.theorems",
    "read": "symattn.values",
    "self_attention": "symattn.attention",
    "significant": "symattn.values",
    "solve": "symattn.problems",
    "to_system": "symattn.conventions",
    "verify": "symattn.verifying.equivalence",
    "verify_causal": "symattn.verifying.causality",
    "window": "symattn.visibility",
}

__all__ = [
    "Answer",
    "CheckResult",
    "ClaimError",
    "Comparison",
    "ConditionsError",
    "ConventionError",
    "Counterexample",
    "DivisionError",
    "DocumentError",
    "DomainError",
    "EmptyRowError",
    "Exact",
    "ExactMatrix",
    "Exercise",
    "FloatError",
    "FormatError",
    "GradeError",
    "GradeReport",
    "InfinityError",
    "KindError",
    "LimitError",
    "LossError",
    "LossProblem",
    "MaskError",
    "OutputError",
    "PositionError",
    "Problem",
    "ProblemError",
    "Proof",
    "ReadError",
    "ReadLimitError",
    "ShapeError",
    "Softmax",
    "StageError",
    "StepsResult",
    "SymattnError",
    "Trace",
    "Undecided",
    "UndecidedError",
    "UnknownNameError",
    "Verdict",
    "Visibility",
    "assert_causal",
    "assert_equivalent",
    "assert_matches",
    "attention",
    "canonical",
    "causal",
    "check",
    "check_steps",
    "compare",
    "convert",
    "decimal",
    "enclosure",
    "exact",
    "exact_array",
    "float_bits",
    "from_system",
    "full",
    "golden_vectors",
    "grade",
    "latex",
    "load_exercises",
    "masked_softmax",
    "multi_head",
    "nearest_float",
    "next_token_loss",
    "packed",
    "padding",
    "prefix",
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
    "read",
    "self_attention",
    "significant",
    "solve",
    "to_system",
    "verify",
    "verify_causal",
    "window",
]


class _Package(ModuleType):
    """The package as a module whose public names are never hidden by submodules.

    ``symattn.exact`` and ``symattn.attention`` are folders or files *and* public functions. Importing a submodule
    binds it in its package; here such a binding is dropped where a public name has the better claim. The submodule
    stays importable: ``from symattn.exact import Exact``.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _MODULE_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


if not TYPE_CHECKING:  # a type checker that saw this function would accept any misspelt name

    def __getattr__(name: str) -> object:
        """Load a public name on its first use."""
        module = _MODULE_OF.get(name)
        if module is None:
            raise AttributeError(f"module 'symattn' has no attribute {name!r}")
        from importlib import import_module

        value: object = getattr(import_module(module), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """The public names, so that completion offers them before they are loaded."""
    return sorted({*globals(), *__all__})
