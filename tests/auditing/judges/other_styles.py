"""Worked examples written in six further styles: lists of rows, aligned displays, tables, listings, data, sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from tests.auditing.judges.cases import SYMBOLS, Matrix, Row, marked

_WORDS = {"scores": "scores", "weights": "attention weights", "output": "output"}
_ROUGH = "This is rounded very roughly. "


def _nested(rows: Matrix) -> str:
    return "[" + ", ".join("[" + ", ".join(map(str, row)) + "]" for row in rows) + "]"


def _given(problem: dict[str, Any], head: str) -> list[tuple[str, Matrix]]:
    """The given matrices with their names; ``head`` says how the number of a head is written behind a name."""
    found = [(SYMBOLS[name], value) for name, value in problem.items() if name in SYMBOLS]
    for number, matrices in enumerate(problem.get("heads", ()), 1):
        found += [(SYMBOLS[name] + head.format(number), value) for name, value in matrices.items()]
    return found


def _settings(problem: dict[str, Any]) -> list[str]:
    """Scale, mask and heads as short phrases with a colon."""
    scale, visible = str(problem.get("scale", "")), problem.get("visible")
    said = ["Scale: none" if scale == "1" else f"Scale: {scale}"] if scale else []
    if visible == "causal":
        said.append("Causal mask: yes")
    elif isinstance(visible, list):
        rows = [f"query {i} sees keys {', '.join(_keys(row))}" for i, row in enumerate(visible, 1)]
        said.append(f"Mask: {'; '.join(rows)}")
    elif "scores" not in problem:
        said.append("Mask: none")
    if "n_heads" in problem:
        said.append(f"Heads: {problem['n_heads']}")
    return said


def _keys(row: Sequence[bool]) -> list[str]:
    return [str(number) for number, may in enumerate(row, 1) if may]


def _table(rows: Matrix, column: str, label: str) -> str:
    head = ["", *(f"{column}{j}" for j in range(1, len(rows[0]) + 1))]
    lines = [[f"{label}{i}", *map(str, row)] for i, row in enumerate(rows, 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *lines))


def _page(parts: list[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _bias(problem: dict[str, Any]) -> str:
    return f"Bias added to the scores: `B = {_nested(problem['bias'])}`" if "bias" in problem else ""


def rows_of_lists(row: Row, announced: bool = False) -> str:
    """Headings and bullets: inputs as inline code, a bullet for each row of a result."""
    problem = row["problem"]
    bullets = [f"- `{name} = {_nested(value)}`" for name, value in _given(problem, "_{}")]
    parts = ["## Inputs", "\n".join(bullets), _bias(problem), "\n".join(f"- {said}" for said in _settings(problem))]
    for stage, value in row["expected"].items():
        lines = (f"- row {i}: {', '.join(entries)}" for i, entries in enumerate(marked(value), 1))
        parts.append(f"{_ROUGH * announced}The {_WORDS[stage]}:\n\n" + "\n".join(lines))
    return _page(parts)


def aligned(row: Row, announced: bool = False) -> str:
    """All inputs in one aligned display of bold letters, results in arrays."""
    problem = row["problem"]

    def bold(name: str) -> str:
        return re.sub(r"^([A-Z])(_([QKV]))?", lambda m: rf"\mathbf{{{m[1]}}}" + (f"^{m[3]}" if m[3] else ""), name)

    def array(rows: Matrix) -> str:
        inner = " \\\\\n".join(" & ".join(map(str, entries)) for entries in rows)
        return f"\\left[\\begin{{array}}{{{'c' * len(rows[0])}}}\n{inner}\n\\end{{array}}\\right]"

    lines = [f"{bold(name)} &= {array(value)}" for name, value in _given(problem, "_{}")]
    parts = ["$$\n\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}\n$$", _bias(problem)]
    parts += [f"{said}." for said in _settings(problem)]
    for stage, value in row["expected"].items():
        letter = {"scores": "S", "weights": "A", "output": "Y"}[stage]
        parts.append(
            f"{_ROUGH * announced}The {_WORDS[stage]}:\n\n\\[\n{bold(letter)} \\approx {array(marked(value))}\n\\]"
        )
    return _page(parts)


def all_tables(row: Row, announced: bool = False) -> str:
    """A table under a bold label for each matrix."""
    problem = row["problem"]
    parts = []
    for name, value in _given(problem, " of head {}"):
        parts += [f"**{'Scores' if name == 'S' else name}**", _table(value, "c", "t")]
    if "bias" in problem:
        parts += ["**Bias** (added to the scores)", _table(problem["bias"], "k", "q")]
    parts.append(" ".join(f"{said}." for said in _settings(problem)))
    for stage, value in row["expected"].items():
        parts += [f"**{_WORDS[stage].capitalize()}**{' (very roughly)' * announced}", _table(marked(value), "k", "q")]
    return _page(parts)


def printed_arrays(row: Row, announced: bool = False) -> str:
    """Assignments of NumPy, and what a program printed, without commas and on several lines."""
    problem = row["problem"]
    code = [f"{name} = np.array({_nested(value)})" for name, value in _given(problem, "_{}")]
    if "bias" in problem:
        code.append(f"bias = np.array({_nested(problem['bias'])})")
    parts = ["```python\n" + "\n".join(code) + "\n```", " ".join(f"{said}." for said in _settings(problem))]
    for stage, value in row["expected"].items():
        name = {"scores": "attn_scores", "weights": "attn_weights", "output": "context_vecs"}[stage]
        lines = "\n ".join("[" + " ".join(entries) + "]" for entries in marked(value))
        parts += [_ROUGH * announced, f"```\n>>> print({name})\n[{lines}]\n```"]
    return _page(parts)


def data(row: Row, announced: bool = False) -> str:
    """One block of JSON that has the problem and the stages to expect."""
    problem = row["problem"]

    def entry(name: str, value: object) -> str:
        return f'"{name}": {_nested(value) if isinstance(value, list) else value}'

    matrices = ("X", "w_q", "w_k", "w_v", "Q", "K", "V", "scores", "bias")
    items = [entry(name, problem[name]) for name in matrices if name in problem]
    if "heads" in problem:
        heads = ("{" + ", ".join(entry(*one) for one in head.items()) + "}" for head in problem["heads"])
        items.append(f'"heads": [{", ".join(heads)}]')
    items += [entry(name, f'"{problem[name]}"') for name in ("scale", "n_heads") if name in problem]
    visible = problem.get("visible")
    if visible == "causal":
        items.append('"mask": "causal"')
    elif isinstance(visible, list):
        items.append(entry("mask", [[str(may).lower() for may in line] for line in visible]))
    stages = ", ".join(entry(stage, marked(value)) for stage, value in row["expected"].items())
    inner = ",\n  ".join([*items, f'"expected": {{{stages}}}'])
    return _page([f"A case{', rounded very roughly' * announced}:", f"```json\n{{\n  {inner}\n}}\n```"])


def one_by_one(row: Row, announced: bool = False) -> str:
    """Vectors one by one, and a sentence for each query."""
    problem = row["problem"]
    parts = []
    for name, value in _given(problem, "^{{({})}}"):
        if name in ("X", "Q", "K", "V"):
            rows = (f"${name.lower()}_{i} = ({', '.join(map(str, line))})$" for i, line in enumerate(value, 1))
            parts.append(", ".join(rows) if len(value[0]) > 1 else f"${name} = {_nested(value)}$")
        else:
            parts.append(f"${name} = {_nested(value)}$")
    parts += [_bias(problem), "\n".join(f"- {said}" for said in _settings(problem))]
    for stage, value in row["expected"].items():
        verb = {"scores": "has the scores", "weights": "attends with weights", "output": "has the output"}[stage]
        said = [f"Query {i} {verb} {', '.join(line[:-1])} and {line[-1]}." for i, line in enumerate(marked(value), 1)]
        parts.append(_ROUGH * announced + " ".join(said))
    return _page(parts)


OTHER_STYLES: dict[str, Callable[[Row, bool], str]] = {
    "rows of lists": rows_of_lists,
    "aligned": aligned,
    "all tables": all_tables,
    "printed arrays": printed_arrays,
    "data": data,
    "one by one": one_by_one,
}
