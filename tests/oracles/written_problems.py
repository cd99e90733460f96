"""Problems as they stand in an exercise file, solved by the scalar oracle.

Takes the tables that ``tomllib`` gives and nothing else: no loader, no reader and no trace of the project.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.oracles import scalar_attention as scalar
from tests.oracles.plain_text import value_of
from tests.oracles.scalar_attention import Matrix, Number, Relation, Stages

Table = Mapping[str, Any]
Symbols = Mapping[str, Number]


def load(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def problem_table(file: Table, name: str | None) -> dict[str, Any]:
    """The table of a named problem, with what it takes over by ``like``."""
    if name is None:
        return dict(file["problem"])
    own = dict(file["problems"][name])
    base = own.pop("like", None)
    return own if base is None else {**problem_table(file, base), **own}


def batch_size(table: Table) -> int | None:
    """None for a single problem."""
    rows = table.get("X", table.get("scores", table.get("Q")))
    return len(rows) if rows is not None and isinstance(rows[0][0], list) else None


def solved(table: Table, item: int | None = None, symbols: Symbols | None = None) -> Stages:
    """Every stage of a problem (``item``, counted from 1, of a batch): inputs, the relation and its mask included."""
    size = batch_size(table)
    if size is None:
        return _solved_one(table, symbols or {})
    if item is None:
        raise ValueError(f"the problem is a batch of {size}: say which item")
    return _solved_one(_item_of(table, item - 1), symbols or {})


def _item_of(table: Table, index: int) -> dict[str, Any]:
    one = dict(table)
    for name in ("X", "scores", "Q", "K", "V"):
        if name in one and isinstance(one[name][0][0], list):
            one[name] = one[name][index]
    valid = one.get("query_valid")
    if valid is not None and isinstance(valid[0], list):
        one["query_valid"] = valid[index]
    visible = one.get("visible")
    if isinstance(visible, dict) and isinstance(visible.get("key_lengths"), list):
        one["visible"] = {**visible, "key_lengths": visible["key_lengths"][index]}
    return one


def _numbers(rows: Sequence[Sequence[int | str]], symbols: Symbols) -> Matrix:
    return [[value_of(str(entry), symbols) for entry in row] for row in rows]


def _inputs(table: Table, symbols: Symbols) -> Stages:
    names = ("X", "w_q", "w_k", "w_v", "w_o", "Q", "K", "V", "scores", "bias")
    inputs = {name: _numbers(table[name], symbols) for name in names if name in table}
    if "scale" in table:
        inputs["scale"] = [[value_of(str(table["scale"]), symbols)]]
    return inputs


def _relation(table: Table, queries: int, keys: int) -> list[list[bool]]:
    rule = table.get("visible", "full")
    if isinstance(rule, list):
        return rule
    offset = keys - queries if table.get("align") == "bottom-right" else 0
    if rule == "full":
        return scalar.full(queries, keys)
    if rule == "causal":
        return scalar.causal(queries, keys, offset)
    relation = scalar.causal(queries, keys, offset) if rule.get("causal") else scalar.full(queries, keys)
    if "key_lengths" in rule:
        relation = scalar.both(relation, scalar.padding(queries, keys, rule["key_lengths"]))
    return relation


def _shown(relation: Relation) -> Stages:
    one, zero = scalar.number(1), scalar.number(0)
    return {
        "visible": [[one if allowed else zero for allowed in row] for row in relation],
        "mask": [[zero if allowed else scalar.MINUS_INFINITY for allowed in row] for row in relation],
    }


def _solved_one(table: Table, symbols: Symbols) -> Stages:
    inputs = _inputs(table, symbols)
    shape = _shape(inputs)
    relation = _relation(table, *shape)
    options: dict[str, Any] = {"bias": inputs.get("bias"), "query_valid": table.get("query_valid")}
    if "scores" in inputs:
        stages = scalar.weigh(inputs["scores"], inputs.get("V"), relation, **options)
    else:
        stages = _solved_heads(table, inputs, relation, options, symbols)
    return {**inputs, **_shown(relation), **stages}


def _shape(inputs: Stages) -> tuple[int, int]:
    if "scores" in inputs:
        return len(inputs["scores"]), len(inputs["scores"][0])
    if "X" in inputs:
        return len(inputs["X"]), len(inputs["X"])
    return len(inputs["Q"]), len(inputs["K"])


def _solved_heads(table: Table, inputs: Stages, relation: Relation, options: Any, symbols: Symbols) -> Stages:
    if "scale" in inputs:
        options = {**options, "scale": inputs["scale"][0][0]}
    if "heads" in table:
        weights = [_inputs(one, symbols) for one in table["heads"]]
        heads = [_projected_head(inputs["X"], one, relation, options) for one in weights]
        return scalar.several(heads, inputs.get("w_o"))
    whole = {name: inputs[name] for name in "QKV"} if "Q" in inputs else _projected(inputs["X"], inputs)
    count = int(table.get("n_heads", 1))
    if count == 1:
        stages = scalar.head(whole["Q"], whole["K"], whole["V"], relation, **options)
        if "w_o" in inputs:
            stages["output"] = scalar.project(stages["output"], inputs["w_o"])
        return stages
    return scalar.several([scalar.head(*part, relation, **options) for part in _split(whole, count)], inputs.get("w_o"))


def _projected(rows: Matrix, weights: Stages) -> Stages:
    return {name: scalar.project(rows, weights[f"w_{name.lower()}"]) for name in "QKV"}


def _projected_head(rows: Matrix, weights: Stages, relation: Relation, options: Any) -> Stages:
    arrays = _projected(rows, weights)
    return {**weights, **scalar.head(arrays["Q"], arrays["K"], arrays["V"], relation, **options)}


def _split(whole: Stages, count: int) -> list[tuple[Matrix, Matrix, Matrix]]:
    parts = []
    for index in range(count):
        arrays = []
        for name in "QKV":
            width = len(whole[name][0]) // count
            arrays.append([row[index * width : (index + 1) * width] for row in whole[name]])
        parts.append((arrays[0], arrays[1], arrays[2]))
    return parts
