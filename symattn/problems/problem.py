"""A problem as data: what goes into attention, checked and exact, before anything is calculated.

    p = Problem.load("two-heads.toml")          p = Problem.from_data({"scores": [[0, "ln 99"]]})
    p.solution                                  the trace, calculated at the first look

A problem starts from one of three places: ``X`` with projections (``heads``, or ``w_q w_k w_v``), ``Q K V``, or
``scores``. A batch is a problem whose ``records`` are problems of one shape; the fields that records have of their
own are None on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from symattn.errors import ProblemError

if TYPE_CHECKING:
    from pathlib import Path

    from symattn.exact import Exact, ExactMatrix
    from symattn.trace import Trace
    from symattn.visibility import Visibility


class Head(NamedTuple):
    """The three projections of one head: w_q and w_k [d_model, d_head], w_v [d_model, d_value]."""

    w_q: ExactMatrix
    w_k: ExactMatrix
    w_v: ExactMatrix


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Problem:
    """One attention problem: arrays, who may read whom, and the few numbers beside them.

    >>> Problem.from_data({"scores": [[0, "ln 99"]], "visible": "full"}, where="leak")
    Problem leak: scores [1, 2]

    X [T, d_model]; w_q w_k [d_model, d_head]; w_v [d_model, d_value]; w_o [d_joined, d_out]; Q [T_q, d_head]; K [T_k,
    d_head]; V [T_k, d_value]; scores, bias and visible [T_q, T_k]; query_valid [T_q]. ``scale`` None means
    1/sqrt(d_head). ``-oo`` in bias and scores stays there as written and is hidden in ``visible`` as well. ``notes``
    says how texts were read.
    """

    name: str = "problem"
    X: ExactMatrix | None = None
    w_q: ExactMatrix | None = None
    w_k: ExactMatrix | None = None
    w_v: ExactMatrix | None = None
    heads: tuple[Head, ...] = ()
    w_o: ExactMatrix | None = None
    Q: ExactMatrix | None = None
    K: ExactMatrix | None = None
    V: ExactMatrix | None = None
    scores: ExactMatrix | None = None
    visible: Visibility | None = None
    scale: Exact | None = None
    bias: ExactMatrix | None = None
    query_valid: tuple[bool, ...] | None = None
    n_heads: int = 1
    align: str | None = None
    records: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def load(cls, path: str | Path) -> Problem:
        """The problem of a .toml or .json file.

        Errors: ProblemError, with the file, the key and the way out.
        """
        from symattn.problems.files import is_exercise_file, load_data

        data = load_data(path)
        if is_exercise_file(data):
            raise ProblemError("this is an exercise file: symattn.load_exercises reads it", file=str(path))
        return cls.from_data(data, where=str(path))

    @classmethod
    def from_data(cls, data: Mapping[str, object], where: str = "problem") -> Problem:
        """The problem that a mapping of the same keys states; ``where`` names it in errors.

        >>> p = Problem.from_data({"Q": [[1, 0]], "K": [["1/2", 0], [0, 1]], "V": [[1], [2]]})
        >>> p.K.shape, p.visible.shape, p.scale
        ((2, 2), (1, 2), None)

        Numbers are integers, exact text, Fractions, SymPy numbers or exact values; a float is refused.
        """
        from symattn.problems.fields import problem_of

        return problem_of(data, where)

    @cached_property
    def solution(self) -> Trace | list[Trace]:
        """What ``symattn.solve`` gives for this problem, calculated once."""
        from symattn.problems.solving import solve

        return solve(self)

    @property
    def is_batch(self) -> bool:
        """Whether this is a batch of records."""
        return bool(self.records)

    @property
    def arrays(self) -> dict[str, ExactMatrix]:
        """The matrices given, by name, in the order of calculation; those of heads as ``head1.w_q``."""
        own = {name: getattr(self, name) for name in ("X", "w_q", "w_k", "w_v")}
        for number, head in enumerate(self.heads, start=1):
            own |= {f"head{number}.{name}": matrix for name, matrix in head._asdict().items()}
        own |= {name: getattr(self, name) for name in ("Q", "K", "V", "scores", "bias", "w_o")}
        return {name: matrix for name, matrix in own.items() if matrix is not None}

    @property
    def score_shape(self) -> tuple[int, int]:
        """Queries and keys (T_q, T_k) of one record."""
        if self.records:
            return self.records[0].score_shape
        if self.scores is not None:
            return self.scores.shape
        arrays = self.arrays
        queries, keys = ("X", "X") if self.X is not None else ("Q", "K")
        return arrays[queries].shape[0], arrays[keys].shape[0]

    def __repr__(self) -> str:
        if self.records:
            return f"Problem {self.name}: a batch of {len(self.records)}, each {self.records[0]._summary()}"
        return f"Problem {self.name}: {self._summary()}"

    def _summary(self) -> str:
        parts = [f"{name} {list(matrix.shape)}" for name, matrix in self.arrays.items() if "." not in name]
        heads = len(self.heads) if self.heads else self.n_heads
        return ", ".join(parts if heads == 1 else [*parts, f"{heads} heads"])
