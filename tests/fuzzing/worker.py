"""A worker of the fuzzer: hands a text to a target under the watch, and says what became of it and what it cost.

A request names the text by seed and number, or holds it.
`python -m tests.fuzzing.worker reader` answers one JSON request a line (see `tests.differential.workers`).
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Any

from tests.differential.workers import serve
from tests.fuzzing import documents, drawing
from tests.fuzzing.measuring import cost_of
from tests.fuzzing.targets import TARGETS, warm_up
from tests.fuzzing.watching import watch

DRAWS = {
    "reader": drawing.answer,
    "checker": drawing.answer,
    "files": drawing.file,
    "auditor": documents.document,
}


def ran(target: str, text: str) -> dict[str, Any]:
    """What became of one text: a fault, or none, and what it cost."""

    def call() -> None:
        with watch():
            TARGETS[target](text)

    try:
        cost = cost_of(call)
    except Exception as error:  # whatever comes out is a finding
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return {"fault": f"{type(error).__name__} at {where}: {str(error)[:200]}", "seconds": 0.0, "megabytes": 0.0}
    return {"fault": cost.fault_of(target), "seconds": cost.seconds, "megabytes": cost.megabytes}


def respond(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request."""
    target = sys.argv[1]
    return ran(target, request.get("text") or DRAWS[target](request["seed"], request["number"]))


if __name__ == "__main__":
    warm_up()
    serve(respond)
