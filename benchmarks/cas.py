"""Maxima and Giac as processes that take one line and answer it; they are timed by how long a line takes."""

from __future__ import annotations

import atexit
import os
import pty
import re
import subprocess
from functools import cache


class System:
    """One running program; `prompt` matches what ends an answer."""

    def __init__(self, command: list[str], prompt: bytes) -> None:
        self.prompt = re.compile(prompt)
        # A terminal for its output, since Giac holds back what goes into a pipe.
        self.screen, inside = pty.openpty()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=inside, stderr=subprocess.DEVNULL)
        os.close(inside)
        atexit.register(self.process.kill)
        self.buffer = b""

    def ask(self, line: str) -> str:
        """What the program prints for a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.answer()

    def answer(self) -> str:
        """What comes up to the next prompt."""
        while (found := self.prompt.search(self.buffer)) is None:
            self.buffer += os.read(self.screen, 1 << 16)
        answer = self.buffer[: found.start()]
        self.buffer = self.buffer[found.end() :]
        return answer.decode("utf-8", "replace").strip()

    def compute(self, expression: str) -> None:
        """Simplify the expression; the result is kept and not printed."""
        raise NotImplementedError

    def is_zero(self, expression: str) -> bool:
        """Whether the simplified expression is the number 0."""
        raise NotImplementedError


class Maxima(System):
    """Maxima with radcan."""

    def __init__(self) -> None:
        super().__init__(["maxima", "--very-quiet"], rb"answered\s")
        self.ask("display2d:false$ print(answered)$")

    def compute(self, expression: str) -> None:
        self.ask(f"kept:radcan({expression})$ print(answered)$")

    def is_zero(self, expression: str) -> bool:
        return "yes" in self.ask(f"print(if radcan({expression}) = 0 then yes else no)$ print(answered)$")


class Giac(System):
    """Giac with simplify."""

    def __init__(self) -> None:
        super().__init__(["giac"], rb"\d+>> $")
        self.answer()  # the greeting

    def compute(self, expression: str) -> None:
        self.ask(f"kept:=simplify({expression}):;")

    def is_zero(self, expression: str) -> bool:
        return self.ask(f"simplify({expression})").splitlines()[-1].strip() == "0"


@cache
def maxima() -> System:
    """The running Maxima, started when first asked for."""
    return Maxima()


@cache
def giac() -> System:
    """The running Giac, started when first asked for."""
    return Giac()
