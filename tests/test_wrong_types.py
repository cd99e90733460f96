"""Public functions given what they do not take: a documented error with a sentence comes out, whatever went in."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

import symattn as sa
from symattn.errors import FloatError, InfinityError, KindError, PositionError, SymattnError

PROBLEM = sa.Problem.from_data({"scores": [[1, 0]]})
ONE, HEAD = [[1]], ([[1]], [[1]], [[1]])
RELATION = sa.full(1, 1)
# What nobody means: wrong kinds, wrong sizes, and numbers beyond every limit.
WRONG: list[Any] = [
    None,
    1.5,
    float("nan"),
    True,
    "nonsense x",
    "",
    b"bytes",
    [],
    [[]],
    [[1, 2], [3]],
    [None],
    {1},
    {},
    10**400,
    -3,
    object(),
    len,
    RELATION,
]
# A call that works for each public function; every argument in turn gives way to a wrong one.
CALLS: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "Answer": ([PROBLEM, "weights", 0, 0, "auto"], {}),
    "Exact": ([1], {}),
    "ExactMatrix": ([ONE], {}),
    "Softmax": ([sympy.Matrix([[1, 2]])], {}),
    "attention": ([ONE] * 3, {"visible": "full", "scale": 1, "bias": ONE, "query_valid": [True], "n_heads": 1}),
    "canonical": (["1/2"], {}),
    "causal": ([2, 2, "top-left"], {}),
    "check": (["1", "1", "exact"], {}),
    "compare": (["1", "1"], {}),
    "convert": (
        [[[True]], "torch-sdpa", "bert"],
        {"shape": (1, 1), "dtype": "float32", "unused_queries": True},
    ),
    "decimal": (["1", 3], {}),
    "enclosure": (["1", 3], {}),
    "exact": (["1"], {}),
    "float_bits": (["1", "binary64"], {}),
    "from_system": ([[[True]], "torch-sdpa", (1, 1), "float32"], {}),
    "full": ([2, 2], {}),
    "latex": (["1"], {}),
    "load_exercises": (["masks-and-heads"], {}),
    "masked_softmax": ([[[1, 2]], sa.full(1, 2), [True]], {}),
    "multi_head": ([ONE, [HEAD], ONE], {"visible": "full", "scale": 1, "bias": ONE, "query_valid": [True]}),
    "nearest_float": (["1", "binary64"], {}),
    "next_token_loss": ([[["1/2", "1/2"]], [0], [True]], {}),
    "packed": ([[1, 2]], {}),
    "padding": ([1, 2, 2], {}),
    "prefix": ([2, 1], {}),
    "read": (["1"], {}),
    "self_attention": (
        [ONE] * 4,
        {"w_o": ONE, "n_heads": 1, "visible": "full", "scale": 1, "bias": ONE, "query_valid": [True]},
    ),
    "significant": (["1", 3], {}),
    "solve": ([PROBLEM], {}),
    "to_system": ([RELATION, "torch-sdpa", "float32"], {}),
    "window": ([2, 1, 0], {}),
}


def raised(name: str, arguments: list[Any], named: dict[str, Any]) -> None:
    """Call; an error must be documented, and say something that fits on a screen."""
    try:
        getattr(sa, name)(*arguments, **named)
    except SymattnError as error:
        message = str(error)
        if not (message.isprintable() and 5 < len(message) < 800):
            pytest.fail(f"{name}: a message of {len(message)} characters: {message[:200]!r}")


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_refused_in_a_sentence_or_understood(name: str) -> None:
    arguments, named = CALLS[name]
    getattr(sa, name)(*arguments, **named)
    for wrong in WRONG:
        for place in range(len(arguments)):
            raised(name, [*arguments[:place], wrong, *arguments[place + 1 :]], named)
        for word in named:
            raised(name, arguments, {**named, word: wrong})


@pytest.mark.parametrize("heads", [True, 1.0, "1", None, [1], 0, -1])
def test_a_number_of_heads_is_a_whole_number(heads: object) -> None:
    with pytest.raises(SymattnError, match="n_heads is"):
        sa.attention(ONE, ONE, ONE, n_heads=heads)  # type: ignore[arg-type]


@pytest.mark.parametrize("places", [3.0, True, "3", None])
def test_a_number_of_places_is_a_whole_number(places: Any) -> None:
    for call in (sa.exact("1/3").decimal, lambda count: sa.decimal("1/3", count), lambda n: sa.exact(ONE).decimal(n)):
        with pytest.raises(KindError, match="whole number such as 6"):
            call(places)


# -- relations and matrices as Python's own things --------------------------------------------------------------------


def test_a_relation_is_its_rows() -> None:
    assert list(sa.causal(2)) == [(True, False), (True, True)]
    assert len(sa.causal(2, 3, align="top-left")) == 2
    assert [sum(row) for row in sa.causal(3)] == [1, 2, 3]


def test_a_matrix_is_its_rows() -> None:
    matrix = sa.exact([[1, "1/2"], ["ln 2", "e"]])
    assert isinstance(matrix, sa.ExactMatrix)
    assert list(matrix) == list(matrix.rows())
    assert len(matrix) == 2
    assert (sa.exact("0.5") in matrix, 7 in matrix) == (True, False)
    with pytest.raises(FloatError, match=r"\.sympy\(\) for SymPy"):
        sympy.Matrix(matrix)
    assert matrix.sympy() == sa.read("[[1, 1/2], [ln 2, e]]")
    first: list[Any] = list(matrix.row(0))  # no -oo stands in it
    assert sum(first) == sa.exact("3/2")


@pytest.mark.parametrize("place", [0, "1", (0,), (0, 1, 2), (0, "1"), (True, 0), None, 1.0])
def test_an_entry_is_read_by_row_and_column(place: Any) -> None:
    with pytest.raises(PositionError, match="by row and column"):
        sa.exact([[1, 2]])[place]


def test_hidden_entries_cannot_be_added_up() -> None:
    entries: list[Any] = list(sa.causal(2).additive_exact().row(0))
    with pytest.raises(InfinityError):
        sum(entries)
