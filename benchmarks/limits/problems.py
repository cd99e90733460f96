"""Random problem files that go to the limits: exponents up to 10^40, decimals of 17 to 40 digits, shifts of 1/10^20,
scores in the tens of thousands, roots, logarithms, symbols, nested exponentials, masks, biases, heads and batches.

A problem is drawn from its number alone, so that one that fails can be drawn again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

Entry: TypeAlias = int | str
Problem: TypeAlias = dict[str, Any]
Draw: TypeAlias = Callable[[], Entry]


def problem(number: int, seed: int = 1) -> Problem:
    """Problem `number` of a seed, as the data of a JSON file."""
    rng = Random(f"limits {seed} {number}")
    draw = _entries(rng)
    start = rng.choice((_from_scores, _from_scores, _from_queries, _from_inputs, _from_inputs, _from_heads))
    tokens = rng.choice((1, 2, 2, 3, 3, 4, 5, 6, 8))
    found = start(rng, draw, tokens)
    if rng.random() < 0.12:
        found = _batched(draw, found)
    return {**found, **_seeing(rng, draw, found)}


# -- where a calculation starts --------------------------------------------------------------------------------------


def _from_scores(rng: Random, draw: Draw, tokens: int) -> Problem:
    keys = rng.choice((tokens, tokens, tokens + 1, 9))
    found: Problem = {"scores": _matrix(tokens, keys, draw)}
    if rng.random() < 0.8:
        found["V"] = _matrix(keys, rng.randint(1, 3), draw)
    return found


def _from_queries(rng: Random, draw: Draw, tokens: int) -> Problem:
    heads, keys = rng.choice((1, 1, 2)), rng.choice((tokens, tokens, tokens + 2))
    width, values = heads * rng.randint(1, 3), heads * rng.randint(1, 2)
    shapes = {"Q": (tokens, width), "K": (keys, width), "V": (keys, values)}
    return {**_matrices(shapes, draw), **({"n_heads": heads} if heads > 1 else {}), **_scale(rng, draw)}


def _from_inputs(rng: Random, draw: Draw, tokens: int) -> Problem:
    heads, model = rng.choice((1, 1, 1, 2)), rng.randint(1, 3)
    width, values = heads * rng.randint(1, 2), heads * rng.randint(1, 2)
    shapes = {"X": (tokens, model), "w_q": (model, width), "w_k": (model, width), "w_v": (model, values)}
    if rng.random() < 0.3:
        shapes["w_o"] = (values, rng.randint(1, 2))
    return {**_matrices(shapes, draw), **({"n_heads": heads} if heads > 1 else {}), **_scale(rng, draw)}


def _from_heads(rng: Random, draw: Draw, tokens: int) -> Problem:
    model, count = rng.randint(1, 3), rng.choice((1, 2, 2, 3))
    heads, joined = [], 0
    for _ in range(count):
        width, values = rng.randint(1, 2), rng.randint(1, 2)
        joined += values
        heads.append(_matrices({"w_q": (model, width), "w_k": (model, width), "w_v": (model, values)}, draw))
    found: Problem = {"X": _matrix(tokens, model, draw), "heads": heads, **_scale(rng, draw)}
    if rng.random() < 0.6:
        found["w_o"] = _matrix(joined, rng.randint(1, 2), draw)
    return found


def _matrices(shapes: dict[str, tuple[int, int]], draw: Draw) -> Problem:
    return {name: _matrix(rows, columns, draw) for name, (rows, columns) in shapes.items()}


def _matrix(rows: int, columns: int, draw: Draw) -> list[list[Entry]]:
    return [[draw() for _ in range(columns)] for _ in range(rows)]


def _scale(rng: Random, draw: Draw) -> Problem:
    kind = rng.random()
    if kind < 0.5:
        return {}
    return {"scale": draw() if kind < 0.6 else rng.choice((1, "1/sqrt(2)", "1/10", "10^10", "1/10^20", "sqrt(3)/7"))}


# -- who reads whom --------------------------------------------------------------------------------------------------


def _batched(draw: Draw, given: Problem) -> Problem:
    """The same with a leading axis on what may have one: a batch of two."""
    names = ("X",) if "X" in given else tuple(name for name in ("Q", "K", "V", "scores") if name in given)
    stacked = {name: [given[name], _matrix(len(given[name]), len(given[name][0]), draw)] for name in names}
    return {**given, **stacked}


def _seeing(rng: Random, draw: Draw, given: Problem) -> Problem:
    """visible, bias and query_valid for the shape of the scores; every valid query sees some key."""
    rows, columns = _score_shape(given)
    found: Problem = {}
    kind = rng.choice(("none", "full", "causal", "causal", "rows"))
    if kind == "causal" and rows == columns:
        found["visible"] = rng.choice(("causal", {"causal": True}))
    elif kind == "full":
        found["visible"] = "full"
    elif kind == "rows":
        found["visible"] = [[j == i % columns or rng.random() < 0.6 for j in range(columns)] for i in range(rows)]
    if rng.random() < 0.3:
        hides = "visible" not in found
        found["bias"] = [
            ["-oo" if hides and j != i % columns and rng.random() < 0.3 else draw() for j in range(columns)]
            for i in range(rows)
        ]
    if rng.random() < 0.15:
        found["query_valid"] = [rng.random() < 0.7 for _ in range(rows)]
    return found


def _score_shape(given: Problem) -> tuple[int, int]:
    def of(name: str) -> list[Any]:
        value = given[name]
        return value[0] if isinstance(value[0][0], list) else value  # type: ignore[no-any-return]

    if "scores" in given:
        return len(of("scores")), len(of("scores")[0])
    return (len(of("X")),) * 2 if "X" in given else (len(of("Q")), len(of("K")))


# -- entries ---------------------------------------------------------------------------------------------------------


def _entries(rng: Random) -> Draw:
    """What the entries of one problem are like: some kinds of number, plain ones among them."""
    kinds = rng.sample(_KINDS, rng.choice((1, 1, 2, 3)))
    share = rng.choice((0.2, 0.5, 1.0))
    return lambda: rng.choice(kinds)(rng) if rng.random() < share else rng.randint(-3, 3)


def _decimal(rng: Random) -> Entry:
    places = rng.randint(17, 40)
    whole = rng.choice((0, 0, rng.randint(0, 9), rng.randint(0, 10**5)))
    return f"{rng.choice(('', '-'))}{whole}.{rng.randrange(10**places):0{places}}"


def _huge(rng: Random) -> Entry:
    power = rng.randint(1, 40)
    return rng.choice((f"10^{power}", f"-10^{power}", str(rng.randrange(10**power)), -rng.randrange(10**18)))


def _shift(rng: Random) -> Entry:
    return f"{rng.randint(-3, 3)} {rng.choice('+-')} 1/10^{rng.choice((20, 20, 30, 40))}"


def _thousands(rng: Random) -> Entry:
    return rng.choice((rng.randint(-90_000, 90_000), f"{rng.randint(-90_000, 90_000)}/{rng.choice((7, 10, 10**4))}"))


def _fraction(rng: Random) -> Entry:
    return f"{rng.randrange(-(10**20), 10**20)}/{rng.randrange(1, 10 ** rng.randint(1, 40))}"


def _root(rng: Random) -> Entry:
    return rng.choice(
        (
            f"sqrt({rng.choice((2, 3, 5, 6, 8, 99991))})",
            f"{rng.randint(-9, 9)}*sqrt(2) + {rng.randint(-9, 9)}*sqrt(3)",
            f"root({rng.randint(2, 30)}, {rng.choice((3, 4, 5))})",
            f"sqrt(2)*{rng.randrange(10**20)}/10^19",
            f"{rng.randint(1, 9)}*10^{rng.randint(1, 30)}/sqrt(7)",
            "sqrt(3 + 2*sqrt(2))",
        )
    )


def _logarithm(rng: Random) -> Entry:
    return rng.choice(
        (
            f"ln {rng.randint(2, 99)}",
            f"ln({rng.randint(2, 99)})/{rng.randint(2, 5)}",
            f"{rng.randint(-20, 20)}*ln {rng.randint(2, 9)}",
            f"ln(10^{rng.randint(2, 40)})",
            f"ln({rng.randrange(1, 10**17)}/10^17)",
            "ln(1 + e)",
            "ln(3 + 2*sqrt(2))",
        )
    )


def _symbol(rng: Random) -> Entry:
    return rng.choice(("a", "k", "-a", "2*k", "a + 1/10^20", "a*sqrt(2)", "ln k", "10^20*a", "a - k", "a^2"))


def _exponential(rng: Random) -> Entry:
    return rng.choice(
        (
            "e",
            "exp(1/2)",
            f"e^-{rng.randint(1, 60)}",
            f"exp({rng.randint(-99, 99)}/10)",
            f"exp(-{rng.randint(1, 9)}*10^{rng.randint(1, 40)})",
            "e/(1 + e)",
            "exp(e)",
            "exp(exp(-60))",
            "tanh(1/2)",
            "sigma(3)",
            "pi",
            "exp(sqrt 2)",
        )
    )


_KINDS = (
    _decimal,
    _decimal,
    _huge,
    _shift,
    _thousands,
    _thousands,
    _fraction,
    _root,
    _logarithm,
    _symbol,
    _exponential,
)
