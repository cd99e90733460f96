"""What symattn audit is to read: files, folders with all below them, names of own files, standard input, text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from symattn.cli.streams import STDIN, stdin_text
from symattn.errors import ProblemError

# What is audited of a folder. JSON is not: hardly any such file is one of exercises.
ENDINGS = (".md", ".markdown", ".rmd", ".qmd", ".rst", ".tex", ".ltx", ".txt", ".ipynb", ".toml")
MOST_FILES = 2_000  # of a folder: who names more means something else
NEVER = frozenset({"node_modules", "site-packages", "venv"})  # and no hidden folder, nor Python's own __...__


class Source(NamedTuple):
    """A path, or a text with its name."""

    document: Path | str
    name: str = ""


def sources_of(file: str) -> Iterator[Source]:
    """What an argument names. Errors: ProblemError for a folder that holds nothing to audit."""
    if file == "-":
        yield Source(stdin_text(), STDIN)
        return
    path = Path(file)
    if not path.is_dir():
        yield Source(path if path.exists() or path.suffix else _own(file, path))
        return
    if path.resolve() == Path(path.resolve().anchor):
        raise ProblemError("is the whole disk: name the folder of the documents", file=file)
    found = list(islice(_below(path), MOST_FILES + 1))
    if not found:
        raise ProblemError(f"nothing in this folder is audited: no {' '.join(ENDINGS)}", file=file)
    if len(found) > MOST_FILES:
        raise ProblemError(f"more than {MOST_FILES} documents are in this folder: name smaller ones", file=file)
    yield from found


def _own(name: str, path: Path) -> Path:
    """The exercise file of that name which comes with symattn."""
    from symattn.data import exercises_folder

    own = exercises_folder() / f"{name}.toml"
    return own if own.exists() else path


def _below(folder: Path) -> Iterator[Source]:
    """The files of a folder and its folders, by name; links to folders are not followed."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith((".", "__")) and one not in NEVER)
        for file in sorted(files):
            if file.lower().endswith(ENDINGS) and not file.startswith("."):
                yield Source(Path(place) / file)


__all__ = ["ENDINGS", "Source", "sources_of"]
