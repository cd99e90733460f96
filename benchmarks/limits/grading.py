"""A thousand answers, single numbers to a dozen problems, graded by two workers: milliseconds an answer.

    python -m benchmarks.limits.grading [--answers 1000] [--seed 1]

All answers are different: right ones exact and rounded, cut off, with the last digit off, and wrong ones exact and in
decimals, for which every mistake and every pair of mistakes is tried.  Start-up is apart: workers that have judged one
answer to something else are ready.  What counts is processor time of all processes, shared by two cores; the wall clock
stands beside it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from random import Random

import psutil

from benchmarks.limits.measuring import held, status
from benchmarks.limits.questions import CHOSEN
from symattn.exact import Exact
from symattn.grading.judging import Question, Source
from symattn.grading.limits import Limits
from symattn.grading.workers import LocalWorkers
from symattn.problems import Answer

CORES = 2
MILLISECONDS = 5.0
ASKED = {
    "one head": "output[3, 1]",
    "four tokens": "weights[3, 2]",
    "everything seen": "output[2, 2]",
    "a given scale": "weights[2, 1]",
    "no scale": "output[2, 2]",
    "two heads": "output[3, 1]",
    "three heads": "head1.weights[2, 1]",
    "split and projected": "output[3, 1]",
    "padding": "output[2, 1]",
    "a window": "output[4, 1]",
    "cross attention": "output[1, 2]",
    "roots": "output[2, 1]",
}


def exercises() -> dict[str, object]:
    """The exercise file: each problem and the one number that is asked of it, and one more for the start."""
    problems = {_slug(name): CHOSEN[name][0] for name in ASKED}
    asked = [(name, *_place(place)) for name, place in ASKED.items()]
    return {
        "title": "A dozen numbers",
        "problems": {**problems, "start": {"scores": [[0, 1]], "V": [[1], [2]]}},
        "exercise": [
            {
                "id": _slug(name),
                "problem": _slug(name),
                "statement": "One number.",
                "answer": [{"stage": stage, "row": row, "column": column}],
            }
            for name, stage, row, column in [*asked, ("start", "output", 1, 1)]
        ],
    }


def _slug(name: str) -> str:
    return name.replace(" ", "-")


def _place(text: str) -> tuple[str, int, int]:
    stage, _, rest = text.rstrip("]").partition("[")
    row, column = rest.split(",")
    return stage, int(row), int(column)


def answers(source: Source, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Exercises in turn with an answer that nobody gave before."""
    random, seen = Random(seed), set[tuple[str, str]]()
    expected = {exercise.id: exercise.answers[0] for exercise in source.load().exercises if exercise.id != "start"}
    while len(seen) < count:
        id = random.choice(list(expected))
        given = id, _answer(expected[id], random)
        if given not in seen:
            seen.add(given)
            yield given


def _answer(answer: Answer, random: Random) -> str:
    """One in ten is exact and right, three are about the right decimals, the others are wrong."""
    right = answer.expected()
    assert isinstance(right, Exact)
    kind, digits = random.randrange(10), random.randint(4, 9)
    if kind == 0:
        factor = random.randint(1, 999)
        return f"{factor}*({right.text()})/{factor}"
    if kind <= 3:
        decimal = right.decimal(digits)
        return decimal if kind == 1 else decimal[:-1] if kind == 2 else f"{decimal[:-1]}{random.randrange(10)}"
    if kind <= 7:
        return f"{random.choice(('', '-'))}{random.randrange(5)}.{random.randrange(10**digits):0{digits}}"
    a, b, c, d = (random.randint(1, 9) for _ in range(4))
    return f"({a}*e + {b})/({c}*e^{random.randint(1, 3)} + {d})"


def _processor_time() -> float:
    """Seconds that this process and all below it have taken."""
    own = psutil.Process()
    times = [process.cpu_times() for process in (own, *own.children(recursive=True))]
    return float(sum(spent.user + spent.system for spent in times))


def measured(count: int, seed: int) -> tuple[float, float]:
    """Milliseconds an answer: processor time shared by two cores, and wall clock."""
    source = Source(json.dumps(exercises()), ".json", "a dozen numbers")
    rows = [
        {"student": str(number), "exercise": id, "response": text}
        for number, (id, text) in enumerate(answers(source, count, seed))
    ]
    questions = [Question(n, str(row["exercise"]), "1", str(row["response"])) for n, row in enumerate(rows)]
    with LocalWorkers(source, Limits(), CORES) as workers:
        start = [Question(-1 - n, "start", "1", f"0.{n + 1000}") for n in range(40)]
        assert sum(len(found) for found in workers.judge(start)) == len(start)
        clock, spent = time.perf_counter(), _processor_time()
        assert sum(len(found) for found in workers.judge(questions)) == count
        spent = _processor_time() - spent
        clock = time.perf_counter() - clock
    return spent / CORES / count * 1000, clock / count * 1000


def main() -> int:
    """Measure; 1 when the limit is missed."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--answers", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    spent, clock = measured(chosen.answers, chosen.seed)
    print(f"{chosen.answers} answers by {CORES} workers: {clock:.2f} ms an answer by the clock")
    return status([held("grading: processor time an answer, shared by two cores", spent, MILLISECONDS, " ms")])


if __name__ == "__main__":
    sys.exit(main())
