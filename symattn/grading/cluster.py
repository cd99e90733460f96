"""Workers on a Dask cluster: batches go to its nodes, and on each node a service (`service`) keeps the limits.

A node that dies takes nothing with it: Dask gives its batches to others, and the journal stays with the caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING
from uuid import uuid4

from symattn.errors import GradeError
from symattn.grading.judging import Question, Source, version
from symattn.grading.limits import Limits
from symattn.grading.verdicts import STOPPED, Verdict
from symattn.grading.workers import Judged, LocalWorkers, batches_of

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 20.0  # seconds in which a scheduler must answer
TRIES = 3  # of a batch whose nodes die

# Services that rest on this node, by what they are for.
_RESTING: dict[tuple[Source, Limits], list[LocalWorkers]] = {}
_GUARD = Lock()


class ClusterWorkers:
    """The workers of the Dask cluster whose scheduler has this address.

    Errors: GradeError where no scheduler answers, or where a node has no symattn or another version of it.
    """

    def __init__(self, source: Source, limits: Limits, address: str) -> None:
        self._source = source
        self._limits = limits
        self._client = _connected(address)
        try:
            self._check_versions()
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> ClusterWorkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._client.run(stop_resting, self._source, self._limits, on_error="ignore")
        except Exception:  # a node that is gone has nothing left to stop
            pass
        finally:
            self._client.close()

    def judge(self, questions: Sequence[Question]) -> Iterator[Judged]:
        """The verdicts as they come. Errors: GradeError where the cluster is gone."""
        from distributed import as_completed

        tries: dict[str, tuple[list[Question], int]] = {}
        futures = [self._submitted(batch, TRIES, tries) for batch in batches_of(questions)]
        completed = as_completed(futures, loop=self._client.loop, raise_errors=False)
        for future in completed:
            batch, left = tries.pop(future.key)
            if future.status == "finished":
                yield [(number, Verdict.from_data(verdict)) for number, verdict in future.result()]
            elif future.status in ("cancelled", "lost") or self._client.status != "running":
                raise GradeError("the cluster is gone; start again, and grading goes on where it stopped")
            elif left > 1:
                for part in batches_of(batch, 1 if left == TRIES else len(batch)):
                    completed.add(self._submitted(part, left - 1, tries))
            else:
                said = f"no node of the cluster judged this: {future.exception()}"[:300]
                yield [(question.number, Verdict.for_person(STOPPED, said)) for question in batch]

    def _submitted(self, batch: list[Question], left: int, tries: dict[str, tuple[list[Question], int]]) -> Future:
        key = f"symattn-grade-{uuid4().hex}"
        tries[key] = batch, left
        return self._client.submit(judge_on_node, self._source, self._limits, batch, key=key, pure=False)

    def _check_versions(self) -> None:
        own = version()
        try:
            found = self._client.run(version)
        except Exception as error:
            raise GradeError(f"the nodes of the cluster need symattn {own}: {error}") from error
        others = sorted({str(each) for each in found.values()} - {own})
        if others:
            raise GradeError(f"nodes of the cluster have symattn {', '.join(others)}, and this is {own}")


def _connected(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise GradeError("a cluster needs Dask: pip install 'symattn[cluster]'") from None

    class ClosingClient(Client):  # type: ignore[misc]  # Dask has no types
        """A client that closes when nobody answers: collected as garbage later, it may wait for itself for ever."""

        def start(self, **options: object) -> None:
            try:
                super().start(**options)
            except BaseException:
                self.close()
                raise

    try:
        return ClosingClient(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise GradeError(f"no Dask scheduler answers at {address}: {error}") from error


# -- on the nodes -----------------------------------------------------------------------------------------------------


def judge_on_node(source: Source, limits: Limits, batch: Sequence[Question]) -> list[tuple[int, dict[str, object]]]:
    """The verdicts on a batch, by a service of this node that rests, or by a new one."""
    key = source, limits
    with _GUARD:
        resting = _RESTING.setdefault(key, [])
        workers = resting.pop() if resting else LocalWorkers(source, limits, 1)
    try:
        found = [(number, verdict.data()) for judged in workers.judge(batch) for number, verdict in judged]
    except BaseException:
        workers.close()
        raise
    with _GUARD:
        resting.append(workers)
    return found


def stop_resting(source: Source, limits: Limits) -> None:
    """End the services of this node that rest."""
    with _GUARD:
        resting = _RESTING.pop((source, limits), [])
    for workers in resting:
        workers.close()


__all__ = ["ClusterWorkers"]
