"""Where the derivations, their exercise files and the templates are.

They stand at the top level of a checkout and travel inside an installed package; everything that reads them asks here.

>>> from symattn.data import exercises_folder
>>> exercises_folder().relative_to(derivations_folder()).as_posix()
'exercises'
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def templates_folder() -> Path:
    """The folder of Jinja templates."""
    return _data_folder("templates")


def derivations_folder() -> Path:
    """The folder of derivation scripts, one script a published result."""
    return _data_folder("derivations")


def exercises_folder() -> Path:
    """The folder of exercise files (TOML) of the source chapters."""
    return derivations_folder() / "exercises"


def _data_folder(name: str) -> Path:
    """The installed copy where there is one, else the folder of the checkout."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
