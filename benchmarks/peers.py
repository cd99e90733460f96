"""The peers: how each computes all weights and outputs of a head.  Every function takes a head and does the whole work.

What each owes is said in `PEERS`: symattn, the floor and the computer algebra systems give lowest terms, SymEngine
does not reduce, and Arb and mpmath give numbers of 50 digits only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from itertools import product
from shutil import which
from typing import Any

from benchmarks import cas, floor
from benchmarks.heads import SCALE, Exponent, Head, exponents, row_tables

DIGITS = 50
BITS = 167


def by_symattn(head: Head) -> Any:
    """The public call, from Q, K and V to every weight and output in lowest terms."""
    import symattn as sa

    query: Any = head.query
    if head.kind == "multi":
        query = [[a, f"{b}*sqrt(2)"] for a, b in head.query]
    trace = sa.attention(query, head.key, head.value, visible=sa.causal(head.size), scale=SCALE[head.kind])
    weights, output = trace.exact("weights"), trace.exact("output")
    for i in range(head.size):
        weights[i, i], output[i, 0], output[i, 1]
    return weights, output


def _numeric(head: Head, lift: Callable[[int], Any], exp: Callable[[Any], Any], root: Any) -> list[list[Any]]:
    """Weights and outputs in some field of approximate numbers."""
    factor = {"sqrt2": 1 / root, "den10": lift(1) / 10}.get(head.kind, lift(1))
    outputs = []
    for i, query in enumerate(head.query):
        weights = []
        for entry in exponents(head.kind, query, head.key[: i + 1]):
            score = lift(entry[0]) + root * entry[1] if len(entry) == 2 else factor * entry[0]
            weights.append(exp(score))
        total = sum(weights, lift(0))
        weights = [w / total for w in weights]
        columns = zip(*head.value[: i + 1], strict=True)
        outputs.append([sum((w * v for w, v in zip(weights, column, strict=True)), lift(0)) for column in columns])
    return outputs


def by_arb(head: Head) -> Any:
    """Arb balls of 50 digits."""
    import flint

    before = flint.ctx.prec
    flint.ctx.prec = BITS
    try:
        return _numeric(head, flint.arb, flint.arb.exp, flint.arb(2).sqrt())
    finally:
        flint.ctx.prec = before


def by_mpmath(head: Head) -> Any:
    """mpmath numbers of 50 digits."""
    import mpmath

    context = mpmath.MPContext()
    context.dps = DIGITS
    return _numeric(head, context.mpf, context.exp, context.sqrt(2))


def by_sympy_ring(head: Head) -> Any:
    """SymPy's sparse polynomial ring: numerators and denominators built first, each output cancelled once."""
    from sympy import ZZ
    from sympy.polys.rings import ring

    domain = ring(["t", "u"] if head.kind == "multi" else ["t"], ZZ)[0]
    rows = []
    for i in range(head.size):
        shifted, bottom_terms, top_terms = row_tables(head, i)
        bottom = domain.from_dict(bottom_terms)
        tops = [domain.from_dict({e: c for e, c in terms.items() if c}) for terms in top_terms]
        rows.append((shifted, bottom, [top.cancel(bottom) for top in tops]))
    return rows


def _expressions(head: Head, module: Any) -> list[tuple[list[Any], Any]]:
    """Numerators and denominator of each row's outputs as sums of exponentials of SymPy or SymEngine."""
    root = module.sqrt(module.Integer(2))
    unit = {"sqrt2": 1 / root, "den10": module.Rational(1, 10)}.get(head.kind, module.Integer(1))
    rows = []
    for i, query in enumerate(head.query):
        raised = []
        for entry in exponents(head.kind, query, head.key[: i + 1]):
            raised.append(module.exp(entry[0] + entry[1] * root if len(entry) == 2 else unit * entry[0]))
        columns = zip(*head.value[: i + 1], strict=True)
        tops = [module.Add(*(w * v for w, v in zip(raised, column, strict=True))) for column in columns]
        rows.append((tops, module.Add(*raised)))
    return rows


def by_cancel(head: Head) -> Any:
    """SymPy expressions, `cancel` of every output."""
    import sympy

    return [[sympy.cancel(top / bottom) for top in tops] for tops, bottom in _expressions(head, sympy)]


def by_simplify(head: Head) -> Any:
    """SymPy expressions, `simplify` of every output."""
    import sympy

    return [[sympy.simplify(top / bottom) for top in tops] for tops, bottom in _expressions(head, sympy)]


def by_symengine(head: Head) -> Any:
    """SymEngine expressions, collected but not reduced."""
    import symengine

    return [[top / bottom for top in tops] for tops, bottom in _expressions(head, symengine)]


