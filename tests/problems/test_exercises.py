"""Answers, exercises and exercise files."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.errors import EmptyRowError, PositionError, ProblemError, SymattnError, UnknownNameError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix
from symattn.problems import Answer, ExerciseFile, Problem, load_exercises
from symattn.problems.exercise_files import exercises_of
from symattn.problems.files import parse_data
from symattn.problems.rules import Rule

LEAK = Problem.from_data({"scores": [[0, "ln 4"], ["ln 3", 0]], "V": [["1/2"], [1]], "visible": "full"}, where="leak")


def written(value: object) -> str:
    assert isinstance(value, Exact | ExactMatrix) or value is MINUS_INFINITY
    return value.text()


# --- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "text", "shown"),
    [
        ({}, "[[1/5, 4/5], [3/4, 1/4]]", "weights"),
        ({"row": 1}, "[[3/4, 1/4]]", "weights[2]"),
        ({"column": 0}, "[[1/5], [3/4]]", "weights[:, 1]"),
        ({"row": 0, "column": 1}, "4/5", "weights[1, 2]"),
    ],
)
def test_a_part_of_a_stage_counts_from_zero_in_python_and_from_one_for_people(
    place: dict[str, int], text: str, shown: str
) -> None:
    answer = Answer(LEAK, "weights", **place)  # type: ignore[arg-type]
    assert written(answer.expected()) == text
    assert answer.place == shown
    assert (answer.kind, answer.rule) == ("stage", "auto")


def test_a_record_of_a_batch_is_named_by_item() -> None:
    batch = Problem.from_data({"scores": [[[0, "ln 2"]], [[0, "ln 3"]]]}, where="batch")
    answer = Answer(batch, "weights", 0, 1, item=1)
    assert written(answer.expected()) == "3/4"
    assert answer.place == "record 2, weights[1, 2]"
    with pytest.raises(ProblemError, match="batch: is a batch: say which of its 2 records"):
        Answer(batch, "weights").expected()


def test_a_masked_score_is_an_answer_too() -> None:
    masked = Problem.from_data({"scores": [[1, 2], [3, 4]], "visible": "causal"})
    assert Answer(masked, "masked_scores", 0, 1).expected() is MINUS_INFINITY
    assert written(Answer(masked, "masked_scores", 0).expected()) == "[[1, -oo]]"


def test_given_arrays_scale_and_visibility_are_stages() -> None:
    data = {
        "X": [[1], [2]],
        "heads": [{"w_q": [[1]], "w_k": [[1]], "w_v": [[3]]}] * 2,
        "visible": "causal",
        "scale": "1/2",
    }
    problem = Problem.from_data(data)
    found = {
        name: written(Answer(problem, name).expected())
        for name in ("X", "head2.w_v", "scale", "head1.scale", "visible")
    }
    assert found == {
        "X": "[[1], [2]]",
        "head2.w_v": "[[3]]",
        "scale": "1/2",
        "head1.scale": "1/2",
        "visible": "[[1, 0], [1, 1]]",
    }
    with pytest.raises(UnknownNameError, match=r"no stage is called 'head1\.weigths'; did you mean head1\.weights"):
        Answer(problem, "head1.weigths").expected()
    with pytest.raises(UnknownNameError, match="no stage is called 'scale'"):
        Answer(LEAK, "scale").expected()


def test_a_place_outside_is_refused() -> None:
    with pytest.raises(PositionError, match=r"weights \[2, 2\] has no row 3"):
        Answer(LEAK, "weights", row=2).expected()
    with pytest.raises(PositionError, match=r"weights \[2, 2\] has no column 0"):
        Answer(LEAK, "weights", column=-1).expected()


def test_words_have_no_exact_value() -> None:
    with pytest.raises(ProblemError, match="the answer is words, not an exact value"):
        Answer(None, words="because").expected()


def test_an_answer_is_solved_when_it_is_looked_at_and_only_once() -> None:
    empty = Problem.from_data({"scores": [[1]], "visible": [[False]]})
    answer = Answer(empty, "weights")
    with pytest.raises(EmptyRowError, match="query 1"):
        answer.expected()
    fine = Answer(LEAK, "weights")
    assert fine.expected() is fine.expected()
    assert LEAK.solution is LEAK.solution


# --- files ------------------------------------------------------------------------------------------------------------

FILE = r"""
title = "Leaks"
source = "made up"

