"""Problems from data: what goes together, what each key means, and what is refused with which words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
import sympy

from symattn.errors import ProblemError
from symattn.exact import MINUS_INFINITY, Exact, ExactMatrix, sqrt
from symattn.problems import Head, Problem
from symattn.visibility import Visibility, causal, full, packed, padding, prefix, window

ONE = [[1]]
X32 = [[1, 0], [0, 1], [1, 1]]
I2 = [[1, 0], [0, 1]]
PROJECTED = {"X": X32, "w_q": I2, "w_k": I2, "w_v": I2}
COLUMNS = {"w_q": [[1], [0]], "w_k": [[1], [0]], "w_v": [[1], [0]]}
TWO_HEADS = {"X": X32, "heads": [COLUMNS, COLUMNS]}
QKV = {"Q": [[1, 2]], "K": [[1, 0], [0, 1], [1, 1]], "V": [[1], [2], [3]]}
SCORES = {"scores": [[0, 1, 2], [3, 4, 5], [6, 7, 8]]}
BATCH = {"scores": [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]}


def of(*parts: Mapping[str, object], **more: object) -> Problem:
    data: dict[str, object] = {}
    for part in (*parts, more):
        data |= part
    return Problem.from_data(data, where="p")


def same(found: ExactMatrix | None, expected: ExactMatrix) -> bool:
    return found is not None and found == expected


# --- what a problem may start from ------------------------------------------------------------------------------------


def test_x_with_one_set_of_projections() -> None:
    problem = of(PROJECTED, w_o=[[1], [1]], n_heads=2)
    assert same(problem.X, ExactMatrix(X32))
    assert same(problem.w_o, ExactMatrix([[1], [1]]))
    assert (problem.heads, problem.n_heads, problem.scale, problem.bias, problem.query_valid) == (
        (),
        2,
        None,
        None,
        None,
    )
    assert problem.visible == full(3)
    assert repr(problem) == "Problem p: X [3, 2], w_q [2, 2], w_k [2, 2], w_v [2, 2], w_o [2, 1], 2 heads"


def test_x_with_heads_as_tables_or_as_triples() -> None:
    as_tables = of(TWO_HEADS, visible="causal")
    as_triples = of(X=X32, heads=[tuple(COLUMNS.values())] * 2)
    column = ExactMatrix([[1], [0]])
    for problem in (as_tables, as_triples):
        assert [tuple(head) for head in problem.heads] == [(column, column, column)] * 2
        assert isinstance(problem.heads[0], Head)
    assert as_tables.visible == causal(3)
    assert list(as_tables.arrays) == ["X", *(f"head{h}.{w}" for h in (1, 2) for w in ("w_q", "w_k", "w_v"))]


def test_queries_keys_and_values() -> None:
    problem = of(QKV, scale=Fraction(1, 2))
    assert problem.score_shape == (1, 3)
    assert problem.scale == Fraction(1, 2)
    assert same(problem.V, ExactMatrix([[1], [2], [3]]))


def test_scores_with_and_without_values() -> None:
    assert of(SCORES).V is None
    assert same(of(SCORES, V=[[1], [2], [3]]).V, ExactMatrix([[1], [2], [3]]))


def test_whole_numbers_of_any_size_and_exact_values_are_entries() -> None:
    problem = of(scores=[[10**40, Fraction(1, 3), Exact(7)]])
    assert same(problem.scores, ExactMatrix([[10**40, Fraction(1, 3), 7]]))


class ArrayLike:
    """Stands for a NumPy array."""

    def __init__(self, rows: object) -> None:
        self.rows = rows
        self.shape = ()

    def tolist(self) -> object:
        return self.rows


def test_arrays_and_sympy_values_are_taken() -> None:
    half = sympy.Rational(1, 2)
    problem = of(Q=ArrayLike([[1, 2]]), K=sympy.Matrix([[half, sympy.sqrt(2)]]), V=ExactMatrix([[7]]), scale=half)
    assert same(problem.Q, ExactMatrix([[1, 2]]))
    assert same(problem.K, ExactMatrix([[Fraction(1, 2), sqrt(Exact(2))]]))
    assert same(problem.V, ExactMatrix([[7]]))
    assert problem.scale == Fraction(1, 2)
    batch = of(scores=[ArrayLike([[1]]), sympy.Matrix([[2]]), ExactMatrix([[3]])])
    assert [same(record.scores, ExactMatrix([[n]])) for n, record in enumerate(batch.records, 1)] == [True] * 3
    assert len(of(scores=ArrayLike([[[1]], [[2]]])).records) == 2
    with pytest.raises(ProblemError, match=r"p: Q\[1\]\[1\]: 0\.5 would become a binary float"):
        of(QKV, Q=ArrayLike([[0.5, 1]]))


def test_none_is_the_same_as_absent() -> None:
    assert of(SCORES, V=None, bias=None).V is None


def test_a_thousand_rows_of_integers_load() -> None:
    rows = [[(7 * i + j) % 11 - 5 for j in range(8)] for i in range(1024)]
    problem = of(Q=rows, K=rows, V=rows, visible="causal")
    assert problem.visible is not None
    assert problem.visible.range(1023) == (0, 1024)


# --- who reads whom ---------------------------------------------------------------------------------------------------

SEEING: list[tuple[object, Visibility]] = [
    ("full", full(3)),
    ("causal", causal(3)),
    ([[True, False, True], [True, True, False], [False, True, True]], Visibility((5, 3, 6), 3)),
    ({"causal": True, "key_lengths": 2}, causal(3) & padding(2, 3)),
    ({"causal": False, "key_lengths": 1}, padding(1, 3)),
    ({"key_lengths": 2}, padding(2, 3)),
    ({"window": [1, 0]}, window(3, 1, 0)),
    ({"window": [0, 1], "key_lengths": 2}, window(3, 0, 1) & padding(2, 3)),
    ({"prefix": 2}, prefix(3, 2)),
    ({"packed": [1, 2], "causal": True}, packed([1, 2]) & causal(3)),
    ({}, full(3)),
    (causal(3), causal(3)),
]


@pytest.mark.parametrize(("value", "expected"), SEEING)
def test_visible(value: object, expected: Visibility) -> None:
    assert of(SCORES, visible=value).visible == expected


def test_align_says_where_causal_visibility_starts() -> None:
    wide = {"scores": [[0, 1, 2], [3, 4, 5]]}
    assert of(wide, visible="causal", align="top-left").visible == causal(2, 3, align="top-left")
    assert of(wide, visible={"causal": True}, align="bottom-right").visible == causal(2, 3, align="bottom-right")
    assert of(wide, visible={"key_lengths": 2}).visible == padding(2, 3, T_q=2)


def test_a_hidden_score_or_bias_is_hidden_by_position_and_stays_written() -> None:
    problem = of(scores=[[0, MINUS_INFINITY], [1, 2]], bias=[[0, 0], [MINUS_INFINITY, 3]], visible="full")
    assert problem.visible == Visibility.from_rows([[True, False], [False, True]])
    assert problem.scores is not None
    assert problem.bias is not None
    assert problem.scores[0, 1] is MINUS_INFINITY
    assert problem.bias[1, 0] is MINUS_INFINITY


# --- a batch ----------------------------------------------------------------------------------------------------------


def test_a_batch_is_its_records() -> None:
    problem = of(BATCH, visible={"causal": True, "key_lengths": [2, 1]}, query_valid=[[True, True], [True, False]])
    assert problem.is_batch
    assert problem.score_shape == (2, 2)
    first, second = problem.records
    assert (first.visible, second.visible) == (causal(2), causal(2) & padding(1, 2))
    assert (first.query_valid, second.query_valid) == ((True, True), (True, False))
    assert second.scores == ExactMatrix([[4, 5], [6, 7]])
    assert (problem.scores, problem.visible) == (None, None)
    assert repr(problem) == "Problem p: a batch of 2, each scores [2, 2]"
    assert second.name == "p, record 2"


def test_records_share_what_has_no_leading_axis() -> None:
    problem = of(
        X=[X32, [*I2, [2, 2]]], heads=[COLUMNS], w_o=[[3]], scale=2, visible="causal", query_valid=[True, True, False]
    )
    for record in problem.records:
        assert record.w_o == problem.w_o == ExactMatrix([[3]])
        assert (record.visible, record.query_valid) == (causal(3), (True, True, False))
        assert record.scale == Exact(2)
    assert [record.heads for record in problem.records] == [problem.heads] * 2


def test_rows_and_bias_may_be_given_for_each_record() -> None:
    rows = [[[True, True], [True, True]], [[True, False], [True, True]]]
    problem = of(BATCH, visible=rows, bias=[[[0, 1], [0, 1]], [[2, 3], [2, 3]]])
    assert [record.visible for record in problem.records] == [full(2), causal(2)]
    assert problem.records[1].bias == ExactMatrix([[2, 3], [2, 3]])
    shared = of(BATCH, bias=[[0, 1], [1, 0]])
    assert [record.bias for record in shared.records] == [ExactMatrix([[0, 1], [1, 0]])] * 2


def test_a_batch_of_one_is_a_batch() -> None:
    assert len(of(scores=[[[1]]]).records) == 1


# --- what is refused --------------------------------------------------------------------------------------------------

BAD: list[tuple[dict[str, object], str]] = [
    # which keys go together
    ({}, "p: a problem starts from X with heads or with w_q, w_k, w_v, from Q, K, V, or from scores"),
    ([], "p: a problem is a table of keys and values, not list"),  # type: ignore[list-item]
    ({"heads": [COLUMNS]}, "p: a problem starts from X"),
    ({"X": X32}, "p: X: X needs heads, or w_q, w_k and w_v"),
    ({"X": X32, "w_q": I2, "w_v": I2}, "p: w_k: missing beside X, w_q and w_v"),
    ({"Q": ONE}, "p: K, V: missing beside Q"),
    ({**PROJECTED, "Q": ONE}, "p: Q: does not go with X with w_q, w_k, w_v: keep one of the two"),
    ({**TWO_HEADS, "w_q": I2}, "p: w_q: does not go with X with heads"),
    ({**TWO_HEADS, "n_heads": 2}, "p: n_heads: does not go with X with heads: heads says how many there are"),
    ({**SCORES, "scale": 2}, "p: scale: does not go with scores: scores are already scaled, leave scale out"),
    ({**SCORES, "n_heads": 2}, "p: n_heads: does not go with scores: scores belong to one head"),
    ({**SCORES, "K": ONE}, "p: K: does not go with scores: keep one of the two"),
    ({**QKV, "w_o": ONE}, "p: w_o: does not go with Q, K, V: w_o goes with X and projections"),
    ({**SCORES, "visble": "full"}, "p: visble: no key of a problem is called 'visble'; did you mean visible?"),
    ({**SCORES, "mask": "full"}, "p: mask: no key of a problem is called 'mask'"),
    # heads
    ({"X": X32, "heads": []}, "p: heads: a list of heads, .* at least one"),
    ({"X": X32, "heads": COLUMNS}, "p: heads: a list of heads"),
    ({"X": X32, "heads": ["w"]}, r'p: heads\[1\]: a head is a table of w_q, w_k and w_v, not "w"'),
    ({"X": X32, "heads": [{"w_q": ONE}]}, r"p: heads\[1\]: missing in this head: w_k and w_v"),
    ({"X": X32, "heads": [COLUMNS, {**COLUMNS, "w_o": ONE}]}, r"p: heads\[2\]\.w_o: no key of a head is called 'w_o'"),
    # entries
    ({"scores": [[0, 0.5]]}, r'p: scores\[1\]\[2\]: 0\.5 would become a binary float: write "0\.5" in quotes'),
    ({**QKV, "scale": 0.125}, r'p: scale: 0\.125 would become a binary float: write "0\.125" in quotes'),
    ({"scores": [[0], [True]]}, r"p: scores\[2\]\[1\]: true is not a number"),
    ({"scores": [[0, [1]]]}, r"p: scores\[1\]\[2\]: a matrix of shape \(1, 1\) stands where"),
    ({"scores": [[None]]}, r"p: scores\[1\]\[1\]: None is not a number"),
    ({"scores": [0, 1]}, r"p: scores\[1\]: a matrix is a list of rows, each in brackets, and 0 is not a row"),
    ({"scores": []}, "p: scores: a matrix has at least one row and one column"),
    ({"scores": [[]]}, "p: scores: a matrix has at least one row and one column"),
    ({"scores": [[1, 2], [3]]}, "p: scores: row 2 has 1 entries, row 1 has 2"),
    ({**QKV, "Q": [[1, MINUS_INFINITY]]}, r"p: Q\[1\]\[2\]: -oo stands only in bias and in scores"),
    ({**QKV, "scale": MINUS_INFINITY}, "p: scale: -oo stands only in bias and in scores"),
    ({**QKV, "n_heads": "2"}, 'p: n_heads: "2" is not a whole number'),
    # shapes
    (
        {**PROJECTED, "w_k": [[1, 0]]},
        r"p: w_k: \[1, 2\] does not fit X \[3, 2\]: it needs 2 rows, one for each column of X",
    ),
    ({**PROJECTED, "w_k": [[1], [0]]}, r"p: w_k: \[2, 1\] does not fit w_q \[2, 2\]: it needs 2 columns, one for each"),
    ({"X": X32, "heads": [COLUMNS, {**COLUMNS, "w_v": ONE}]}, r"p: heads\[2\]\.w_v: \[1, 1\] does not fit X \[3, 2\]"),
    (
        {**TWO_HEADS, "w_o": [[1, 1]]},
        r"p: w_o: \[1, 2\] does not fit the joined heads \[3, 2\]: it needs 2 rows, .*\(1 \+ 1\)",
    ),
    (
        {**QKV, "K": [[1], [1], [1]]},
        r"p: K: \[3, 1\] does not fit Q \[1, 2\]: it needs 2 columns, one for each column of Q",
    ),
    ({**QKV, "V": ONE}, r"p: V: \[1, 1\] does not fit K \[3, 2\]: it needs 3 rows, one for each row of K"),
    (
        {**SCORES, "V": ONE},
        r"p: V: \[1, 1\] does not fit scores \[3, 3\]: it needs 3 rows, one for each column of scores",
    ),
    ({**PROJECTED, "n_heads": 3}, r"p: n_heads: 3 heads do not share the 2 columns of w_q \[2, 2\] equally"),
    ({**QKV, "n_heads": 2}, r"p: n_heads: 2 heads do not share the 1 column of V \[3, 1\] equally"),
    ({**QKV, "n_heads": 0}, "p: n_heads: 0 heads are too few"),
    ({**SCORES, "bias": [[0, 0]]}, r"p: bias: has shape \[1, 2\], and the scores have \[3, 3\]"),
    # who reads whom
    ({**SCORES, "visible": "casual"}, 'p: visible: "casual" is no visibility: write "causal", "full", rows'),
    ({**SCORES, "visible": 3}, "p: visible: 3 is no visibility"),
    ({**SCORES, "visible": [[True, True]]}, r"p: visible: has shape \[1, 2\], and the scores have \[3, 3\]"),
    ({**SCORES, "visible": [[1, 0, 0]] * 3}, "p: visible: row 1, column 1 .* is 1: write True"),
    ({**SCORES, "visible": {"casual": True}}, "p: visible: no restriction .* 'casual'; did you mean causal"),
    ({**SCORES, "visible": {"causal": 1}}, r"p: visible\.causal: 1 is neither true nor false"),
    ({**SCORES, "visible": {"key_lengths": 4}}, r"p: visible\.key_lengths: length is 4, more than the 3 positions"),
    ({**SCORES, "visible": {"key_lengths": 2.5}}, r"p: visible\.key_lengths: 2\.5 is not a whole number"),
    (
        {**SCORES, "visible": {"key_lengths": [2]}},
        r"p: visible\.key_lengths: has one entry a record, and the problem is one",
    ),
    ({**SCORES, "visible": {"window": 1}}, r"p: visible\.window: 1 is not \[left, right\]"),
    ({**SCORES, "visible": {"window": [1]}}, r"p: visible\.window: is \[left, right\], two numbers, and 1 stand here"),
    ({**SCORES, "visible": {"window": [1, "0"]}}, r'p: visible\.window\[2\]: "0" is not a whole number'),
    ({**SCORES, "visible": {"prefix": 4}}, r"p: visible\.prefix: prefix length is 4"),
    (
        {**SCORES, "visible": {"packed": [2, 2]}},
        r"p: visible\.packed: has shape \[4, 4\], and the scores have \[3, 3\]",
    ),
    ({**QKV, "visible": {"prefix": 1}}, r"p: visible\.prefix: needs as many queries as keys, .* \[1, 3\]"),
    ({**QKV, "visible": "causal"}, "p: visible: causal visibility of T_q = 1 queries over T_k = 3 keys .* align"),
    ({**SCORES, "align": "top-left"}, "p: align: says where causal visibility starts, and visible is not causal here"),
    ({**SCORES, "visible": "causal", "align": "left"}, 'p: align: "left" is not "top-left" or "bottom-right"'),
    ({**SCORES, "query_valid": [True]}, "p: query_valid: has 1 entries, and there are 3 queries"),
    ({**SCORES, "query_valid": [1, 1, 0]}, "p: query_valid: a list of true and false, one a query"),
    ({**SCORES, "query_valid": True}, "p: query_valid: a list of true and false, one a query, not true"),
    # batches
    (
        {**QKV, "Q": [QKV["Q"]]},
        "p: a batch gives .*, and K has no leading axis, Q has 1 records and V has no leading axis",
    ),
    ({"scores": [[[1, 2]], [[1]]]}, r"p: scores: \[1, 1\] in record 2 and \[1, 2\] in record 1: .* pad the shorter"),
    ({"scores": [[[1]], [[2, 0.5]]]}, r"p: scores\[2\]\[1\]\[2\]: 0\.5 would become a binary float"),
    (
        {**BATCH, "visible": {"key_lengths": [1]}},
        r"p: visible\.key_lengths: has 1 entries for the 2 records of the batch",
    ),
    ({**BATCH, "visible": {"key_lengths": [2, 3]}}, r"p: visible\.key_lengths\[2\]: length is 3, more than the 2"),
    ({**BATCH, "query_valid": [[True, True]]}, "p: query_valid: has 1 entries for the 2 records"),
]


@pytest.mark.parametrize(("data", "message"), BAD)
def test_what_is_refused_says_where_what_and_the_way_out(data: dict[str, object], message: str) -> None:
    with pytest.raises(ProblemError, match=f"^{message}"):
        Problem.from_data(data, where="p")


# --- files ------------------------------------------------------------------------------------------------------------

TOML = """
X = [[1, 0], [0, 1]]
w_o = [["1/2"]]
visible = { causal = true, key_lengths = 2 }
scale = "sqrt(2)"
[[heads]]
w_q = [["1"], ["0"]]
w_k = [[1], [1]]
w_v = [["ln 99"], ["-1/3"]]
"""


def test_a_toml_and_a_json_file_give_the_same_problem(tmp_path: Path) -> None:
    toml, json = tmp_path / "p.toml", tmp_path / "p.json"
    toml.write_text(TOML, encoding="utf-8")
    json.write_text(
        '{"X": [[1, 0], [0, 1]], "w_o": [["1/2"]], "visible": {"causal": true, "key_lengths": 2}, "scale": "sqrt(2)",'
        ' "heads": [{"w_q": [["1"], ["0"]], "w_k": [[1], [1]], "w_v": [["ln 99"], ["-1/3"]]}]}',
        encoding="utf-8",
    )
    first, second = Problem.load(toml), Problem.load(str(json))
    assert first.name == str(toml)
    assert first.arrays.keys() == second.arrays.keys()
    assert all(first.arrays[name] == second.arrays[name] for name in first.arrays)
    assert (first.scale, first.visible) == (second.scale, second.visible)
    assert first.heads[0].w_v[1, 0] == Fraction(-1, 3)


def test_a_float_in_a_file_is_refused_with_the_digits_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text("scores = [[1, 0.10]]", encoding="utf-8")
    with pytest.raises(ProblemError, match=r'p\.toml: scores\[1\]\[2\]: 0\.10 would .* write "0\.10" in quotes'):
        Problem.load(path)
    path.write_text("scores = [[1, -inf]]", encoding="utf-8")
    with pytest.raises(ProblemError, match=r'scores\[1\]\[2\]: -inf is a float: write "-oo" in quotes to hide a key'):
        Problem.load(path)


def test_text_that_does_not_read_is_refused_with_its_key() -> None:
    with pytest.raises(ProblemError, match=r"p: scores\[1\]\[1\]: .*2 \+"):
        of(scores=[["2 +"]])
    with pytest.raises(ProblemError, match=r"p: scores\[1\]\[1\]: a matrix of shape \(1, 2\) stands where"):
        of(scores=[["[1, 2]"]])


def test_a_whole_matrix_may_be_text() -> None:
    assert of(scores="[[1, 1/2], [0, -oo]]").scores == ExactMatrix([[1, Fraction(1, 2)], [0, MINUS_INFINITY]])


def test_what_the_reader_noted_is_kept_with_its_key() -> None:
    problem = of(scores=[["1,5", "log 2", "ln 2"]])
    assert [note.split(":")[0] for note in problem.notes] == ["scores[1][1]", "scores[1][2]"]
