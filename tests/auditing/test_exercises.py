"""Exercise files: each text builds on its own problem, expected answers are checked, places are those of the file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from symattn.auditing import Audit
from symattn.auditing.auditor import audit
from symattn.auditing.placed_json import strings_of_json
from symattn.auditing.placed_toml import strings_of_toml
from symattn.data import exercises_folder
from symattn.errors import SymattnError

SHIPPED = sorted(exercises_folder().glob("*.toml"))
FILE = r'''
title = "Two calculations"

[problems.thirds]
scores = [[0, "ln 2"], [0, 0]]
V = [[3], [6]]
visible = "full"

[problems.quarters]
scores = [[0, "ln 3"], [0, 0]]
V = [[4], [8]]
visible = "causal"

[[exercise]]
id = "first"
problem = "thirds"
statement = "The attention weights are $A\\approx\\begin{bmatrix}0.3333&0.6667\\\\0.5&0.5\\end{bmatrix}$."
solution = """
The outputs are \
  $O=\\begin{bmatrix}5\\\\4.5\\end{bmatrix}$.
"""
  [[exercise.answer]]
  stage = "weights"
  equals = "[[1/3, 2/3], [1/2, 1/2]]"
  [[exercise.answer]]
  name = "mixture"
  stage = "output"
  row = 1
  equals = "[5]"

[[exercise]]
id = "second"
problem = "quarters"
statement = 'The attention weights are $A=\begin{bmatrix}1&0\\0.5&0.5\end{bmatrix}$, the outputs {{ stage("output") }}.'
solution = 'Output 2 is $\frac{1}{2}\cdot 4+\frac{1}{2}\cdot{{ stage("V")[2, 1] }} = 6$.'
  [[exercise.answer]]
  problem = "thirds"
  value = "2*{{ stage('weights')[1, 2] }}"
  equals = "4/3"
'''


def verdicts(found: Audit) -> list[str]:
    return [claim.verdict for claim in found.claims]


def test_every_text_is_held_against_its_own_problem() -> None:
    found = audit(FILE, format="exercises")
    assert not found.wrong, found.wrong
    assert [claim.stage for claim in found.claims] == ["weights", "output", "weights", "output[1]", "weights", "", ""]
    assert found.counts == (7, 7, 7)


@pytest.mark.parametrize(
    ("right", "faulty", "verdict", "expected"),
    [
        (r"0.3333&", r"0.3332&", "off in the last digit", "0.3333"),
        (r"4.5\\end", r"4.6\\end", "off in the last digit", "4.5"),
        ("[[1/3, 2/3], [1/2, 1/2]]", "[[1/3, 3/4], [1/2, 1/2]]", "wrong", "2/3"),
        ('equals = "[5]"', 'equals = "[6]"', "wrong", "5"),
        ("1&0\\\\0.5&0.5", "0.25&0.75\\\\0.5&0.5", "wrong", "1.00, 0.00"),  # right for a problem without the mask
        ("] }} = 6$", "] }} = 5$", "wrong", "6"),
        ('V")[2, 1] }}', 'V")[1, 1] }}', "wrong", "4"),
        ('"4/3"', '"3/2"', "wrong", "4/3"),
    ],
)
def test_one_faulty_figure_is_found_in_its_place(right: str, faulty: str, verdict: str, expected: str) -> None:
    assert right in FILE
    text = FILE.replace(right, faulty, 1)
    found = audit(text, format="exercises")
    (wrong,) = found.wrong
    assert (wrong.verdict, wrong.expected) == (verdict, expected)
    assert text[slice(*wrong.span)] == wrong.text
    assert text.count("\n", 0, wrong.span[0]) + 1 == wrong.line
    changed = text.index(faulty)
    assert wrong.span[0] < changed + len(faulty)
    assert changed < wrong.span[1]


def test_a_wrong_expected_answer_is_explained_by_a_mistake() -> None:
    text = FILE.replace('equals = "[5]"', 'equals = "[4]"').replace('"[[1/3, 2/3], ', '"[[2/3, 1/3], ')
    found = audit(text, format="exercises")
    assert [claim.stage for claim in found.wrong] == ["weights", "output[1]"]
    assert all(claim.mistakes for claim in found.wrong)
    assert found.first_wrong is not None
    assert found.first_wrong.stage == "weights"


def test_records_and_heads_are_givens_too() -> None:
    text = r"""