def by_calcium(head: Head) -> Any:
    """Calcium, one generator exp(unit) and its powers (two for multi)."""
    from tests.differential.calcium import ring

    calcium = ring()
    names = {"sqrt2": ["exp(1/sqrt(2))"], "den10": ["exp(1/10)"], "multi": ["exp(1)", "exp(sqrt(2))"]}
    generators = [calcium(text) for text in names.get(head.kind, ["exp(1)"])]
    powers: dict[Exponent, Any] = {}
    rows = []
    for i in range(head.size):
        shifted, bottom_terms, top_terms = row_tables(head, i)
        for entry in bottom_terms:
            if entry not in powers:
                powers[entry] = _monomial(calcium, generators, entry)
        bottom = _total(calcium, bottom_terms, powers)
        rows.append((shifted, bottom, [_total(calcium, terms, powers) / bottom for terms in top_terms]))
    return rows


def _monomial(calcium: Any, generators: list[Any], entry: Exponent) -> Any:
    value = calcium(1)
    for generator, exponent in zip(generators, entry, strict=True):
        value = value * generator**exponent
    return value


def _total(calcium: Any, terms: dict[Exponent, int], powers: dict[Exponent, Any]) -> Any:
    value = calcium(0)
    for entry, coefficient in terms.items():
        value = value + powers[entry] * coefficient
    return value


def _text_rows(head: Head, system: cas.System) -> Any:
    """Every output simplified by a computer algebra system that reads text."""
    unit = {"sqrt2": "/sqrt(2)", "den10": "/10"}.get(head.kind, "")
    for i, query in enumerate(head.query):
        raised = []
        for entry in exponents(head.kind, query, head.key[: i + 1]):
            score = f"{entry[0]}+({entry[1]})*sqrt(2)" if len(entry) == 2 else f"({entry[0]}){unit}"
            raised.append(f"exp({score})")
        for column in zip(*head.value[: i + 1], strict=True):
            top = "+".join(f"({v})*{w}" for v, w in zip(column, raised, strict=True))
            system.compute(f"({top})/({'+'.join(raised)})")
    return head.size


def by_maxima(head: Head) -> Any:
    """Maxima's radcan of every output."""
    return _text_rows(head, cas.maxima())


def by_giac(head: Head) -> Any:
    """Giac's simplify of every output."""
    return _text_rows(head, cas.giac())


@dataclass(frozen=True)
class Peer:
    """A way to compute a head; `needs` is a module or program without which it is left out."""

    name: str
    solve: Callable[[Head], Any]
    gives: str
    needs: str = ""

    @property
    def is_installed(self) -> bool:
        return not self.needs or which(self.needs) is not None or find_spec(self.needs) is not None


PEERS: dict[str, Peer] = {
    peer.name: peer
    for peer in (
        Peer("floor", floor.rows, "lowest terms, FLINT polynomials used by hand"),
        Peer("symattn", by_symattn, "lowest terms"),
        Peer("Arb-50", by_arb, "enclosures of 50 digits"),
        Peer("mpmath-50", by_mpmath, "approximations of 50 digits"),
        Peer("SymPy ring", by_sympy_ring, "lowest terms, sparse polynomials used by hand", "sympy"),
        Peer("SymEngine", by_symengine, "quotients as they stand", "symengine"),
        Peer("Calcium", by_calcium, "lowest terms, one generator", "flint"),
        Peer("Maxima radcan", by_maxima, "simplified outputs", "maxima"),
        Peer("Giac simplify", by_giac, "simplified outputs", "giac"),
        Peer("SymPy cancel", by_cancel, "outputs in lowest terms", "sympy"),
        Peer("SymPy simplify", by_simplify, "simplified outputs", "sympy"),
    )
}


def check(head: Head, result: Any) -> None:
    """symattn's outputs and row sums against Arb, so that what is timed is also right; raises ValueError."""
    import flint

    weights, output = result
    balls = by_arb(head)
    before = flint.ctx.prec
    flint.ctx.prec = BITS
    try:
        for i, j in product(sorted({0, head.size // 2, head.size - 1}), range(2)):
            claimed = flint.arb(output[i, j].decimal(30))
            if not abs(claimed - balls[i][j]) < flint.arb("1e-30"):
                raise ValueError(f"{head.kind}, T={head.size}: output {i + 1}, {j + 1} is not what Arb says")
        total = sum((Fraction(weights[head.size - 1, j].decimal(30)) for j in range(head.size)), Fraction(-1))
        if abs(total) > Fraction(head.size, 10**30):
            raise ValueError(f"{head.kind}, T={head.size}: the last row of weights does not sum to 1")
    finally:
        flint.ctx.prec = before
