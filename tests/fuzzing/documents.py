"""Documents drawn by number for the auditor: pages damaged and joined, hostile statements, notebooks, exercises."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from tests.auditing.judges.ordinary import document as ordinary
from tests.auditing.judges.pages import PAGES
from tests.fuzzing.words import FILES

LONGEST = 20_000
TEXTS = tuple(page.text for page in PAGES.values())
STRAY = (
    "$", "$$", r"\\", "&", "|", "}", "{", "[", "]", "(", ")", "=", "^", "_", "`", "<", ">", "-", "--", ".", ",",
    ";", ":", "*", "#", "%", "~", r"\frac", r"\frac{", r"\sqrt[", "e^{", r"\left(", r"\end{bmatrix}", r"\text{",
    r"\begin{bmatrix}", r"\begin{aligned}", r"\begin{tabular}", r"\begin{verbatim}", r"\[", r"\]", r"\(", r"\)",
    "10^{10^{10}}", "²", "½", "∞", "√", "·", "```", "~~~", "<!--", "-->", "⟦", r"\infty", r"\approx", "=", "≈",
    "-oo", "nan", "None", "lambda", "if", "[[", "]]", ",,", "..", "1e999999", "1/0", "0.00", r"\hline", "|---|",
    "T", "H_1", "W_Q^{(2)}", "W_{Q,1}", "{{",
)  # fmt: skip
SIGNS = ("\x00", "\r\n", "\t", "\u200b", "\u202e", "\ufeff", "\ud800", "é", "𝟙", "−", "\u2028", "\x0c")
NUMBERS = (
    "1e999999", "10^10^10", "10^{10^{10}}", "1/0", "0/0", "e^{e^{e^{9}}}", "-oo", r"-\infty", r"\ln 0", r"\sqrt{-1}",
    "0." + "3" * 5000, "9" * 5000, "1e-999999", "2^{-10^9}", "lambda", "None", "class", "0.3333", "1", "0", "-1",
    r"\pi",
    "e^2/(1+e^2)", "(" * 300 + "1" + ")" * 300, r"\frac{1}{" * 120 + "2" + "}" * 120, "1+" * 2000 + "1", "x", "k",
    "2^3^4^5",
    r"\exp(\exp(\exp(10)))", "0.5e", "1.2.3", "--1", "1,000", "5!", "170!", "1_000", "0x1F", "2e400", "ln(-oo)",
    "100000!",
)  # fmt: skip
NAMES = (
    "Q", "K", "V", "X", "S", "A", "O", "D", "M", "Y", "J", "W_Q", "W_K", "W_V", "W_O", "s", "r", "e", "x", "if",
    "lambda", "class", "W_{Q,1}", "W_Q^{(2)}", "A_{causal}", "O_2", "T", "H", "C", "d",
    r"\alpha", "i", r"\pi", "Q_1", "K_9",
)  # fmt: skip
SENTENCES = (
    "The scores are {row} and the weights {row}.",
    "Softmax turns the scores {row} into the weights {row}.",
    "Weights {row} over values {row} give the output {row}.",
    "Row {n} of the weights is {row}; the mask is causal.",
    "The attention weights are ${name}={matrix}$.",
    "Let ${name}={matrix}$, ${name}={matrix}$ and ${name}={matrix}$ with scale $s={number}$.",
    "${name}={name}{name}^\\top={matrix}$",
    "The output of head {n} is {row}, the joined row {row}.",
    "Query {n} may read keys 1, {n}. Query {n} may read keys {n}.",
    "The loss is $-\\ln {number} \\approx {number}$, a probability of {number}.",
    "$$\\begin{{aligned}}{name}&={matrix}\\\\&\\approx {number}\\end{{aligned}}$$",
    "${number} = {number} \\approx {number}$",
    "W_O has shape [{n}, {n}]; each score matrix is {n} x {n}.",
    "With $B={number}$, $H={n}$, $T={number}$ there are $BHT^2={number}$ scores.",
    "`{number} = {number}` and `[{number}] -> [{number}]`",
    "$e^{{{number}}}\\approx {number}$, incorrectly {number}.",
    "- weight {number}\n- weight {number}\n- keys [1], [1, {n}]",
    "| $x$ | $e^x$ | {name} |\n|---|---|---|\n| {number} | {number} | {number} |\n| {n} | {number} |",
    "| query | causal keys | padding |\n|---|---|---|\n| 1 | {n} | 1, 2 |\n| 2 | 1, {n} | none |",
    "```python\n>>> {number}\n{number}\nx = np.array({matrix})\nprint(x)  # {row}\n```",
    "### Head {n}\n\n$W_Q={matrix}$, $W_K={matrix}$, $W_V={matrix}$",
    "<!-- symattn: ignore -->\nHere ${number}={number}$.",
)


def document(seed: int, number: int) -> str:
    """The text of a document; its first signs say its format (see `targets.auditor`)."""
    random = Random(f"document {seed} {number}")
    kind = random.choices((_text, _notebook, _exercises), weights=[8, 1, 1])[0]
    return kind(random)[:LONGEST]


def _text(random: Random) -> str:
    text = random.choices((_joined, _stated, _whole, _cut), weights=[3, 4, 1, 3])[0](random)
    for _ in range(random.choice((0, 1, 2, 4, 9))):
        text = random.choice(_DAMAGES)(random, text)
    return text


def _whole(random: Random) -> str:
    return random.choice(TEXTS) if random.random() < 0.7 else ordinary(3_000, random.randrange(50))


def _cut(random: Random) -> str:
    text = _whole(random)
    start = random.randrange(len(text))
    return text[start : start + random.randrange(20, 3000)]


def _joined(random: Random) -> str:
    """Paragraphs and lines of several pages in any order."""
    mark = random.choice(("\n\n", "\n\n", "\n", ". "))
    parts = [part for _ in range(random.randint(2, 4)) for part in _whole(random).split(mark)]
    return mark.join(random.choice(parts) for _ in range(random.randint(2, 25)))


def _stated(random: Random) -> str:
    """Statements of every kind about hostile numbers, some after a page that states a calculation."""
    said = [_filled(random, random.choice(SENTENCES)) for _ in range(random.randint(1, 10))]
    if random.random() < 0.4:
        said.insert(random.randrange(len(said)), _whole(random))
    return random.choice(("\n\n", "\n", " ")).join(said)


def _filled(random: Random, sentence: str) -> str:
    def one(template: str, mark: str, draw: Callable[[Random], str]) -> str:
        while mark in template:
            template = template.replace(mark, draw(random), 1)
        return template

    for mark, draw in (
        ("{row}", _row),
        ("{matrix}", _matrix),
        ("{number}", _number),
        ("{name}", _name),
        ("{n}", _count),
    ):
        sentence = one(sentence, mark, draw)
    return sentence.replace("{{", "{").replace("}}", "}")


def _count(random: Random) -> str:
    return random.choice(("0", "1", "2", "3", "7", "12", "999"))


def _name(random: Random) -> str:
    return random.choice(NAMES)


def _number(random: Random) -> str:
    if random.random() < 0.6:
        return random.choice((str(random.randrange(12)), f"{random.random():.4f}", f"{random.randrange(9)}/7"))
    return random.choice(NUMBERS)


def _row(random: Random) -> str:
    left, right = random.choice(("[]", "()", "[]", ("\\begin{bmatrix}", "\\end{bmatrix}"), ("[", ")"), ("[", "")))
    mark = random.choice((", ", ", ", " & ", " ", ";"))
    return left + mark.join(_number(random) for _ in range(random.choice((0, 1, 2, 2, 3, 3, 4)))) + right


def _matrix(random: Random) -> str:
    """A matrix of any shape, none at all, or one whose rows are not of one length."""
    rows, columns = random.choice((0, 1, 2, 2, 3, 3)), random.choice((0, 1, 2, 2, 3))
    lengths = [columns + (random.random() < 0.08) for _ in range(rows)]
    cells = [[_number(random) if random.random() < 0.9 else _row(random) for _ in range(n)] for n in lengths]
    if random.random() < 0.3:
        return "[" + ", ".join(f"[{', '.join(row)}]" for row in cells) + "]"
    kind = random.choice(("bmatrix", "pmatrix", "array", "matrix"))
    return rf"\begin{{{kind}}}" + r"\\".join("&".join(row) for row in cells) + rf"\end{{{kind}}}"


# -- damages --------------------------------------------------------------------------------------------------------


def _place(random: Random, text: str) -> int:
    return random.randint(0, len(text))


def _without(random: Random, text: str) -> str:
    at = _place(random, text)
    return text[:at] + text[at + random.choice((1, 1, 2, 9)) :]


def _doubled(random: Random, text: str) -> str:
    at = _place(random, text)
    return text[: at + random.choice((1, 1, 5, 40))] + text[at:]


def _swapped(random: Random, text: str) -> str:
    at = _place(random, text)
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


def _with_stray(random: Random, text: str) -> str:
    at = _place(random, text)
    return text[:at] + random.choice(STRAY if random.random() < 0.8 else SIGNS) + text[at:]


def _without_line(random: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    at = random.randint(0, len(lines))
    return "".join(lines[:at] + lines[at + random.randint(1, 3) :])


def _without_brackets(random: Random, text: str) -> str:
    return text.replace(random.choice("[](){}$|&"), "", random.choice((1, 3, 10**9)))


def _truncated(random: Random, text: str) -> str:
    """A text that ends within one of its commands."""
    at = text.find("\\", _place(random, text))
    return text[: at + random.randint(1, 12)] if at >= 0 else text


def _with_number(random: Random, text: str) -> str:
    """A number gives way to a hostile one."""
    digits = [at for at, sign in enumerate(text) if sign.isdigit()]
    if not digits:
        return text
    at = random.choice(digits)
    return text[:at] + random.choice(NUMBERS) + text[at + 1 :]


def _repeated(random: Random, text: str) -> str:
    return text + random.choice((*STRAY, *NUMBERS, "$1=", "[[", "|1", "\n>")) * random.choice((20, 300, 2000))


_DAMAGES: tuple[Callable[[Random, str], str], ...] = (
    *(_without, _doubled, _swapped, _with_stray, _without_line, _without_brackets, _truncated, _with_number) * 3,
    _repeated,
)  # fmt: skip


# -- files ----------------------------------------------------------------------------------------------------------


def _notebook(random: Random) -> str:
    """A notebook of either version, its JSON damaged now and then."""
    cells = [_cell(random) for _ in range(random.choice((0, 1, 3, 6)))]
    data: dict[str, object] = {"nbformat": 4, "cells": cells}
    if random.random() < 0.2:
        data = {"nbformat": 3, "worksheets": [{"cells": cells}]}
    text = json.dumps(data, ensure_ascii=random.random() < 0.5)
    return random.choice(_DAMAGES)(random, text) if random.random() < 0.3 else text


def _cell(random: Random) -> dict[str, object]:
    said = _text(random)[:1500]
    source: object = said.splitlines(keepends=True) if random.random() < 0.5 else said
    if random.random() < 0.6:
        return {"cell_type": random.choice(("markdown", "raw", "heading", "")), "source": source}
    printed = {
        "text/plain": source,
        "text/latex": [said],
        "image/png": "iVBORw0KGgo=",
        "application/json": {"a": [1, None]},
    }
    outputs: list[object] = [
        {"output_type": "stream", "name": "stdout", "text": source},
        {"output_type": "execute_result", "data": printed, "metadata": {}},
        {"output_type": "error", "traceback": [said]},
        None,
    ]
    return {"cell_type": "code", random.choice(("source", "input")): source, "outputs": random.sample(outputs, 2)}


def _exercises(random: Random) -> str:
    """An exercise file with drawn texts, its TOML damaged now and then."""
    whole = [file for file in FILES if "[[exercise]]" in file]
    text = random.choice(whole)
    said = _text(random)[:1500].replace("'''", "").replace("\ud800", "")
    text += f"\n[[exercise]]\nid = 'drawn'\nstatement = '''\n{said}\n'''\nsolution = {json.dumps(said)}\n"
    return random.choice(_DAMAGES)(random, text) if random.random() < 0.3 else text


__all__ = ["LONGEST", "document"]
