"""From a problem to its trace: every way to start, and what start-up costs."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import symattn as sa
from symattn.errors import EmptyRowError, KindError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix
from symattn.exact import exp as exact_exp
from symattn.problems import Problem, solve
from symattn.problems.stages import trace_of
from symattn.trace import Trace


def solved(data: dict[str, object]) -> Trace:
    trace = solve(Problem.from_data(data))
    assert isinstance(trace, Trace)
    return trace


def test_a_path_is_loaded_first(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('scores = [[0, "ln 3"]]\n')
    for reference in (file, str(file)):
        trace = sa.solve(reference)
        assert isinstance(trace, Trace)
        assert row(trace, "weights", 0) == ["1/4", "3/4"]
    two_heads = sa.solve("masks-and-heads#two-heads")
    assert isinstance(two_heads, Trace)
    assert len(two_heads.heads) == 2
    with pytest.raises(KindError, match="solve takes a Problem or the path of a problem file, not list"):
        sa.solve([1])  # type: ignore[arg-type]


def row(trace: Trace, stage: str, number: int) -> list[str]:
    return [entry.text() for entry in trace.exact(stage).row(number)]


def test_from_scores_without_values_there_is_no_output() -> None:
    trace = solved({"scores": [[0, "ln 2", "ln 5"]]})
    assert row(trace, "weights", 0) == ["1/8", "1/4", "5/8"]
    assert "output" not in trace.stage_names


def test_from_queries_keys_and_values_with_the_default_scale() -> None:
    trace = solved({"Q": [[2, 0, 0, 0]], "K": [["ln 3", 0, 0, 0], [0, 1, 1, 1]], "V": [[4], [8]]})
    assert trace.scale == Fraction(1, 2)
    assert row(trace, "weights", 0) == ["3/4", "1/4"]
    assert row(trace, "output", 0) == ["5"]


def test_from_x_with_projections_split_into_heads() -> None:
    eye = [[1, 0], [0, 1]]
    trace = solved(
        {"X": eye, "w_q": eye, "w_k": eye, "w_v": eye, "n_heads": 2, "visible": "causal", "w_o": [[1], [10]]}
    )
    assert row(trace, "head1.weights", 1) == ["1/2", "1/2"]
    assert row(trace, "head2.weights", 1) == ["1/(e + 1)", "e/(e + 1)"]
    e = exact_exp(Exact(1))
    assert trace.exact("output")[1, 0] == Fraction(1, 2) + 10 * e / (1 + e)


def test_from_x_with_explicit_heads() -> None:
    column = {"w_q": [[1]], "w_k": [["ln 2"]], "w_v": [[3]]}
    trace = solved({"X": [[0], [1]], "heads": [column, {**column, "w_v": [[6]]}]})
    assert row(trace, "joined", 1) == ["2", "4"]
    assert trace.exact("output") == trace.exact("joined")


def test_bias_and_hidden_entries_enter_the_masked_scores() -> None:
    trace = solved({"scores": [[0, 0, "-oo"], [0, 0, 0]], "bias": [["ln 3", 0, 0], ["-oo", 0, 0]]})
    assert trace.exact("masked_scores")[0, 2] is MINUS_INFINITY
    assert trace.exact("masked_scores")[1, 0] is MINUS_INFINITY
    assert row(trace, "weights", 0) == ["3/4", "1/4", "0"]
    assert row(trace, "weights", 1) == ["0", "1/2", "1/2"]


def test_a_batch_gives_a_list_with_one_trace_a_record() -> None:
    data = {"scores": [[[0, "ln 2"]], [[0, "ln 3"]]], "visible": {"key_lengths": [2, 1]}}
    problem = Problem.from_data(data)
    traces = solve(problem)
    assert isinstance(traces, list)
    assert [row(trace, "weights", 0) for trace in traces] == [["1/3", "2/3"], ["1", "0"]]
    assert row(trace_of(problem, 1), "weights", 0) == ["1", "0"]


def test_a_query_without_a_key_is_an_error_unless_it_is_declared_unused() -> None:
    data: dict[str, object] = {"scores": [[1, 2], [3, 4]], "V": [[1], [1]], "visible": [[True, True], [False, False]]}
    with pytest.raises(EmptyRowError, match="a valid query has no visible key: query 2"):
        solved(data)
    trace = solved({**data, "query_valid": [True, False]})
    assert row(trace, "weights", 1) == ["0", "0"]
    assert row(trace, "output", 1) == ["0"]


def test_a_batch_names_the_record_of_a_query_without_a_key() -> None:
    with pytest.raises(EmptyRowError, match=r"^a valid query has no visible key: query 1 .*\(record 2 of the batch\)"):
        solve(Problem.from_data({"scores": [[[1]], [[1]]], "visible": {"key_lengths": [1, 0]}}))


def test_free_symbols_go_through_with_their_conditions() -> None:
    trace = solved({"scores": [[0, "ln k"]], "V": [["a"], ["b"]]})
    assert trace.exact("output").symbols == {"a", "b", "k"}
    assert trace.conditions == ("k > 0",)


def test_the_public_names_are_these() -> None:
    assert sa.solve is solve
    assert sa.Problem is Problem


def test_solving_a_file_needs_neither_sympy_nor_the_exercises(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('{"scores": [[0, 1], [2, 3]], "visible": "causal"}', encoding="utf-8")
    program = (
        "import sys, symattn as sa\n"
        f"sa.solve(sa.Problem.load({str(path)!r})).exact('weights').text()\n"
        "print(*sorted({'sympy', 'lark', 'jinja2', 'symattn.problems.exercises'} & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_many_entries_of_text_are_read_exactly() -> None:
    rows = [["0.12345678901234567", "1/3"] * 8 for _ in range(64)]
    problem = Problem.from_data({"Q": rows, "K": rows, "V": rows})
    assert problem.Q is not None
    assert problem.Q[63, 15] == Fraction(1, 3)
    assert ExactMatrix([[Fraction("0.12345678901234567"), Fraction(1, 3)] * 8] * 64) == problem.Q
