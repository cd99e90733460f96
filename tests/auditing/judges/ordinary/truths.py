"""Statements that are claims and are true, worked out while they are written, with integers, fractions and mpmath."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import mpmath

from tests.auditing.judges.ordinary.drawing import fill


def decimal(value: Any, places: int) -> str:
    """A number rounded to some places and written with all of them."""
    with mpmath.workdps(40):
        scaled = int(mpmath.nint(abs(mpmath.mpf(value)) * 10**places))
    digits = str(scaled).rjust(places + 1, "0")
    return ("-" if value < 0 and scaled else "") + digits[:-places] + "." + digits[-places:]


def fraction(value: Fraction) -> str:
    """A fraction in LaTeX."""
    sign = "-" if value < 0 else ""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{sign}\\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def sums(draw: Random) -> str:
    a, b, c = draw.randrange(2, 99), draw.randrange(2, 99), draw.randrange(2, 9)
    return f"Then ${a} + {b} = {a + b}$, and ${c}\\cdot{a} - {b} = {c * a - b}$."


def fractions(draw: Random) -> str:
    x = Fraction(draw.randrange(1, 9), draw.randrange(2, 12))
    y = Fraction(draw.randrange(1, 9), draw.randrange(2, 12))
    total, product = fraction(x + y), fraction(x * y)
    return (
        f"Adding them, ${fraction(x)} + {fraction(y)} = {total}$, and ${fraction(x)}\\cdot{fraction(y)} = {product}$."
    )


def squares(draw: Random) -> str:
    a, b = draw.randrange(1, 12), draw.randrange(1, 12)
    return (
        f"Expanding, $(x + {a})^2 = x^2 + {2 * a}x + {a * a}$, and $(x - {a})(x + {b}) = x^2 "
        f"{b - a:+d}x - {a * b}$.".replace("+0x ", "")
        .replace("+1x", "+ x")
        .replace("-1x", "- x")
    )


def roots(draw: Random) -> str:
    n, places = draw.choice([2, 3, 5, 6, 7, 10, 11, 13]), draw.randrange(2, 8)
    with mpmath.workdps(40):
        return f"Here $\\sqrt{{{n}}} \\approx {decimal(mpmath.sqrt(n), places)}$ and ${n}^2 = {n * n}$."


def exponentials(draw: Random) -> str:
    n, places = draw.randrange(2, 9), draw.randrange(2, 7)
    with mpmath.workdps(40):
        value = mpmath.exp(-mpmath.mpf(n) / 2)
        return f"The decay leaves $e^{{-{n}/2}} \\approx {decimal(value, places)}$ of it."


def logarithms(draw: Random) -> str:
    n, places = draw.randrange(2, 99), draw.randrange(2, 7)
    with mpmath.workdps(40):
        whole, half = decimal(mpmath.log(n), places), decimal(mpmath.log(n) / 2, places)
    return f"Since $\\ln {n} \\approx {whole}$, the half of it is about ${half}$."


def chains(draw: Random) -> str:
    n, d = draw.randrange(20, 60), draw.choice([3, 7, 9, 11])
    if n % d == 0:
        n += 1
    value = Fraction(n, d)
    return f"On average ${n}/{d} \\approx {decimal(value.numerator / mpmath.mpf(value.denominator), 2)}$ per <word>."


def bayes(draw: Random) -> str:
    p, q, r = (Fraction(draw.randrange(1, 99), 100) for _ in range(3))
    value = p * r / (p * r + q * (1 - r))
    top = f"{float(p):.2f}\\cdot{float(r):.2f}"
    return (
        f"By Bayes's rule the probability is $\\frac{{{top}}}{{{top}+{float(q):.2f}\\cdot{float(1 - r):.2f}}} \\approx "
        f"{decimal(mpmath.mpf(value.numerator) / value.denominator, 4)}$."
    )


def values(draw: Random) -> str:
    a, x = draw.randrange(2, 9), draw.randrange(2, 9)
    return f"With $f(x) = x^2 + {a}$ we get $f({x}) = {x * x + a}$; with $g(t) = {a}t$ it is $g({x}) = {a * x}$."


def bound_names(draw: Random) -> str:
    a, b = draw.randrange(2, 30), draw.randrange(2, 30)
    return f"Let $a = {a}$ and $b = {b}$. Then $a + b = {a + b}$ and $ab = {a * b}$, while $a - b = {a - b}$."


def aligned(draw: Random) -> str:
    a, b, c = (draw.randrange(2, 12) for _ in range(3))
    lines = f"({a}+{b})\\cdot{c} &= {a + b}\\cdot{c} \\\\\n &= {(a + b) * c}"
    return f"\n$$\n\\begin{{aligned}}\n{lines}\n\\end{{aligned}}\n$$\n"


def scientific(draw: Random) -> str:
    n, k = draw.randrange(1, 10), draw.randrange(1, 6)
    return f"That is ${n}\\times 10^{{{k}}} = {n * 10**k}$, and $10^{{-{k}}} = {10.0**-k:.{k}f}$."


def vectors(draw: Random) -> str:
    u, v = [[draw.randrange(-5, 6) for _ in range(3)] for _ in range(2)]
    total = [a + b for a, b in zip(u, v, strict=True)]
    written = [f"({', '.join(map(str, w))})" for w in (u, v, total)]
    return f"Componentwise, ${written[0]} + {written[1]} = {written[2]}$."


def products(draw: Random) -> str:
    a, b = ([[draw.randrange(-3, 4) for _ in range(2)] for _ in range(2)] for _ in range(2))
    c = [[sum(a[i][k] * b[k][j] for k in range(2)) for j in range(2)] for i in range(2)]
    inner = ["\\\\".join("&".join(map(str, row)) for row in m) for m in (a, b, c)]
    left, right, product = (f"\\begin{{pmatrix}}{entries}\\end{{pmatrix}}" for entries in inner)
    return f"\n$${left}{right}={product}$$\n"


def percentages(draw: Random) -> str:
    whole, part = draw.randrange(20, 900), draw.randrange(1, 20)
    share = decimal(mpmath.mpf(100 * part) / whole, 1)
    return f"That is {part} of {whole}, or {share}%."


def identities(draw: Random) -> str:
    return draw.choice(
        [
            "For all $a$ and $b$, $(a+b)^2-(a-b)^2=4ab$.",
            r"For $x>0$, $\ln x^2 = 2\ln x$ and $e^{\ln x}=x$.",
            r"Everywhere $\sigma(x)=\frac{1}{1+e^{-x}}=\frac{e^x}{1+e^x}$ and $\sigma(-x)=1-\sigma(x)$.",
            r"$\frac{1}{n}-\frac{1}{n+1}=\frac{1}{n(n+1)}$ for every $n\ge1$.",
            r"$\cosh x = \frac{e^x+e^{-x}}{2}$ and $\tanh x = 2\sigma(2x)-1$.",
            r"$\sqrt{a^2}=|a|$, and $\sqrt{8}=2\sqrt{2}$.",
            r"$\frac{1}{\sqrt2}=\frac{\sqrt2}{2}\approx 0.7071$.",
            r"$x^3-1=(x-1)(x^2+x+1)$.",
            r"$\sum_{k=0}^{n} 2^k = 2^{n+1}-1$.",
            r"$\operatorname{softmax}(0,0)=(\frac12,\frac12)$ and $\operatorname{softmax}(0,\ln 3)=(\frac14,\frac34)$.",
        ]
    )


TRUTHS: tuple[Callable[[Random], str], ...] = (
    sums,
    fractions,
    squares,
    roots,
    exponentials,
    logarithms,
    chains,
    bayes,
    values,
    bound_names,
    aligned,
    scientific,
    vectors,
    products,
    percentages,
    identities,
)


def truth(draw: Random) -> str:
    """One true statement."""
    return fill(draw.choice(TRUTHS)(draw), draw)
