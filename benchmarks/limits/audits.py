"""How long an audit of long pages takes: ordinary writing, formula after formula, and one worked example after another.

Seconds of processor time for each million characters. Worked examples cost most, since every stage of each is derived.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from benchmarks.limits.measuring import held, processor_time, status
from symattn.auditing.auditor import audit
from tests.auditing.judges.long_pages import formulas, worked_examples
from tests.auditing.judges.ordinary import document

MILLION = 1_000_000
KINDS: dict[str, tuple[Callable[[int], str], float]] = {
    "ordinary writing": (document, 30),
    "a formula in nearly every sentence": (formulas, 30),
    "nothing but worked examples": (worked_examples, 60),
}


def main() -> int:
    """Measure all three; 1 when a limit is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--characters", type=int, default=MILLION, help="of each page (default: a million)")
    chosen = options.parse_args()
    audit("An audit imports what it needs: $1 + 1 = 2$, $[1, 2] = [1, 2]$.")
    return status([seconds(name, chosen.characters) for name in KINDS])


def seconds(name: str, characters: int) -> bool:
    """Print how long a page takes for a million characters; whether the limit is kept."""
    write, limit = KINDS[name]
    text = write(characters)
    spent = processor_time(audit, text) * MILLION / len(text)
    return held(f"{len(text)} characters, {name}, for a million", spent, limit, " s")


if __name__ == "__main__":
    sys.exit(main())
