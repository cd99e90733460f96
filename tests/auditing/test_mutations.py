"""Every page again with one figure changed by a unit in its last place: noticed where it stands, and nowhere else."""

from __future__ import annotations

from random import Random

import pytest

from tests.auditing.judges.documents import KnownDocument
from tests.auditing.judges.mutations import all_changes, mutate_all
from tests.auditing.judges.pages import PAGES

# A page has up to 80 figures. Changing all of them is for `python -m tests.auditing.judge_pages`.
SAMPLE = 3


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_changed_figures_are_caught(page: KnownDocument) -> None:
    changed = [change for change in all_changes(page.claims) if change.figure.verdict == "right"]
    results = mutate_all(page, Random(page.name).sample(changed, min(SAMPLE, len(changed))), processes=1)
    assert [str(result.change) for result in results if result.outcome in ("missed", "displaced")] == []
    assert [(str(result.change), result.elsewhere) for result in results if result.elsewhere] == []


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_a_changed_input_is_felt_only_by_what_needs_it(page: KnownDocument) -> None:
    changed = list(all_changes(figure for figure in page.figures if not figure.is_claim))
    sample = Random(page.name).sample(changed, min(2, len(changed)))
    results = mutate_all(page, sample, processes=1)
    assert [(str(result.change), result.elsewhere) for result in results if result.elsewhere] == []
