"""Worked examples written out as small pages, and what the auditor ought to say of each.

A row has the inputs of a problem file, some stages as they were published, and a verdict: ok, float32_print_noise,
wrong_published_number or declared_rough_rounding. The published figures are marked, so that ``read_page`` knows where
they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.auditing.judges.documents import KnownDocument, read_page
from tests.auditing.judges.verdicts import NAMES, run, verdict_of

Row: TypeAlias = dict[str, Any]
Matrix: TypeAlias = Sequence[Sequence[object]]

SYMBOLS = {
    "X": "X",
    "w_q": "W_Q",
    "w_k": "W_K",
    "w_v": "W_V",
    "w_o": "W_O",
    "Q": "Q",
    "K": "K",
    "V": "V",
    "scores": "S",
}
PRINTED = {"scores": ("scores", "S"), "weights": ("attention weights", "A"), "output": ("outputs", "O")}
ROUGH = "Only as a deliberately rough rounding: "


def marked(rows: Matrix) -> list[list[str]]:
    """A published matrix with every figure marked."""
    return [[f"⟦{entry}⟧" for entry in row] for row in rows]


def inputs(problem: dict[str, Any]) -> list[tuple[str, Matrix]]:
    """The given matrices of a problem with their symbols, heads numbered."""
    found = [(SYMBOLS[name], value) for name, value in problem.items() if name in SYMBOLS]
    for number, head in enumerate(problem.get("heads", ()), 1):
        found += [(f"{SYMBOLS[name][0]}_{{{SYMBOLS[name][2]},{number}}}", value) for name, value in head.items()]
    return found


def conditions(problem: dict[str, Any]) -> list[str]:
    """What a page says beside its matrices: scale, mask, bias and heads, a sentence each."""
    said = []
    scale = problem.get("scale")
    if scale in (1, "1"):
        said.append("The scores are not scaled, $s=1$.")
    elif scale is not None:
        said.append(f"The scale is $s={_in_latex(str(scale))}$.")
    visible = problem.get("visible")
    if visible == "causal":
        said.append("The mask is causal.")
    elif isinstance(visible, list) and not all(map(all, visible)):
        said.append(" ".join(f"Query {i} may read {_keys(row)}." for i, row in enumerate(visible, 1)))
    elif "scores" not in problem:
        said.append("There is no mask.")
    if "n_heads" in problem:
        said.append(f"The columns of Q, K and V are split into {problem['n_heads']} heads.")
    if "heads" in problem:
        said.append(f"The outputs of the {len(problem['heads'])} heads are joined side by side.")
    return said


def _keys(row: Sequence[bool]) -> str:
    numbers = [str(number) for number, may in enumerate(row, 1) if may]
    return f"key {numbers[0]}" if len(numbers) == 1 else f"keys {', '.join(numbers)}"


def _in_latex(scale: str) -> str:
    head, _, inner = scale.partition("sqrt(")
    return f"{head}\\sqrt{{{inner[:-1]}}}" if inner else scale


def _nested(rows: Matrix) -> str:
    return "[" + ", ".join("[" + ", ".join(map(str, row)) + "]" for row in rows) + "]"


def _bmatrix(rows: Matrix) -> str:
    return "\\begin{bmatrix}" + "\\\\".join("&".join(map(str, row)) for row in rows) + "\\end{bmatrix}"


def prose(row: Row, announced: bool = False) -> str:
    """Sentences with inline mathematics."""
    problem = row["problem"]
    given = [f"${symbol}={_nested(value)}$" for symbol, value in inputs(problem)]
    if "bias" in problem:
        given.append(f"and the bias $B={_nested(problem['bias'])}$, which is added to the scores")
    lines = [f"Take {', '.join(given)}. {' '.join(conditions(problem))}"]
    for stage, value in row["expected"].items():
        words, symbol = PRINTED[stage]
        lines.append(f"{ROUGH * announced}The {words} are ${symbol}\\approx {_nested(marked(value))}$.")
    return "\n\n".join(lines) + "\n"


def display(row: Row, announced: bool = False) -> str:
    """Displayed matrices and formulas."""
    problem = row["problem"]
    lines = ["# A worked example", *(f"$${symbol}={_bmatrix(value)}$$" for symbol, value in inputs(problem))]
    if "bias" in problem:
        lines.append(f"A bias is added to the scores:\n\n$$B={_bmatrix(problem['bias'])}$$")
    lines += conditions(problem)
    one_head = "heads" not in problem and "n_heads" not in problem
    biased = "S+B" if "bias" in problem else "S"
    formulas = {
        "scores": "S",
        "weights": f"A=\\operatorname{{softmax}}({biased})",
        "output": "O=AV" if one_head else "O",
    }
    for stage, value in row["expected"].items():
        lines.append(f"{ROUGH * announced}The {PRINTED[stage][0]}:")
        lines.append(f"$${formulas[stage]}\\approx {_bmatrix(marked(value))}$$")
    return "\n\n".join(lines) + "\n"


def table_and_code(row: Row, announced: bool = False) -> str:
    """Inputs as code, published stages as tables."""
    problem = row["problem"]
    code = [
        f"{symbol.replace('{', '').replace('}', '').replace(',', '')} = {_nested(v)}" for symbol, v in inputs(problem)
    ]
    if "bias" in problem:
        code.append(f"B = {_nested(problem['bias'])}  # bias, added to the scores")
    lines = ["```python\n" + "\n".join(code) + "\n```", " ".join(conditions(problem))]
    for stage, value in row["expected"].items():
        words, symbol = PRINTED[stage]
        unit = "output" if stage == "output" else "key"
        columns = [f"{unit} {number}" for number in range(1, len(value[0]) + 1)]
        lines.append(f"{ROUGH * announced}The {words} {symbol}, a row for each query:")
        head = f"| {' | '.join(['query', *columns])} |\n|{'---|' * (len(columns) + 1)}"
        body = (f"| {' | '.join([str(number), *entries])} |" for number, entries in enumerate(marked(value), 1))
        lines.append("\n".join([head, *body]))
    return "\n\n".join(lines) + "\n"


STYLES: dict[str, Callable[[Row, bool], str]] = {"prose": prose, "display": display, "table": table_and_code}


@dataclass(frozen=True)
class CaseResult:
    """One row in one style: what is amiss, an empty text where nothing is."""

    case: str
    style: str
    verdict: str
    amiss: str
    document: KnownDocument


def judge_row(row: Row, styles: dict[str, Callable[[Row, bool], str]] = STYLES) -> list[CaseResult]:
    """A row in every style; a declared rough rounding is written twice, with and without its announcement."""
    verdict = row["verdict"]
    out = []
    for style, write in styles.items():
        announcements = (False, True) if verdict == "declared_rough_rounding" else (False,)
        for announced in announcements:
            document = read_page(write(row, announced), f"{row['id']} as {style}{' (announced)' * announced}")
            expected = "announced" if announced else verdict
            out.append(CaseResult(row["id"], style, expected, amiss(document, expected), document))
    return out


def amiss(document: KnownDocument, verdict: str) -> str:
    """What the auditor ought to have said otherwise of a page, in words; empty where nothing is amiss."""
    try:
        found = run(document.text, form="markdown")
    except Exception as error:  # a crash is a finding like any other
        return f"crash: {type(error).__name__}: {error}"
    said = [verdict_of(figure, found) or "silence" for figure in document.claims]
    alarms = [str(claim) for claim in found.wrong]
    counted = {name: said.count(name) for name in dict.fromkeys(said)}
    if verdict in ("wrong_published_number", "declared_rough_rounding"):
        return "" if set(said) & NAMES["wrong"] else f"not called wrong: {counted}"
    if alarms:
        return f"{len(alarms)} false alarms: {alarms[0]}"
    if verdict == "announced":
        return "" if "differs, announced" in said else f"not announced: {counted}"
    allowed = {"proved", "correctly rounded"} | ({"float noise"} if verdict == "float32_print_noise" else set())
    if not set(said) <= allowed:
        return f"not all decided: {counted}"
    return "no noise seen" if verdict == "float32_print_noise" and "float noise" not in said else ""


def judge_rows(rows: Iterable[Row]) -> list[CaseResult]:
    """Every row in every style."""
    return [result for row in rows for result in judge_row(row)]
