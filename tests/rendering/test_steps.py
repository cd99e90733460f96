"""Worked solutions: which steps there are, and that what they show is what the trace holds."""

from __future__ import annotations

import re

import pytest

from symattn.attention import attention, attention_from_scores, multi_head, self_attention
from symattn.errors import PositionError, StageError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.reading import read_text
from symattn.rendering.pieces import Digits, Equation, Grid, Number, RowForms, Step
from symattn.rendering.sections import Section, worked_sections
from symattn.rendering.stages import given_step, stage_step
from symattn.trace import Trace

X = [[1, 0], [0, 1], [1, 1]]
W_K, W_V = [[1, 1], [0, 1]], [[1, 0], [1, 2]]
I = [[1, 0], [0, 1]]  # noqa: E741 - the identity
HEAD = self_attention(X, I, W_K, W_V, visible="causal")
COLUMNS = ([[1], [0]], [[0], [1]])
TWO = multi_head(X, [(w, w, w) for w in COLUMNS], [[1, 1], [1, -1]], visible="causal")


def all_steps(sections: list[Section]) -> list[Step]:
    return [step for section in sections for step in section.steps]


def step_called(start: str, sections: list[Section]) -> Step:
    (step,) = [step for step in all_steps(sections) if step.title.startswith(start)]
    return step


def values(piece: object) -> list[list[Exact | MinusInfinity]]:
    assert isinstance(piece, Grid)
    return [[cell.value for cell in row if isinstance(cell, Number)] for row in piece.rows]


def shown_matrix(equation: Equation) -> ExactMatrix:
    """The first exact matrix on the right of an equation."""
    return ExactMatrix(values(next(side for _, side in equation.sides if isinstance(side, Grid))))


def step_text(trace: Trace, stage: str) -> str:
    return " ".join(stage_step(trace, stage, None, 6).remarks)


class TestOneHead:
    def test_the_steps_in_order(self) -> None:
        titles = [step.title.split(",")[0].split(":")[0] for step in all_steps(worked_sections(HEAD))]
        assert titles == [
            *("Projections", "Dot products", "Scores", "Masked scores"),
            *("Exponentials", "Row totals", "Weights", "Mixtures of the values"),
        ]

    @pytest.mark.parametrize(
        ("title", "stage"),
        [("Dot products", "dots"), ("Scores", "scores"), ("Masked scores", "masked_scores"), ("Weights", "weights")],
    )
    def test_a_step_shows_its_stage(self, title: str, stage: str) -> None:
        step = step_called(title, worked_sections(HEAD))
        assert shown_matrix(step.equations[-1]) == HEAD.exact(stage)

    def test_exponentials_over_row_totals_are_the_weights(self) -> None:
        sections = worked_sections(HEAD)
        exponentials = shown_matrix(step_called("Exponentials", sections).equations[0])
        totals = shown_matrix(step_called("Row totals", sections).equations[0])
        weights = HEAD.exact("weights")
        for i in range(3):
            for j in range(3):
                assert exponentials.number(i, j) / totals.number(i, 0) == weights[i, j]

    def test_a_written_mixture_is_the_row_of_output(self) -> None:
        step = step_called("Mixtures", worked_sections(HEAD))
        written = step.equations[1].sides[0][1].text()
        assert written == "(r*[1, 0] + [1, 2] + r^2*[2, 2])/(r^2 + r + 1)"
        value = read_text(re.sub(r"\br\b", "(exp(1/sqrt(2)))", written)).value
        assert value == ExactMatrix([HEAD.exact("output").row(2)])

    def test_letters_are_defined_where_they_first_stand(self) -> None:
        steps = all_steps(worked_sections(HEAD))
        assert [[word.text() for word in step.where] for step in steps if step.where] == [["r = exp(1/sqrt(2))"]]
        assert next(step for step in steps if step.where).title.startswith("Exponentials")

    def test_decimals_are_certified_roundings_of_the_exact_form(self) -> None:
        step = step_called("Weights", worked_sections(HEAD, places=4))
        grid = step.equations[0].sides[-1][1]
        assert isinstance(grid, Grid)
        assert [[cell.text() for cell in row] for row in grid.rows] == HEAD.exact("weights").decimal(4)
        assert all(isinstance(cell, Digits) for row in grid.rows for cell in row)

    @pytest.mark.parametrize(
        ("stages", "last", "count"),
        [(["V"], "Projections", 1), (["dots"], "Dot products", 2), (["masked_scores"], "Masked scores", 4)],
    )
    def test_only_the_steps_that_lead_there(self, stages: list[str], last: str, count: int) -> None:
        steps = all_steps(worked_sections(HEAD, stages))
        assert (steps[-1].title, len(steps)) == (last, count)

    def test_only_the_rows_asked(self) -> None:
        sections = worked_sections(HEAD, ["weights"], (1,))
        for title in ("Dot products", "Masked scores", "Exponentials", "Row totals", "Weights"):
            equations = step_called(title, sections).equations
            assert len(equations) == 1
            assert "[2]" in (equations[0].left or pytest.fail("no symbol")).text()
        assert shown_matrix(step_called("Weights", sections).equations[0]) == ExactMatrix(
            [HEAD.exact("weights").row(1)]
        )

    def test_a_row_that_is_not_there(self) -> None:
        with pytest.raises(PositionError, match="row 4 is asked, and there are 3 queries"):
            worked_sections(HEAD, ["weights"], (3,))


