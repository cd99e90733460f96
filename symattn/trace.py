"""A calculation as named, shaped stages in the order in which they were computed.

    Q K V dots scores masked_scores weights output        one head (with `joined` before `output` when w_o is given)
    head1.Q ... head1.output head2.Q ... joined output    several heads

`trace.exact(name)` is a stage in engine form; `trace.weights`, `trace.scores` and so on are SymPy matrices, built when
looked at and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from symattn.errors import StageError
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.visibility import Visibility

if TYPE_CHECKING:
    import sympy

STAGES = ("Q", "K", "V", "dots", "scores", "masked_scores", "weights", "joined", "output")


class Trace:
    """All stages of one attention calculation, by name (see the module's docstring); it does not change."""

    _stages: dict[str, ExactMatrix]
    _lowered: dict[str, Any]  # SymPy matrices that were looked at
    visible: Visibility
    query_valid: tuple[bool, ...]
    scale: Exact | None
    inputs: Mapping[str, ExactMatrix]
    heads: tuple[Trace, ...]
    symbols: Mapping[str, Any]  # the caller's own SymPy symbols by name

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
        of_heads = {
            f"head{number}.{name}": head.exact(name)
            for number, head in enumerate(heads, start=1)
            for name in head.stage_names
        }
        self.__dict__.update(
            _stages={**of_heads, **stages},
            _lowered={},
            visible=visible,
            query_valid=tuple(query_valid),
            scale=scale,
            inputs=MappingProxyType(dict(inputs or {})),
            heads=tuple(heads),
            symbols=MappingProxyType(dict(symbols or {})),
        )

    def __reduce__(self) -> tuple[Callable[..., Trace], tuple[object, ...]]:
        settings = {name: value for name, value in self.__dict__.items() if name not in ("_stages", "_lowered")}
        plain = {name: dict(value) if isinstance(value, Mapping) else value for name, value in settings.items()}
        return _copied, (self._stages, plain)

    def __setattr__(self, name: str, value: object) -> None:
        raise StageError(f"{name} cannot be set: a trace stays as it was calculated")

    def __delattr__(self, name: str) -> None:
        raise StageError(f"{name} cannot be deleted: a trace stays as it was calculated")

    @property
    def stage_names(self) -> tuple[str, ...]:
        """The names of all stages in order of calculation."""
        return tuple(self._stages)

    def exact(self, name: str) -> ExactMatrix:
        """A stage in engine form, in lowest terms where its `.reduced` is True; never lifted to SymPy."""
        try:
            return self._stages[name]
        except KeyError:
            raise self._missing(name) from None

    def _missing(self, name: str) -> StageError:
        meant = tuple(f"head{h}.{name}" for h, head in enumerate(self.heads, start=1) if name in head._stages)
        if meant:
            way_out = f"write trace.heads[h].{name} or exact({meant[0]!r})"
            message = f"this trace has {len(self.heads)} heads, so {name!r} is ambiguous: {way_out}"
            return StageError(message, choices=meant)
        return StageError(f"there is no stage {name!r}; this trace has {', '.join(self.stage_names)}")

    def __getattr__(self, name: str) -> sympy.ImmutableMatrix:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._lowered:
            self._lowered[name] = self.exact(name).sympy(self.symbols)
        return self._lowered[name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in self._stages if "." not in name)})

    @property
    def has_default_scale(self) -> bool:
        """Whether the scale is 1/sqrt(the width of the queries); False for scores that were given."""
        if self.scale is None or "Q" not in self._stages:
            return False
        from symattn.exact.functions import sqrt

        return self.scale.key == (1 / sqrt(Exact(self._stages["Q"].shape[1]))).key

    def owner_of(self, name: str) -> tuple[Trace, int | None, str]:
        """Whose stage it is: its trace, the number of its head (from 1; None for no head's own), its name there.

        >>> from symattn.attention import attention
        >>> _, head, name = attention([[1, 2]], [[1, 0]], [[0, 1]], n_heads=2).owner_of("head2.weights")
        >>> head, name
        (2, 'weights')

        Errors: StageError for a name that is no stage.
        """
        self.exact(name)
        head, dot, own = name.rpartition(".")
        if not dot:
            return self, None, name
        number = int(head.removeprefix("head"))
        return self.heads[number - 1], number, own

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


def _copied(stages: Mapping[str, ExactMatrix], settings: Mapping[str, Any]) -> Trace:
    """A trace from what a pickle or a copy holds of it; the heads' stages stand among all stages already."""
    own = {name: matrix for name, matrix in stages.items() if "." not in name}
    return Trace(own, **settings)


__all__ = ["STAGES", "Trace"]
