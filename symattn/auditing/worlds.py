r"""Calculations that the text states: from named matrices to every stage that follows from them.

A `World` is one problem with its traces under each mask that the text may mean ("causal", "full", or "given" where the
mask was printed). `Worlds` keeps them in the order in which they were stated; the newest comes first when asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations
from typing import Any, NamedTuple

from symattn.auditing.environment import Environment
from symattn.auditing.printed_masks import masked, without_padding
from symattn.auditing.roles import Role, role_of_name
from symattn.auditing.sizes import sizes_of
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.patterns import causal, full
from symattn.problems import Problem
from symattn.softmax import finite_entries
from symattn.trace import Trace

MOST_SCORES = 1024
MOST_HEADS = 32
RECENT = 24  # calculations that a text speaks of without more ado
FEW = 3
EVERYWHERE = 1_000_000  # a paragraph after all
PROJECTIONS = ("w_q", "w_k", "w_v")
BEGINNING = ("X", "Q", "K", "scores", *PROJECTIONS)  # what another calculation begins with
NUMBERS = ("scale", "n_heads", "radius")
INPUTS = ("X", *PROJECTIONS, "w_o", "Q", "K", "V", "scores", "mask", "padding", "bias", *NUMBERS)
MODIFIERS = (*NUMBERS, "mask", "padding", "bias")
# What a word may mean: somebody who says scores may show them before scaling or after masking.
MEANT = {
    "scores": ("scores", "masked_scores", "dots"),
    "output": ("output", "joined"),
    "dots": ("dots",),
    "joined": ("joined",),
}


class Stage(NamedTuple):
    """One derived stage: its name, the mask it was derived under, its rows, and the world it belongs to."""

    name: str
    mask: str
    matrix: ExactMatrix
    world: World


@dataclass(eq=False)
class World:
    """One problem; ``problems`` under each mask."""

    arrays: Mapping[str, Any]
    problems: dict[str, Problem]
    section: int = 0
    masks: tuple[str, ...] = ()
    traces: dict[str, Trace | None] = field(default_factory=dict)
    touch: Any = None  # when the text last used it (`session.Touch`)
    is_left: bool = False  # a letter of it now means something else
    parts: dict[object, object] = field(default_factory=dict)  # what `matching.parts_of` has cut out of the stages
    is_learned: bool = False  # whether its numbers are known to the pool
    is_used: bool = False  # whether the text was found to state a stage of it
    earlier: Mapping[str, object] = field(default_factory=dict)  # the arrays of the calculation before it
    _found: dict[object, tuple[Stage, ...]] = field(default_factory=dict)
    _sizes: dict[object, list[list[int | None]]] = field(default_factory=dict)

    def trace(self, mask: str) -> Trace | None:
        """The trace under a mask; None where there is none, as for a query that sees no key."""
        if mask not in self.traces:
            same = [known for known in self.traces if self.problems[known] is self.problems[mask]]
            if same:
                return self.traces[same[0]]
            try:
                solved = self.problems[mask].solution
                self.traces[mask] = solved if isinstance(solved, Trace) else None
            except SymattnError:
                self.traces[mask] = None
        return self.traces[mask]

    def stages(self, role: str, head: int | None, masks: tuple[str, ...]) -> Iterator[Stage]:
        """The derived stages that a role may mean, under the first masks that have them."""
        for mask in masks:
            if mask not in self.problems:
                continue
            key = (role, head, mask)
            if key not in self._found:
                trace = self.trace(mask)
                names = () if trace is None else self._names(trace, role, head)
                self._found[key] = tuple(Stage(name, mask, trace.exact(name), self) for name in names if trace)
            yield from self._found[key]

    def sizes(self, mask: str, name: str) -> list[list[int | None]]:
        """How large the entries of a stage are; masks of one problem share them."""
        trace = self.trace(mask)
        key = (id(trace), name)
        if key not in self._sizes:
            self._sizes[key] = [] if trace is None else sizes_of(trace.exact(name))
        return self._sizes[key]

    def distinct(self) -> Iterator[tuple[str, Trace]]:
        """The traces under different masks, each with a mask of it."""
        seen: set[int] = set()
        for mask in self.problems:
            trace = self.trace(mask)
            if trace is not None and id(trace) not in seen:
                seen.add(id(trace))
                yield mask, trace

    def all_sizes(self) -> Iterator[int]:
        """How large all entries of all stages are."""
        for mask, trace in self.distinct():
            for name in trace.stage_names:
                yield from (size for row in self.sizes(mask, name) for size in row if size is not None)

    @staticmethod
    def _names(trace: Trace, role: str, head: int | None) -> Iterator[str]:
        for meant in MEANT.get(role, (role,)):
            for name in trace.stage_names:
                owner, _, own = name.rpartition(".")
                if own == meant and (
                    head is None or (owner in (f"head{head}", "") and not (owner == "" and trace.heads))
                ):
                    yield name

    def is_passing(self, arrays: Mapping[str, Any], section: int) -> bool:
        """Whether a text was only on its way from one calculation to the next, array by array, as others now show."""
        own, others = dict(_flat(self.arrays)), dict(_flat(arrays))
        new = {name for name, value in own.items() if self.earlier.get(name) is not value}
        is_mixture = bool(self.earlier) and len(new) < len(own)
        is_unheard = is_mixture and not self.is_used and self.section == section
        return is_unheard and all(others.get(name) is own[name] for name in new)

    def has_head(self, number: int | None) -> bool:
        """Whether there are several heads, and one of this number (from 1)."""
        trace = self.trace("given") if "given" in self.problems else None
        return number is not None and trace is not None and number <= len(trace.heads)

    def width_of_queries(self, head: int | None) -> int | None:
        """How wide the query vectors of a head (from 1), or of the only one, are; None where there is no such head."""
        trace = self.trace("given") if "given" in self.problems else None
        name = "Q" if head is None else f"head{head}.Q"
        return trace.exact(name).shape[1] if trace is not None and name in trace.stage_names else None

    def in_other_orders(self, masks: tuple[str, ...]) -> Iterator[tuple[str, ExactMatrix]]:
        """What a few heads give when they are joined in another order, with and without the output projection."""
        for mask in masks:
            trace = self.trace(mask)
            if trace is None or not 2 <= len(trace.heads) <= FEW:
                continue
            outputs = [head.exact("output").rows() for head in trace.heads]
            for order in list(permutations(outputs))[1:]:
                joined = ExactMatrix([[entry for row in rows for entry in row] for rows in zip(*order, strict=True)])
                yield "the heads joined in another order", joined
                w_o = self.problems[mask].w_o
                if w_o is not None:
                    yield "the output with the heads in another order", joined @ w_o

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names of all stages in the order of calculation."""
        for mask in self.problems:
            trace = self.trace(mask)
            if trace is not None:
                return trace.stage_names
        return ()


