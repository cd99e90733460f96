"""Workers with limits: what one answer does costs no other answer its verdict."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from symattn.errors import GradeError
from symattn.grading import GradeReport, grade
from symattn.grading import workers as workers_module
from symattn.grading.judging import Question, Source
from symattn.grading.limits import Limits
from symattn.grading.workers import BATCH, LocalWorkers, batches_of
from tests.grading.support import EXERCISES, exercises_in, misbehave, one
from tests.support import ROOT

PATIENCE = 300  # seconds, on a busy machine too
SOURCE = Source(EXERCISES, ".toml", "exercises.toml")


def outcomes(report: GradeReport) -> list[str]:
    return [answer.verdict.outcome for answer in report.answers]


def test_an_answer_beyond_its_limits_is_for_a_person_and_costs_no_other_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Called in a thread, where no handler of signals would work; a worker that dies once is forgiven."""
    misbehave(tmp_path, monkeypatch)
    responses = ["0.2689", "hang", "1/(e+1)", "swell", "0.9999", "die", "0.26", "fall", "deep", "0.1234"]
    given, exercises = one(*responses, f"once {tmp_path / 'died'}"), exercises_in(tmp_path)
    given.append({"student": "z", "exercise": "both", "answer": "2", "response": "sleep"})
    reports: list[GradeReport] = []
    grading = threading.Thread(
        target=lambda: reports.append(grade(given, exercises, workers=2, seconds=1, megabytes=256))
    )
    grading.start()
    grading.join(PATIENCE)
    (report,) = reports
    assert outcomes(report) == [
        *("rounded", "time limit", "exact", "memory limit", "wrong", "stopped", "truncated"),
        *("undecided", "undecided", "wrong", "rounded", "time limit"),
    ]
    assert (tmp_path / "died").exists()
    stopped = [answer for answer in report.answers if answer.verdict.accepted is None]
    assert report.for_person == tuple(stopped)
    assert {answer.verdict.outcome: answer.verdict.message for answer in stopped[:3]} == {
        "time limit": "judging this takes more than 1 s of processor time, so a person must look",
        "memory limit": "judging this takes more than 256 MB of memory, so a person must look",
        "stopped": "the process that judged this ended by signal 9, so a person must look",
    }
    assert "ZeroDivisionError: on purpose" in stopped[3].verdict.message
    assert "deeply nested" in stopped[4].verdict.message
    assert all(answer.marks is None and answer.points is None for answer in stopped)


def questions(count: int) -> list[Question]:
    return [Question(number, "one", "1", f"0.26{number:03}") for number in range(count)]


def test_a_service_that_is_killed_is_started_again_and_no_process_stays() -> None:
    found: list[int] = []
    own = psutil.Process()
    before = set(own.children(recursive=True))  # of other tests in this process
    below: set[psutil.Process] = set()
    with LocalWorkers(SOURCE, Limits(), 2) as workers:
        for judged in workers.judge(questions(100)):
            if not found:
                (service,) = set(own.children()) - before
                below |= set(service.children(recursive=True))
                service.send_signal(signal.SIGKILL)
            found += [number for number, _ in judged]
        below |= set(own.children(recursive=True)) - before
    assert sorted(found) == list(range(100))
    assert len(below) >= 5
    assert not psutil.wait_procs(list(below), timeout=PATIENCE)[1]


def test_every_process_ends_where_the_caller_is_killed(tmp_path: Path) -> None:
    """The caller here is a process that gets no chance to clean up."""
    ready = tmp_path / "ready"
    code = (
        "import pathlib, time\nfrom tests.grading.test_workers import *\n"
        "with LocalWorkers(SOURCE, Limits(), 1) as workers:\n    list(workers.judge(questions(1)))\n"
        f"    pathlib.Path({str(ready)!r}).touch()\n    time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) as caller:
        _wait_for(ready)
        below = psutil.Process(caller.pid).children(recursive=True)
        caller.kill()
    assert len(below) >= 3
    assert not psutil.wait_procs(below, timeout=PATIENCE)[1]


def _wait_for(path: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_workers_that_cannot_start_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit('no worker today')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with LocalWorkers(SOURCE, Limits(), 1) as workers, pytest.raises(GradeError, match="end as soon as they start"):
        list(workers.judge(questions(1)))


def test_a_silent_service_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import time; time.sleep(600)", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(workers_module, "PATIENCE", 0.1 - Limits().deadline * (workers_module.AHEAD + 2))
    monkeypatch.setattr(workers_module, "LAST_WORDS", 0.1)
    with LocalWorkers(SOURCE, Limits(), 1) as workers, pytest.raises(GradeError):
        list(workers.judge(questions(1)))


def test_a_script_without_a_guard_grades(tmp_path: Path) -> None:
    """Workers do not run the script of whoever calls a second time."""
    exercises = exercises_in(tmp_path)
    script = tmp_path / "script.py"
    script.write_text(
        "import symattn as sa\nprint('ran')\n"
        f"report = sa.grade({one('0.2689')!r}, {str(exercises)!r}, workers=1)\nprint(report.answers[0].marks)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ran\n1\n", "")


def test_batches_are_of_one_answer_and_hold_every_question_once() -> None:
    mixed = [Question(n, ("one", "both")[n % 2], "1", str(n)) for n in range(3 * BATCH)]
    batches = batches_of(mixed)
    assert sorted(question.number for batch in batches for question in batch) == list(range(3 * BATCH))
    assert all(len({question.exercise for question in batch}) == 1 and len(batch) <= BATCH for batch in batches)
    assert batches_of(mixed) == batches_of(mixed[::-1])
