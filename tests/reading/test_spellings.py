"""Many spellings of one number read as that number, in plain text, Python-like text, LaTeX and Unicode signs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.exact import Exact, compare, exp, log, log_base, pi, root, sqrt, symbol, tanh
from symattn.reading import read_text

E = exp(Exact(1))
K = symbol("k")


def number(value: int | Fraction) -> Exact:
    return Exact(value)


# Each value with its spellings, a bar between them.
SPELLINGS: list[tuple[Exact, str]] = [
    (number(Fraction(3, 4)), r"3/4 | 0.75 | .75 | 0{,}75 | \frac{3}{4} | \frac34 | \frac 3 4 | \dfrac3{4} | +0.75"),
    (number(Fraction(3, 4)), r"¾ | 3⁄4 | ³⁄₄ | 75% | 75\% | 3 ÷ 4 | 3 \div 4 | Rational(3, 4) | $0.75$. | $.75$"),
    (number(Fraction(3, 4)), r"7.5e-1 | 75*10^-2 | 75**1*10**-2 | 7.5\times10^{-1} | 7.5×10⁻¹ | 0.75e0 | 3 * ¼"),
    (number(-7), r"-7 | −7 | –7 | - 7 | -(7) | (-7) | －7 | -7. | $-7$ | \(-7\) | \[-7\] | $$-7$$ | {-7}"),
    (number(12), r"12 | １２ | 𝟏𝟐 | 3*4 | 3×4 | 3·4 | 3\cdot4 | 3(4) | (3)(4) | 2**2*3 | --12 | 12, | 1.2e1"),
    (number(512), r"2^3^2 | 2**3**2 | 2^(3^2) | 2^{3^{2}} | 2^{9} | 2⁹ | 8³"),
    (number(-9), r"-3^2 | -(3^2) | -3² | -{3}^2 | 0-3**2"),
    (number(5), r"2--3 | 2+-(-3) | 2 - -3 | 2-(-3) | +5"),
    (E, r"e | E | exp(1) | \exp(1) | \exp{1} | \mathrm{e} | \mathrm e | ⅇ | 𝑒 | e^1 | e. | Exp(1) | EXP(1)"),
    (2 * E, r"2e | 2 e | 2*e | 2E | 2·e | 2\cdot e | 2\,e | 2exp(1) | e+e | (2)e | 2~e\,"),
    (2 * E**3, r"2e^3 | 2*e**3 | 2e^{3} | 2e³ | 2exp(3) | 2\exp(3) | 2*e^(3) | 2 \mathrm{e}^3"),
    (1 / E, r"e^-1 | e^{-1} | e**-1 | exp(-1) | 1/e | e⁻¹ | \frac1e | \frac{1}{e} | \tfrac 1 e | e^(-1) | e^−1"),
    (2 * E + 1, r"2e+1 | 2e + 1 | 1+2e | 2E+1 | 2*e+1 | 2.0e0*e + 1"),
    (2 * E - Fraction(3, 2), r"2e-1.5 | 2e - 3/2 | 2*e-1.5"),
    (E / (1 + E), r"e/(1+e) | \frac{e}{1+e} | \frac e{1+e} | 1/(1+e^-1) | sigma(1) | sigmoid(1) | logistic(1)"),
    (E / (1 + E), r"\sigma(1) | \sigma\left(1\right) | σ(1) | \operatorname{sigmoid}(1) | \boxed{\frac{e}{1+e}}"),
    ((1 + E) * (1 - E), r"(1+e)(1-e) | (1+e)*(1-e) | 1-e^2 | \left(1+e\right)\left(1-e\right) | \bigl(1+e\bigr)(1-e)"),
    (
        sqrt(Exact(2)),
        r"sqrt(2) | sqrt 2 | sqrt2 | √2 | √(2) | \sqrt2 | \sqrt{2} | \sqrt 2 | \sqrt(2) | 2^(1/2) | 2**0.5",
    ),
    (2 * sqrt(Exact(3)), r"2 sqrt 3 | 2√3 | 2\sqrt3 | sqrt(12) | 2*sqrt(3) | 2 \cdot \sqrt{3} | SQRT(12)"),
    (sqrt(Exact(2)) / 2, r"√2/2 | \sqrt2/2 | 1/sqrt 2 | 1/√2 | sqrt(2)/2 | \frac{\sqrt2}2 | \frac{1}{\sqrt{2}}"),
    (root(Exact(5), 3), r"root(5, 3) | cbrt(5) | \sqrt[3]{5} | \sqrt[3]5 | ∛5 | ∛(5) | 5^(1/3) | 5^{1/3}"),
    (log(Exact(2)), r"ln 2 | ln(2) | ln2 | \ln 2 | \ln{2} | \ln(2) | \mathrm{ln}\,2 | log(2) | LN(2) | $ln(2)$"),
    (log(Exact(2)) * log(Exact(3)), r"ln 2 ln 3 | ln 2 * ln 3 | \ln2\ln3 | ln(2)ln(3) | ln(2)*ln(3)"),
    (
        log(Exact(2)) / log(Exact(3)),
        r"ln 2/ln 3 | ln(2)/ln(3) | log_3 2 | \log_3 2 | \log_{3}{2} | log(2, 3) | log₃(2)",
    ),
    (log(Exact(2)) ** 2, r"ln^2 2 | \ln^2 2 | \ln^{2}(2) | ln²(2) | ln(2)^2 | (ln 2)^2"),
    (log(Exact(8)), r"3 ln 2 | ln 2^3 | ln(2^3) | \ln 2^3 | 3*ln 2 | \ln 8"),
    (log_base(Exact(10), Exact(7)), r"log_10 7 | log_{10} 7 | log10(7) | \log_{10}7 | log₁₀ 7 | lg 7 | \lg 7 | lg(7)"),
    (number(3), r"log_2 8 | log2(8) | \log_2(8) | log(8,2) | ln e^3 | \ln e^{3} | ln(exp(3)) | ln exp(3)"),
    (number(Fraction(1, 2)), r"\ln\sqrt{e} | \ln \sqrt e | ln sqrt(e) | ln√e"),
    (tanh(Exact(1)), r"tanh(1) | tanh 1 | \tanh(1) | \tanh 1 | (e-1/e)/(e+1/e)"),
    (pi() ** 2, r"pi^2 | π² | \pi^2 | \pi^{2} | pi*pi | π π"),
    (
        exp(1 / sqrt(Exact(2))),
        r"e^(1/sqrt(2)) | e^{1/\sqrt{2}} | e^{\frac{1}{\sqrt2}} | exp(1/√2) | e^\frac{1}{\sqrt2}",
    ),
    (K / (1 + K), r"k/(1+k) | \frac{k}{k+1} | 1 - 1/(1+k)"),
    (symbol("x_1") + symbol("s_12"), r"x_1+s_12 | x₁ + s₁₂ | x_{1}+s_{12} | x_1 + \mathbf{s}_{12}"),
    (
        symbol("alpha") * symbol("s_1_2"),
        r"alpha*s_{1,2} | alpha*s_1_2 | \alpha s_{1 2} | \alpha s_{1, 2} | α s_{1,2} | \mathrm{alpha} s_{1,2}",
    ),
]


@pytest.mark.parametrize(
    ("value", "text"), [(value, text.strip()) for value, texts in SPELLINGS for text in texts.split(" | ")]
)
def test_a_spelling_is_read(value: Exact, text: str) -> None:
    read = read_text(text).value
    assert isinstance(read, Exact)
    comparison = compare(read, value)
    assert comparison.outcome == "equal", (read, comparison)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("e-50", "e^-50"),
        ("2e-1", "0.2"),
        ("1.5e-3", "1.5*e - 3"),
        ("e^1/2", "e^(1/2)"),
        ("-2^2", "(-2)^2"),
        ("ln 2^3", "(ln 2)^3"),
        ("log(10)", "log_10(10)"),
        ("k_1", "k"),
        ("2^3^2", "(2^3)^2"),
    ],
)
def test_what_looks_alike_is_kept_apart(text: str, other: str) -> None:
    assert compare(read_text(text).value, read_text(other).value).outcome == "different"


def test_declared_names_come_first() -> None:
    names = frozenset({"E", "sigma", "odds"})
    assert read_text("E", names=names).value == symbol("E")
    assert read_text("2E + e", names=names).value == 2 * symbol("E") + E
    assert read_text("odds/(1 + odds)", names=names).value == symbol("odds") / (1 + symbol("odds"))
    assert read_text("sigma^2", names=names).value == symbol("sigma") ** 2
    assert read_text(r"\sigma^2", names=names).value == symbol("sigma") ** 2


def test_a_logarithm_of_a_symbol_carries_its_condition() -> None:
    value = read_text("ln k").value
    assert value.conditions == {"k > 0"}


def test_text_only() -> None:
    with pytest.raises(TypeError, match="int"):
        read_text(3)  # type: ignore[arg-type]
