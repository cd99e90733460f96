"""A run that is killed and started again loses and doubles nothing, and its report is that of an unbroken run."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from symattn.errors import GradeError
from symattn.grading import Journal, grade
from symattn.grading.journal import Journal as OpenJournal
from symattn.grading.verdicts import Verdict
from tests.grading.support import EXERCISES, exercises_in, one

PATIENCE = 300
KILLS = 5


def submissions(count: int) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["student", "exercise", "answer", "response"])
    for number in range(count):
        writer.writerow([f"s{number % 40}", "one", "", f"0.26{number:03}"])
        writer.writerow([f"s{number % 40}", "both", "1", f"[0.73{number % 300:03}, {number}/{number + 7}]"])
    return out.getvalue()


def command(folder: Path, report: str) -> list[str]:
    files = [str(folder / "answers.csv"), "--exercises", str(folder / "exercises.toml"), "-o", str(folder / report)]
    return [sys.executable, "-m", "symattn", "grade", *files, "--workers", "2"]


def test_killed_five_times_the_report_is_that_of_an_unbroken_run(tmp_path: Path) -> None:
    """Each time after a while that chance decides, and never before something new was judged."""
    exercises_in(tmp_path)
    (tmp_path / "answers.csv").write_text(submissions(300), encoding="utf-8")
    journal, chance = tmp_path / "killed.journal", random.Random(4)
    killed = 0
    while killed < KILLS:
        before = _lines(journal)
        with subprocess.Popen(command(tmp_path, "killed"), stderr=subprocess.PIPE) as run:
            _wait_for_more(journal, before, run)
            time.sleep(chance.random() * 0.06)
            run.kill()
        assert run.returncode == -signal.SIGKILL, "the run was over before it was killed: give it more to do"
        killed += 1
    known = _lines(journal) - 1
    assert 0 < known < 600
    with journal.open("ab") as file:
        file.write(b"00000000 {torn")
    done = subprocess.run(
        command(tmp_path, "killed"), capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    assert done.returncode == 0
    assert f"going on after {known} of 600 different answers" in done.stderr
    unbroken = subprocess.run(command(tmp_path, "unbroken"), capture_output=True, timeout=PATIENCE, check=False)
    assert (unbroken.returncode, unbroken.stderr) == (0, b"")
    for ending in ("csv", "jsonl", "md", "html"):
        report = (tmp_path / f"killed.{ending}").read_bytes()
        assert report == (tmp_path / f"unbroken.{ending}").read_bytes()
    assert len((tmp_path / "killed.jsonl").read_text(encoding="utf-8").splitlines()) == 600
    assert not journal.exists()
    assert not list(tmp_path.glob(".*.part"))


def test_interrupted_it_says_how_to_go_on_and_leaves_no_process(tmp_path: Path) -> None:
    exercises_in(tmp_path)
    (tmp_path / "answers.csv").write_text(submissions(2000), encoding="utf-8")
    journal = tmp_path / "report.md.journal"
    with subprocess.Popen(command(tmp_path, "report.md"), stderr=subprocess.PIPE) as run:
        _wait_for_more(journal, 0, run)
        below = psutil.Process(run.pid).children(recursive=True)
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=PATIENCE)[1].decode()
    assert run.returncode == 130
    assert said == f"note: stopped; the same command goes on where it was, by {journal}\n"
    assert journal.exists()
    assert len(below) >= 3
    assert not psutil.wait_procs(below, timeout=PATIENCE)[1]


def _lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def _wait_for_more(journal: Path, before: int, run: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while _lines(journal) <= max(before, 1):
        assert run.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)


# -- the journal itself -----------------------------------------------------------------------------------------------


WRONG = Verdict(False, "wrong", "this is wrong", mistakes=("no-mask",), notes=("é",))


def written(path: Path, run: str = "a", count: int = 3) -> bytes:
    with OpenJournal(path) as journal:
        assert journal.begin(run, count) == {}
        for number in range(count):
            journal.add([(number, WRONG)])
    return path.read_bytes()


def test_a_journal_gives_back_what_was_added(tmp_path: Path) -> None:
    written(tmp_path / "j")
    with OpenJournal(tmp_path / "j") as journal:
        assert journal.begin("a", 3) == {0: WRONG, 1: WRONG, 2: WRONG}
        assert journal.remark == f"going on after 3 of 3 different answers, by {tmp_path / 'j'}"


def test_a_journal_torn_anywhere_gives_back_whole_lines_and_can_be_added_to(tmp_path: Path) -> None:
    whole = written(tmp_path / "j")
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    for length in {*range(0, len(whole), 23), *ends, *(end - 1 for end in ends)}:
        (tmp_path / "j").write_bytes(whole[:length])
        kept = sum(end <= length for end in ends)
        with OpenJournal(tmp_path / "j") as journal:
            assert len(journal.begin("a", 3)) == max(0, kept - 1)
            journal.add([(0, WRONG)])
        with OpenJournal(tmp_path / "j") as journal:
            assert journal.begin("a", 3)[0] == WRONG


@pytest.mark.parametrize("place", [12, 90, -3])
def test_a_line_that_was_changed_ends_what_is_believed(tmp_path: Path, place: int) -> None:
    whole = bytearray(written(tmp_path / "j"))
    whole[place] ^= 1
    (tmp_path / "j").write_bytes(whole)
    with OpenJournal(tmp_path / "j") as journal:
        assert len(journal.begin("a", 3)) < 3


def test_a_journal_of_another_run_is_emptied_and_that_is_said(tmp_path: Path) -> None:
    written(tmp_path / "j")
    with OpenJournal(tmp_path / "j") as journal:
        assert journal.begin("b", 3) == {}
        assert "starts anew" in journal.remark
        journal.add([(1, WRONG)])
    with OpenJournal(tmp_path / "j") as journal:
        assert journal.begin("b", 3) == {1: WRONG}


def test_two_runs_at_once_on_one_report_are_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "j"), pytest.raises(GradeError, match="another run is writing this report"):
        Journal(tmp_path / "j")
    with Journal(tmp_path / "j") as journal:
        journal.begin("a", 1)


def test_a_discarded_journal_is_gone_and_makes_room(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.begin("a", 1)
        journal.discard()
        with Journal(tmp_path / "j") as other:
            assert other.begin("b", 1) == {}


def test_a_journal_without_a_verdict_is_not_left_behind_and_that_of_another_run_is(tmp_path: Path) -> None:
    with Journal(tmp_path / "j"):
        pass
    with Journal(tmp_path / "j") as journal:
        journal.begin("a", 1)
    assert not (tmp_path / "j").exists()
    content = written(tmp_path / "j")
    with Journal(tmp_path / "j"):
        pass
    assert (tmp_path / "j").read_bytes() == content


def test_known_answers_are_not_judged_again(tmp_path: Path) -> None:
    """Whatever the journal of this run says is believed; other options are another run."""
    exercises, given = exercises_in(tmp_path), one("0.2689", "0.9")
    counted: list[tuple[int, int]] = []
    path = tmp_path / "j"

    class StoppedError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        counted.append((done, total))
        if done:
            raise StoppedError

    with pytest.raises(StoppedError):
        grade(given, exercises, workers=0, journal=path, progress=stop)
    lines = path.read_bytes().splitlines()
    assert counted == [(0, 2), (1, 2)]
    assert json.loads(lines[1].partition(b" ")[2])["verdict"]["outcome"] == "rounded"
    for seconds, start in ((10.0, 1), (9.0, 0)):
        counted.clear()
        with pytest.raises(StoppedError):
            grade(given, exercises, workers=0, journal=path, seconds=seconds, progress=stop)
        assert counted[0][0] == start
    report = grade(given, exercises, workers=0, journal=path, seconds=9.0)
    assert [answer.verdict.outcome for answer in report.answers] == ["rounded", "wrong"]
    assert not path.exists()


def test_other_exercises_are_another_run(tmp_path: Path) -> None:
    exercises, given = exercises_in(tmp_path), one("0.2689")
    with Journal(tmp_path / "j") as journal:
        grade(given, exercises, workers=0, journal=journal)
        exercises.write_text(EXERCISES.replace("scale = 1\n", "scale = 2\n"), encoding="utf-8")
        report = grade(given, exercises, workers=0, journal=journal)
        assert "starts anew" in journal.remark
    assert report.answers[0].verdict.accepted is False


def test_a_full_disk_is_told_with_the_name_of_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "marks.csv.journal"
    with Journal(path) as journal:
        journal.begin("run", 1)
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(OSError, match=re.escape(str(path))):
            journal.add([(0, Verdict(True, "exact", "right"))])
        monkeypatch.undo()
