"""Writing files whole: what stands at a path stays there until all of the new file is on the disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from symattn.errors import OutputError

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write_whole(path: str | Path, content: bytes | str) -> None:
    """Put content in the place of a file at once: whoever reads sees the old file or the new one.

    Text is written as UTF-8; what UTF-8 cannot hold, half of a pair from JSON, is escaped. A link stays a link, and its
    file changes. Folders that are missing are made. Errors: OutputError, and then the old file is as it was.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        _write(Path(path), data)
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise OutputError(f"{str(path)!r} is no name of a file: {error}") from None


def refuse_to_replace(target: str | Path, inputs: Iterable[str | Path | int]) -> None:
    """Refuse a target that is an input (a path, or the number of an open file) through whatever link: OutputError."""
    for given in inputs:
        if _is_same(target, given):
            raise OutputError(f"{target} is what this is made from, and would be lost: write to another file")


def _is_same(first: str | Path, second: str | Path | int) -> bool:
    try:
        return os.path.samefile(first, second)
    except (OSError, ValueError):  # one of them is not there
        return False


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise OutputError(f"{folder}: no folder can be made here, where a file stands in the way") from None


def _write(path: Path, data: bytes) -> None:
    mode = _mode_of(path)
    if mode is not None and stat.S_ISDIR(mode):
        raise OutputError(f"{path} is a folder: name a file in it")
    if mode is not None and not stat.S_ISREG(mode):  # a device or a pipe is written to, and not replaced
        path.write_bytes(data)
        return
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(0, "it is write-protected")
    target = Path(os.path.realpath(path))
    _make_folder(target.parent)
    _replace(target, data, mode)
    _sync_folder(target.parent)


def _mode_of(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    part = target.with_name(f".{target.name[:60]}.{os.getpid():x}.part")
    with suppress(FileNotFoundError):
        part.unlink()  # left behind by a process that was killed, and had this number
    try:
        with os.fdopen(os.open(part, _FLAGS, 0o666), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            part.chmod(stat.S_IMODE(mode))
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk too, where the system can open a folder."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


__all__ = ["refuse_to_replace", "write_whole"]