@dataclass
class Worlds:
    """All calculations stated so far."""

    worlds: list[World] = field(default_factory=list)
    _seen: dict[tuple[tuple[str, int], ...], Mapping[str, Any]] = field(default_factory=dict)  # arrays keep their ids

    def add_given(self, problem: Problem) -> None:
        """Take over a problem from outside the text."""
        for record in problem.records or (problem,):
            self.worlds.append(_world_of(record, 0))

    def newest_first(self) -> list[World]:
        """The recent worlds, the last stated first; `remembering` finds the older ones by their numbers."""
        return self.worlds[: -RECENT - 1 : -1]

    def refresh(self, environment: Environment, section: int, is_awake: Callable[[str], bool]) -> None:
        """Add the calculation that the names defined by now state, if it is a new one.

        A mask, a scale or a number of heads counts only while the text works with it.
        """
        arrays = _arrays(environment, is_awake)
        key = tuple(sorted((name, id(value)) for name, value in _flat(arrays)))
        if not key or key in self._seen:
            return
        self._seen[key] = arrays
        problem = _problem(arrays)
        if problem is None:
            return
        world = _world_of(problem, section, arrays)
        if self.worlds and "heads" in arrays and _is_split(self.worlds[-1]):
            self.worlds.pop()  # the heads that were counted have projections of their own
        last = self.worlds[-1] if self.worlds else None
        if last is not None and (_extends(arrays, last.arrays) or last.is_passing(arrays, section)):
            world.earlier = last.earlier
            self.worlds[-1] = world
        else:
            world.earlier = dict(_flat(last.arrays)) if last is not None else {}
            self.worlds.append(world)


