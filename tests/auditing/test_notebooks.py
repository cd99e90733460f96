"""Notebooks: cells and what they printed, in both formats, each claim with its cell and its place in the file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symattn.auditing import Audit
from symattn.auditing.auditor import audit
from symattn.errors import ProblemError

WRONG = "so $2^5=33$"


def markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": text.splitlines(keepends=True)}


def code(text: str, *outputs: object) -> dict[str, Any]:
    return {"cell_type": "code", "source": text, "outputs": list(outputs)}


def audited(*cells: object, is_ascii: bool = True) -> Audit:
    source = json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=is_ascii)
    found = audit(source, format="notebook", name="page.ipynb")
    for claim in found.claims:
        assert source[slice(*claim.span)] == claim.text
        assert source.count("\n", 0, claim.span[0]) + 1 == claim.line
    return found


def test_cells_are_read_in_order_and_named() -> None:
    printed = {"output_type": "stream", "name": "stdout", "text": ["weights:\n", "[[0.5 0.4]]\n"]}
    found = audited(
        markdown("Let $s = 1/\\sqrt{2}$ (é).\nThen $2s \\approx 1.4142$ and\n$s^2=0.8$."),
        code("scores = np.array([[0, 0]])", printed),
    )
    assert [(claim.verdict, str(claim.cell)) for claim in found.claims] == [
        ("correctly rounded", "cell 1:2:7"),
        ("wrong", "cell 1:3:2"),
        ("off in the last digit", "cell 2 output:2:1"),
    ]
    assert str(found.wrong[0]).startswith("page.ipynb:cell 1:3:2: wrong: 0.8 is printed")
    assert found.wrong[1].stage == "weights"
    assert found.wrong[1].figures[1].cell == (2, 2, 7, True)


def result(**data: object) -> dict[str, Any]:
    names = {"plain": "text/plain", "latex": "text/latex", "markdown": "text/markdown", "png": "image/png"}
    return {"output_type": "execute_result", "data": {names[key]: value for key, value in data.items()}}


@pytest.mark.parametrize(
    ("output", "count"),
    [
        (result(plain="weights: [[0.5 0.4]]", png="iVBORw0KGgoAAAANSUhEUg=="), 1),
        (result(latex="$\\displaystyle 2^5 = 33$", plain="Eq(32, 33)"), 1),
        (result(markdown=["so ", "$2^5 = 33$"], latex="$2^5=33$", plain="2**5 = 33"), 1),
        ({"output_type": "display_data", "data": {"text/latex": "$2^5 = 33$"}}, 1),
        ({"output_type": "stream", "name": "stderr", "text": "weights: [0.5, 0.4]"}, 0),
        ({"output_type": "error", "traceback": ["2 + 2 = 5"]}, 0),
        (result(png="2 + 2 = 5"), 0),
        ("junk", 0),
        ({"output_type": "stream", "name": "stdout", "text": 7}, 0),
    ],
)
def test_outputs_are_read_once_in_their_richest_text(output: object, count: int) -> None:
    found = audited(code("scores = np.array([[0, 0]])\nweights", output))
    assert len(found.wrong) == count
    assert all(claim.cell is not None and claim.cell.is_output for claim in found.wrong)


def test_format_3_is_read_too() -> None:
    cells = [
        {"cell_type": "heading", "level": 1, "source": "Powers"},
        markdown(WRONG),
        {
            "cell_type": "code",
            "input": ["x = 7 // 2  # = 4.6"],
            "outputs": [{"output_type": "pyout", "latex": "$1+1=3$"}],
        },
    ]
    found = audit(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]}), format="notebook")
    assert [str(claim.cell) for claim in found.wrong] == ["cell 2:1:5", "cell 3 output:1:2"]


def test_long_empty_and_odd_notebooks() -> None:
    assert audited().counts == (0, 0, 0)
    assert not audited({}, None, "x", {"cell_type": "code"}, {"cell_type": "markdown", "source": None}).claims
    found = audited(*[markdown("Nothing here.")] * 300, markdown(WRONG), is_ascii=False)
    assert [str(claim.cell) for claim in found.wrong] == ["cell 301:1:5"]
    numbers = (
        '{"cells": [{"cell_type": "markdown", "source": "so $2^5=33$"}], "x": [' + "9" * 9000 + ", 1e999999, NaN]}"
    )
    assert len(audit(numbers, format="notebook").wrong) == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"cells": 1}', '{"cells": [}', "[" * 100_000, '{"worksheets": 3}', "# Page\n$1+1=3$"]
)
def test_what_is_no_notebook_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ProblemError, match="not readable as a notebook") as caught:
        audit(text, format="notebook", name="page.ipynb")
    assert len(str(caught.value)) < 200
