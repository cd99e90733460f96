"""Whole answers: matrices, shapes, what is echoed and said, and answers of exercises."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

import symattn as sa
from symattn.checking import CheckResult, EntryResult, Rule, check
from symattn.errors import FloatError, ReadError, UnknownNameError

WEIGHTS = [[1, 0], ["1/(1+e)", "e/(1+e)"]]


def test_a_matrix_of_exact_and_rounded_entries() -> None:
    found = check("[[1, 0], [0.268941, e/(1+e)]]", WEIGHTS, "places>=6")
    assert (found.accepted, found.outcome) == (True, "rounded")
    assert found.entries[2] == EntryResult(1, 0, "rounded", True)
    assert found.message == "right: every entry is exact or rounded rightly"


def test_wrong_entries_are_named_from_one() -> None:
    found = check("[[1, 0], [0.26894, 0.75]]", WEIGHTS, "places:6")
    assert (found.accepted, found.outcome) == (False, "wrong")
    assert found.message == (
        "row 2, column 1 is rounded rightly but not to the digits asked; row 2, column 2 is wrong; "
        "asked: exactly 6 decimal places"
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("[[5, 5, 5], [2, 2, 5]]", "entries [1, 1], [1, 2], [1, 3] and [2, 3] are wrong"),
        ("[[5, 5, 5], [5, 5, 2]]", "entries [1, 1], [1, 2], [1, 3], [2, 1] and 1 more are wrong"),
        (
            "[[1, 1.1, 0.9], [2, 2, 5]]",
            "entries [1, 2] and [1, 3] are off by one in the last digit; row 2, column 3 is wrong",
        ),
        ("[[5, 5, 5], [5, 5, 5]]", "every entry is wrong"),
    ],
)
def test_entries_with_the_same_fault_are_named_together(answer: str, words: str) -> None:
    assert check(answer, [[1, 1, 1], [2, 2, 2]]).message == words


@pytest.mark.parametrize(("answer", "right"), [("[1, 5, 1, 5]", [1] * 4), ("[1; 5; 1; 5]", [[1]] * 4)])
def test_the_entries_of_a_row_or_a_column_have_one_number(answer: str, right: list[object]) -> None:
    assert check(answer, right).message == "entries 2 and 4 are wrong"


def test_a_list_of_texts_is_judged_by_the_digits_of_each() -> None:
    assert check([["1", "0"], ["0.2689", "0.7311"]], WEIGHTS, "places:4").accepted is True
    assert check([["1", "0"], ["0.26894", "0.7311"]], WEIGHTS, "places:4").accepted is False


def test_latex_matrices_keep_their_digits() -> None:
    typed = r"\begin{bmatrix} 1 & 0 \\ 0.2689 & 0.7311 \end{bmatrix}"
    assert check(typed, WEIGHTS, "places:4").accepted is True
    assert check(typed, WEIGHTS, "places:5").accepted is False


@pytest.mark.parametrize(
    ("answer", "expected", "words"),
    [
        (
            "[1, 2]",
            "[[1], [2]]",
            "a 2 x 1 matrix is expected, and this is a 1 x 2 matrix; rows and columns are exchanged",
        ),
        (
            "1.4723 -0.9420",
            "[1.4723, -0.942]",
            "one number was read where a row of 2 is expected; write [1.4723, -0.9420]",
        ),
        (
            "[1.4723 -0.9420]",
            "[1.4723, -0.942]",
            "one number was read where a row of 2 is expected; write [1.4723, -0.9420]",
        ),
        ("5", "[1, 2]", "one number was read where a row of 2 is expected; write [..., ...]"),
        (
            "5",
            "[[1, 2], [3, 4]]",
            "one number was read where a 2 x 2 matrix is expected; write its rows as [[..., ...], [..., ...]]",
        ),
        ("[1, 2, 3]", "[1, 2]", "a 1 x 2 matrix is expected, and this is a 1 x 3 matrix"),
    ],
)
def test_another_shape_is_wrong_and_says_which(answer: str, expected: str, words: str) -> None:
    found = check(answer, expected)
    assert (found.accepted, found.outcome, found.message) == (False, "wrong", words)


@pytest.mark.parametrize("answer", ["[1, 2]", "(1, 2)", r"\begin{bmatrix}1&2\end{bmatrix}", "[[1, 2]]"])
def test_a_row_is_a_row_however_it_is_written(answer: str) -> None:
    assert check(answer, [1, 2]).outcome == "exact"


CONDITIONAL = [
    ("exp(ln(k))+1", "k+1", "exact", "right, for k > 0: proved equal"),
    ("k+1", "exp(ln(k))+1", "exact", "right, for k > 0: proved equal"),
    ("exp(ln(k))/k", "1", "exact", "right, for k > 0: proved equal"),
    ("[exp(ln a), exp(ln b)]", "[a, b]", "exact", "right, for a > 0, b > 0: every entry is proved equal"),
    ("[1, ln k - ln k]", "[1, 0]", "exact", "right, for k > 0: every entry is proved equal"),
    ("exp(ln(k))/k/2", "1/2", "places:2", "the value is right for k > 0, but asked: exactly 2 decimal places"),
    ("exp(ln(k))", "k", "places:2", "right, for k > 0: proved equal"),
]


@pytest.mark.parametrize(("answer", "expected", "rule", "message"), CONDITIONAL)
def test_what_is_right_only_under_a_condition_says_so(answer: str, expected: str, rule: str, message: str) -> None:
    found = check(answer, expected, rule)
    assert found.message == message
    assert all(condition in message for condition in found.conditions)
    assert found.conditions


def test_without_a_condition_none_is_said() -> None:
    found = check("k + 1", "1 + k")
    assert (found.conditions, found.message) == ((), "right: proved equal")
    assert check("ln k", "k").conditions == ("k > 0",)


@pytest.mark.parametrize("answer", ["0.50", "-1.5e-3", "1/(1+e^-1)", "[0.50, 1/2]", "[[1, -oo], [0.5, ln 2]]", "ln k"])
def test_the_plain_text_of_what_was_read_reads_back(answer: str) -> None:
    found = check(answer, 1)
    assert "\\" not in found.reading_text
    assert sa.compare(found.reading_text, answer).outcome == "equal"
    assert check(found.reading_text, 1).reading_text == found.reading_text


def test_hidden_scores_in_a_matrix() -> None:
    assert check("[[0, -oo], [0, 0]]", [[0, "-oo"], [0, 0]]).accepted is True
    found = check("[[0, 0], [0, 0]]", [[0, "-oo"], [0, 0]])
    assert found.message == "row 1, column 2 is wrong"


def test_proved_wrong_outweighs_undecided_and_undecided_outweighs_right() -> None:
    found = check("[2k, 1]", ["k", 2], "within:1/10")
    assert (found.accepted, found.outcome) == (False, "wrong")
    found = check("[2k, 2]", ["k", 2], "within:1/10")
    assert (found.accepted, found.outcome) == (None, "undecided")
    assert found.message == "entry 1 is undecided"


def test_what_was_read_is_echoed_with_the_digits_typed() -> None:
    assert check("0.50", "1/2").reading == "0.50"
    assert check("-1.5e-3", "1/2").reading == r"-1.5 \cdot 10^{-3}"
    assert check("1/(1+e^-1)", "1/2").reading == sa.latex("e/(1+e)")
    assert check("[0.50, 1/2]", [1, 2]).reading == r"\begin{bmatrix} 0.50 & \frac{1}{2} \end{bmatrix}"


def test_a_decimal_comma_is_said() -> None:
    found = check("0,7311", "e/(1+e)", "auto")
    assert found.accepted is True
    assert any("comma" in note for note in found.notes)


def test_an_unreadable_answer_names_the_position_and_is_for_a_person() -> None:
    found = check("0.73 +", "e/(1+e)")
    assert (found.accepted, found.outcome, found.reading) == (None, "unreadable", "")
    assert "position" in found.message


@pytest.mark.parametrize("expected", ["1 +", "", " "])
def test_an_unreadable_expectation_is_an_error(expected: str) -> None:
    with pytest.raises(ReadError):
        check("1", expected)


@pytest.mark.parametrize("rule", [3, 2.5, ["auto"], None, Rule.parse("places:1")])
def test_a_rule_is_text_or_a_rule(rule: object) -> None:
    if isinstance(rule, Rule | None):
        assert check("0.5", "1/2", rule).accepted is True
    else:
        with pytest.raises(UnknownNameError, match="no rule is called"):
            check("0.5", "1/2", rule)  # type: ignore[arg-type]  # what nobody should pass


def test_an_integer_of_any_size_is_judged() -> None:
    assert check(10**5000, 1).outcome == "wrong"
    assert check(-(10**5000), -(10**5000)).outcome == "exact"


@pytest.mark.parametrize("answer", [Fraction(1, 2), "1/2", 0])
def test_number_like_answers(answer: object) -> None:
    assert check(answer, Fraction(1, 2)).accepted is (answer != 0)


def test_sympy_answers_and_expectations() -> None:
    value = sa.read("e/(1+e)")
    assert check(value, value).outcome == "exact"
    assert check("0.7311", value, "auto").accepted is True
    assert check(sa.read("[[1, 0]]"), [1, 0]).outcome == "exact"


def test_a_float_is_refused_with_what_to_write() -> None:
    with pytest.raises(FloatError, match="text"):
        check(0.5, "1/2")


def test_symbols_of_what_is_expected_may_be_used() -> None:
    assert check("w_q/(1 + w_q)", "w_q/(w_q + 1)").outcome == "exact"
    assert check("odds/(1 + odds)", 1 - 1 / (1 + sympy.Symbol("odds"))).outcome == "exact"


PROBLEM = sa.Problem.from_data({"scores": [[0, 1], [0, 1]], "V": [[1], [0]], "visible": "causal"})


def test_an_answer_brings_its_own_rule() -> None:
    answer = sa.Answer(PROBLEM, "output", row=1, column=0, rule="places:4")
    assert check("0.2689", answer).accepted is True
    assert check("0.26894", answer).accepted is False
    assert check("0.26894", answer, "places:5").accepted is True
    assert check("1/(1+e)", answer, "exact").accepted is True


def test_a_whole_stage_is_asked() -> None:
    assert check("[[1, 0], [1, e]/(1+e)]", sa.Answer(PROBLEM, "weights")).outcome == "unreadable"
    assert check("[[1, 0], [1/(1+e), e/(1+e)]]", sa.Answer(PROBLEM, "weights")).accepted is True


def test_words_are_for_a_person() -> None:
    found = check("because the mask hides it", sa.Answer(PROBLEM, words="the mask hides key 2"))
    assert (found.accepted, found.outcome) == (None, "undecided")


def test_the_message_does_not_give_the_answer_away() -> None:
    for typed in ("0.75", "0.7312", "0.731", "0.7310"):
        assert "731" not in check(typed, "e/(1+e)", "places:6").message


def test_a_result_as_one_line() -> None:
    assert str(CheckResult(None, "undecided", "look")) == "a person must look (undecided): look"
    assert str(check("1", 1)) == "accepted (exact): right: proved equal"


OTHERWISE = [
    ("0,2437; 0,2689", "[0.2437, 0.2689]", "commas are decimal marks and semicolons stand between entries"),
    ("[0,2437; 0,2689]", "[0.2437, 0.2689]", "commas are decimal marks and semicolons stand between entries"),
    ("[0,25; 0,75]", "[[1/4], [3/4]]", "commas are decimal marks"),
    ("0,2437, 0,2689", "[0.2437, 0.2689]", "commas are decimal marks"),
    ("[0,25]", "1/4", "commas are decimal marks"),
    ("(0,25)", "1/4", "commas are decimal marks"),
    ("1; 2", "[1, 2]", "semicolons stand between entries"),
    ("1e-3", "1/1000", "e is a power of ten"),
    ("[2E-1, 8e-1]", "[1/5, 4/5]", "e is a power of ten"),
]


@pytest.mark.parametrize(("answer", "expected", "assumption"), OTHERWISE)
def test_what_is_right_as_other_people_write_is_for_a_person(answer: str, expected: str, assumption: str) -> None:
    found = check(answer, expected)
    assert (found.accepted, found.outcome, found.mistakes) == (None, "undecided", ())
    assert found.message.endswith(f"it is right if {assumption}")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("0,2437; 0,2688", "[0.2437, 0.2689]"),
        ("[1; 2]", "[1, 2]"),
        ("1; 3", "[1, 2]"),
        ("1e-3", "1/100"),
        ("[1,2,3]", "[1, 2]"),
        ("e - 3", "1/1000"),
    ],
)
def test_what_is_wrong_however_it_is_read_is_wrong(answer: str, expected: str) -> None:
    assert check(answer, expected).accepted is False


@pytest.mark.parametrize("answer", ["0.25", "[0.25]", "[[1/4]]", "(1/4)", "0,25", r"\begin{pmatrix}0.25\end{pmatrix}"])
@pytest.mark.parametrize("expected", ["1/4", "[1/4]", [["1/4"]]])
def test_brackets_around_one_number_do_not_matter(answer: str, expected: object) -> None:
    assert check(answer, expected, "places:2" if "2" in answer and "/" not in answer else "exact").accepted is True


def test_a_mistake_is_named_with_and_without_brackets_around_one_number() -> None:
    problem = sa.Problem.from_data({"scores": [[0, "ln 3"]], "V": [[8], [4]]})
    row, entry = sa.Answer(problem, "output", row=0), sa.Answer(problem, "output", row=0, column=0)
    named = {check(answer, asked).mistakes for answer in ("20", "[20]") for asked in (row, entry)}
    assert len(named) == 1
    assert named != {()}
    assert sa.check_steps(problem, {"weights": "[1/2, 1/2]", "output[1]": "6"}).steps[1].follows
