"""Workers on this machine: the service that owns them (`service`), started again whenever it ends.

with LocalWorkers(source, limits, 2) as workers:
    for judged in workers.judge(questions): ...
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol

from symattn.errors import GradeError
from symattn.grading.judging import Question, Source, judge
from symattn.grading.limits import Limits
from symattn.grading.verdicts import Verdict

BATCH = 20
AHEAD = 2  # batches for each worker that are under way
PATIENCE = 60.0  # seconds beyond the limits of what is under way in which a service must say something
LAST_WORDS = 5.0  # seconds in which a service ends by itself when its input does
MOST_STARTS = 5  # of a service, without a verdict between them

Judged = list[tuple[int, Verdict]]


class Workers(Protocol):
    """Whoever judges: processes here, a cluster, or this very process."""

    def judge(self, questions: Sequence[Question]) -> Iterator[Judged]:
        """The verdicts by number of question, in the order in which they come; each question once."""


def batches_of(questions: Sequence[Question], size: int = BATCH) -> list[list[Question]]:
    """The questions in batches that are each about one answer of one exercise."""
    ordered = sorted(questions, key=lambda question: (question.exercise, question.answer, question.number))
    batches = []
    for _, group in groupby(ordered, key=lambda question: (question.exercise, question.answer)):
        alike = list(group)
        batches += [alike[start : start + size] for start in range(0, len(alike), size)]
    return batches


class HereWorkers:
    """No workers: this process judges, without limits."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def judge(self, questions: Sequence[Question]) -> Iterator[Judged]:
        """The verdicts one by one."""
        for batch in batches_of(questions):
            for question in batch:
                yield [(question.number, judge(self._source, question))]


class LocalWorkers:
    """A service with so many workers; its processes end with this one, however this one ends."""

    def __init__(self, source: Source, limits: Limits, count: int) -> None:
        self._setup = {"source": asdict(source), "limits": asdict(limits), "workers": count}
        self._ahead = AHEAD * count
        # A worker may say nothing while the batches ahead of it are late, and the first of their answers alone.
        self._patience = PATIENCE + limits.deadline * (AHEAD + 2)
        self._process: _Process | None = None

    def __enter__(self) -> LocalWorkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the service and its workers."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def judge(self, questions: Sequence[Question]) -> Iterator[Judged]:
        """The verdicts as they come. Errors: GradeError where no service stays alive."""
        waiting = deque(batches_of(questions))
        under_way: dict[int, Question] = {}
        starts = 0
        while waiting or under_way:
            found = self._exchange(waiting, under_way)
            if found is None:
                starts += 1
                self._give_up_after(starts)
                waiting.extendleft(reversed(batches_of(list(under_way.values()), 1)))
                under_way.clear()
                continue
            fresh = [(number, verdict) for number, verdict in found if under_way.pop(number, None) is not None]
            starts = 0
            if fresh:
                yield fresh

    def _exchange(self, waiting: deque[list[Question]], under_way: dict[int, Question]) -> Judged | None:
        """Send what may be sent and take one line of verdicts; None where the service has ended."""
        self._process = self._process or _Process(self._setup)
        while waiting and len(under_way) <= (self._ahead - 1) * BATCH:
            batch = waiting.popleft()
            under_way.update((question.number, question) for question in batch)
            if not self._process.send({"questions": batch}):
                return None
        line = self._process.line(self._patience)
        if line is None:
            return None
        return [(number, Verdict.from_data(verdict)) for number, verdict in json.loads(line)["verdicts"]]

    def _give_up_after(self, starts: int) -> None:
        """End what is left of the service; an error where it has ended too often."""
        assert self._process is not None
        said = self._process.stop()
        self._process = None
        if starts >= MOST_STARTS:
            raise GradeError(f"the worker processes end as soon as they start{f': {said}' if said else ''}")


class _Process:
    """One service as a child process; a thread takes its lines, so that waiting for one can end."""

    def __init__(self, setup: dict[str, object]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by stop, with the process)
        self._child = subprocess.Popen(
            # -P: modules that lie in the folder of whoever calls are not taken for Python's own
            [sys.executable, "-P", "-m", "symattn.grading.service"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=_environment(),
            start_new_session=True,  # Ctrl-C is for the caller, who closes the input
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.send(setup)

    def send(self, data: dict[str, object]) -> bool:
        """Write a line; whether the service is there to read it."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps(data).encode("ascii") + b"\n")
            self._child.stdin.flush()
        except OSError:
            return False
        return True

    def line(self, seconds: float) -> bytes | None:
        """The next line; None where the service has ended or says nothing for so long."""
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            return None

    def stop(self) -> str:
        """End the service, and return the last thing that it complained about."""
        assert self._child.stdin is not None
        with suppress(OSError):
            self._child.stdin.close()
        try:
            self._child.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        assert self._child.stdout is not None
        self._child.stdout.close()
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        self._errors.close()
        return said[-1] if said else ""

    def _read(self) -> None:
        assert self._child.stdout is not None
        with suppress(OSError, ValueError):  # ValueError: it was closed meanwhile
            for line in self._child.stdout:
                self._lines.put(line)
        self._lines.put(None)


def _environment() -> dict[str, str]:
    """The environment in which a child finds this very package."""
    home = str(Path(__file__).resolve().parents[2])
    paths = [home, *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


__all__ = ["HereWorkers", "LocalWorkers", "Workers", "batches_of"]