[problems.leak]
scores = [["0", "ln 4"]]
V = [["1/2"], [1]]
visible = "full"

[problems.shut]
like = "leak"
visible = "causal"
align = "top-left"

[problems.shut-twice]
like = "shut"
scores = [["0", "ln 9"]]

[problems.empty]
like = "leak"
visible = [[false, false]]

[problems.misfit]
like = "leak"
V = [[1]]

[problems.batch]
scores = [[["0", "ln 2"]], [["0", "ln 3"]]]

[[exercise]]
id = "leak"
title = "How much leaks"
place = "section 3"
problem = "leak"
points = "3/2"
statement = "The weights are {{ stage('weights') }}."
hint = "Look right."
solution = "It is {{ stage('weights')[1, 2] }}."

[[exercise.answer]]
stage = "weights"
row = 1
column = 2
rule = "places>=4"
equals = "8/10"
places = 3
abbreviate = true
points = 1

[[exercise.answer]]
name = "ratio"
label = "Ratio ${{ stage('weights')[1] }}$"
value = "1/{{ stage('weights')[1, 1] }} + {{ stage('weights', problem='shut')[1, 1] }}"
equals = "6"

[[exercise.answer]]
problem = "batch"
item = 2
value = "{{ stage('weights')[1, 2] }}"

[[exercise.answer]]
name = "why"
words = "Because {{ visible_keys(1) }}."

[[exercise.answer]]
problem = "empty"
error = "a valid query has no visible key"

[[exercise.answer]]
problem = "misfit"
error = "does not fit"

[[exercise]]
id = "shut"
statement = "And now?"
problem = "shut"

