"""Worked examples as pages in several styles: wrong ones are called wrong, and only those."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.auditing.judges.cases import STYLES, Row, judge_row
from tests.auditing.judges.other_styles import OTHER_STYLES

ROWS: list[Row] = json.loads((Path(__file__).parent / "examples.json").read_text(encoding="utf-8"))


def test_every_verdict_has_examples() -> None:
    verdicts = [row["verdict"] for row in ROWS]
    assert len(ROWS) >= 12
    assert min(map(verdicts.count, set(verdicts))) >= 2
    assert set(verdicts) == {"ok", "float32_print_noise", "wrong_published_number", "declared_rough_rounding"}
    assert len(STYLES) == 3


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_row_is_judged_as_it_should_be_in_every_style(row: Row) -> None:
    assert [f"{result.document.name}: {result.amiss}" for result in judge_row(row) if result.amiss] == []


FEW = (
    "causal-both",
    "two-heads",
    "columns-split",
    "distance-bias",
    "window",
    "noise-output",
    "wrong-no-scale",
    "rough-one",
)


@pytest.mark.parametrize("row", [row for row in ROWS if row["id"] in FEW], ids=lambda row: row["id"])
def test_a_row_is_judged_as_it_should_be_in_other_styles(row: Row) -> None:
    results = judge_row(row, OTHER_STYLES)
    assert len(results) >= 6
    assert [f"{result.document.name}: {result.amiss}" for result in results if result.amiss] == []
