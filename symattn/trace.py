"""A calculation as named, shaped stages in the order in which they were computed.

    Q K V dots scores masked_scores weights output        one head (with `joined` before `output` when w_o is given)
    head1.Q ... head1.output head2.Q ... joined output    several heads

`trace.exact(name)` is a stage in engine form; `trace.weights`, `trace.scores` and so on are SymPy matrices, built when
looked at and kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symattn.errors import StageError
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.visibility import Visibility

if TYPE_CHECKING:
    import sympy

STAGES = ("Q", "K", "V", "dots", "scores", "masked_scores", "weights", "joined", "output")


class Trace:
    """All stages of one attention calculation, by name; see the module's docstring for the names."""

    def __init__(
        self,
        stages: Mapping[str, ExactMatrix],
        *,
        visible: Visibility,
        query_valid: Sequence[bool],
        scale: Exact | None = None,
        inputs: Mapping[str, ExactMatrix] | None = None,
        heads: Sequence[Trace] = (),
        symbols: Mapping[str, Any] | None = None,
    ) -> None:
        self._stages: dict[str, ExactMatrix] = {}
        for number, head in enumerate(heads, start=1):
            for name in head.stage_names:
                self._stages[f"head{number}.{name}"] = head.exact(name)
        self._stages.update(stages)
        self._lowered: dict[str, Any] = {}
        self.visible = visible
        self.query_valid = tuple(query_valid)
        self.scale = scale
        self.inputs = dict(inputs or {})
        self.heads = tuple(heads)
        self.symbols = dict(symbols or {})  # the caller's own SymPy symbols by name

    @property
    def stage_names(self) -> tuple[str, ...]:
        """The names of all stages in order of calculation."""
        return tuple(self._stages)

    def exact(self, name: str) -> ExactMatrix:
        """A stage in engine form, in lowest terms where its `.reduced` is True; never lifted to SymPy."""
        try:
            return self._stages[name]
        except KeyError:
            raise StageError(self._missing(name)) from None

    def _missing(self, name: str) -> str:
        if self.heads and any(name in head._stages for head in self.heads):
            count = len(self.heads)
            way_out = f"write trace.heads[h].{name} or exact('head1.{name}')"
            return f"this trace has {count} heads, so {name!r} is ambiguous: {way_out}"
        return f"there is no stage {name!r}; this trace has {', '.join(self.stage_names)}"

    def __getattr__(self, name: str) -> sympy.ImmutableMatrix:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._lowered:
            self._lowered[name] = self.exact(name).sympy(self.symbols)
        return self._lowered[name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in self._stages if "." not in name)})

    @property
    def conditions(self) -> tuple[str, ...]:
        """Conditions on free symbols under which all stages hold, such as "k > 0"."""
        found = frozenset[str]().union(*(matrix.conditions for matrix in self._stages.values()))
        return tuple(sorted(found))

    @property
    def reduced(self) -> bool:
        """Whether every entry of every stage is certainly in lowest terms."""
        return all(matrix.reduced for matrix in self._stages.values())

    def __repr__(self) -> str:
        parts = (f"{name} [{m.shape[0]}, {m.shape[1]}]" for name, m in self._stages.items())
        return f"<Trace {', '.join(parts)}>"


__all__ = ["STAGES", "Trace"]