def _flat(arrays: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for name, value in arrays.items():
        if name == "heads":
            for number, head in value.items():
                yield from ((f"{name}{number}.{part}", matrix) for part, matrix in head.items())
        else:
            yield name, value


def _is_same(one: object, two: object) -> bool:
    """Whether two inputs are the same, as far as that is seen at once."""
    if isinstance(one, Exact) and isinstance(two, Exact):
        return one.as_fraction() is not None and one.as_fraction() == two.as_fraction()
    if isinstance(one, ExactMatrix) and isinstance(two, ExactMatrix) and one is not two:
        return one.shape == two.shape and all(
            _is_same(a, b)
            for row, other in zip(one.rows(), two.rows(), strict=True)
            for a, b in zip(row, other, strict=True)
        )
    return one is two


def _is_split(world: World) -> bool:
    """Whether the columns of one projection are split into heads."""
    return "n_heads" in world.arrays and "heads" not in world.arrays


def _extends(arrays: Mapping[str, Any], earlier: Mapping[str, Any]) -> bool:
    """Whether the same arrays are there, and some more; heads beside projections of one head are another example."""
    known = dict(_flat(arrays))
    has_other_heads = "heads" in arrays and "heads" not in earlier and not set(PROJECTIONS).isdisjoint(earlier)
    return (
        bool(earlier)
        and not has_other_heads
        and all(_is_same(known.get(name), value) for name, value in _flat(earlier))
    )


def _arrays(environment: Environment, is_awake: Callable[[str], bool]) -> dict[str, Any]:
    """The inputs of a calculation among the names that are defined; those of heads by number."""
    arrays: dict[str, Any] = {}
    heads: dict[int, dict[str, ExactMatrix]] = {}
    rows: dict[str, dict[int, ExactMatrix]] = {}
    newest = max((i for i, (name, _) in enumerate(environment.bindings.items()) if _is_head_input(name)), default=-1)
    for i, (name, binding) in enumerate(environment.bindings.items()):
        role = role_of_name(name)
        if role is None or role.stage not in INPUTS or binding.slack is not None:
            continue
        if role.stage in MODIFIERS and not is_awake(name):
            continue
        if role.stage in NUMBERS:
            if isinstance(binding.value, Exact):
                arrays[role.stage] = binding.value
        elif not (isinstance(binding.value, ExactMatrix) and binding.is_modest):
            continue
        elif _is_row(name, role, binding.value):
            rows.setdefault(role.stage, {})[role.number or 0] = binding.value
        elif role.number is not None and role.stage in (*PROJECTIONS, "Q", "K", "V"):
            heads.setdefault(role.number, {})[role.stage] = binding.value
        elif role.stage != "scores" or role.is_sure or name == "S":
            arrays[role.stage] = binding.value
            if role.stage in PROJECTIONS and i > newest:
                heads = {}
    for stage, own in rows.items():
        if stage not in arrays and (joined := _joined(own)) is not None:
            arrays[stage] = joined
    if 0 < len(heads) <= MOST_HEADS:
        arrays["heads"] = heads
    begun = [b.block for name, b in environment.bindings.items() if (r := role_of_name(name)) and r.stage in BEGINNING]
    for name in ("padding", "radius"):
        if name in arrays and environment.bindings[f"visible_{name}"].block < max(begun, default=0):
            del arrays[name]
    return arrays


def _is_row(name: str, role: Role, value: ExactMatrix) -> bool:
    """Whether a vector q_1, k_2, v_3 or x_4 is a row of Q, K, V or X."""
    return role.number is not None and name[0] in "qkvx" and role.stage in ("Q", "K", "V", "X") and 1 in value.shape


def _joined(rows: dict[int, ExactMatrix]) -> ExactMatrix | None:
    """The matrix of numbered rows, where none is missing."""
    first = min(rows)
    if first > 1 or sorted(rows) != list(range(first, first + len(rows))):
        return None
    lines = [[entry for line in rows[number].rows() for entry in line] for number in sorted(rows)]
    return ExactMatrix(lines) if len({len(line) for line in lines}) == 1 else None


def _is_head_input(name: str) -> bool:
    role = role_of_name(name)
    return role is not None and role.number is not None and role.stage in PROJECTIONS


def _problem(arrays: Mapping[str, Any]) -> Problem | None:
    """The problem that the arrays state, without a mask; None where they state none or do not fit."""
    own = {name: arrays[name] for name in ("scale",) if name in arrays}
    heads = [arrays["heads"][number] for number in sorted(arrays.get("heads", {}))]
    if "n_heads" in arrays and not heads:
        count = arrays["n_heads"].as_fraction()
        own["n_heads"] = int(count) if count is not None and count.denominator == 1 else 1
    sources: list[dict[str, Any]] = []
    with_output = {"w_o": arrays["w_o"]} if "w_o" in arrays else {}
    bias = {"bias": arrays["bias"]} if "bias" in arrays else {}
    if heads and "X" in arrays and all(set(PROJECTIONS) <= set(head) for head in heads):
        scale = {"scale": own["scale"]} if "scale" in own else {}
        listed = [{name: _listed(head[name]) for name in PROJECTIONS} for head in heads]
        sources.append({"X": arrays["X"], "heads": listed, **with_output, **scale, **bias})
    if set(PROJECTIONS) <= set(arrays) and "X" in arrays:
        projections = {name: arrays[name] for name in ("X", *PROJECTIONS)}
        sources += [{**projections, **with_output, **own, **bias}, {**projections, **own, **bias}]
    if {"Q", "K", "V"} <= set(arrays):
        sources.append({**{name: arrays[name] for name in "QKV"}, **own, **bias})
    if "scores" in arrays:
        value = {"V": arrays["V"]} if "V" in arrays else {}
        sources += [{"scores": arrays["scores"], **value, **bias}, {"scores": arrays["scores"]}]
    for source in sources:
        try:
            data = {name: _listed(value) if isinstance(value, ExactMatrix) else value for name, value in source.items()}
            return masked(Problem.from_data(data, where="the text"), arrays)
        except (SymattnError, ValueError, KeyError, TypeError):
            continue
    return None


def _listed(matrix: ExactMatrix) -> list[list[object]]:
    return [["-oo" if isinstance(entry, MinusInfinity) else entry for entry in row] for row in matrix.rows()]


def _world_of(problem: Problem, section: int, arrays: Mapping[str, Any] | None = None) -> World:
    """The world of a problem: as it is given, and under the masks that the text may speak of."""
    rows, columns = problem.score_shape
    if rows * columns > MOST_SCORES:
        return World(arrays or {}, {}, section)
    open_to_all = full(rows, columns)
    for hiding in (problem.scores, problem.bias):
        if hiding is not None:
            open_to_all &= finite_entries(hiding)
    if arrays and "padding" in arrays:
        open_to_all &= without_padding(arrays["padding"], rows, columns)
    is_open = problem.visible == open_to_all
    problems = {"given": problem, "full": problem if is_open else replace(problem, visible=open_to_all)}
    if rows == columns:
        problems["causal"] = replace(problem, visible=causal(rows) & open_to_all)
    elif 1 < rows < columns:
        problems["causal"] = replace(problem, visible=causal(rows, columns, align="bottom-right") & open_to_all)
    return World(arrays if arrays is not None else dict(problem.arrays), problems, section)


__all__ = ["EVERYWHERE", "INPUTS", "MODIFIERS", "PROJECTIONS", "RECENT", "Stage", "World", "Worlds"]
