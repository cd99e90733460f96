"""Arrays mean the same as nested lists at every door: NumPy's Booleans, integers and axes are unfolded in one way."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy

from symattn.attention import attention, attention_from_scores, multi_head, self_attention
from symattn.errors import FloatError, ShapeError
from symattn.exact import ExactMatrix
from symattn.nesting import depth, listed, nested, unfolded
from symattn.problems import Problem, solve
from symattn.softmax import masked_softmax
from symattn.visibility import Visibility, causal
from tests.support import require

X: Any = [[1, 0], [2, 1]]
ROWS: Any = [[True, False], [True, True]]
VALID: Any = [True, False]
BIAS: Any = [[0, 1], [2, 3]]


def arrays() -> Any:
    require("numpy")
    import numpy

    return numpy


FORMS: dict[str, Callable[[Any], Any]] = {
    "array": lambda value: arrays().array(value),
    "array of objects": lambda value: arrays().array(value, dtype=object),
    "list of arrays": lambda value: [arrays().array(each) for each in value],
    "list of scalars": lambda value: _scalars(value),
    "tuple": lambda value: tuple(tuple(each) if isinstance(each, list) else each for each in value),
}


def _scalars(value: Any) -> Any:
    if isinstance(value, list):
        return [_scalars(each) for each in value]
    return arrays().array([value])[0]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["visible", "query_valid", "bias", "Q"])
def test_one_record_takes_arrays_for_every_argument(form: str, name: str) -> None:
    given: dict[str, Any] = {"Q": X, "visible": ROWS, "query_valid": VALID, "bias": BIAS}
    changed = {**given, name: FORMS[form](given[name])}
    assert _weights(attention(K=X, V=X, **changed)) == _weights(attention(K=X, V=X, **given))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["visible", "query_valid", "bias", "all"])
def test_a_batch_takes_arrays_for_every_argument(form: str, name: str) -> None:
    given: dict[str, Any] = {
        "X": [X, X],
        "visible": [ROWS, ROWS],
        "query_valid": [VALID, [True, True]],
        "bias": [BIAS, BIAS],
    }
    names = given if name == "all" else [name]
    changed = {**given, **{each: FORMS[form](given[each]) for each in names}}
    expected: Any = self_attention(w_q=X, w_k=X, w_v=X, **given)
    found: Any = self_attention(w_q=X, w_k=X, w_v=X, **changed)
    assert [_weights(each) for each in found] == [_weights(each) for each in expected]
    found = multi_head(changed.pop("X"), [(X, X, X)], **changed)
    assert len(found) == 2


@pytest.mark.parametrize("form", FORMS)
def test_the_flags_of_all_records_may_be_one_array(form: str) -> None:
    found: Any = attention_from_scores([X, X], query_valid=FORMS[form](VALID), visible=FORMS[form](ROWS))
    assert [each.query_valid for each in found] == [(True, False)] * 2
    assert found[1].visible == causal(2)


@pytest.mark.parametrize("form", FORMS)
def test_relations_and_softmax_and_problems_take_arrays(form: str) -> None:
    assert Visibility.from_rows(FORMS[form](ROWS)) == causal(2)
    assert masked_softmax(FORMS[form](X), FORMS[form](ROWS)) == masked_softmax(X, ROWS)
    data = {"Q": X, "K": X, "V": X, "visible": ROWS, "query_valid": VALID, "bias": BIAS}
    arrays_of = {name: FORMS[form](value) for name, value in data.items()}
    expected, found = (solve(Problem.from_data(each)) for each in (data, arrays_of))
    assert _weights(found) == _weights(expected)


@pytest.mark.parametrize("form", FORMS)
def test_a_problem_takes_a_batch_of_arrays(form: str) -> None:
    data = {"scores": [X, X], "visible": [ROWS, ROWS], "query_valid": [VALID, VALID], "bias": [BIAS, BIAS]}
    arrays_of = {name: FORMS[form](value) for name, value in data.items()}
    expected, found = (solve(Problem.from_data(each)) for each in (data, arrays_of))
    assert isinstance(expected, list)
    assert isinstance(found, list)
    assert [_weights(each) for each in found] == [_weights(each) for each in expected]


def test_what_is_no_rows_is_refused_in_words() -> None:
    for valid in (True, "TT", [1, 0], [True], arrays().array(True), arrays().array([1, 0])):
        with pytest.raises(ShapeError, match="query_valid"):
            masked_softmax(X, "full", valid)  # type: ignore[arg-type]
    for visible in (arrays().array(True), "causual", 1):
        with pytest.raises(ShapeError, match="visib"):
            masked_softmax(X, visible)  # type: ignore[arg-type]
    with pytest.raises(FloatError):
        masked_softmax(arrays().array([[0.5]]), None)


def test_symbols_in_arrays_come_back_as_they_are() -> None:
    s = sympy.Symbol("s", positive=True)
    for form in (arrays().array([[s, 0]], dtype=object), [[s, 0]], sympy.Matrix([[s, 0]]), sympy.Array([[s, 0]])):
        assert attention_from_scores(form).scores[0, 0] is s


def test_depth_counts_axes_whatever_they_are_made_of() -> None:
    numpy = arrays()
    deep: list[tuple[object, int]] = [
        (1, 0),
        ("[[1]]", 0),
        (numpy.int64(1), 0),
        ([numpy.int64(1)], 1),
        ([[1]], 2),
        (numpy.ones((2, 2)), 2),
        ([numpy.ones(2)], 2),
        (sympy.eye(2), 2),
        (ExactMatrix([[1]]), 2),
        (causal(2), 2),
        ([causal(2)], 3),
        ([sympy.eye(2)], 3),
        (numpy.ones((1, 1, 1)), 3),
        ([], 1),
    ]
    assert [depth(thing) for thing, _ in deep] == [axes for _, axes in deep]


def test_unfolding_gives_pythons_own_entries() -> None:
    numpy = arrays()
    assert unfolded(numpy.True_) is True
    assert nested([numpy.array([True]), (numpy.int64(3), Fraction(1, 2))]) == [[True], [3, Fraction(1, 2)]]
    assert listed(ExactMatrix([[1, 2]])) == [(1, 2)]
    assert listed(numpy.ndarray) is None
    assert listed("ab") is listed(3) is listed(causal(2)) is None


def _weights(trace: Any) -> str:
    return str(trace.exact("weights").text())
