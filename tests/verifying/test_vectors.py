"""Golden vectors: correctly rounded, with their bits, and what code in floating point is held against."""

from __future__ import annotations

import json
import struct
from fractions import Fraction
from math import frexp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symattn as sa
from symattn.errors import FormatError, KindError, StageError, UndecidedError
from symattn.exact.floats import FORMATS
from symattn.verifying.asserting import assert_matches
from symattn.verifying.vectors import arrays_of, json_text, numbers, rounded_inputs, write_vectors
from tests.support import require
from tests.verifying import code
from tests.verifying.code import softmax

PROBLEM = {"Q": [[1, 0], [0, 2]], "K": [[1, 1], [0, "1/2"]], "V": [["1/3", 0], [0, "ln 99"]], "visible": "causal"}
STRUCT = {"binary64": ("d", 8), "binary32": ("f", 4), "binary16": ("e", 2)}


def bits_by_struct(value: float, format_: str) -> str:
    if format_ == "bfloat16":  # the upper half of a binary32
        return "0x" + struct.pack(">f", value).hex()[:4]
    letter, size = STRUCT[format_]
    return "0x" + struct.pack(f">{letter}", value).hex().rjust(2 * size, "0")


def entries(value: Any) -> list[Any]:
    return [leaf for one in value for leaf in entries(one)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("format_", FORMATS)
def test_every_entry_is_a_nearest_value_with_its_bits(format_: str) -> None:
    found = sa.golden_vectors(sa.Problem.from_data(PROBLEM))
    kind = FORMATS[format_]
    for entry in (*found["inputs"], *found["stages"]):
        exact = [sa.exact(text) for text in entries(entry["exact"])]
        values = entries(numbers(entry[format_]["value"]))
        bits = entries(entry[format_]["bits"])
        assert len(exact) == len(values) == len(bits) == np.prod(entry["shape"])
        for number, value, pattern in zip(exact, values, bits, strict=True):
            assert pattern == bits_by_struct(value, format_)
            if value == float("-inf"):
                assert number.text() == "-oo"
                continue
            # Nothing else of the format is nearer: the error is at most half a unit of the last place.
            unit = Fraction(2) ** max(frexp(value)[1] - kind.precision, kind.least_exponent)
            assert abs(number - sa.exact(Fraction(value))) <= sa.exact(unit / 2)


def test_rounded_inputs_start_every_format_from_its_own_numbers() -> None:
    problem = sa.Problem.from_data(PROBLEM)
    found = sa.golden_vectors(problem, ["binary16", "binary64"], inputs="rounded")
    assert found["exact_inputs"] == {"binary16": False, "binary64": False}
    own = sa.attention(*(rounded_inputs(problem, "binary16").arrays[name] for name in "QKV"), visible="causal")
    wanted = next(entry for entry in found["stages"] if entry["name"] == "output")
    assert numbers(wanted["binary16"]["value"]) == sa.nearest_float(own.exact("output"), "binary16")
    assert "exact" not in wanted
    assert sa.golden_vectors(sa.Problem.from_data({"scores": [["1/2", "-oo"]]}))["exact_inputs"]["bfloat16"] is True


def test_json_is_strict_json_and_reads_back() -> None:
    found = sa.golden_vectors(sa.Problem.from_data(PROBLEM), ["binary32"])
    text = json_text(found)
    assert json.loads(text, parse_constant=lambda name: pytest.fail(name)) == json.loads(json.dumps(found))
    assert found["scale"] == "sqrt(2)/2"
    assert found["visible"] == [[True, False], [True, True]]


def test_npz_holds_the_same_bits(tmp_path: Path) -> None:
    found = sa.golden_vectors(sa.Problem.from_data(PROBLEM))
    write_vectors(found, tmp_path / "golden.npz")
    stored = np.load(tmp_path / "golden.npz")
    assert sorted(stored.files) == sorted(arrays_of(found))
    weights = next(entry for entry in found["stages"] if entry["name"] == "masked_scores")
    for format_, kind in (("binary64", "u8"), ("binary32", "u4"), ("binary16", "u2"), ("bfloat16", "u2")):
        array = stored[f"masked_scores.{format_}"]
        assert array.view(kind).tolist() == [[int(b, 16) for b in row] for row in weights[format_]["bits"]]
    assert stored["input.Q.binary32"].dtype == np.float32
    with pytest.raises(FormatError, match=r"\.json or \.npz"):
        write_vectors(found, tmp_path / "golden.txt")


def test_heads_and_batches() -> None:
    batch = sa.Problem.from_data({"scores": [[[0, 1]], [[2, 0]]], "V": [[[1], [2]], [[3], [4]]]})
    found = sa.golden_vectors(batch, ["binary64"], stage="output")
    assert [entry["name"] for entry in found["stages"]] == ["output"]
    assert found["stages"][0]["shape"] == [2, 1, 1]
    assert np.shape(found["stages"][0]["binary64"]["value"]) == (2, 1, 1)
    assert np.shape(found["visible"]) == (2, 1, 2)
    eye = [[1, 0], [0, 1]]
    heads = sa.Problem.from_data({"X": eye, "w_q": eye, "w_k": eye, "w_v": eye, "n_heads": 2})
    assert "head2.weights" in [entry["name"] for entry in sa.golden_vectors(heads, ["binary16"])["stages"]]


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(UndecidedError, match="symbol k"):
        sa.golden_vectors(sa.Problem.from_data({"scores": [["k", 0]]}))
    plain = sa.Problem.from_data({"scores": [[0, "10^6"]]})
    with pytest.raises(FormatError, match="too large for binary16"):
        sa.golden_vectors(plain, ["binary16"], inputs="rounded")
    with pytest.raises(FormatError):
        sa.golden_vectors(plain, ["binary8"])
    with pytest.raises(FormatError, match="as-written"):
        sa.golden_vectors(plain, inputs="as-is")
    with pytest.raises(StageError, match="this problem has scores"):
        sa.golden_vectors(plain, stage="output")


def test_floating_point_code_is_held_against_them(tmp_path: Path) -> None:
    file = tmp_path / "golden.json"
    write_vectors(sa.golden_vectors(sa.Problem.from_data(PROBLEM), inputs="rounded"), file)
    for format_ in FORMATS:
        assert_matches(code.where_infinite, file, format=format_, ulps=8)
    with pytest.raises(AssertionError, match=r"scale|units of the last place off"):
        assert_matches(code.no_scale, file)
    with pytest.raises(AssertionError, match="returns shape"):
        assert_matches(lambda V: V.T[:1], file)
    # Units are those of the largest entry, which is between 1 and 2.
    with pytest.raises(AssertionError, match=r": 8 units of the last place off"):
        assert_matches(lambda Q, K, V, mask: code.where_infinite(Q, K, V, mask) + 8 * 2.0**-52, file, ulps=4)
    as_written = sa.golden_vectors(sa.Problem.from_data(PROBLEM))
    with pytest.raises(KindError, match="--inputs rounded"):
        assert_matches(code.where_infinite, as_written)
    without: dict[str, object] = {**as_written, "stages": []}
    with pytest.raises(KindError, match="have no weights in binary64"):
        assert_matches(code.where_infinite, without, stage="weights")


def test_problems_serve_without_a_file() -> None:
    assert_matches(lambda scores, mask: softmax(np.where(mask, scores, -np.inf)), {"scores": [[0, 1]]}, stage="weights")
    assert_matches(code.online, ["causal", sa.causal(5)], format="binary32", ulps=16)


def test_torch_is_held_against_them() -> None:
    require("torch")
    import torch

    def attend(Q: Any, K: Any, V: Any, visible: Any) -> Any:
        return torch.nn.functional.scaled_dot_product_attention(Q[None], K[None], V[None], attn_mask=visible[None])

    assert_matches(attend, "causal", format="binary32", convert=torch.tensor)
    with pytest.raises(AssertionError, match="units of the last place off"):
        assert_matches(lambda Q, K, V, visible: attend(Q, K, V, ~visible), "full", convert=torch.tensor)