[[exercise.answer]]
stage = "output"
"""


def read(text: str = FILE) -> ExerciseFile:
    return exercises_of(parse_data(text, ".toml", "f"), Path("f.toml"))


def test_a_file_is_its_exercises_in_order() -> None:
    file = read()
    assert (file.title, file.source) == ("Leaks", "made up")
    assert list(file.problems) == ["leak", "shut", "shut-twice", "empty", "batch"]
    leak, shut = file.exercises
    assert (leak.id, leak.title, leak.place, leak.hint) == ("leak", "How much leaks", "section 3", "Look right.")
    assert leak.points is not None
    assert leak.points.text() == "3/2"
    assert (shut.title, shut.points, shut.problem) == ("shut", Exact(1), file.problems["shut"])
    assert [answer.name for answer in leak.answers] == ["1", "ratio", "3", "why", "5", "6"]
    assert [answer.kind for answer in leak.answers] == ["stage", "value", "value", "words", "error", "error"]
    first = leak.answers[0]
    assert (first.row, first.column, first.rule, first.places, first.abbreviate) == (0, 1, "places>=4", 3, True)
    assert first.points == Exact(1)
    assert leak.answers[2].item == 1


def test_answers_of_a_file_are_exact() -> None:
    file = read()
    assert written(file.answer("leak:1").expected()) == "4/5"
    assert written(file.answer("leak:ratio").expected()) == "6"
    assert written(file.answer("leak:3").expected()) == "3/4"
    assert written(file.answer("shut").expected()) == "[[1/2]]"
    assert file.answer("leak:5").raised().startswith("a valid query has no visible key")
    assert "V: [1, 1] does not fit scores [1, 2]" in file.answer("leak:6").raised()


def test_like_takes_over_every_key_that_is_not_replaced() -> None:
    problem = read().problems["shut-twice"]
    assert written(problem.V) == "[[1/2], [1]]"
    assert problem.visible is not None
    assert problem.visible.pairs() == ((0, 0),)
    assert written(problem.scores) == "[[0, 2*ln(3)]]"


def test_claims_are_checked_when_asked_and_named_when_wrong() -> None:
    read().check_claims()
    wrong = read(FILE.replace('equals = "8/10"', 'equals = "4/6"'))
    with pytest.raises(
        ProblemError, match=r'f\.toml, exercise leak, answer 1: is 4/5, which is different from the "4/6"'
    ):
        wrong.check_claims()
    silent = read(FILE.replace('problem = "empty"\nerror', 'problem = "leak"\nerror'))
    with pytest.raises(ProblemError, match=r'f\.toml, exercise leak, answer 5: .*raises nothing, not "a valid query'):
        silent.check_claims()
    other = read(FILE.replace('error = "does not fit"', 'error = "no such thing"'))
    with pytest.raises(ProblemError, match=r'answer 6: .*raises .*does not fit.*, not "no such thing"'):
        other.check_claims()


def test_unknown_answers_and_exercises_are_named_with_what_there_is() -> None:
    file = read()
    with pytest.raises(UnknownNameError, match="no exercise is called 'leaks'; did you mean leak"):
        file.exercise("leaks")
    with pytest.raises(UnknownNameError, match="no answer of leak is called 'ration'; did you mean ratio"):
        file.answer("leak:ration")
    with pytest.raises(UnknownNameError, match="no answer of leak is called ''"):
        file.answer("leak")


ONE = """
title = "One"
[problem]
scores = [[1]]
[[exercise]]
id = "a"
statement = "?"
[[exercise.answer]]
stage = "weights"
"""


def test_the_only_problem_of_a_file_is_meant_everywhere() -> None:
    file = read(ONE)
    assert list(file.problems) == ["problem"]
    assert written(file.answer("a").expected()) == "[[1]]"


def test_a_json_file_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(
        '{"title": "One", "problem": {"scores": [[1]]},'
        ' "exercise": [{"id": "a", "statement": "?", "answer": [{"stage": "weights"}]}]}',
        encoding="utf-8",
    )
    assert written(load_exercises(path).answer("a").expected()) == "[[1]]"


CHANGED = [
    # what is replaced in ONE, by what, and the message
    ('title = "One"', "", "f.toml: title: is missing: write title = "),
    (ONE, "scores = [[1]]", "f.toml: this is no exercise file"),
    ('title = "One"', "title = 1", "f.toml: title: text is expected, not 1"),
    (
        'title = "One"',
        'titel = "One"',
        "f.toml: titel: no key of an exercise file is called 'titel'; did you mean title",
    ),
    ('id = "a"', "", r"f.toml: exercise\[1\]\.id: is missing: write id = "),
    ('id = "a"', 'id = "a b"', r'f.toml: exercise\[1\]\.id: "a b" is not a name of letters, digits and hyphens'),
    ('statement = "?"', "", r"f.toml: exercise\[1\]\.statement: is missing: write statement = "),
    (
        'statement = "?"',
        'statement = "{{ stag() }}"',
        r"f.toml: exercise\[1\]\.statement: \{\{ stag\(\) \}\}: no function",
    ),
    ('statement = "?"', 'statement = "{{ 1"', r"exercise\[1\]\.statement: an insert is opened and not closed"),
    ('id = "a"', 'id = "a"\npoints = -1', r"exercise\[1\]\.points: -1 is not a share of points"),
    ('id = "a"', 'id = "a"\npoints = 0.5', r'exercise\[1\]\.points: 0\.5 would .* write "0\.5" in quotes'),
    ('id = "a"', 'id = "a"\nproblem = "b"', r"exercise\[1\]\.problem: no problem is called 'b'; known: problem"),
    ("[[exercise.answer]]", "[exercise.answer]", r"exercise\[1\]\.answer: a list of tables .* write \[\[answer\]\]"),
    ('[[exercise.answer]]\nstage = "weights"', "", r"exercise\[1\]\.answer: at least one is needed"),
    ('stage = "weights"', "", r"exercise\[1\]\.answer\[1\]: an answer has exactly one of .* none of them"),
    (
        'stage = "weights"',
        'stage = "weights"\nvalue = "1"',
        r"answer\[1\]: an answer has exactly one .* stage and value",
    ),
    ('stage = "weights"', 'value = "1"\nrow = 1', r"answer\[1\]\.row: no key of an answer with value is called 'row'"),
    ('stage = "weights"', 'words = "x"\nrule = "exact"', r"answer\[1\]\.rule: no key of an answer with words"),
    ('stage = "weights"', 'stage = "weights"\nrow = 0', r"answer\[1\]\.row: 0 is less than 1"),
    ('stage = "weights"', 'stage = "weights"\ncolumn = 1.5', r"answer\[1\]\.column: 1\.5 is not a whole number"),
    (
        'stage = "weights"',
        'stage = "weights"\nrule = "place:4"',
        r"answer\[1\]\.rule: no rule is called 'place:4'; did you mean places:4",
    ),
    (
        'stage = "weights"',
        'stage = "weights"\nabbreviate = 1',
        r"answer\[1\]\.abbreviate: true or false is expected, not 1",
    ),
    ('stage = "weights"', 'stage = "weights"\nplaces = -1', r"answer\[1\]\.places: -1 is less than 0"),
    ("[problem]\nscores = [[1]]", "", r"f.toml: exercise\[1\]\.answer\[1\]\.problem: say which problem is meant"),
    ("[problem]\nscores = [[1]]", "problem = 1", "f.toml: problem: a table is expected, not 1"),
    (
        "[problem]",
        "[problems.a]\nscores = [[1]]\n[problem]",
        "f.toml: problem: a file has either one problem or several",
    ),
    ("[problem]", '[problems."a b"]', 'problems.name: "a b" is not a name'),
    ("scores = [[1]]", "scores = [[1.5]]", r"^f\.toml: scores\[1\]\[1\]: 1\.5 would"),
    (
        "[problem]\nscores = [[1]]",
        "[problems.p]\nscores = [[1.5]]",
        r"^f\.toml, problem p: scores\[1\]\[1\]: 1\.5 would",
    ),
    ("[problem]", '[problems.p]\nlike = "q"', r"f\.toml: problems\.p\.like: no problem is called 'q'"),
    (
        "[problem]",
        '[problems.q]\nlike = "p"\n[problems.p]\nlike = "q"',
        r"problems\.p\.like: a circle: q is like p is like q",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), CHANGED)
def test_a_wrong_key_is_named_with_its_path(old: str, new: str, message: str) -> None:
    assert old in ONE
    with pytest.raises(SymattnError, match=message):
        read(ONE.replace(old, new))


def test_names_that_stand_twice_are_refused() -> None:
    second = ONE[ONE.index("[[exercise]]") :]
    with pytest.raises(ProblemError, match=r'f\.toml: exercise\[2\]\.id: the id "a" stands at exercise\[1\] already'):
        read(ONE + second)
    with pytest.raises(ProblemError, match=r'answer\[2\]\.name: the name "1" stands at exercise\[1\]\.answer\[1\]'):
        read(ONE + '[[exercise.answer]]\nstage = "weights"\nname = "1"\n')


def test_a_problem_that_does_not_load_is_an_error_unless_an_answer_asks_for_it() -> None:
    broken = ONE.replace("scores = [[1]]", "scores = [[1]]\nn_heads = 2")
    with pytest.raises(ProblemError, match=r"f\.toml: n_heads: does not go with scores"):
        read(broken)
    asked = broken.replace('stage = "weights"', 'error = "does not go with scores"')
    assert read(asked).answer("a").raised().startswith("f.toml: n_heads")
    with pytest.raises(ProblemError, match="n_heads: does not go with scores"):
        read(asked + '[[exercise.answer]]\nstage = "weights"\n')


def test_a_problem_that_nobody_uses_must_load_too() -> None:
    unused = ONE.replace("[problem]", "[problems.unused]\nscores = [[1, 2], [3]]\n[problems.used]")
    unused = unused.replace('stage = "weights"', 'stage = "weights"\nproblem = "used"')
    with pytest.raises(ProblemError, match=r"f\.toml, problem unused: scores: row 2 has 1 entries, row 1 has 2"):
        read(unused)


RULES = ["exact", "auto", "places:4", "places : 4", "places>=0", "sig:0", "sig>=1", "places:12345", "within 1/100"]
RULES += [
    "within:0.02",
    "within foo",
    "within",
    "within:0",
    "relative:1/8",
    "relative -1",
    "relative:k",
    "Exact",
    "sig:\u0664",
]


@pytest.mark.parametrize("rule", RULES)
def test_a_file_takes_the_rules_that_checking_takes(rule: str) -> None:
    text = ONE + f'rule = "{rule}"\n'
    try:
        Rule.parse(rule)
    except SymattnError:
        with pytest.raises(ProblemError, match=r"f\.toml: exercise\[1\]\.answer\[1\]\.rule: "):
            read(text)
    else:
        assert read(text).exercises[0].answers[0].rule == rule
