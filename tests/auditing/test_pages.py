"""Pages about masks and heads in the project's own words: every claim is decided, and nothing is called wrong."""

from __future__ import annotations

import pytest

from tests.auditing.judges.documents import KnownDocument
from tests.auditing.judges.pages import PAGES
from tests.auditing.judges.verdicts import judge, run


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_marks_are_where_the_figures_are(page: KnownDocument) -> None:
    assert not set("⟦⟧⟨⟩") & set(page.text)
    assert "<!--" not in page.text
    for figure in page.figures:
        assert page.text[slice(*figure.span)] == figure.printed
        assert figure.printed in page.text.splitlines()[figure.line - 1]
    assert {need for needs in page.needs.values() for need in needs} <= set(page.needs)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_every_claim_is_decided_and_none_is_called_wrong(page: KnownDocument) -> None:
    result = judge(page, run(page.text, form=page.form))
    assert [str(claim) for claim in result.false_alarms] == []
    assert [(figure.line, figure.printed, said) for figure, said in result.disagreements] == []
    assert [(figure.line, figure.printed, figure.statement) for figure in result.undecided] == []
