"""A bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType

WIDTH = 30
PAUSE = 0.1  # seconds between two pictures


class ProgressBar:
    """Shows how much is done on standard error, where that is a terminal; the line is gone at the end."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shows = sys.stderr.isatty()
        self._last = 0.0
        self._length = 0

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._length:
            self._write("\r" + " " * self._length + "\r")

    def show(self, done: int, total: int) -> None:
        """The bar for so many of so many."""
        now = time.monotonic()
        if not self._shows or not total or (now - self._last < PAUSE and done < total):
            return
        self._last = now
        filled = WIDTH * done // total
        line = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {total} {self._what}"
        self._write("\r" + line)
        self._length = max(self._length, len(line))

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


__all__ = ["ProgressBar"]
