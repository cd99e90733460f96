"""Problems, questions and wrong answers drawn at random, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from symattn.checking.mistakes import OF_METHOD, Mistake
from symattn.checking.mistakes.evaluating import level_of
from symattn.errors import SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity, compare
from symattn.exact.decimals import significant
from symattn.problems import Answer, Problem
from symattn.problems.stages import part_of
from symattn.trace import Trace

SCORES: tuple[object, ...] = (0, 1, 2, -1, "ln 2", "ln 3", "1/2", "sqrt(2)")
Value = Exact | ExactMatrix | MinusInfinity


def _whole(random: Random, rows: int, columns: int, low: int = -2, high: int = 3) -> list[list[int]]:
    return [[random.randint(low, high) for _ in range(columns)] for _ in range(rows)]


def _relation(random: Random, T: int) -> object:
    padded = max(1, T - 1)
    choices: list[object] = ["causal", "causal", "full", {"causal": True, "key_lengths": padded}]
    return random.choice([*choices, {"key_lengths": padded}, {"window": [1, 0]}, {"prefix": 2}])


def _arrays(random: Random, T: int) -> dict[str, Any]:
    width = random.choice([1, 2])
    match random.choice(["Q, K, V", "one head", "heads", "split", "split and joined", "scores"]):
        case "Q, K, V":
            width = random.choice([1, 2, 3, T])
            return {name: _whole(random, T, width) for name in "QK"} | {"V": _whole(random, T, random.choice([1, 2]))}
        case "one head":
            d_model = random.choice([2, 3])
            arrays: dict[str, Any] = {"X": _whole(random, T, d_model)}
            arrays |= {name: _whole(random, d_model, width) for name in ("w_q", "w_k", "w_v")}
            return arrays | ({"w_o": _whole(random, width, width)} if random.random() < 0.4 else {})
        case "heads":
            d_model, count = random.choice([2, 3]), random.choice([2, 2, 3])
            heads = [{w: _whole(random, d_model, width) for w in ("w_q", "w_k", "w_v")} for _ in range(count)]
            w_o = _whole(random, count * width, random.choice([count * width, 2]))
            return {"X": _whole(random, T, d_model), "heads": heads} | ({"w_o": w_o} if random.random() < 0.7 else {})
        case "split":
            return {name: _whole(random, T, 2 * width) for name in "QKV"} | {"n_heads": 2}
        case "split and joined":
            arrays = {"X": _whole(random, T, 4, -1, 2), "n_heads": 2}
            return arrays | {name: _whole(random, 4, 4, -1, 1) for name in ("w_q", "w_k", "w_v", "w_o")}
    scores = [[random.choice(SCORES) for _ in range(T)] for _ in range(T)]
    return {"scores": scores, "V": _whole(random, T, 2)}


def problems(seed: int, count: int) -> Iterator[Problem]:
    """So many problems that have a solution."""
    random = Random(seed)
    found = 0
    while found < count:
        T = random.choice([2, 3, 3, 4])
        data = _arrays(random, T) | {"visible": _relation(random, T)}
        if "scores" not in data and random.random() < 0.4:
            data["scale"] = random.choice([1, 1, "1/2"])
        if random.random() < 0.15:
            data["query_valid"] = [True] * (T - 1) + [False]
        problem = Problem.from_data(data, where=f"drawn {found + 1}")
        try:
            _ = problem.solution
        except SymattnError:  # a query that sees nothing
            continue
        found += 1
        yield problem


def question(random: Random, problem: Problem, rule: str = "auto") -> Answer:
    """A stage from the scores on, or a part of it."""
    trace = problem.solution
    assert isinstance(trace, Trace)
    later = [name for name in trace.stage_names if (level_of(name) or 0) >= 2]
    liked = [name for name in later if name.endswith(("weights", "output", "joined"))]
    stage = random.choice(liked if random.random() < 0.8 else later)
    rows, columns = trace.exact(stage).shape
    what = random.choice(["entry", "entry", "row", "column", "all"])
    row = random.randrange(rows) if what in ("entry", "row") else None
    column = random.randrange(columns) if what in ("entry", "column") else None
    return Answer(problem, stage, row, column, rule)


def mistaken(problem: Problem, answer: Answer) -> Iterator[tuple[Mistake, Value]]:
    """What every variant of every mistake gives for an answer, where that is not right."""
    right = answer.expected()
    for mistake in OF_METHOD:
        for trace in mistake.traces(problem):
            if answer.stage not in trace.stage_names:
                continue
            try:
                value = part_of(trace.exact(answer.stage), answer.row, answer.column)
            except SymattnError:  # the part is not there in another shape
                continue
            if compare(value, right).outcome != "equal":
                yield mistake, value


def exactly(value: Exact | MinusInfinity) -> str:
    return value.text()


def rounded(figures: int) -> Any:
    """The writer of a number with so many significant digits; whole numbers are written as they are."""

    def write(value: Exact | MinusInfinity) -> str:
        known = None if isinstance(value, MinusInfinity) else value.as_fraction()
        if isinstance(value, MinusInfinity) or (known is not None and known.denominator == 1):
            return value.text()
        return significant(value, figures)

    return write


def written(value: Value, write: Any = exactly) -> str | None:
    """A number or matrix as text, each entry by the writer; None where that takes more digits than people type."""
    try:
        if not isinstance(value, ExactMatrix):
            text: str = write(value)
        else:
            text = "[" + ", ".join("[" + ", ".join(map(write, row)) + "]" for row in value.rows()) + "]"
    except SymattnError:
        return None
    return text if len(text) < 400 else None


def random_exact(random: Random) -> str:
    """A quotient of sums of exponentials, of the kind that weights are."""
    a, b, c, d = (random.randint(1, 9) for _ in range(4))
    p, q = random.randint(1, 3), random.randint(1, 3)
    unit = random.choice(["1", "sqrt(2)", "1/2"])
    if random.random() < 0.25:
        return f"exp({unit}*{p})/({c}*exp({unit}*{q}) + {d})"
    return f"({a}*exp({unit}*{p}) + {b})/({c}*exp({unit}*{q}) + {d})"


def random_decimal(random: Random, near: Exact | MinusInfinity) -> str:
    """Five digits, anywhere between 0 and 1 or somewhere around what is right."""
    middle = Fraction(1, 2) if isinstance(near, MinusInfinity) else Fraction(near.decimal(9))
    if random.random() < 0.5:
        drawn = Fraction(random.randint(10_000, 99_999), 100_000)
    else:
        drawn = middle + (abs(middle) or 1) * Fraction(random.randint(-10_000, 10_000), 10_000)
    return significant(Exact(drawn or Fraction(12_345, 100_000)), 5)
