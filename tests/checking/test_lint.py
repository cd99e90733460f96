"""What lint says of an exercise file, and that following its advice helps."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symattn.checking import MISTAKES, check
from symattn.checking.lint import KINDS, Finding, Lint, lint_file
from symattn.checking.lint.hints import HINTS
from symattn.checking.quality import mistaken_values, verdict
from symattn.exact import ExactMatrix
from symattn.problems import Answer, load_exercises
from symattn.problems.exercise_files import exercises_of
from symattn.problems.library import exercise_names
from symattn.problems.rules import Rule

HEAD = {
    "Q": [[1, 2], [0, 1], [2, 1]],
    "K": [[0, 1], [1, 1], [2, 0]],
    "V": [[1, 0], [2, 5], [0, 3]],
    "visible": "causal",
}
SYMMETRIC = {"X": [[1, 0], [0, 1]], "w_q": [[1, 0], [0, 1]], "w_k": [[1, 0], [0, 1]], "w_v": [[1, 0], [0, 1]]}


def linted(*answers: dict[str, Any], statement: str = "?", problem: dict[str, Any] | None = None) -> Lint:
    exercise = {"id": "one", "statement": statement, "answer": list(answers)}
    data = {"title": "One", "problem": problem or HEAD, "exercise": [exercise]}
    return lint_file(exercises_of(data, Path("one.toml")))


def of_kind(found: Lint, kind: str) -> list[Finding]:
    return [finding for finding in found.findings if finding.kind == kind]


def test_an_exercise_that_asks_nothing() -> None:
    file = linted({"value": "1"}).file
    (finding,) = lint_file(replace(file, exercises=(replace(file.exercises[0], answers=()),))).findings
    assert str(finding) == "one: nothing is asked; add an [[exercise.answer]]"


def test_a_clean_exercise_has_no_finding_that_another_answer_does_not_make_up_for() -> None:
    found = linted({"stage": "weights"}, {"stage": "output"})
    assert [finding for finding in found.findings if not finding.covered and finding.kind != "sum"] == []


def test_a_mistake_that_passes_is_told_by_the_row_that_is_advised() -> None:
    found = linted({"stage": "weights", "row": 3})
    passing = next(finding for finding in of_kind(found, "passes") if "no-mask" in finding.mistakes)
    assert not passing.covered
    stage, row = re.findall(r"ask for (\w+)\[(\d)\]", passing.advice)[0]
    advised = Answer(found.qualities[0][1].problem, stage, row=int(row) - 1)
    right = ExactMatrix([*advised.expected().rows()])  # type: ignore[union-attr]
    for name in passing.mistakes:
        made = [values for mistake, values in mistaken_values(advised) if mistake.name == name]
        assert any(verdict(values, tuple(right.rows()), Rule("auto")) is False for values in made)


def test_another_answer_of_the_exercise_makes_up_for_it() -> None:
    found = linted({"stage": "weights", "row": 3}, {"stage": "weights", "row": 1, "name": "first"})
    passing = next(finding for finding in of_kind(found, "passes") if "no-mask" in finding.mistakes)
    assert (passing.covered, passing.advice) == (True, "answer first tells")


def test_what_the_problem_cannot_show_is_answered_with_a_change_of_the_problem() -> None:
    found = linted({"stage": "output"}, problem=SYMMETRIC)
    said = {name: finding.advice for finding in of_kind(found, "passes") for name in finding.mistakes}
    assert said["inputs-for-values"] == "make V differ from X: a w_v that is not the identity"
    assert said["query-and-key-swapped"].startswith("make w_q differ from w_k")


def test_a_coarse_rule_is_answered_with_a_finer_one() -> None:
    problem = {"scores": [["1/100", 0], [0, 0]], "V": [[1], [0]], "visible": "full"}
    found = linted({"stage": "weights", "row": 1, "rule": "places:2"}, problem=problem)
    (finding,) = [finding for finding in of_kind(found, "passes") if "softmax-twice" in finding.mistakes]
    assert finding.advice == 'ask for more: rule = "sig>=6"'


def test_mistakes_that_look_alike_are_told_apart_by_the_stage_that_is_advised() -> None:
    found = linted({"stage": "weights", "row": 1, "column": 1})
    groups = of_kind(found, "alike")
    assert groups
    assert all(finding.covered for finding in groups)
    advised = [finding for finding in groups if finding.advice.startswith("ask for ")]
    assert advised


@pytest.mark.parametrize(
    ("rule", "value", "words"),
    [
        ("places:1", "e/(1+e)", "lenient: 0.7 is enough"),
        ("sig:1", "e/(1+e)", "lenient: 0.7 is enough"),
        ("places:2", "1/700", "lenient: 0.00 is enough"),
        ("within:1/10", "e/(1+e)", "more than a twentieth of 0.7311"),
        ("relative:1/10", "e/(1+e)", "more than a twentieth"),
        ("places:2000", "e/(1+e)", "no answer can meet places:2000"),
    ],
)
def test_rules_that_ask_too_little_or_too_much(rule: str, value: str, words: str) -> None:
    found = of_kind(linted({"value": value, "rule": rule}), "rule")
    assert [words in finding.sentence for finding in found] == [True]


@pytest.mark.parametrize("rule", ["exact", "auto", "places:2", "sig>=3", "within:1/1000", "relative:1/100"])
def test_usual_rules_are_fine(rule: str) -> None:
    values = ("e/(1+e)", "7", "k/2", "-oo")
    assert of_kind(linted(*({"value": value, "rule": rule} for value in values)), "rule") == []


def test_an_exact_answer_that_nobody_types() -> None:
    long = "(1+e+2e^2+3e^3+4e^5)/(7+5e+3e^2+11e^3+e^4)"
    (finding,) = of_kind(linted({"value": long, "rule": "exact"}), "long")
    assert re.search(r"takes \d\d characters", finding.sentence)
    assert of_kind(linted({"value": long, "rule": "auto"}), "long") == []


def test_printed_rows_that_do_not_add_to_one_and_the_places_that_do() -> None:
    problem = {"scores": [[0, 0, 0], [0, "ln 2", 0]], "visible": "full"}
    (finding,) = of_kind(linted({"stage": "weights", "row": 1}, problem=problem), "sum")
    assert finding.sentence == "row 1 adds to 0.999999 as it is printed"
    assert finding.advice == "say that it is the rounding"
    seventh = {"scores": [[0, 0, 0, "ln 4"]], "visible": "full"}
    (finding,) = of_kind(linted({"stage": "weights", "places": 2}, problem=seventh), "sum")
    assert finding.advice == "say that it is the rounding, or print places = 3"
    assert of_kind(linted({"stage": "weights", "places": 3}, problem=seventh), "sum") == []


@pytest.mark.parametrize(
    ("statement", "is_given"),
    [
        ("The weights are {{ stage('weights')[2] }}.", True),
        ("The weights are ${{ stage('weights') }}$.", True),
        ("About {{ decimal(stage('weights')[2], 6) }}.", True),
        ("About {{ decimal(stage('weights')[2], 2) }}.", False),
        ("The first row is {{ stage('weights')[1] }}; the scores are {{ stage('scores') }}.", False),
        ("Twice {{ 2 * stage('weights')[2, 1] }}.", False),
    ],
)
def test_statements_that_print_what_they_ask(statement: str, is_given: bool) -> None:
    problem = {"scores": [[0, 5], [0, 1]], "visible": "full"}
    found = of_kind(linted({"stage": "weights", "row": 2}, statement=statement, problem=problem), "given-away")
    assert bool(found) is is_given


def test_a_number_written_out_in_the_statement_is_given_away_too() -> None:
    for statement in (r"Show $\frac{e}{e + 1}$.", "Is it 0.7311?", "Is it e/(e + 1)?"):
        assert of_kind(linted({"value": "e/(1+e)"}, statement=statement), "given-away")
    assert of_kind(linted({"value": "1/2"}, statement="Take 1/2 of it."), "given-away") == []


def test_what_cannot_be_worked_out_or_is_claimed_wrongly_is_broken() -> None:
    found = linted(
        {"stage": "weigths"}, {"value": "1/2", "equals": "1/3"}, {"error": "no visible key"}, {"value": "1/0"}
    )
    assert [finding.answer for finding in of_kind(found, "broken")] == ["1", "2", "3", "4"]
    assert "did you mean weights" in of_kind(found, "broken")[0].sentence


def test_answers_in_words_are_left_to_a_person() -> None:
    assert linted({"words": "because"}).findings == ()


def test_every_mistake_has_a_hint() -> None:
    assert set(HINTS) == set(MISTAKES)
    assert all(HINTS.values())


@pytest.mark.parametrize("name", exercise_names())
def test_the_files_of_the_package_have_no_faults_but_what_their_texts_print(name: str) -> None:
    found = lint_file(load_exercises(name))
    assert {finding.kind for finding in found.findings} <= {"passes", "alike", "sum", "given-away"}
    assert all(finding.kind in KINDS and finding.sentence and finding.advice for finding in found.findings)
    for finding in found.findings:
        assert str(finding).isprintable()
        assert set(finding.mistakes) <= set(MISTAKES)


def test_what_passes_is_accepted_when_it_is_typed() -> None:
    found = linted({"stage": "output", "row": 3, "rule": "exact"})
    _, answer, quality = found.qualities[0]
    assert quality.passing
    for mistake, values in mistaken_values(answer):
        if mistake.name in quality.passing:
            typed = f"[{', '.join(entry.text() for entry in values[0])}]"
            assert check(typed, answer).accepted is True
