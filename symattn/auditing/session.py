"""What an audit knows while it reads: definitions, calculations, the mask spoken of, and the claims so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from symattn.auditing.contexts import Context
from symattn.auditing.documents import Document, Page
from symattn.auditing.environment import Binding, Environment, Value
from symattn.auditing.evaluation import value_of
from symattn.auditing.expressions import Expression, typed_entry
from symattn.auditing.findings import FAULTY, Claim, Definition, Figure, Kind, Span, Verdict
from symattn.auditing.judging import Judged, is_equal, judged_rows, verdict_of
from symattn.auditing.messages import expected_of, message_of
from symattn.auditing.pool import Pool
from symattn.auditing.remembering import Remembered
from symattn.auditing.roles import Role, role_of_name
from symattn.auditing.spoken_rows import SpokenRow
from symattn.auditing.stated import FRESH, Counting, Local
from symattn.auditing.worlds import MODIFIERS, PROJECTIONS, Stage, World, Worlds
from symattn.checking.typed import Typed
from symattn.exact import Exact, ExactMatrix
from symattn.reading.decimals import typed_digits

AWAKE = 12  # paragraphs for which a calculation is still what the text works with


class StageClaim(NamedTuple):
    """A printed stage, kept to see which one is the first that is wrong."""

    claim: int  # which of the session's claims
    stage: Stage
    row: int | None
    column: int | None
    typed: list[list[Typed]]


class Touch(NamedTuple):
    """When something was last used: in which paragraph and chapter; ``is_given`` holds for what lasts to the end."""

    block: int
    chapter: int
    is_given: bool = False


@dataclass
class Session:
    """The state of one audit."""

    document: Document
    page: Page = field(default_factory=lambda: Page("", "markdown"))
    environment: Environment = field(default_factory=Environment)
    worlds: Worlds = field(default_factory=Worlds)
    _pool: Pool = field(default_factory=Pool)
    section: int = 0
    chapter: int = 0  # counts headings of the highest level
    block: int = 0
    claims_before: int = 0  # how many claims there were before this paragraph
    mask: str = ""
    mask_chapter: int = 0  # in which chapter and section it was spoken of
    mask_section: int = -1
    touched: dict[str, Touch] = field(default_factory=dict)  # when each name was last used as it was defined
    claims: list[Claim] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    stage_claims: list[StageClaim] = field(default_factory=list)
    local: Local = field(default_factory=Local)
    counts: Counting = field(default_factory=Counting)
    spoken: SpokenRow = field(default_factory=SpokenRow)
    late_mixtures: list[ExactMatrix] = field(default_factory=list)  # of weights that were masked after the softmax
    real_keys: tuple[int, int] | None = None  # how many keys are no padding, of how many, as a table says
    labels: dict[str, int] = field(default_factory=dict)  # words of a sentence that were numbered

    def begin(self, page: Page) -> None:
        """Turn to a page; one that is apart does not take up what was spoken of last."""
        self.page = page
        if page.is_apart:
            self.local, self.spoken, self.mask = Local(), SpokenRow(), ""
            self.section += 1

    def speak_of_mask(self, mask: str) -> None:
        """Note that the text speaks of a mask from here on; "" where it has declared another one."""
        self.mask, self.mask_chapter, self.mask_section = mask, self.chapter, self.section

    # -- results ------------------------------------------------------------------------------------------------

    def claim(
        self,
        kind: Kind,
        span: Span,
        verdict: Verdict,
        message: str,
        context: Context,
        *,
        figures: Sequence[Judged] = (),
        expected: str = "",
        stage: str = "",
    ) -> int:
        """Add a claim on a span of the page; its number."""
        if context.is_announced and verdict in FAULTY:
            verdict, message = "differs, announced", f"{message}; the text itself calls it an error"
            figures = [f._replace(verdict="differs, announced") if f.verdict in FAULTY else f for f in figures]
        start, end = self.page.span(*span)
        line, column = self.document.line_and_column(start)
        text = self.document.source[start:end]
        said = tuple(self._figure(figure) for figure in figures)
        cell = self.page.cell_place(span[0])
        self.claims.append(
            Claim(
                self.document.name, line, column, (start, end), text, kind, verdict, message, expected, stage, (), said,
                cell,
            )
        )  # fmt: skip
        return len(self.claims) - 1

    def _figure(self, judged: Judged) -> Figure:
        start, end = self.page.span(*judged.span)
        line, column = self.document.line_and_column(start)
        text, cell = self.document.source[start:end], self.page.cell_place(judged.span[0])
        return Figure(line, column, (start, end), text, judged.verdict, judged.expected, cell)

    def judged_claim(
        self, kind: Kind, span: Span, figures: Sequence[Judged], what: str, context: Context, stage: str = ""
    ) -> int:
        """Add a claim whose figures are judged; ``what`` says what they are compared with."""
        self.environment.exact.update(
            figure.typed.digits.value for figure in figures if figure.verdict == "proved" and figure.typed.digits
        )
        verdict = verdict_of(figures)
        return self.claim(
            kind, span, verdict, message_of(figures, verdict, what, self.page.text), context,
            figures=figures, expected=expected_of(figures), stage=stage,
        )  # fmt: skip

    def define(self, name: str, span: Span, binding: Binding) -> None:
        """Take over a definition."""
        self._leave(name, binding)
        self.environment.bind(name, binding if binding.block else replace(binding, block=self.block))
        self.touch((name,))
        self.definitions.append(self.definition(name, span))
        role = role_of_name(name)
        if role is not None:
            if role.stage == "mask":
                self.mask = ""
            self._check_announced(name, role, binding, span)
            count = len(self.worlds.worlds)
            self.worlds.refresh(self.environment, self.section, self.is_awake)
            for world in self.worlds.worlds[max(0, count - 1) :]:
                world.touch = self.now

    def forget(self, name: str) -> None:
        """Take a definition back."""
        self.environment.forget(name)
        self.worlds.refresh(self.environment, self.section, self.is_awake)

    def _check_announced(self, name: str, role: Role, binding: Binding, span: Span) -> None:
        """Hold what words said of a head's projections against their definition."""
        for stated in list(self.local.projections):
            head, expression, typed, context = stated
            if head != role.number or role.stage not in PROJECTIONS:
                continue
            figures = judged_rows(expression.cells_for(typed), typed, binding.value)
            self.local.projections.remove(stated)
            if figures is not None:
                self.judged_claim("stage", expression.span, figures, name, context)
                self.judged_claim("stage", span, figures, "what the words said of it", context)

    @property
    def pool(self) -> Pool:
        """Every number that was derived so far; those of new calculations are put there when first asked for."""
        new = list(takewhile(lambda world: not world.is_learned, reversed(self.worlds.worlds)))
        for world in reversed(new):
            world.is_learned = True
            for mask, trace in world.distinct():
                for name in trace.stage_names:
                    self._pool.add_matrix(trace.exact(name), name, world.sizes(mask, name))
        return self._pool

    def definition(self, name: str, span: Span) -> Definition:
        """Where something is defined."""
        start, end = self.page.span(*span)
        line, column = self.document.line_and_column(start)
        return Definition(name, line, column, (start, end), self.document.source[start:end])

    # -- values -------------------------------------------------------------------------------------------------

    def derived(self, name: str, context: Context) -> Stage | None:
        """The stage of a calculation that a name stands for."""
        role = role_of_name(name)
        return None if role is None else self.stage_of(role, context)

    def stage_of(self, role: Role, context: Context) -> Stage | None:
        """The stage of the newest calculation that a role stands for, under the mask spoken of."""
        masks = self.masks(context, role.mask)
        for world in self.worlds.newest_first():
            for stage in world.stages(role.stage, role.number, masks_of(world, masks)):
                if (role.number is not None) == ("." in stage.name):  # Q_2 is of head 2, or a row, and never all of Q
                    return stage
        return None

    @cached_property
    def remembered(self) -> Remembered:
        """The calculations that figures may belong to."""
        return Remembered(self.worlds)

    def masks(self, context: Context, own: str = "") -> tuple[str, ...]:
        """The masks that may be meant, by the name, the sentence, or the text so far."""
        return (own,) if own else context.masks

    def value(self, expression: Expression, context: Context) -> Value | None:
        """The value of an expression; names that only a calculation knows are looked up there."""
        missing = [name for name in expression.names if self.environment.get(name) is None]
        if not missing:
            return value_of(expression, self.environment)
        overlay = self.environment.overlaid()
        for name in missing:
            stage = self.derived(name, context)
            if stage is None:
                return None
            overlay.bind(name, Binding(stage.matrix))
        return value_of(expression, overlay)

    def typed_rows(self, expression: Expression) -> list[list[Typed]] | None:
        """The printed entries: digits where these are typed, values elsewhere; None where one has no value."""
        if expression.is_typed:
            return expression.typed_rows()
        value = value_of(expression, self.environment)
        if value is None:
            return None
        if not isinstance(value, ExactMatrix):
            return [[Typed(value)]]
        cells = expression.cells if expression.is_matrix else ()
        if len(cells) != value.shape[0] or len(cells[0]) != value.shape[1]:
            return [[Typed(entry) for entry in row] for row in value.rows()]
        return [  # a matrix of numbers and formulas
            [typed_entry(node) if typed_digits(node) else Typed(value[i, j]) for j, (node, _) in enumerate(row)]
            for i, row in enumerate(cells)
        ]

    def is_sure(self, expression: Expression, context: Context | None = None) -> bool:
        """Whether every name of an expression is surely what the text defined."""
        return all(self._is_sure_name(name, context or Context()) for name in expression.names)

    def _is_sure_name(self, name: str, context: Context) -> bool:
        binding = self.environment.get(name)
        if binding is None:
            stage = self.derived(name, context)
            return stage is None or (self.is_world_awake(stage.world) and len(context.masks) == 1)
        if not self.is_awake(name):
            return False
        return binding.is_sure and not self._is_old(binding)

    # -- what the text is working with ----------------------------------------------------------------------------

    @property
    def now(self) -> Touch:
        """The present paragraph."""
        return Touch(self.block, self.chapter)

    def touch(self, names: Iterable[str]) -> None:
        """Note that the text uses some names as they were defined."""
        for name in names:
            before = self.touched.get(name)
            self.touched[name] = Touch(self.block, self.chapter, before is not None and before.is_given)

    def confirm(self, expressions: Iterable[Expression], context: Context) -> None:
        """Note that a claim agrees with what the names of some expressions were said to be."""
        for name in {name for one in expressions for name in one.names}:
            if self.environment.get(name) is not None:
                self.touch((name,))
            elif (stage := self.derived(name, context)) is not None:
                self.wake(stage.world)

    def wake(self, world: World) -> None:
        """Note that the text works with a calculation."""
        world.touch = world.touch if world.touch is not None and world.touch.is_given else self.now
        world.is_left = False

    def is_world_awake(self, world: World) -> bool:
        """Whether the text still works with a calculation, and has not given its letters to something else."""
        return self._is_awake(world.touch) and not world.is_left

    def is_awake(self, name: str) -> bool:
        """Whether the text still works with a name as it was defined."""
        return self._is_awake(self.touched.get(name))

    def _is_awake(self, touch: Touch | None) -> bool:
        if touch is None:
            return False
        return touch.is_given or (touch.chapter == self.chapter and self.block - touch.block <= AWAKE)

    def _leave(self, name: str, binding: Binding) -> None:
        """Give up the calculations that a letter belonged to when it is given to something else."""
        role, before = role_of_name(name), self.environment.get(name)
        if role is None or role.stage in MODIFIERS or before is None or is_equal(before.value, binding.value):
            return
        for world in self.worlds.worlds:
            world.is_left = True

    def _is_old(self, binding: Binding) -> bool:
        """Whether a letter was set to a number so long ago that it may well stand for another one by now."""
        return binding.is_printed and isinstance(binding.value, Exact) and self.block - binding.block > FRESH


def masks_of(world: World, masks: tuple[str, ...]) -> tuple[str, ...]:
    """The masks of a world among those meant; the one it was given with where none of them fits."""
    own = tuple(mask for mask in masks if mask in world.problems)
    return own or tuple(mask for mask in ("given",) if mask in world.problems)


def number_value(value: Value | None) -> Exact | None:
    """A value that is one number."""
    return value if isinstance(value, Exact) else None


__all__ = ["Session", "StageClaim", "Touch", "masks_of", "number_value"]
