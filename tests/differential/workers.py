"""Processes that answer one request a line under a deadline, so that a hang or a crash costs one answer, not the run.

A worker is a command that reads JSON requests from standard input, one a line, and writes one JSON line for each.  It
is started when first asked, and again after it was stopped for being late or ended by itself.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import selectors
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).resolve().parents[2]
GIGABYTE = 1 << 30
MOST_MEMORY = 3 * GIGABYTE

Request = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """How a request ended; `reply` is what an answered one gave."""

    request: Request
    state: Literal["answered", "hung", "crashed"]
    reply: dict[str, Any] = field(default_factory=dict)
    detail: str = ""


class Worker:
    """One such process; `module` is run with python -m from the root of the checkout."""

    def __init__(self, module: str, *arguments: str) -> None:
        self.command = [sys.executable, "-m", module, *arguments]
        self.process: subprocess.Popen[bytes] | None = None

    def ask(self, request: Request, seconds: float) -> Answer:
        """The answer, or that it did not come in time, or that the process ended."""
        if self.process is None or self.process.poll() is not None:
            self.process = self._started()
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
            line = self._line(seconds)
        except BrokenPipeError:
            line = b""
        if line is None:
            self.stop()
            return Answer(request, "hung", detail=f"no answer in {seconds:g} s")
        if not line:
            code = self.process.wait()
            self.stop()
            return Answer(request, "crashed", detail=_ending(code))
        return Answer(request, "answered", json.loads(line))

    def stop(self) -> None:
        """End the process and what it started."""
        if self.process is not None:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.communicate()
            self.process = None

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _line(self, seconds: float) -> bytes | None:
        """One line, b"" at the end of the output, None when it does not come in time."""
        assert self.process is not None
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            if not selector.select(seconds):
                return None
        return self.process.stdout.readline()


def _ending(code: int) -> str:
    return f"ended by signal {-code}" if code < 0 else f"ended with status {code}"


def ask_all(
    module: str, requests: Iterable[Request], seconds: float, processes: int, arguments: Sequence[str] = ()
) -> Iterator[Answer]:
    """The answers to many requests from several workers, in the order in which they come."""
    waiting = iter(requests)
    lock = threading.Lock()
    answers: queue.Queue[Answer | None] = queue.Queue()

    def serve() -> None:
        worker = Worker(module, *arguments)
        while True:
            with lock:
                request = next(waiting, None)
            if request is None:
                break
            answers.put(worker.ask(request, seconds))
        worker.stop()
        answers.put(None)

    threads = [threading.Thread(target=serve, daemon=True) for _ in range(processes)]
    for thread in threads:
        thread.start()
    running = processes
    while running:
        answer = answers.get()
        if answer is None:
            running -= 1
        else:
            yield answer


def serve(respond: Any) -> None:
    """The worker's side: answer each line of standard input; memory is limited so that the machine survives."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints does not mix with the answers
    for line in sys.stdin:
        out.write(json.dumps(respond(json.loads(line))) + "\n")
        out.flush()
