"""The journal of a run: what has been judged is on the disk before it counts, so that a killed run can go on.

Lines are appended, each with a checksum; the first belongs to what is graded (`begin`), the others hold verdicts. A
line that was torn by the end of a process is dropped, with what follows it. The file is locked as long as it is open:
two runs cannot write one report.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from symattn.errors import GradeError
from symattn.grading.verdicts import Verdict


class Journal:
    """An open journal; use it as a context, and `discard` it when the report is written.

    Errors: GradeError where another run has it open.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.remark = ""
        self._file = _opened(self.path)
        self._is_of_use = os.fstat(self._file).st_size > 0

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def begin(self, run: str, count: int) -> dict[int, Verdict]:
        """The verdicts of an earlier run on the very same (``run`` is its digest), by number of question below count.

        Where the journal belongs to something else it is emptied, and ``remark`` says so.
        """
        os.lseek(self._file, 0, os.SEEK_SET)
        content = b"".join(iter(lambda: os.read(self._file, 1 << 20), b""))
        known: dict[int, Verdict] = {}
        kept = 0
        for number, (end, data) in enumerate(_lines(content)):
            if number == 0 and data != {"run": run}:
                break
            kept = end
            if number:
                with suppress(KeyError, TypeError, ValueError):
                    if data["number"] < count:
                        known.setdefault(data["number"], Verdict.from_data(data["verdict"]))
        os.ftruncate(self._file, kept)
        os.lseek(self._file, 0, os.SEEK_END)
        self._is_of_use = bool(known)
        if not kept:
            self._append([{"run": run}])
        self.remark = self._said(bool(content), bool(kept), len(known), count)
        return known

    def _said(self, was_there: bool, is_kept: bool, known: int, count: int) -> str:
        if was_there and not is_kept:
            return f"{self.path} belongs to other submissions, exercises or options, so grading starts anew"
        return f"going on after {known} of {count} different answers, by {self.path}" if known else ""

    def add(self, verdicts: Iterable[tuple[int, Verdict]]) -> None:
        """Write verdicts; they are on the disk when this returns."""
        self._is_of_use = True  # said first: an interruption may come while something is written
        self._append([{"number": number, "verdict": verdict.data()} for number, verdict in verdicts])

    def discard(self) -> None:
        """Remove the journal: its run is complete."""
        self.path.unlink(missing_ok=True)
        self._is_of_use = True  # whoever has made it again since then may keep it

    def close(self) -> None:
        """Give up the lock; what has been judged stays, and a journal without a verdict goes."""
        if self._file >= 0:
            if not self._is_of_use:
                self.discard()
            os.close(self._file)
            self._file = -1

    def _append(self, records: Iterable[dict[str, object]]) -> None:
        left = memoryview(b"".join(map(_line, records)))
        try:
            while left:
                left = left[os.write(self._file, left) :]
            os.fsync(self._file)
        except OSError as error:  # a full disk: what belongs to a number has no name
            raise OSError(error.errno, error.strerror, str(self.path)) from error


def _line(data: dict[str, object]) -> bytes:
    text = json.dumps(data, sort_keys=True).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _lines(content: bytes) -> Iterator[tuple[int, Any]]:
    """The whole lines from the beginning, each with where it ends."""
    start = 0
    while (end := content.find(b"\n", start)) >= 0:
        checksum, _, text = content[start:end].partition(b" ")
        if checksum != b"%08x" % zlib.crc32(text):
            return
        try:
            yield end + 1, json.loads(text)
        except ValueError:
            return
        start = end + 1


def _opened(path: Path) -> int:
    """The locked file; one that was removed between opening and locking is opened again."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        if not _lock(file):
            os.close(file)
            raise GradeError(
                f"another run is writing this report: {path} is in use; wait for it, or choose another report"
            )
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), os.stat(path)):
                return file
        os.close(file)


def _lock(file: int) -> bool:
    """Lock a file until it is closed or the process ends; whether nobody else has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


__all__ = ["Journal"]
