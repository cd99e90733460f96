"""What a key says: its blocks, its numbers, its notes, and its refusals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symattn.errors import ProblemError, UnknownNameError
from symattn.problems import load_exercises
from symattn.rendering import key, write_key
from tests.rendering.small_file import TOML, one_exercise, small_file

FORMATS = ("tex", "md", "text")


@pytest.fixture(name="keys")
def keys_of_the_small_file(tmp_path: Path) -> dict[str, str]:
    file = small_file(tmp_path)
    return {to: key(file, to) for to in FORMATS}


def answer(written: str, reference: str) -> str:
    """The Markdown of one answer, from its mark to the next."""
    start = written.index(f"<!-- {reference} -->")
    return re.split(r"<!-- |### ", written[start + 5 :])[0]


class TestBlocks:
    @pytest.mark.parametrize("to", FORMATS)
    def test_the_parts_of_a_key_come_in_order(self, keys: dict[str, str], to: str) -> None:
        parts = [
            "A small file",
            "nowhere",
            "All kinds",
            "page 1, 1/2 points",
            "Look at row",
            "Weights",
            "It is",
            "Problem pair",
        ]
        places = [keys[to].index(part) for part in parts]
        assert places == sorted(places)

    @pytest.mark.parametrize("to", FORMATS)
    @pytest.mark.parametrize(
        ("only", "has", "lacks"),
        [
            ("statements", "and", ["Look at row", "Because", "It is", "Projections"]),
            ("hints", "Look at row 1, 2.", ["weigh", "Because", "It is", "Projections"]),
            ("answers", "Because", ["Look at row", "It is", "Projections", "and *weigh*"]),
            ("solutions", "Projections", ["Look at row", "Because", "and *weigh*"]),
        ],
    )
    def test_one_block_alone(self, tmp_path: Path, to: str, only: str, has: str, lacks: list[str]) -> None:
        written = key(small_file(tmp_path), to, only=only)
        assert has in written
        assert not [part for part in lacks if part in written]

    def test_statements_alone_prove_and_solve_nothing(self, tmp_path: Path) -> None:
        file = small_file(tmp_path, TOML.replace("1/(1 + exp(2*sqrt(2)))", "1/2"))
        assert "Nothing but" in key(file, "md", only="statements")

    @pytest.mark.parametrize(
        ("to", "preamble"), [("tex", r"\documentclass"), ("md", "# A small file"), ("text", "=====")]
    )
    def test_a_fragment_has_no_preamble(self, tmp_path: Path, keys: dict[str, str], to: str, preamble: str) -> None:
        fragment = key(small_file(tmp_path), to, fragment=True)
        assert preamble in keys[to]
        assert preamble not in fragment
        assert "All kinds" in fragment

    @pytest.mark.parametrize("to", FORMATS)
    def test_conventions_are_repeated(self, keys: dict[str, str], to: str) -> None:
        for words in ("Rows are queries", "may read", "half away from zero"):
            assert words in keys[to]

    def test_names_are_checked(self, tmp_path: Path) -> None:
        file = small_file(tmp_path)
        with pytest.raises(UnknownNameError, match="no format of a key is called 'html'"):
            key(file, "html")
        with pytest.raises(UnknownNameError, match="no block of a key is called 'answer'; did you mean answers"):
            key(file, only="answer")


class TestProse:
    def test_markdown_of_authors_in_every_format(self, keys: dict[str, str]) -> None:
        assert r"and \emph{weigh}, with \textbf{care}, in \texttt{code}:" in keys["tex"]
        assert r"\item first $s = \frac{\sqrt{2}}{2}$," in keys["tex"]
        assert "and *weigh*, with **care**, in `code`:" in keys["md"]
        assert r"- first $s = \frac{\sqrt{2}}{2}$," in keys["md"]
        assert "- first s = sqrt(2)/2," in keys["text"]

    def test_inserts_outside_formulas(self, keys: dict[str, str]) -> None:
        assert "about sqrt(2)/2 and $0.707$." in keys["md"]
        assert "about sqrt(2)/2 and $0.707$." in keys["tex"]
        assert "about sqrt(2)/2 and 0.707." in keys["text"]

    def test_plain_text_has_no_latex(self, keys: dict[str, str]) -> None:
        assert "\\" not in keys["text"]
        assert "$" not in keys["text"]
        assert "Nothing but 1 < 2." in keys["text"]
        assert r"Nothing but $1 \lt 2$." in keys["md"]


class TestAnswers:
    def test_letters_then_in_full_then_decimals(self, keys: dict[str, str]) -> None:
        written = answer(keys["md"], "all-kinds:weights")
        short = r"\text{row 2:}\quad & \frac{1}{r^{2} + 1} \begin{bmatrix}1 & r^{2}\end{bmatrix}"
        full = r"\frac{e^{2 \sqrt{2}}}{e^{2 \sqrt{2}} + 1}"
        places = [written.index(part) for part in (short, full, r"\approx", "0.055807", r"Here $r = e^{\sqrt{2}}$.")]
        assert places == sorted(places)

    def test_places_of_an_answer_and_of_a_key(self, tmp_path: Path) -> None:
        written = key(small_file(tmp_path), "md", places=8)
        assert r"\approx 5.721$" in answer(written, "all-kinds:entry")
        assert "0.94419278" in answer(written, "all-kinds:weights")

    def test_a_column_is_a_column(self, keys: dict[str, str]) -> None:
        assert re.search(r"\\begin\{bmatrix\}1 \\\\\[\d+pt\] ", answer(keys["md"], "all-kinds:column"))

    def test_no_decimals_beside_integers_and_symbols(self, keys: dict[str, str]) -> None:
        odds = answer(keys["md"], "all-kinds:odds")
        assert r"$\displaystyle \begin{bmatrix}\frac{1}{k + 1} & \frac{k}{k + 1}\end{bmatrix}$." in odds
        assert r"This holds for $k \gt 0$." in odds
        assert "This holds for $k > 0$." in keys["tex"]
        assert "This holds for k > 0." in keys["text"]
        assert not re.search(r"\d\.\d", odds + answer(keys["md"], "all-kinds:unused"))

    def test_an_exact_decimal_is_joined_by_an_equals_sign(self, keys: dict[str, str]) -> None:
        assert r"\frac{17}{2} = 8.500000$" in answer(keys["md"], "other:1")

    def test_an_unused_query_is_pointed_out(self, keys: dict[str, str]) -> None:
        for written in keys.values():
            assert "Query 2 is unused: its row is zero by convention." in written

    def test_words_and_errors(self, keys: dict[str, str]) -> None:
        assert "**all-kinds" not in keys["md"]
        assert "Because *it* has 1." in answer(keys["md"], "all-kinds:why")
        assert "an error: no visible key" in answer(keys["md"], "all-kinds:stops")
        assert "says: a valid query has no visible key: query 1 reads nothing" in keys["md"]

    def test_a_record_of_a_batch(self, keys: dict[str, str]) -> None:
        assert r"\frac{e^{2}}{e^{2} + 1}" in answer(keys["md"], "all-kinds:second-record")
        assert "Problem batch, record 2" in keys["md"]

    def test_printed_weights_that_do_not_add_to_one(self, tmp_path: Path) -> None:
        toml = TOML.replace("scores = [[[0, 1]], [[0, 2]]]", "scores = [[[0, 0, 0]], [[0, 0, 0]]]")
        written = key(small_file(tmp_path, toml), "md", places=2)
        assert "The printed weights of row 1 add to 0.99; the exact ones add to 1." in written
        assert "printed weights" not in key(small_file(tmp_path), "md")


class TestSolutions:
    def test_steps_in_the_order_of_calculation(self, keys: dict[str, str]) -> None:
        titles = [
            "Projections",
            "Dot products",
            "Scores",
            "Masked scores",
            "Exponentials",
            "Row totals",
            "Weights:",
            "Mixtures",
        ]
        solution = keys["md"][keys["md"].index("### Solution") :]
        places = [solution.index(f"*{title}") for title in titles]
        assert places == sorted(places)

    def test_a_step_is_not_shown_twice_in_an_exercise(self, keys: dict[str, str]) -> None:
        for equation in (r"Q = X W_{Q} = ", r"K = X W_{K} = ", r"D = Q K^{\top} = "):
            assert keys["md"].count(equation) == 1

    def test_a_loss_is_calculated_with_numbers_put_in(self, keys: dict[str, str]) -> None:
        formula = (
            r"-\frac{\ln\left(\frac{1}{2}\right) + \ln\left(\frac{1}{3}\right)}{2} = \frac{\ln 6}{2} \approx 0.895880"
        )
        assert formula in keys["md"]
        assert "-(ln(1/2) + ln(1/3))/2 = ln(6)/2 ≈ 0.895880" in keys["text"]
        assert r"2^{3} + \frac{1}{2} = \frac{17}{2} = 8.500000" in keys["md"]

    def test_only_the_rows_asked_are_worked_out(self, tmp_path: Path) -> None:
        toml = (
            TOML[: TOML.index('[[exercise.answer]]\nname = "weights"')]
            + TOML[TOML.index('[[exercise.answer]]\nname = "entry"') :]
        )
        toml = toml.replace('name = "column"\nstage = "output"\ncolumn = 1', 'name = "row"\nstage = "output"\nrow = 2')
        toml = toml.replace("{{ ln(stage('V')[1, 1] / 3) }}", "ln(1/3)")
        solution = key(small_file(tmp_path, toml), "md", only="solutions")
        pair = solution[solution.index("Problem pair") : solution.index("Problem odds")]
        assert "A_{2} = " in pair
        assert "A = " not in pair


class TestRefusals:
    @pytest.mark.parametrize("only", [None, "answers", "solutions"])
    def test_a_claim_that_is_not_proved(self, tmp_path: Path, only: str | None) -> None:
        file = small_file(tmp_path, TOML.replace("1/(1 + exp(2*sqrt(2)))", "1/2"))
        with pytest.raises(ProblemError, match=r"exercise all-kinds, answer weights: is .*different from"):
            key(file, "md", only=only)

    def test_an_error_that_is_not_raised(self, tmp_path: Path) -> None:
        file = small_file(tmp_path, TOML.replace('error = "no visible key"', 'error = "something else"'))
        with pytest.raises(ProblemError, match=r'answer stops: solving the problem raises .* not "something else"'):
            key(file, "md")

    @pytest.mark.parametrize("to", FORMATS)
    def test_a_formula_that_is_not_taken_names_its_place(self, tmp_path: Path, to: str) -> None:
        file = one_exercise(tmp_path, r"See $\foo{1}$.")
        with pytest.raises(ProblemError, match=r"exercise one, statement: \\foo is not among the commands"):
            key(file, to)

    def test_an_insert_that_fails_names_its_place(self, tmp_path: Path) -> None:
        file = one_exercise(tmp_path, "See ${{ stage('nothing') }}$.")
        with pytest.raises(ProblemError, match="nothing"):
            key(file, "md")


class TestFiles:
    @pytest.mark.parametrize(
        ("name", "start"), [("k.tex", r"\documentclass"), ("k.md", "# A small"), ("k.txt", "A small file\n")]
    )
    def test_the_ending_of_a_path_decides(self, tmp_path: Path, name: str, start: str) -> None:
        write_key(small_file(tmp_path), tmp_path / "new" / name)
        assert (tmp_path / "new" / name).read_text(encoding="utf-8").startswith(start)

    def test_an_unknown_ending_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(UnknownNameError, match=r"no format of a key is called '\.docx'"):
            write_key(small_file(tmp_path), tmp_path / "key.docx")

    def test_the_same_key_every_time(self) -> None:
        file = load_exercises("masking-and-causality")
        assert key(file, "tex") == key(load_exercises("masking-and-causality"), "tex")
