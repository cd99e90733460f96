"""`symattn solve` as text, LaTeX and data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from symattn.attention import attention_from_scores, multi_head
from symattn.errors import PositionError, StageError, UnknownNameError
from symattn.exact import Exact, MinusInfinity
from symattn.problems import Problem
from symattn.reading import read_text
from symattn.rendering import solution, solve_json
from tests.support import ROOT

X = [[1, 0], [0, 1], [1, 1]]
TWO = multi_head(X, [([[1], [0]],) * 3, ([[0], [1]],) * 3], [[1, 1], [1, -1]], visible="causal")
BATCH = Problem.from_data({"scores": [[[0, 1]], [[0, "ln k"]]], "V": [[[1], [2]], [[3], [4]]]}).solution
PROBLEM = """
X = [[1, 0], [0, 1], [1, 1]]
w_o = [[1, 1], [1, -1]]
visible = "causal"
heads = [
  { w_q = [[1], [0]], w_k = [[1], [0]], w_v = [[1], [0]] },
  { w_q = [[0], [1]], w_k = [[0], [1]], w_v = [[0], [1]] },
]
"""


class TestText:
    def test_a_whole_solution(self) -> None:
        written = solution(TWO)
        assert written.startswith("Rows are queries and columns are keys")
        parts = [
            "Given",
            "Head 1\n------",
            "Row totals",
            "Head 2",
            "Both heads",
            "Y = J W_O = [1,",
            "≈ [1.000000,  1.000000]",
        ]
        places = [written.index(part) for part in parts]
        assert places == sorted(places)
        assert "[(3*e + 1)/(2*e + 2), (1 - e)/(2*e + 2)]" in written
        assert "\\" not in written

    def test_one_row_of_one_stage(self) -> None:
        assert solution(TWO, stage="head2.weights", row=1).splitlines()[-2:] == [
            "head2.weights",
            "  A^(2)[2] = [1/(e + 1), e/(e + 1), 0] ≈ [0.268941, 0.731059, 0.000000]",
        ]

    def test_places(self) -> None:
        assert "≈ [0.27, 0.73, 0.00]" in solution(TWO, places=2, stage="head2.weights", row=1)

    def test_a_batch_has_its_records_and_conditions(self) -> None:
        written = solution(BATCH)
        assert written.index("Record 1\n========") < written.index("Record 2\n========")
        assert written.endswith("Conditions: k > 0")

    def test_refusals(self) -> None:
        with pytest.raises(UnknownNameError, match="no format of a solution is called 'pdf'"):
            solution(TWO, "pdf")
        with pytest.raises(StageError, match="ambiguous"):
            solution(TWO, stage="weights")
        with pytest.raises(PositionError, match="row 9"):
            solution(TWO, stage="output", row=8)


class TestLatex:
    def test_documents_and_fragments(self) -> None:
        whole, part = solution(TWO, "tex"), solution(TWO, "tex", fragment=True)
        assert whole.startswith(r"\documentclass")
        assert whole.endswith("\\end{document}\n")
        assert r"\documentclass" not in part
        assert r"\frac{2 e}{2 e + 1}" in part
        assert r"Y = J W_{O} = \begin{bmatrix}" in part

    def test_conditions(self) -> None:
        assert "Conditions: $k > 0$." in solution(BATCH, "tex")


class TestData:
    def test_every_stage_in_order(self) -> None:
        data = solve_json(TWO)
        assert [stage["name"] for stage in data["stages"]] == list(TWO.stage_names)
        assert data["conditions"] == []
        assert set(data["stages"][0]) == {"name", "shape", "reduced", "exact", "decimal"}
        assert json.loads(json.dumps(data)) == data

    @pytest.mark.parametrize("name", TWO.stage_names)
    def test_exact_text_reads_back_and_decimals_belong_to_it(self, name: str) -> None:
        (stage,) = solve_json(TWO, places=9, stage=name)["stages"]
        matrix = TWO.exact(name)
        assert stage["shape"] == list(matrix.shape)
        assert stage["reduced"] is True
        for i, row in enumerate(stage["exact"]):
            for j, text in enumerate(row):
                value = read_text(text).value
                assert isinstance(value, Exact | MinusInfinity)
                assert value == matrix[i, j]
                assert stage["decimal"][i][j] == value.decimal(9)

    def test_masked_and_symbolic_entries(self) -> None:
        trace = attention_from_scores([["a", "-oo"], [1, 2]])
        (stage,) = solve_json(trace, stage="masked_scores", places=1)["stages"]
        assert stage["exact"] == [["a", "-oo"], ["1", "2"]]
        assert stage["decimal"] == [[None, "-oo"], ["1.0", "2.0"]]

    def test_a_batch_nests_one_level_deeper(self) -> None:
        data = solve_json(BATCH, places=3)
        weights = next(stage for stage in data["stages"] if stage["name"] == "weights")
        assert weights["shape"] == [2, 1, 2]
        assert weights["exact"] == [[["1/(e + 1)", "e/(e + 1)"]], [["1/(k + 1)", "k/(k + 1)"]]]
        assert weights["decimal"] == [[["0.269", "0.731"]], [[None, None]]]
        assert data["conditions"] == ["k > 0"]

    def test_one_row(self) -> None:
        (stage,) = solve_json(TWO, stage="output", row=2)["stages"]
        assert (stage["shape"], stage["exact"]) == ([1, 2], [["4*e/(2*e + 1)", "0"]])


def test_text_and_data_need_no_template_engine_and_no_sympy(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(PROBLEM)
    code = (
        "import sys\n"
        "from symattn.problems.problem import Problem\n"
        "from symattn.rendering import solution, solve_json\n"
        f"trace = Problem.load({str(tmp_path / 'p.toml')!r}).solution\n"
        "solution(trace); solve_json(trace)\n"
        "print([name for name in ('sympy', 'mpmath', 'jinja2', 'lark') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
