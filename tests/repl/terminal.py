"""A session of ``symattn repl`` at a pseudo terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from tests.support import ROOT

_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 60  # seconds until a test gives up; nothing is timed


class Terminal:
    """Types lines and waits for what is printed."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.side, other = pty.openpty()
        environment = {**os.environ, "TERM": "dumb", "IPYTHONDIR": str(folder), "IPY_TEST_SIMPLE_PROMPT": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "symattn", "repl", *arguments],
            cwd=ROOT,
            env=environment,
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
        )
        os.close(other)
        self.seen = ""

    def type(self, text: str) -> None:
        """Send keys."""
        os.write(self.side, text.encode())

    def expect(self, text: str) -> str:
        """Everything printed up to and with a text, which is then taken as seen."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen:
            ready, _, _ = select.select([self.side], [], [], 1)
            try:
                new = os.read(self.side, 65536).decode("utf-8", "replace") if ready else ""
            except OSError:  # the other side is closed
                raise AssertionError(f"the session ended before {text!r}:\n{self.seen}") from None
            self.seen = _STYLE.sub("", self.seen + new).replace("\r", "")
            assert time.monotonic() < deadline, f"{text!r} did not come:\n{self.seen}"
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def end(self) -> int:
        """Type the end of input and return the exit status."""
        self.type("\x04")
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            ready, _, _ = select.select([self.side], [], [], 0.2)
            try:
                _ = os.read(self.side, 65536) if ready else b""
            except OSError:
                break
        status = self.process.wait(PATIENCE)
        os.close(self.side)
        return status
