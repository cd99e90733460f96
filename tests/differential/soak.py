"""Many random draws, each checked in a worker process under a deadline; a summary with examples.

    python -m tests.differential.soak [--draws 10000] [--seed 1] [--seconds 60] [--processes N]

Right and wrong are counted for each check, undecided ones with examples; a hang or a crash of the engine is a fault
like a wrong answer.  Where Calcium or SymPy is the one that takes too long, the draw counts as theirs (witness).  The
exit status is 1 when there was a fault.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO

from tests.differential.workers import Answer, Request, ask_all

# How many of every hundred draws go to each check.
SHARES = {
    "pair_built": 25,
    "pair_read": 20,
    "pair_by_algebra": 20,
    "problem_numerically": 25,
    "problem_by_calcium": 7,
    "problem_by_sympy": 3,
}
WITNESSES = frozenset({"problem_by_calcium", "problem_by_sympy"})
VERDICTS = ("right", "wrong", "undecided", "witness", "hung", "crashed")
SHOWN = 12


@dataclass
class Summary:
    """What a run counted: verdicts for each check, and examples of all that were not right."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, answer: Answer) -> None:
        check, verdict = answer.request["check"], verdict_of(answer)
        self.counts[check][verdict] += 1
        if verdict not in ("right", "witness"):
            where = f"{check}, seed {answer.request['seed']}, draw {answer.request['draw']}"
            self.examples[verdict].append(f"{where}: {answer.reply.get('example') or answer.detail}")

    @property
    def faults(self) -> list[str]:
        """Everything wrong, hung or crashed."""
        return [example for verdict in ("wrong", "hung", "crashed") for example in self.examples[verdict]]

    def total(self, verdict: str) -> int:
        return sum(counter[verdict] for counter in self.counts.values())

    def write(self, out: TextIO) -> None:
        """A table, then examples."""
        print(
            "".join(f"{word:>22}" if not i else f"{word:>11}" for i, word in enumerate(("check", *VERDICTS))), file=out
        )
        for check in (*SHARES, "total"):
            numbers = [self.total(v) if check == "total" else self.counts[check][v] for v in VERDICTS]
            print(f"{check:>22}" + "".join(f"{n:>11}" for n in numbers), file=out)
        for verdict in ("wrong", "crashed", "hung", "undecided"):
            found = self.examples[verdict]
            for example in found[:SHOWN]:
                print(f"\n{verdict}: {example}", file=out)
            if len(found) > SHOWN:
                print(f"\n... and {len(found) - SHOWN} more {verdict}", file=out)


def verdict_of(answer: Answer) -> str:
    """The check's verdict; a witness that was late says nothing of the engine."""
    if answer.state == "answered":
        return str(answer.reply["verdict"])
    return "witness" if answer.state == "hung" and answer.request["check"] in WITNESSES else answer.state


def requests(seed: int, draws: int) -> Iterator[Request]:
    """The draws of a seed: draw n goes to the same check with the same number in every run."""
    order = [check for place in range(20) for check, share in SHARES.items() for _ in _due(share, place)]
    for draw in range(draws):
        yield {"check": order[draw % len(order)], "seed": seed, "draw": draw}


def _due(share: int, place: int) -> range:
    """How many of a check's share fall to one of twenty places, spread evenly."""
    return range(share * place // 20, share * (place + 1) // 20)


def soak(seed: int, draws: int, seconds: float = 60, processes: int | None = None, progress: bool = False) -> Summary:
    """Check so many draws."""
    summary = Summary()
    workers = min(processes or os.cpu_count() or 1, draws)
    for done, answer in enumerate(ask_all("tests.differential.worker", requests(seed, draws), seconds, workers), 1):
        summary.add(answer)
        if progress and done % 500 == 0:
            print(f"{done} draws, {len(summary.faults)} faults, {summary.total('undecided')} undecided", flush=True)
    return summary


def main() -> int:
    """Run from the command line."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--draws", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=float, default=60, help="the deadline of one draw")
    options.add_argument("--processes", type=int, default=None, help="default: one a core")
    chosen = options.parse_args()
    summary = soak(chosen.seed, chosen.draws, chosen.seconds, chosen.processes, progress=True)
    summary.write(sys.stdout)
    return 1 if summary.faults else 0


if __name__ == "__main__":
    sys.exit(main())
