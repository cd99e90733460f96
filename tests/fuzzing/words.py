"""What texts are drawn from: whole answers and files to change, and the tokens that changes are made of."""

from __future__ import annotations

import re

# Ways of typing a number or a matrix, one of a kind each.
ANSWERS = (
    "0",
    "-1/2",
    "0.7311",
    "0,5",
    "1.5e-3",
    "2e+1",
    "50%",
    "7.3 \\times 10^{-4}",
    "e/(1+e)",
    "1/(1+e^-1)",
    "2*e**3 - 4e^{2} + 1",
    "(3e+1)/(2e+2)",
    "\\frac{2e}{2e+1}",
    "$\\dfrac{1}{1+e^{-1/\\sqrt{2}}}$",
    "\\frac12 + \\sqrt[3]{2}",
    "ln 99 - 2 ln 3",
    "\\ln\\left(1+e^{-2}\\right)",
    "log_2(8) + log(10)",
    "exp(exp(-60)) - 1",
    "exp(ln(2)/2)",
    "sqrt(2)^3/√8",
    "tanh(1/2) + sigma(-1)",
    "e^(ln k)/(k+1)",
    "½ + ¾ − 2·x₁³",
    "π/4",
    "(1/3)^(1/3)^2",
    "-oo",
    "[1, 0]",
    "[[1, 0], [0.27, 0.73]]",
    "[e/(1+e), 1/(1+e)]",
    "(1, 2)/3",
    "\\begin{bmatrix}1 & 0 \\\\ \\frac{1}{1+e} & \\frac{e}{1+e}\\end{bmatrix}",
    "\\begin{pmatrix} 0 & -\\infty \\\\ 0 & 0 \\end{pmatrix}",
    "Matrix([[1, 0], [exp(1)/(1+exp(1)), 0]])",
    "np.array([[0.5, 0.5]])",
    "[1],[1,2]",
    "query 1: 1; query 2: 1 and 2",
    "none",
    "1; 2\n3; 4",
)
# What somebody types who hopes that it will be run.
ATTEMPTS = (
    "__import__('os').system('touch pwned')",
    "open('pwned', 'w').write('x')",
    "(lambda: 1)()",
    "[x for x in (1).__class__.__base__.__subclasses__()]",
    "exec('import socket')",
    "eval(input())",
    "{{ stage.__globals__ }}",
    "{{ 7*7 }}${7*7}<%= 7*7 %>",
    "%s%n%x{0.__class__}",
    "\\input{/etc/passwd}",
    "\\write18{touch pwned}",
    '=HYPERLINK("http://x")',
    "$(touch pwned)`touch pwned`",
    "<script>alert(1)</script>",
    "\x1b]0;x\x07\x1b[31m",
    "../../../../etc/passwd",
    "!!python/object/apply:os.system ['touch pwned']",
    "e" * 300,
    "(" * 400 + "1" + ")" * 400,
    "9^9^9^9^9",
    "exp(exp(exp(exp(exp(9)))))",
    "(1+e+pi+sqrt(2))^60",
    "10^100000",
    "sqrt(" * 60 + "2" + ")" * 60,
)


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


TOKENS = (
    *_split(
        r"""
        e pi k x_1 0 1 2 3 7 9 10 99 0.5 1.5e-3 2e3 -1 1/2 1e308 1e-400 123456789123456789 oo -oo inf nan None True i j
        E O + - * / ^ ** , ; . : = ( ) [ ] { } & | ! % ' " $ \ \ # _ ~ @ ? < >
        ln log log_2 lg exp sqrt cbrt root tanh sigma sin abs softmax \frac \dfrac \sqrt \sqrt[3] \ln \exp \log_
        \cdot \times \infty \left( \right) \left[ \right] \begin{bmatrix} \end{bmatrix} \begin{matrix} \end{array}
        \text{ \pi \sigma \tanh \over \operatorname{ \mathrm{e} \! \, √ ∞ π ² ⁻¹ ₂ ½ · × − ÷ ⁄ ∑ α σ ∅ ٣ ４ Ⅳ ﬁ
        Matrix( array( np. sp. Rational( Fraction( exp( E**( math. query none and
        """
    ),
    *(" ", "  ", "\n", "\t", "\u00a0", "\u202e", "\x00", "\ud800", "\ufeff"),
)
# Parts of problem and exercise files.
FILE_TOKENS = _split(
    r"""
    [ ] { } , = : " ' # [problem] [problems.a] [[exercise]] [[exercise.answer]] [[heads]] X Q K V scores w_q w_k w_v w_o
    heads n_heads scale bias visible query_valid align like id statement hint solution points stage value words error
    row column item rule equals places label name "causal" "full" true false {causal=true} {causal=true,key_lengths=2}
    window prefix packed key_lengths "bottom-right" "weights" "output" "exact" "auto" "places:2" "sig>=4"
    "within:1/100" "relative:0" "-oo" "ln(2)" "sqrt(2)" "1/0" "k" 0 1 2 -1 0.5 1e3 nan inf 10000000000
    99999999999999999999999 [] [[]] {} null {{stage('weights')}} {{stage('weights')[1][1]}} {{decimal(1/3,4)}}
    {{text(2)}} {{exact('2^99')}} {{x.__class__}} $x$ $$ ` $x^2^3$ \left( \frac{1}{2}
    """
)

