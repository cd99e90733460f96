"""A mistake: a name, when it happens, and what it makes of the right way of calculating."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from symattn.checking.mistakes.evaluating import LEVELS, level_of
from symattn.checking.mistakes.ways import Way, right_way
from symattn.errors import SymattnError

if TYPE_CHECKING:
    from symattn.problems import Problem
    from symattn.trace import Trace

# Stages beside the calculation, which depend on one theme only.
_BESIDE = {"visible": "masking", "mask": "masking", "scale": "scaling"}

Theme = Literal["inputs", "scaling", "masking", "softmax", "heads", "rounding", "loss", "place"]


@dataclass(frozen=True)
class Mistake:
    """A named wrong method.

    ``name`` is a slug; ``when`` ends the sentence "this is what comes out when ..."; ``since`` is the first stage in
    which the mistake shows. ``change`` makes other ways out of a way of calculating, one for each variant of the
    mistake, and none where it does not apply.
    """

    name: str
    theme: Theme
    when: str
    since: str = "output"
    change: Callable[[Way], Iterable[Way]] = field(default=lambda way: (), repr=False)
    combines: bool = True  # whether it may be one of two mistakes in one answer

    def shows_in(self, stage: str) -> bool:
        """Whether the mistake can change a stage: one that comes late enough, and depends on what it changes."""
        name, level = stage.rpartition(".")[2], level_of(stage)
        if level is None or self.theme != _BESIDE.get(name, self.theme):
            return False
        return LEVELS[self.since] <= level

    def traces(self, problem: Problem, item: int | None = None) -> Iterator[Trace]:
        """The traces, every stage exact, that the mistake gives for a problem (for record ``item``, 0-based).

        None where the mistake does not apply or has no result, such as a division by zero.
        """
        from symattn.checking.mistakes.tracing import trace_of_way
        from symattn.problems.stages import record_of

        for way in self.change(right_way(record_of(problem, item))):
            try:
                yield trace_of_way(way)
            except SymattnError:
                continue


def mistake(
    name: str, theme: Theme, since: str, when: str, *, combines: bool = True
) -> Callable[[Callable[[Way], Iterable[Way]]], Mistake]:
    """Turn a function from a way to the ways that a mistake makes of it into a Mistake."""

    def made(change: Callable[[Way], Iterable[Way]]) -> Mistake:
        return Mistake(name, theme, when, since, change, combines)

    return made


__all__ = ["Mistake", "Theme", "mistake"]