class TestRemarks:
    def test_nothing_hidden(self) -> None:
        trace = attention([[1]], [[1]], [[1]])
        assert step_called("Masked", worked_sections(trace)).remarks == (
            "Nothing is hidden, so the masked scores are the scores.",
        )

    def test_a_scale_of_one(self) -> None:
        (step,) = [s for s in all_steps(worked_sections(TWO)) if s.title == "Scores"][:1]
        assert step.remarks == ("The scale is 1, so the scores are the dot products.",)

    def test_an_unused_query(self) -> None:
        trace = attention_from_scores([[0, 1], [0, 1]], [[1], [2]], query_valid=[True, False])
        assert (
            "Query 2 is unused: its row is zero by convention."
            in step_called("Weights", worked_sections(trace)).remarks
        )

    @pytest.mark.parametrize("name", ["weights", "head1.weights", "head2.weights"])
    def test_an_unused_query_of_one_stage(self, name: str) -> None:
        heads = 2 if "head" in name else 1
        trace = attention(I, I, I, n_heads=heads, query_valid=[True, False])
        assert "Query 2 is unused: its row is zero by convention." in step_text(trace, name)
        assert "unused" not in step_text(trace, name.replace("weights", "scores"))

    @pytest.mark.parametrize(
        ("scale", "text"),
        [(None, "s = 1/sqrt(2) = sqrt(2)/2"), ("sqrt(1/2)", "s = 1/sqrt(2) = sqrt(2)/2"), ("1/3", "s = 1/3")],
    )
    def test_the_scale_is_derived_where_it_is_the_usual_one(self, scale: str | None, text: str) -> None:
        trace = attention(I, I, I, scale=scale)
        (equation,) = [
            e for e in step_called("Scores", worked_sections(trace)).equations if e.left and e.left.text() == "s"
        ]
        assert " = ".join(["s", *(side.text() for _, side in equation.sides)]) == text

    def test_sums_of_printed_weights(self) -> None:
        trace = attention_from_scores([[0, 0, 0], [0, 0, 0], [0, 1, 1]])
        remarks = step_called("Weights", worked_sections(trace, places=2)).remarks
        assert remarks == ("The printed weights of rows 1 and 2 each add to 0.99; the exact ones add to 1.",)

    def test_a_bias_is_added(self) -> None:
        trace = attention([[1]], [[1], [2]], [[1], [2]], bias=[[0, "-oo"]])
        (equation,) = step_called("Masked", worked_sections(trace)).equations
        assert equation.left is not None
        assert equation.left.text() == "S + B + M"

    def test_a_form_that_is_not_reduced_is_noted(self) -> None:
        scores = ["0.31605908274650574", "0.45680856704711914", "0.51183484802246091", "0.99999999999999999"]
        trace = attention_from_scores([scores], [[1], [2], [3], [5]])
        assert not trace.exact("output").reduced
        remarks = step_called("Mixtures", worked_sections(trace)).remarks
        assert any("Not in lowest terms" in remark for remark in remarks)
        assert "Not in lowest terms" in step_text(trace, "output")

    def test_a_form_that_is_reduced_needs_no_note(self) -> None:
        assert HEAD.reduced
        assert not [step for step in all_steps(worked_sections(HEAD)) if "lowest" in " ".join(step.remarks)]