PROBLEM = """X = [[1, 0], [0, 1], [1, 1]]
w_o = [[1, 1], [1, -1]]
visible = "causal"
heads = [
  { w_q = [[1], [0]], w_k = [["1/2"], [0]], w_v = [[1], [0]] },
  { w_q = [[0], ["sqrt(2)"]], w_k = [[0], [1]], w_v = [["ln 3"], [1]] },
]
"""
SCORES = """scores = [["0", "ln k", 5], [0, "ln 3", "-oo"], [1, 1, 1]]
V = [[1], ["1/2"], [9]]
visible = { causal = true, key_lengths = 2 }
query_valid = [true, true, false]
"""
BATCH = """Q = [[[1, 0], [0, 2]], [[1, 1], [0, 1]]]
K = [[[1, 1], [0, "1/2"]], [[1, 0], [0, 1]]]
V = [[["1/3", 0], [0, 1]], [[1, 2], [3, 4]]]
visible = { window = [1, 0], key_lengths = [2, 1] }
scale = "1/sqrt(2)"
bias = [[0, "-oo"], [1, 0]]
"""
JSON = """{"Q": [[1, 0], [0, 2]], "K": [[1, 1], [0, "1/2"]], "V": [["1/3", 0], [0, 1]], "visible": "full", "n_heads": 2,
 "scale": 1, "query_valid": [true, true]}"""
EXERCISES = """title = "Two questions"
source = "a text"

[problems.pair]
Q = [[1, 0], [0, 2]]
K = [[1, 1], [0, "1/2"]]
V = [["1/3", 0], [0, 1]]
visible = "causal"
scale = 1

[problems.open]
like = "pair"
visible = "full"

[problems.batch]
scores = [[[0, 1]], [[0, 2]]]
visible = { key_lengths = [2, 1] }

[[exercise]]
id = "second-query"
title = "The *second* query"
problem = "pair"
points = "1/2"
statement = '''Its weights are $A = {{ stage('weights')[2] }}$, about {{ decimal(stage('weights')[2, 1], 4) }}:

- it reads {{ visible_keys(2) }} of $\\frac{1}{2}$,
- **nothing** else, says `code`.

$$\\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}$$
'''
hint = "Its scores are $2$ and $1$."
solution = "Shift by ${{ ln(2) + exp(1) * sqrt(2) / 3 }}$."

[[exercise.answer]]
stage = "weights"
row = 2
rule = "places>=4"
places = 3
label = "The weights $A$"

[[exercise.answer]]
name = "entry"
value = "{{ stage('output', problem='open')[2, 1] }} * 2"
rule = "sig:3"
equals = "2e/(3*(1+e))"

[[exercise.answer]]
words = "The second, {{ text(stage('scale')) }}."

[[exercise]]
id = "records"
problem = "batch"
statement = "?"

[[exercise.answer]]
stage = "weights"
item = 2
rule = "within:1/100"
"""
FILES = (PROBLEM, SCORES, BATCH, JSON, EXERCISES)

_PARTS = re.compile(r"[A-Za-z_]+|[0-9]+|\s+|\\[A-Za-z]+|.", re.DOTALL)


def parts(text: str) -> list[str]:
    """The words, numbers and signs of a text."""
    return _PARTS.findall(text)


__all__ = ["ANSWERS", "ATTEMPTS", "FILES", "FILE_TOKENS", "TOKENS", "parts"]
