"""Many answers at once: submissions in, a report out. Data only; `symattn.rendering` writes it.

The steps, a file each: bytes to text (`texts`), text to rows (`tables`, `delimited`, `jsonlines`), what columns mean
(`columns`, `asked`), who answered what (`responses`), judging in processes with limits (`judging`, `limits`, `service`,
`workers`, or `cluster`), what is judged written down at once (`journal`), points (`points`), and the report (`report`).
`grading` puts them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symattn.grading.grading import grade
    from symattn.grading.journal import Journal
    from symattn.grading.report import GradedAnswer, GradeReport

_MODULE_OF = {"GradeReport": "report", "GradedAnswer": "report", "Journal": "journal", "grade": "grading"}

__all__ = ["GradeReport", "GradedAnswer", "Journal", "grade"]


def __getattr__(name: str) -> object:
    """Load a name on its first use: a worker needs nothing of reports."""
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'symattn.grading' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"symattn.grading.{module}"), name)
    globals()[name] = value
    return value