title = "A batch, then two heads"
[problems.batch]
scores = [[[0, "ln 3"]], [[0, "ln 7"]]]
V = [[[4], [8]], [[5], [10]]]
visible = "full"
[problems.heads]
X = [[1, 0], [0, 1]]
heads = [{ w_q = [[0], [0]], w_k = [[1], [0]], w_v = [[1], [0]] },
  { w_q = [[0], [1]], w_k = [[0], [1]], w_v = [[0], [1]] }]
visible = "causal"
[[exercise]]
id = "records"
problem = "batch"
statement = 'The weights are [0.25, 0.75] in the first record and the weights are [0.125, 0.876] in the second.'
answer = [{ stage = "weights", item = 2, row = 1, equals = "[1/8, 3/4]" },
  { name = "v", stage = "output", item = 1, equals = "[[7]]" }]
[[exercise]]
id = "heads"
problem = "heads"
statement = 'The joined rows are $J\approx\begin{bmatrix}1&0\\0.5&0.7312\end{bmatrix}$.'
answer = [{ stage = "joined", row = 1 }]
"""
    found = audit(text, format="exercises")
    assert [(claim.stage, claim.expected) for claim in found.wrong] == [
        ("weights", "0.875"),
        ("weights[1]", "7/8"),
        ("joined", "0.7311"),
    ]
    assert found.counts.decided == len(found.claims) == 5


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_exercises_have_no_alarm_and_all_is_decided(path: Path) -> None:
    found = audit(path)
    assert not found.wrong, found.wrong
    assert found.counts.found == found.counts.decided > len(found.definitions)
    claimed = {found.source[slice(*claim.span)] for claim in found.claims}
    assert set(_equals(tomllib.loads(path.read_text(encoding="utf-8")))) <= claimed


def _equals(data: dict[str, Any]) -> list[str]:
    answers = [answer for exercise in data["exercise"] for answer in exercise["answer"]]
    return [answer["equals"] for answer in answers if "equals" in answer]


def test_exercises_in_json_are_read_alike() -> None:
    found = audit(json.dumps(tomllib.loads(FILE)), format="exercises")
    assert verdicts(found) == verdicts(audit(FILE, format="exercises"))
    assert not audit('[tool.black]\nline-length = 88\nnote = "1 + 1 = 3"\n', format="exercises").claims


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("title = ", "not readable as TOML"),
        ("[[exercise]]\nid = 1", "title"),
        ('title = "t"\n[[exercise]]\nid = "a"\nstatement = "{{ stage(1 }}"\nanswer = [{words = "w"}]', "statement"),
        (
            'title = "t"\n[problem]\nscores = [[1], [1, 2]]\n'
            '[[exercise]]\nid = "a"\nstatement = "s"\nanswer = [{stage = "weights"}]',
            "scores",
        ),
        ('{"exercise": [', "not readable as JSON"),
        ("a = " + "[" * 100_000, "nested too deeply"),
    ],
)
def test_a_broken_file_gets_one_sentence(text: str, part: str) -> None:
    with pytest.raises(SymattnError, match=part) as caught:
        audit(text, format="exercises", name="broken.toml")
    assert "broken.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


TOML = r"""
# "a = 'no'"
a.b = "x\ty \u00e9\"" # "not this"
"q k" = [ 'li"t', [QQQtwo
lines \
     foldedQQQ], {c = "in", "d e".f = 1.5} ]
n = 2024-05-01T00:00:00
[t]
long = QQQ
aQQquotedQQQQQ
[[t.list]]
raw = '''
'a' = "b"
'''
[[t.list]]
[t.list.sub]
k = "s"
""".replace("Q", '"')


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_strings_of_toml_are_those_that_python_reads(end: str) -> None:
    text = TOML.replace("\n", end)
    data, count = tomllib.loads(text), 0
    for path, placed in strings_of_toml(text):
        value: Any = data
        for key in path:
            value = value[key]
        assert value == placed.text
        assert len(placed.text) == len(placed.places)
        letters = [(sign, place) for sign, place in zip(*placed, strict=True) if sign.isascii() and sign.isalpha()]
        assert all(text[place] == sign for sign, place in letters)
        count += 1
    assert count == 7


def test_strings_of_json_are_those_that_python_reads() -> None:
    data = {"a": ["x", {"b": '\U0001d7d9 \n"', "": "empty"}, 1.5, None, []], "c": {"d": [["y"]]}}
    for is_ascii in (True, False):
        found = dict(strings_of_json(json.dumps(data, ensure_ascii=is_ascii)))
        assert {path: placed.text for path, placed in found.items()} == {
            ("a", 0): "x",
            ("a", 1, "b"): '\U0001d7d9 \n"',
            ("a", 1, ""): "empty",
            ("c", "d", 0, 0): "y",
        }
