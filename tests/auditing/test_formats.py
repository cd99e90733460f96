"""LaTeX, notebooks, exercise files, listings and tables: the same claims, each at its place in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.auditing import Audit
from symattn.auditing.auditor import audit
from symattn.errors import FormatError, ProblemError


def verdicts(found: Audit) -> list[tuple[str, str]]:
    return [(claim.text, claim.verdict) for claim in found.claims]


LATEX = r"""\documentclass{article}
\begin{document}
Let $r = e^{1/\sqrt{3}}$. % and $1 = 2$ in a comment
\begin{align*}
  \frac{r}{1+r} &= \frac{1}{1+r^{-1}} \\
                &\approx 0.640457
\end{align*}
\begin{tabular}{ll}
  $x$ & $x^2$ \\ \hline
  3 & 9 \\
  4 & 17 \\
\end{tabular}
\begin{verbatim}
2 + 2 = 5
\end{verbatim}
\end{document}
"""


def test_latex_with_its_environments_comments_and_tables() -> None:
    found = audit(LATEX, format="latex")
    assert [(claim.line, claim.verdict) for claim in found.claims] == [
        (5, "proved"),
        (5, "correctly rounded"),
        (10, "proved"),
        (11, "wrong"),
    ]
    assert found.wrong[0].expected == "16"


def test_a_claim_stands_where_it_says(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes("Ünï 𝟙\r\n\r\nso $\\sqrt{2}\\approx 1.4143$.\r\n".encode())
    (claim,) = audit(page).claims
    text = page.read_bytes().decode()
    assert text[slice(*claim.span)] == claim.text == r"\sqrt{2}\approx 1.4143"
    assert (claim.line, claim.column, claim.file) == (3, 5, str(page))
    (figure,) = claim.figures
    assert text[slice(*figure.span)] == figure.text == "1.4143"
    assert (figure.verdict, figure.expected) == ("off in the last digit", "1.4142")


def test_what_is_no_notebook_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.ipynb"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ProblemError, match="not readable as a notebook"):
        audit(path)
    with pytest.raises(FormatError, match="there is no format 'word'"):
        audit("", format="word")
    with pytest.raises(ProblemError, match="cannot be opened"):
        audit(tmp_path / "none.md")


LISTING = """\
```python
>>> 2**0.5
1.4142135623730951
>>> 1 / 4
0.28
x = math.exp(1) / (1 + math.exp(1))  # = 0.7311
y = 7 // 2  # = 3.6
```
"""


def test_what_a_session_prints_and_what_a_comment_says() -> None:
    found = audit(LISTING)
    assert [claim.verdict for claim in found.claims] == ["float noise", "wrong", "correctly rounded"]


TABLE = r"""
| $x$ | $e^x$ | $1/(1+e^{-x})$ |
|-----|-------|----------------|
| 0 | 1 | 0.5 |
| 1 | 2.718 | 0.7310 |
| $\ln 3$ | 3 | 0.75 |

| formula | value |
|---|---|
| $\sqrt{2}/2$ | 0.7071 |
| $e^{-1}$ | 0.3678 |
| $x^2 + 1$ | 0.5 |
"""


def test_tables_whose_heading_or_row_names_a_formula() -> None:
    found = audit(TABLE)
    assert [claim.text for claim in found.wrong] == ["0.7310", "0.3678"]
    assert {claim.verdict for claim in found.wrong} == {"truncated"}
    assert len(found.claims) == 8