class TestSeveralHeads:
    def test_sections(self) -> None:
        sections = worked_sections(TWO)
        assert [section.title for section in sections] == ["Head 1", "Head 2", "Both heads"]
        assert [step.title for step in sections[2].steps] == ["Heads side by side", "Output projection"]
        assert shown_matrix(sections[2].steps[0].equations[0]) == TWO.exact("joined")
        assert shown_matrix(sections[2].steps[1].equations[0]) == TWO.exact("output")

    def test_one_head_alone(self) -> None:
        sections = worked_sections(TWO, ["head2.weights"])
        assert [section.title for section in sections] == ["Head 2"]
        assert sections[0].steps[-1].title.startswith("Weights")

    def test_without_output_projection(self) -> None:
        trace = attention(I, I, I, n_heads=2)
        last = all_steps(worked_sections(trace))[-1]
        assert last.remarks == ("There is no output projection, so the output is J.",)

    def test_a_single_head_with_output_projection(self) -> None:
        trace = self_attention(X, I, W_K, W_V, w_o=[[1], [1]], visible="causal")
        steps = all_steps(worked_sections(trace))
        assert shown_matrix(steps[-1].equations[-1]) == trace.exact("output")
        assert shown_matrix(steps[-2].equations[-1]) == trace.exact("joined")
        assert steps[-1].equations[-1].left is not None
        assert steps[-1].equations[-1].left.text() == "Y = J W_O"


class TestWideRows:
    def test_many_keys_are_written_over_their_denominators(self) -> None:
        trace = attention_from_scores([[str(j % 3) for j in range(12)]])
        (equation,) = step_called("Weights", worked_sections(trace)).equations
        forms = equation.sides[0][1]
        assert isinstance(forms, RowForms)
        assert forms.text() == "[1, e, e^2, 1, e, e^2, 1, e, e^2, 1, e, e^2]/(4*e^2 + 4*e + 4)"

    def test_very_many_scores_have_no_exponentials_written(self) -> None:
        trace = attention_from_scores([[str(j % 3) for j in range(21)] for _ in range(20)])
        titles = [step.title for step in all_steps(worked_sections(trace))]
        assert not [title for title in titles if title.startswith(("Exponentials", "Row totals"))]


class TestStages:
    def test_one_stage(self) -> None:
        step = stage_step(HEAD, "weights", (2,), 6)
        (equation,) = step.equations
        assert equation.left is not None
        assert equation.left.text() == "A[3]"
        assert [side.text() for _, side in equation.sides][::2] == [
            "[r/(r^2 + r + 1), 1/(r^2 + r + 1), r^2/(r^2 + r + 1)]",
            "[0.283995, 0.140029, 0.575975]",
        ]
        assert step.remarks == ("The printed weights of row 3 add to 0.999999; the exact ones add to 1.",)

    @pytest.mark.parametrize(
        ("trace", "name", "symbol"),
        [
            (HEAD, "output", "O"),
            (TWO, "output", "Y"),
            (TWO, "head2.output", "O^(2)"),
            (TWO, "joined", "J"),
            (HEAD, "masked_scores", "S + M"),
            (TWO, "head1.Q", "Q^(1)"),
        ],
    )
    def test_symbols(self, trace: Trace, name: str, symbol: str) -> None:
        left = stage_step(trace, name, None, 6).equations[0].left
        assert left is not None
        assert left.text() == symbol

    def test_a_stage_or_row_that_is_not_there(self) -> None:
        with pytest.raises(StageError, match="there is no stage 'colour'"):
            stage_step(HEAD, "colour", None, 6)
        with pytest.raises(PositionError, match="row 4 is asked, and weights has 3 rows"):
            stage_step(HEAD, "weights", (3,), 6)

    def test_what_is_given(self) -> None:
        names = [equation.left.text() for equation in given_step(TWO).equations if equation.left]
        assert names == ["X", "W_Q^(1)", "W_K^(1)", "W_V^(1)", "W_Q^(2)", "W_K^(2)", "W_V^(2)", "W_O", "s"]
        assert given_step(TWO).remarks == ("Keys that may be read: query 1: 1; query 2: 1, 2; query 3: 1, 2, 3.",)
        scores = attention_from_scores([[0, 1]], [[1], [2]])
        assert [equation.left.text() for equation in given_step(scores).equations if equation.left] == ["S", "V"]
        assert given_step(scores).remarks == ("Every query may read every key.",)
