"""Mistakes in drawn problems: named when made, and neither for right answers nor at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from symattn.checking import CheckResult, check
from symattn.checking.quality import AnswerQuality, answer_quality
from symattn.exact import Exact, ExactMatrix
from symattn.problems import Answer, Problem
from symattn.trace import Trace
from symattn.visibility import full
from tests.checking.drawn import (
    exactly,
    mistaken,
    problems,
    question,
    random_decimal,
    random_exact,
    rounded,
    written,
)

WRITERS = (exactly, rounded(6), rounded(4))


def made_and_named(seed: int, count: int) -> Iterator[tuple[Answer, str, CheckResult]]:
    """Every answer that a single mistake gives and the rule does not take, with the mistake and the verdict."""
    random = Random(seed)
    for problem in problems(seed, count):
        answer = question(random, problem)
        for mistake, value in mistaken(problem, answer):
            for write in WRITERS:
                text = written(value, write)
                found = None if text is None else check(text, answer)
                if found is not None and not found.accepted:
                    yield answer, mistake.name, found


def test_a_single_mistake_is_among_the_names() -> None:
    cases = [(name, found.mistakes) for _, name, found in made_and_named(seed=7, count=6)]
    missed = [name for name, names in cases if name not in names]
    assert len(cases) > 300
    assert len(missed) <= len(cases) / 100, missed


def test_names_are_few_where_the_mistakes_can_be_told_apart() -> None:
    quality: dict[Answer, AnswerQuality] = {}
    told_apart, everywhere = [], []
    for answer, name, found in made_and_named(seed=8, count=7):
        if answer not in quality:
            quality[answer] = answer_quality(answer)
        everywhere.append(len(found.mistakes))
        if not any(name in group for group in quality[answer].alike):
            told_apart.append(len(found.mistakes))
    assert len(told_apart) > 100
    assert sum(told_apart) <= 1.2 * len(told_apart)
    assert sum(everywhere) <= 1.5 * len(everywhere)


RIGHT_FORMS = (exactly, lambda x: f"{x.text()} + 0", lambda x: f"2*({x.text()})/2", rounded(4), rounded(9))


def test_right_answers_are_never_diagnosed() -> None:
    random = Random(10)
    for problem in problems(seed=10, count=25):
        answer = question(random, problem)
        for write in RIGHT_FORMS:
            text = written(answer.expected(), write)
            if text is None or "-oo +" in text or "(-oo)" in text:
                continue
            found = check(text, answer)
            assert (found.accepted, found.mistakes) == (True, ()), (problem, answer, text, found)


def test_random_wrong_answers_get_hardly_any_name() -> None:
    random = Random(11)
    tried, named = 0, []
    for problem in problems(seed=11, count=10):
        answer = question(random, problem)
        right = answer.expected()
        for write in (lambda x: random_exact(random), lambda x: random_decimal(random, x)) * 8:
            text = written(right, write)
            found = check(text, answer)
            if not found.accepted:
                tried += 1
                named += [(text, found.mistakes)] if found.mistakes else []
    assert tried > 150
    assert len(named) <= tried / 100, named


def test_one_wrong_entry_in_a_right_matrix_gets_hardly_any_name() -> None:
    random = Random(12)
    tried, named = 0, []
    for problem in problems(seed=12, count=10):
        answer = Answer(problem, "weights" if "weights" in stages_of(problem) else "output", rule="places>=5")
        right = answer.expected()
        assert isinstance(right, ExactMatrix)
        for _ in range(8):
            place = random.randrange(right.shape[0]), random.randrange(right.shape[1])
            rows: list[list[object]] = [list(row) for row in right.rows()]
            rows[place[0]][place[1]] = random_decimal(random, right[place])
            found = check(rows, answer)
            if not found.accepted:
                tried += 1
                named += [(rows, found.mistakes)] if found.mistakes else []
    assert tried > 60
    assert len(named) <= tried / 100, named


def test_two_mistakes_at_once_are_named_together() -> None:
    """Neither scale nor mask: the same data solved with everything visible and the scale 1."""
    named = 0
    for problem in problems(seed=13, count=40):
        if problem.scores is not None or problem.scale is not None:
            continue
        bare = replace(problem, scale=Exact(1), visible=full(*problem.score_shape))
        stage = "head1.weights" if "head1.weights" in stages_of(problem) else "weights"
        text = written(Answer(bare, stage, row=0).expected(), rounded(6))
        found = check(text, Answer(problem, stage, row=0))
        if found.accepted or any(" + " not in name for name in found.mistakes):
            continue  # one mistake explains it
        named += 1
        unmasked = {"scale-missing + no-mask", "scale-missing + padding-read"}
        assert unmasked & set(found.mistakes), (problem, text, found)
    assert named >= 4


def stages_of(problem: Problem) -> tuple[str, ...]:
    """The names of the stages of a problem that is no batch."""
    trace = problem.solution
    assert isinstance(trace, Trace)
    return trace.stage_names
