"""An answer key as data for a template: every block of every exercise, written by a format's writer when asked.

Statement, hint, answers and solution are separate; what is not printed is not evaluated. A solution is the author's
words, then the steps from the traces that the answers look at. A step that an exercise has shown is not shown again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from symattn.choices import PLACES
from symattn.errors import DocumentError, ProblemError
from symattn.problems.exercises import Answer, Exercise, ExerciseFile
from symattn.problems.inserts import Inserts
from symattn.problems.problem import Problem
from symattn.problems.stages import trace_of
from symattn.rendering.answers import answer_step, conditions_on, exact_side
from symattn.rendering.calculations import calculation, mentions
from symattn.rendering.decimals import decimal_side
from symattn.rendering.givens import tells_its_problems
from symattn.rendering.letters import table_of
from symattn.rendering.pieces import EQUAL, Equation, Step
from symattn.rendering.prose import Prose
from symattn.rendering.sections import worked_sections
from symattn.rendering.stages import given_step
from symattn.rendering.writer import Writer, Written

NOTHING = Written("")


@dataclass(frozen=True)
class AnswerView:
    """One answer, written: its label, and either words on the same line or a body of displays."""

    name: Written
    reference: Written
    label: Written
    words: Written = NOTHING
    body: Written = NOTHING


@dataclass(frozen=True)
class Group:
    """Steps of a solution under a heading (written; empty where there is only one problem)."""

    heading: Written
    steps: tuple[Written, ...]


@dataclass(frozen=True)
class ExerciseView:
    """One exercise, written; blocks that are not asked are empty."""

    number: int
    id: Written
    title: Written
    about: Written
    given: tuple[Group, ...] = ()
    statement: Written = NOTHING
    hint: Written = NOTHING
    answers: tuple[AnswerView, ...] = ()
    solution: Written = NOTHING
    groups: tuple[Group, ...] = ()


@dataclass
class KeyWriter:
    """Writes the exercises of a file in one format."""

    file: ExerciseFile
    writer: Writer
    places: int = PLACES
    only: str | None = None
    shown: set[str] = field(default_factory=set)
    stated: list[tuple[Problem, int | None]] = field(default_factory=list)

    @cached_property
    def is_told(self) -> bool:
        """Whether the author's statements tell the problems."""
        return tells_its_problems(self.file)

    def views(self) -> Iterator[ExerciseView]:
        """The exercises in order."""
        for number, exercise in enumerate(self.file.exercises, start=1):
            self.shown = set()
            yield self._view(number, exercise)

    def _view(self, number: int, exercise: Exercise) -> ExerciseView:
        def block(name: str, template: str, blocks: str) -> Written:
            if not template or not self._asked(blocks):
                return NOTHING
            return self._located(exercise, name, lambda: self.writer.prose(Prose.of(template, exercise.inserts)))

        given = self._given(exercise)
        answers: tuple[AnswerView, ...] = ()
        groups: tuple[Group, ...] = ()
        if self._asked("answers"):
            answers = tuple(self._answer(exercise, answer) for answer in exercise.answers)
        if self._asked("solutions"):
            groups = tuple(self._groups(exercise))
        return ExerciseView(
            number,
            Written(exercise.id),  # of letters, digits and hyphens: an exercise checks it
            self.writer.words(exercise.title),
            self.writer.words(", ".join(about_exercise(exercise))),
            given,
            block("statement", exercise.statement, "statements"),
            block("hint", exercise.hint, "hints"),
            answers,
            block("solution", exercise.solution, "solutions"),
            groups,
        )

    def _asked(self, blocks: str) -> bool:
        return self.only is None or self.only == blocks

    def _given(self, exercise: Exercise) -> tuple[Group, ...]:
        """Problems that the author does not state: with the first exercise that uses them, or with every solution."""
        if self.only not in (None, "statements", "solutions") or self.is_told:
            return ()
        places = [(source.problem, source.item) for source in sources_of(exercise)]
        fresh = [place for place in places if self.only == "solutions" or place not in self.stated]
        self.stated += fresh
        return tuple(
            Group(self._heading(problem, item), (self.writer.step(given_step(trace_of(problem, item))),))
            for problem, item in fresh
        )

    def _located(self, exercise: Exercise, place: str, write: Callable[[], Written]) -> Written:
        """What is written; an error of a formula or an insert says where it stands."""
        try:
            return write()
        except (DocumentError, ProblemError) as error:
            if isinstance(error, ProblemError) and error.file:
                raise
            raise ProblemError(str(error), file=f"{self.file.path}, exercise {exercise.id}, {place}") from error

    # -- answers ------------------------------------------------------------------------------------------------

    def _answer(self, exercise: Exercise, answer: Answer) -> AnswerView:
        place = f"answer {answer.name}"
        label = self._located(exercise, place, lambda: self._label(answer))
        name = Written(answer.name)  # checked as ids are
        reference = Written(f"{exercise.id}:{name}")
        if answer.kind == "words":
            prose = Prose.of(answer.words, answer.inserts)
            inline = len(prose.blocks) == 1
            written = self._located(
                exercise, place, lambda: self.writer.phrase(prose) if inline else self.writer.prose(prose)
            )
            return AnswerView(name, reference, label, **{"words" if inline else "body": written})
        if answer.kind == "error":
            answer.raised()
            return AnswerView(name, reference, label, words=self.writer.words(f"an error: {answer.error}"))
        step = answer_step(answer, self.places)
        line = self.writer.in_line(step, label)
        if line is not None:
            return AnswerView(name, reference, label, words=line)
        return AnswerView(name, reference, label, body=self.writer.step(step))

    def _label(self, answer: Answer) -> Written:
        if answer.label:
            return self.writer.phrase(Prose.of(answer.label, answer.inserts))
        return self.writer.words(answer.place if answer.stage else f"Answer {answer.name}")

    # -- solutions ----------------------------------------------------------------------------------------------

    def _groups(self, exercise: Exercise) -> Iterator[Group]:
        sources = sources_of(exercise)
        names = table_of([trace_of(source.problem, source.item) for source in sources])
        for source in sources:
            heading = self._heading(source.problem, source.item) if len(sources) > 1 else NOTHING
            written = [
                (f"{section.title}: " if section.title else "", step)
                for section in worked_sections(
                    trace_of(source.problem, source.item), source.stages, source.asked_rows, self.places, names=names
                )
                for step in section.steps
            ]
            steps = tuple(self._new(_titled(lead, step)) for lead, step in written)
            if any(steps):
                yield Group(heading, tuple(filter(None, steps)))
        for answer in exercise.answers:
            yield from self._calculated(exercise, answer)

    def _new(self, step: Step) -> Written:
        """A step without the equations that this exercise has shown already; nothing when none and no remark is new."""
        fresh = [equation for equation in step.equations if self._is_new(" ".join(equation.parts()))]
        if not fresh and (step.equations or not self._is_new(step.title + " ".join(step.remarks))):
            return NOTHING
        return self.writer.step(Step(step.title, fresh, step.remarks, step.where, step.conditions))

    def _is_new(self, text: str) -> bool:
        known = text in self.shown
        self.shown.add(text)
        return not known

    def _heading(self, problem: Problem, item: int | None) -> Written:
        names = [name for name, known in self.file.problems.items() if known is problem]
        words = [f"Problem {name}" for name in names[:1] if len(self.file.problems) > 1]
        words += [] if item is None else [f"record {item + 1}"]
        return self.writer.words(", ".join(words))

    def _calculated(self, exercise: Exercise, answer: Answer) -> Iterator[Group]:
        """How a value came about, or what error a problem raised."""
        label = self._located(exercise, f"answer {answer.name}", lambda: self._label(answer))
        if answer.kind == "error":
            yield self._labelled(label, self.writer.words(f"the program stops and says: {answer.raised()}"))
        if answer.kind != "value":
            return
        formula, value = calculation(answer), answer.expected()
        side = exact_side(value)
        if formula is None or formula.latex() == side.latex():
            return
        places = self.places if answer.places is None else answer.places
        rounded = decimal_side(value, places)
        sides = [(EQUAL, formula), (EQUAL, side), *([rounded] if rounded else [])]
        step = Step("", (Equation(None, sides),), conditions=conditions_on(value))
        line = self.writer.in_line(step, label)
        yield Group(label, (self.writer.step(step),)) if line is None else self._labelled(label, line)

    def _labelled(self, label: Written, words: Written) -> Group:
        return Group(NOTHING, (self.writer.labelled(label, words),))


