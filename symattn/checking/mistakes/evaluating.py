"""The stages of a way of calculating, row by row, only what is asked for, in either arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, overload

from symattn.checking.mistakes.arithmetic import Arithmetic, Row
from symattn.checking.mistakes.ways import HeadWay, Scores, Way
from symattn.errors import ShapeError, StageError
from symattn.exact import Exact

# How late a stage comes: a mistake shows at its own level and at later ones. "mixed" is the output of one head.
LEVELS = {
    "Q": 0,
    "K": 0,
    "V": 0,
    "dots": 1,
    "scale": 2,
    "scores": 2,
    "visible": 3,
    "mask": 3,
    "masked_scores": 3,
    "weights": 4,
    "mixed": 5,
    "joined": 6,
    "output": 7,
}
Given: TypeAlias = Mapping[str, Sequence[Row]]
Shared: TypeAlias = dict[tuple[int, str], Sequence[Row]]  # by the identity of a head, and the stage
ZERO, ONE = Exact(0), Exact(1)
BEFORE_MASKING = frozenset(["Q", "K", "V", "dots", "scale", "scores"])


def level_of(stage: str) -> int | None:
    """How late a stage comes, None for what is given; the output of one of several heads comes before joining.

    >>> level_of("weights"), level_of("head2.output"), level_of("w_q")
    (4, 5, None)
    """
    head, _, name = stage.rpartition(".")
    return LEVELS["mixed"] if head and name == "output" else LEVELS.get(name)


class LazyRows(Sequence[Row]):
    """Rows that are made when looked at, and kept."""

    def __init__(self, count: int, make: Callable[[int], Row]) -> None:
        self._rows: list[Row | None] = [None] * count
        self._make = make

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, i: int) -> Row: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Row]: ...
    def __getitem__(self, i: int | slice) -> Row | Sequence[Row]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        found = self._rows[i]
        if found is None:
            found = self._rows[i] = self._make(i)
        return found


class Evaluation:
    """One way, evaluated in one arithmetic; rows are made when asked for and kept.

    ``given`` are whole stages that are taken as they are instead of being calculated. ``shared`` keeps, for several
    evaluations in one arithmetic, the stages before masking of heads that they have in common.
    """

    def __init__(self, way: Way, numbers: Arithmetic, given: Given | None = None, shared: Shared | None = None) -> None:
        self.way = way
        self.numbers = numbers
        self._shared: Shared = {} if shared is None or given else shared
        self._several = way.named_heads
        self._stages = {self._canonical(stage): rows for stage, rows in (given or {}).items()}

    def rows(self, stage: str) -> Sequence[Row]:
        """A stage as a sequence of rows; hidden scores are None.

        Errors: StageError for a stage that this way has not; while rows are made, whatever the arithmetic raises.
        """
        stage = self._canonical(stage)
        found = self._stages.get(stage)
        if found is None:
            found = self._stages[stage] = self._made(stage)
        return found

    def _canonical(self, stage: str) -> str:
        """The stage by its name here: the output of a head is "mixed", whatever comes after it."""
        head, dot, name = stage.rpartition(".")
        if name != "output":
            return stage
        if head or (not self._several and self.way.w_o is None):
            return f"{head}{dot}mixed"
        return "output" if self.way.w_o is not None else "joined"

    def _made(self, stage: str) -> Sequence[Row]:
        match stage:
            case "visible":
                return self._visible()
            case "mask":
                return self._mask()
            case "joined":
                return self._joined()
            case "output":
                return self._projected()
        head, dot, name = stage.rpartition(".")
        digits = head.removeprefix("head") if head else "1"
        number = int(digits) - 1 if digits.isdigit() else -1
        if bool(head) != self._several or not 0 <= number < len(self.way.heads):
            raise StageError(f"this way of calculating has no stage {stage!r}")
        own = self.way.heads[number]
        if name not in BEFORE_MASKING:
            return self._of_head(own, name, head + dot)
        if (id(own), name) not in self._shared:
            self._shared[id(own), name] = self._of_head(own, name, head + dot)
        return self._shared[id(own), name]

    def _of_head(self, head: HeadWay, name: str, prefix: str) -> Sequence[Row]:
        match name:
            case "Q" | "K" | "V":
                return self._given({"Q": head.query, "K": head.key, "V": head.value}[name], name)
            case "scale":
                return self._given(None if head.scale is None else ((head.scale,),), name)
            case "dots":
                return self._dots(head, self.rows(prefix + "Q"), self.rows(prefix + "K"))
            case "scores":
                return self._scores(head, prefix)
            case "masked_scores":
                return self._masked(self.rows(prefix + "scores"))
            case "weights":
                return self._weights(self.rows(prefix + "masked_scores"))
            case "mixed":
                value = self.rows(prefix + "V") if head.mixed is None else self._given(head.mixed, name)
                return self._mixed(self.rows(prefix + "weights"), value)
        raise StageError(f"this way of calculating has no stage {prefix + name!r}")

    # -- the steps of one head ----------------------------------------------------------------------------------

    def _given(self, rows: Scores | None, name: str) -> Sequence[Row]:
        if rows is None:
            raise StageError(f"this way of calculating has no stage {name!r}")
        return [[None if entry is None else self.numbers.number(entry) for entry in row] for row in rows]

    def _dots(self, head: HeadWay, query: Sequence[Row], key: Sequence[Row]) -> Sequence[Row]:
        match head.dots:
            case "Q K":
                return self._times(query, key)
            case "K Q^T":
                return self._times(key, list(zip(*query, strict=True)))
        return self._times(query, list(zip(*key, strict=True)))

    def _scores(self, head: HeadWay, prefix: str) -> Sequence[Row]:
        if head.scores is not None:
            return self._given(head.scores, "scores")
        dots, ((scale,),) = self.rows(prefix + "dots"), self.rows(prefix + "scale")
        return LazyRows(len(dots), lambda i: [scale * dot for dot in dots[i]])

    def _masked(self, scores: Sequence[Row]) -> Sequence[Row]:
        way = self.way
        bias = None if way.bias is None else self._given(way.bias, "bias")

        def masked(i: int) -> Row:
            own = scores[i] if bias is None else _added(scores[i], bias[i])
            return way.mask(self.numbers, own, way.visible.row(i))

        return LazyRows(len(scores), masked)

    def _weights(self, masked: Sequence[Row]) -> Sequence[Row]:
        valid = self.way.valid

        def entering(i: int) -> Row:
            return self._rounded(masked[i], "scores") if valid[i] else [None] * len(masked[i])

        rows = LazyRows(len(masked), entering)
        return LazyRows(len(masked), lambda i: self._rounded(self._weights_row(rows, i), "weights"))

    def _weights_row(self, masked: Sequence[Row], i: int) -> Row:
        way, count = self.way, len(masked[i])
        if all(entry is None for entry in masked[i]):
            kind = way.empty if way.valid[i] else way.unused
            share = self.numbers.number(ONE) / count if kind == "uniform" else self.numbers.number(ZERO)
            return [share] * count
        weights = way.weigh(self.numbers, masked, i)
        if way.after is None:
            return weights
        zero = self.numbers.number(ZERO)
        return [weight if seen else zero for weight, seen in zip(weights, way.after.row(i), strict=True)]

    def _mixed(self, weights: Sequence[Row], value: Sequence[Row]) -> Sequence[Row]:
        mixing = list(zip(*weights, strict=True)) if self.way.weights_across else weights
        mixed = self._times(mixing, value)
        return LazyRows(len(mixed), lambda i: self._rounded(mixed[i], "mixed"))

    # -- after the heads ----------------------------------------------------------------------------------------

    def _joined(self) -> Sequence[Row]:
        way = self.way
        prefixes = [f"head{number}." for number in range(1, len(way.heads) + 1)] if self._several else [""]
        outputs = [self.rows(f"{prefix}mixed") for prefix in prefixes]
        return LazyRows(way.queries, lambda i: way.join(self.numbers, outputs, i))

    def _projected(self) -> Sequence[Row]:
        return self._times(self.rows("joined"), self._given(self.way.w_o, "output"))

    # -- common -------------------------------------------------------------------------------------------------

    def _times(self, left: Sequence[Row], right: Sequence[Row]) -> Sequence[Row]:
        columns = list(zip(*right, strict=True))

        def product(i: int) -> Row:
            if len(left[i]) != len(right):
                raise ShapeError(f"rows of {len(left[i])} entries do not meet {len(right)} rows")
            return [self.numbers.dot(left[i], column) for column in columns]

        return LazyRows(len(left), product)

    def _rounded(self, row: Row, step: str) -> Row:
        places = self.way.rounded.get(step)
        if places is None:
            return row
        return [None if entry is None else self.numbers.rounded(entry, places) for entry in row]

    def _visible(self) -> Sequence[Row]:
        shown = {True: self.numbers.number(ONE), False: self.numbers.number(ZERO)}
        return [[shown[seen] for seen in row] for row in self.way.visible.rows]

    def _mask(self) -> Sequence[Row]:
        zeros = [self.numbers.number(ZERO)] * self.way.keys
        return [self.way.mask(self.numbers, zeros, row) for row in self.way.visible.rows]


def _added(scores: Row, bias: Row) -> Row:
    return [None if score is None else score + shift for score, shift in zip(scores, bias, strict=True)]


__all__ = ["LEVELS", "Evaluation", "Given", "LazyRows", "level_of"]
