"""The pages of ``tests/auditing/pages``, whose figures are marked."""

from __future__ import annotations

from pathlib import Path

from tests.auditing.judges.documents import read_page

FORMS = {".md": "markdown", ".tex": "latex", ".txt": "text"}
PAGES = {
    path.stem: read_page(path.read_text(encoding="utf-8"), path.stem, FORMS[path.suffix])
    for path in sorted((Path(__file__).parents[1] / "pages").glob("*.*"))
}
