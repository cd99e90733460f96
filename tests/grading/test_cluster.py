"""Grading on a real Dask cluster of two processes, one of which is killed in the middle."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from symattn.errors import GradeError
from symattn.grading import cluster as cluster_module
from symattn.grading import grade
from symattn.rendering import grade_report_text
from tests.grading.support import exercises_in, misbehave, one

distributed = pytest.importorskip("distributed", reason="install the cluster extra: pip install -e '.[cluster]'")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """The address of a cluster of two worker processes, and their process ids; they obey answers such as "hang"."""
    with pytest.MonkeyPatch.context() as patch:
        misbehave(tmp_path_factory.mktemp("home"), patch)
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
            ) as local,
            distributed.Client(local, set_as_default=False) as client,
        ):
            yield local.scheduler_address, list(client.run(os.getpid).values())


def test_a_killed_node_changes_nothing(nodes: tuple[str, list[int]], tmp_path: Path) -> None:
    address, pids = nodes
    given = one(*(f"0.26{number:03}" for number in range(240)), "1/(e+1)", "foo", "hang", "swell")
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if done and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    limits = {"seconds": 1.0, "megabytes": 256}
    report = grade(given, exercises_in(tmp_path), cluster=address, progress=kill, **limits)  # type: ignore[arg-type]
    assert killed
    assert [answer.verdict.outcome for answer in report.answers[-4:]] == [
        *("exact", "unreadable", "time limit", "memory limit")
    ]
    alone = grade(given[:-2], exercises_in(tmp_path), workers=0)
    assert report.answers[:-2] == alone.answers
    again = grade(given, exercises_in(tmp_path), cluster=address, **limits)  # type: ignore[arg-type]
    assert [grade_report_text(each, "csv") for each in (report, again)] == [grade_report_text(report, "csv")] * 2


def test_nodes_of_another_version_are_refused(
    nodes: tuple[str, list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symattn.__version__", "999")
    with pytest.raises(GradeError, match=r"nodes of the cluster have symattn .*, and this is 999"):
        grade(one("1"), exercises_in(tmp_path), cluster=nodes[0])


def test_no_client_is_left_to_the_garbage_collector(
    nodes: tuple[str, list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1.0)
    gc.disable()
    try:
        with pytest.raises(GradeError):
            grade(one("1"), exercises_in(tmp_path), cluster="tcp://127.0.0.1:9")
        monkeypatch.setattr("symattn.__version__", "999")
        with pytest.raises(GradeError):
            grade(one("1"), exercises_in(tmp_path), cluster=nodes[0])
        statuses = [one.status for one in gc.get_objects() if type(one).__name__ == "ClosingClient"]
    finally:
        gc.enable()
    assert set(statuses) == {"closed"}


def test_an_address_where_nobody_answers_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1.0)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", ""):
        with pytest.raises(GradeError, match="no Dask scheduler answers at"):
            grade(one("1"), exercises_in(tmp_path), cluster=address)
