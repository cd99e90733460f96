"""What is kept of a defect, so that it can be reported: everything that Python knows of it, in a file of its own."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

PACKAGES = ("python-flint", "sympy", "lark", "jinja2")


def explained(error: BaseException, arguments: Sequence[str]) -> str:
    """The sentence for an error that is nobody's misuse, with where it arose and where all of it is kept."""
    kept = _kept(report(error, arguments))
    where = f"; all that is known of it is in {kept}, to be reported" if kept else ""
    return (
        f"a defect of symattn, {type(error).__name__}: {_message(error)} "
        f"({_place(error)}; symattn --traceback COMMAND shows more{where})"
    )


def report(error: BaseException, arguments: Sequence[str]) -> str:
    """What somebody needs who looks for the defect: the command, versions, and the whole traceback."""
    from symattn import __version__

    lines = [
        f"symattn {__version__}, Python {sys.version.split()[0]}, {platform.platform()}",
        ", ".join(f"{name} {_version(name)}" for name in PACKAGES),
        f"arguments: {list(arguments)!r}",
        f"folder: {_folder()}",
        "",
        *(line.rstrip("\n") for line in traceback.format_exception(error)),
    ]
    return "\n".join(lines) + "\n"


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "without words"


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}symattn{os.sep}" in frame.filename] or list(frames)
    if not own:
        return "nowhere in particular"
    path = own[-1].filename
    return f"in {path[path.rfind(f'{os.sep}symattn{os.sep}') + 1 :]}, line {own[-1].lineno}"


def _kept(text: str) -> str:
    """The name of a new file with the text; empty where no such file can be made."""
    from tempfile import mkstemp

    try:
        number, name = mkstemp(prefix="symattn-defect-", suffix=".txt")
        with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError:
        return ""
    return name


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "gone"


__all__ = ["explained", "report"]
