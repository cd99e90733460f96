"""The soak's worker: one check a request."""

from __future__ import annotations

from typing import Any

from tests.differential.checks import run
from tests.differential.workers import serve


def respond(request: dict[str, Any]) -> dict[str, Any]:
    result = run(request["check"], request["seed"], request["draw"])
    return {"verdict": result.verdict, "example": result.example}


if __name__ == "__main__":
    serve(respond)
