"""Worked solutions and answer keys: visitors over traces and exercises, and the documents that show what they say.

Nothing is calculated here. Names load on first use, so that a plain text solution needs no template engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symattn.rendering.documents import key, write_key
    from symattn.rendering.grade_report import grade_report_text, report_paths, write_grade_report
    from symattn.rendering.solutions import solution, solve_json

_HOMES = {
    "grade_report_text": "symattn.rendering.grade_report",
    "key": "symattn.rendering.documents",
    "report_paths": "symattn.rendering.grade_report",
    "solution": "symattn.rendering.solutions",
    "solve_json": "symattn.rendering.solutions",
    "write_grade_report": "symattn.rendering.grade_report",
    "write_key": "symattn.rendering.documents",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


__all__ = ["grade_report_text", "key", "report_paths", "solution", "solve_json", "write_grade_report", "write_key"]
