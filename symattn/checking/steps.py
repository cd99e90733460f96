"""Several steps of one calculation: the first wrong one is named, and later ones are judged by what it leads to.

A step that is wrong only because an earlier one was is marked as following from it. Earlier decimals are taken as
they stand and, where that does not fit, as anything that rounds to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from symattn.checking.answers import check
from symattn.checking.candidates import Method, Part
from symattn.checking.diagnosis import BITS, Diagnosis, Explanation, values_of
from symattn.checking.explaining import faulty_places, is_faulty
from symattn.checking.matching import LEAST_FIGURES, Target
from symattn.checking.messages import listed_explanations
from symattn.checking.mistakes.arithmetic import BallArithmetic, ExactArithmetic, Number
from symattn.checking.mistakes.evaluating import Evaluation
from symattn.checking.mistakes.tracing import matrix_of
from symattn.checking.mistakes.ways import right_way
from symattn.checking.outcomes import Verdict, judge
from symattn.checking.result import CheckResult
from symattn.checking.typed import Typed, TypedAnswer, typed_answer
from symattn.errors import KindError, ProblemError, SymattnError, UnknownNameError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact.enclosures import precision, rational_ball
from symattn.problems import Answer, Problem
from symattn.problems.rules import Rule
from symattn.problems.stages import parse_place, part_of, record_of, stage_value, trace_of

Rows: TypeAlias = list[list[Exact | None]]


@dataclass(frozen=True)
class StepResult:
    """One step: its verdict against what is right, and whether it follows from the earlier steps as they were given.

    ``follows`` is None where the step is right or for a person, or where there is no earlier step. Mistakes of a step
    that neither is right nor follows are those made in this step, if the earlier ones are taken for granted.
    """

    place: str
    result: CheckResult
    follows: bool | None = None

    @property
    def is_wrong(self) -> bool:
        """Whether something went wrong in this very step."""
        return self.result.accepted is False and not self.follows


@dataclass(frozen=True)
class StepsResult:
    """The verdict on all steps, in order of calculation."""

    steps: tuple[StepResult, ...]

    @property
    def first_wrong(self) -> str | None:
        """The first step in which something went wrong."""
        return next((step.place for step in self.steps if step.is_wrong), None)

    @property
    def message(self) -> str:
        """One sentence: the first wrong step, why, and what follows from it."""
        wrong = next((step for step in self.steps if step.is_wrong), None)
        follows = [step.place for step in self.steps if step.follows]
        if wrong is None and not follows:
            return "no step is wrong"
        after = f"{' and '.join(follows)} follow{'s' if len(follows) == 1 else ''} from the earlier steps"
        if wrong is None:
            return after
        return f"{wrong.place} is the first wrong step: {wrong.result.message}" + (f"; {after}" if follows else "")

    def __str__(self) -> str:
        return self.message


def check_steps(
    problem: Problem, steps: Mapping[str, object], rule: str = "auto", item: int | None = None
) -> StepsResult:
    """The verdict on several stages of one problem, each as somebody gave it; ``item`` is the record of a batch.

    >>> p = Problem.from_data({"scores": [[0, "ln 3"]], "V": [[8], [4]]})
    >>> found = check_steps(p, {"weights": "[1/2, 1/2]", "output[1, 1]": "6"})
    >>> found.first_wrong, [step.follows for step in found.steps]
    ('weights', [None, True])

    Stages are named as in ``trace.stage_names``, with 1-based places for parts: "weights[2]", "output[2, 1]". Errors:
    UnknownNameError and PositionError for a place that is not there, KindError for steps that are no mapping.
    """
    if not isinstance(steps, Mapping):
        raise KindError('steps are a mapping of places to answers, such as {"weights[2]": "[1/2, 1/2]"}')
    order = {stage: number for number, stage in enumerate(trace_of(problem, item).stage_names)}
    parts = {place: _part(place, order) for place in steps}
    found: list[StepResult] = []
    earlier: list[_Step] = []
    for place, part in sorted(parts.items(), key=lambda pair: order[pair[1].stage]):
        answer = Answer(problem, part.stage, part.row, part.column, rule, item=item)
        result = check(steps[place], answer)
        typed = _typed(steps[place], answer)
        step = StepResult(place, result)
        if typed is not None and result.accepted is False and earlier:
            step = _judged_by_earlier(step, typed, answer, part, earlier)
        found.append(step)
        if typed is not None:
            earlier.append(_Step(part, typed, result.accepted is True))
    return StepsResult(tuple(found))


@dataclass(frozen=True)
class _Step:
    """An earlier step that can be calculated with."""

    part: Part
    typed: TypedAnswer
    is_right: bool


def _part(place: str, order: Mapping[str, int]) -> Part:
    if not isinstance(place, str):
        raise UnknownNameError.of("stage", repr(place), order)
    try:
        stage, row, column, item = parse_place(place)
    except ProblemError:
        stage, row, column, item = place, None, None, None
    if stage not in order or item is not None:
        raise UnknownNameError.of("stage", place, order)
    return Part(stage, row, column)


def _typed(step: object, answer: Answer) -> TypedAnswer | None:
    """What was given, where it has the shape of what is asked."""
    right = answer.expected()
    try:
        typed = typed_answer(step, right.symbols).fitting(right)
    except SymattnError:
        return None
    shape = right.shape if isinstance(right, ExactMatrix) else (1, 1)
    return typed if typed.shape == shape and typed.is_matrix == isinstance(right, ExactMatrix) else None


# -- a step by the earlier ones ---------------------------------------------------------------------------------------


def _judged_by_earlier(
    step: StepResult, typed: TypedAnswer, answer: Answer, part: Part, earlier: Sequence[_Step]
) -> StepResult:
    """The step with whether it follows, and else with the mistakes that were made in it."""
    assert answer.problem is not None, "a stage belongs to a problem"
    for chosen in ([one for one in earlier if not one.is_right], earlier):
        given = _given(answer, chosen)
        if chosen and _agrees(typed, _carried(answer, part, given), answer.rule):
            return replace(step, follows=True)
    if _may_follow(typed, answer, part, earlier):
        return replace(step, follows=True)
    given = _given(answer, [one for one in earlier if not one.is_right])
    if not given:
        return replace(step, follows=False)
    carried = _carried(answer, part, given)
    wrong = [] if carried is None else faulty_places(typed, carried)
    found = Diagnosis(answer.problem, answer.item, given).explain(part, typed, wrong) if wrong else ()
    return replace(step, follows=False, result=_with(step.result, found) if found else step.result)


def _with(result: CheckResult, explanations: tuple[Explanation, ...]) -> CheckResult:
    names = tuple(explanation.name for explanation in explanations)
    message = f"from the earlier steps, {listed_explanations(explanations)}"
    return replace(result, outcome="mistake", mistakes=names, message=message)


def _given(answer: Answer, steps: Sequence[_Step]) -> dict[str, Rows]:
    """Whole stages with what was typed in place of what is right."""
    given: dict[str, Rows] = {}
    for step in steps:
        assert answer.problem is not None, "a stage belongs to a problem"
        stage = step.part.stage
        if stage not in given:
            right = stage_value(answer.problem, stage, answer.item)
            assert isinstance(right, ExactMatrix)
            given[stage] = [[_number(entry) for entry in row] for row in right.rows()]
        for i, row in enumerate(step.typed.rows):
            for j, entry in enumerate(row):
                where = step.part.place(i, j)
                given[stage][where[0]][where[1]] = _number(entry.value)
    return given


def _number(entry: Exact | MinusInfinity) -> Exact | None:
    return None if isinstance(entry, MinusInfinity) else entry


def _carried(answer: Answer, part: Part, given: Mapping[str, Rows]) -> Exact | ExactMatrix | MinusInfinity | None:
    """What the earlier steps lead to, exactly; None where they lead to nothing."""
    assert answer.problem is not None, "a stage belongs to a problem"
    way = right_way(record_of(answer.problem, answer.item))
    try:
        matrix = matrix_of(Evaluation(way, ExactArithmetic(), given), part.stage)
    except SymattnError:
        return None
    return part_of(matrix, part.row, part.column, part.stage)


def _agrees(typed: TypedAnswer, carried: Exact | ExactMatrix | MinusInfinity | None, rule: str) -> bool:
    """Whether every entry is what the earlier steps lead to: exactly, rightly rounded, or as the rule takes it."""
    if carried is None:
        return False
    rows = carried.rows() if isinstance(carried, ExactMatrix) else ((carried,),)
    lines = (zip(*both, strict=True) for both in zip(typed.rows, rows, strict=True))
    return all(_is_taken(one, judge(one, value, Rule.parse(rule))) for line in lines for one, value in line)


def _is_taken(typed: Typed, verdict: Verdict) -> bool:
    rightly = verdict.outcome in ("exact", "rounded") and not is_faulty(typed, verdict.outcome)
    return verdict.accepted is True or rightly


def _may_follow(typed: TypedAnswer, answer: Answer, part: Part, earlier: Sequence[_Step]) -> bool:
    """Whether it may follow from numbers that round to what was typed in the earlier steps."""
    assert answer.problem is not None, "a stage belongs to a problem"
    record = record_of(answer.problem, answer.item)
    values = values_of(record)
    with precision(BITS):
        numbers = BallArithmetic(BITS, values)
        given: dict[str, list[list[Number]]] = {
            stage: [[None if entry is None else numbers.number(entry) for entry in row] for row in rows]
            for stage, rows in _given(answer, earlier).items()
        }
        for step in earlier:
            _widen(given[step.part.stage], step)
        way = right_way(record)
        candidate = Method((), way, Evaluation(way, numbers, given), {}).candidate(part)
        everywhere = [(i, j) for i, row in enumerate(typed.rows) for j in range(len(row))]
        return Target(typed, everywhere, numbers).may_be(candidate, everywhere)


def _widen(rows: list[list[Number]], step: _Step) -> None:
    """Let decimals stand for everything that rounds to them."""
    for i, row in enumerate(step.typed.rows):
        for j, entry in enumerate(row):
            if entry.digits is not None and entry.digits.significant[0] >= LEAST_FIGURES and "." in entry.digits.digits:
                place = step.part.place(i, j)
                low, high = (entry.digits.value + sign * entry.digits.unit / 2 for sign in (-1, 1))
                rows[place[0]][place[1]] = rational_ball(low).union(rational_ball(high))


__all__ = ["StepResult", "StepsResult", "check_steps"]
