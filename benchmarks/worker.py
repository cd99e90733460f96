"""The benchmark's worker: one timing a request, in a process of its own peer."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks import floats
from benchmarks.deciders import DECIDERS
from benchmarks.heads import head
from benchmarks.pairs import numbered
from benchmarks.peers import PEERS, check
from tests.differential.workers import serve

CALLS = 5


def respond(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to one request; an exception of the peer is told, not raised."""
    try:
        return TASKS[request["task"]](request)
    except Exception as error:  # whatever a peer raises is its answer
        return {"error": f"{type(error).__name__}: {str(error)[:200]}"}


def solve(request: dict[str, Any]) -> dict[str, Any]:
    """The median time of a peer over heads of one kind and size; no head twice, so that no cache knows the answer."""
    peer, kind, size = PEERS[request["peer"]], request["kind"], request["size"]
    peer.solve(head(kind, 3, seed=0))
    times: list[float] = []
    for seed in range(1, CALLS + 1):
        given = head(kind, size, seed)
        start = time.perf_counter()
        result = peer.solve(given)
        times.append(time.perf_counter() - start)
        if peer.name == "symattn" and seed == 1:
            check(given, result)
        del result
        if sum(times) > request["budget"]:
            break
    return {"seconds": median(times), "calls": len(times)}


def decide(request: dict[str, Any]) -> dict[str, Any]:
    """A decider's outcome on one pair, with the seconds of reading and of deciding."""
    decider, pair = DECIDERS[request["peer"]], numbered(request["pair"])
    texts = decider.texts(pair)
    start = time.perf_counter()
    left, right = map(decider.read, texts)
    read = time.perf_counter()
    outcome = decider.decide(left, right)
    return {"outcome": outcome, "reading": read - start, "deciding": time.perf_counter() - read}


def certify(request: dict[str, Any]) -> dict[str, Any]:
    """The median time of certified output of a head, beside that of its exact mathematics."""
    return floats.measure(request["output"], request["kind"], request["size"])


def warm(request: dict[str, Any]) -> dict[str, Any]:
    """What a peer imports and builds once is done before the clock runs."""
    decider = DECIDERS[request["peer"]]
    decider.decide(decider.read("1 + exp(1/2)"), decider.read("exp(1/2) + 1"))
    return {}


TASKS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "solve": solve,
    "decide": decide,
    "certify": certify,
    "warm": warm,
}

if __name__ == "__main__":
    serve(respond)
