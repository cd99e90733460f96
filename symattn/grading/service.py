"""The process that owns the workers: batches of questions come in as lines, verdicts go out as lines.

    {"questions": [[0, "swap", "1", "1/2"], ...]}     ->     {"verdicts": [[0, {...}], ...]}

It is a process of its own so that workers start from a small and known state, whatever script, notebook or cluster
asks for them, and so that all of them end when whoever asked is gone: at the end of its input it stops.

A batch has the deadline of one answer, and a worker hands back what it has when the time of one is half over. Where a
worker is late or ends, its batch is judged again, each answer alone; an answer that is late alone is for a person.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future, TimeoutError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext
from typing import Any, BinaryIO

from pebble import ProcessExpired, ProcessPool

from symattn.grading.judging import Question, Source, judge_batch, prepared
from symattn.grading.limits import MEMORY_STATUS, Limits, is_out_of_time
from symattn.grading.verdicts import MEMORY_LIMIT, STOPPED, TIME_LIMIT, Verdict

BROKEN = 70  # the status where the pool cannot go on; whoever asked starts another service
IDLE = 120.0  # seconds without a question after which nobody is thought to ask any more
TRIES = 2  # of an answer whose worker ended by itself

Judged = list[tuple[int, dict[str, object]]]


class Service:
    """A pool of workers for one exercise file."""

    def __init__(self, source: Source, limits: Limits, workers: int, out: BinaryIO) -> None:
        self._source = source
        self._limits = limits
        self._out = out
        self._writing = threading.Lock()
        self._open = 0  # questions without a verdict
        self._pool = ProcessPool(workers, initializer=prepared, initargs=(source,), context=_context())

    @property
    def is_busy(self) -> bool:
        """Whether a question has no verdict yet."""
        return self._open > 0

    def ask(self, questions: Sequence[Question]) -> None:
        """Take new questions."""
        with self._writing:
            self._open += len(questions)
        self.judge(questions)

    def judge(self, questions: Sequence[Question], tries: int = TRIES) -> None:
        """Have questions judged; the verdicts are written when they are known, in whatever order."""
        try:
            future = self._pool.schedule(
                judge_batch, args=(self._source, questions, self._limits), timeout=self._limits.deadline
            )
        except RuntimeError:  # the pool is closed or broken
            os._exit(BROKEN)
        future.add_done_callback(lambda done: self._finish(questions, tries, done))

    def stop(self) -> None:
        """End all workers."""
        self._pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves this one function untyped
        self._pool.join()

    def _finish(self, questions: Sequence[Question], tries: int, done: Future[Judged]) -> None:
        """Write what a worker has found, and have the rest judged."""
        if done.cancelled():  # the service stops
            return
        error = done.exception()
        if error is None:
            found = done.result()
            self._write(found)
            if len(found) < len(questions):
                self.judge(questions[len(found) :])
        elif isinstance(error, BrokenProcessPool):
            os._exit(BROKEN)
        elif len(questions) > 1:
            for question in questions:
                self.judge([question])
        elif tries > 1 and _may_be_another_s(error):
            self.judge(questions, tries - 1)
        else:
            self._write([(questions[0].number, self._fault(error).data())])

    def _fault(self, error: BaseException) -> Verdict:
        """What is said of an answer that could not be judged within its limits."""
        code = error.exitcode if isinstance(error, ProcessExpired) else 0
        if isinstance(error, TimeoutError) or is_out_of_time(code):
            said = f"judging this takes more than {self._limits.seconds:g} s of processor time, so a person must look"
            return Verdict.for_person(TIME_LIMIT, said)
        if code == MEMORY_STATUS or isinstance(error, MemoryError):
            said = f"judging this takes more than {self._limits.megabytes} MB of memory, so a person must look"
            return Verdict.for_person(MEMORY_LIMIT, said)
        ending = f"ended by signal {-code}" if code < 0 else f"ended with status {code}" if code else str(error)
        return Verdict.for_person(STOPPED, f"the process that judged this {ending}, so a person must look")

    def _write(self, verdicts: Judged) -> None:
        line = json.dumps({"verdicts": verdicts}).encode("ascii") + b"\n"
        try:
            with self._writing:
                self._open -= len(verdicts)
                self._out.write(line)
                self._out.flush()
        except OSError:  # nobody reads any more
            os._exit(BROKEN)


def _may_be_another_s(error: BaseException) -> bool:
    """Whether a worker may have ended for another reason than the answer that it judged."""
    return isinstance(error, ProcessExpired) and not (error.exitcode == MEMORY_STATUS or is_out_of_time(error.exitcode))


def _context() -> BaseContext:
    """Workers come from a server that has loaded what they need, where the system can; no thread is forked."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["symattn.grading.judging", "symattn.grading.preloaded"])
    return context


def main() -> int:
    """Answer the lines of standard input until it ends."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints does not mix with the verdicts
    setup: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    service = Service(Source(**setup["source"]), Limits(**setup["limits"]), setup["workers"], out)
    alarm = Alarm(service)
    for line in sys.stdin.buffer:
        alarm.put_off()
        service.ask([Question(*question) for question in json.loads(line)["questions"]])
    alarm.cancel()
    service.stop()
    return 0


class Alarm:
    """The end of a service that nobody asks any more and that has nothing left to judge."""

    def __init__(self, service: Service, seconds: float = IDLE) -> None:
        self._service = service
        self._seconds = seconds
        self._timer = self._started()

    def _started(self) -> threading.Timer:
        timer = threading.Timer(self._seconds, self._ring)
        timer.daemon = True
        timer.start()
        return timer

    def _ring(self) -> None:
        if not self._service.is_busy:
            os._exit(0)
        self._timer = self._started()

    def put_off(self) -> None:
        """Begin to wait again."""
        self.cancel()
        self._timer = self._started()

    def cancel(self) -> None:
        """Wait no longer."""
        self._timer.cancel()


if __name__ == "__main__":
    sys.exit(main())