def _titled(lead: str, step: Step) -> Step:
    return Step(f"{lead}{step.title}", step.equations, step.remarks, step.where, step.conditions)


def about_exercise(exercise: Exercise) -> list[str]:
    """Where an exercise belongs and how many points it has, in words."""
    points = exercise.points
    said = [exercise.place] if exercise.place else []
    if points is not None:
        said.append("1 point" if points.as_fraction() == 1 else f"{points.text()} points")
    return said


# -- what the answers look at ---------------------------------------------------------------------------------------


@dataclass(eq=False)
class Source:
    """A trace that answers of an exercise look at: the stages and rows (0-based; None: all of them) that they ask."""

    problem: Problem
    item: int | None
    stages: set[str] = field(default_factory=set)
    rows: set[int] | None = field(default_factory=set)

    @property
    def asked_rows(self) -> tuple[int, ...] | None:
        """The rows asked, in order."""
        return None if self.rows is None else tuple(sorted(self.rows))

    def ask(self, stage: str, row: int | None) -> None:
        """Add a stage; values and keys are shown whole whatever row is asked."""
        self.stages.add(stage)
        if row is None or trace_of(self.problem, self.item).owner_of(stage)[2] in ("K", "V"):
            self.rows = None
        elif self.rows is not None:
            self.rows.add(row)


def sources_of(exercise: Exercise) -> list[Source]:
    """The traces behind the answers of an exercise, in the order of the answers; given arrays need none."""
    found: dict[tuple[int, int | None], Source] = {}
    for answer in exercise.answers:
        for problem, item, stage, row in _asked(answer):
            if problem is None or stage in problem.arrays:
                continue
            if stage not in trace_of(problem, item).stage_names:
                continue
            source = found.setdefault((id(problem), item), Source(problem, item))
            source.ask(stage, row)
    return list(found.values())


def _asked(answer: Answer) -> Iterator[tuple[Problem | None, int | None, str, int | None]]:
    if answer.kind == "stage":
        if answer.stage not in ("visible", "mask"):
            yield answer.problem, answer.item, answer.stage, answer.row
    elif answer.kind == "value" and answer.inserts is not None:
        for mention in mentions(answer.value):
            if mention.stage not in ("visible", "mask"):
                problem, item = _mentioned(answer.inserts, mention.problem, mention.item)
                yield problem, item, mention.stage, None if mention.row is None else mention.row - 1


def _mentioned(inserts: Inserts, problem: str | None, item: int | None) -> tuple[Problem, int | None]:
    return inserts.problem_named(problem), inserts.item if item is None else item - 1


__all__ = ["AnswerView", "ExerciseView", "Group", "KeyWriter", "about_exercise", "sources_of"]
