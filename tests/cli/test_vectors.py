"""symattn vectors"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.support import TWO_HEADS, process, run

Capture = pytest.CaptureFixture[str]


def test_all_formats_on_standard_output(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "two-heads.toml"
    file.write_text(TWO_HEADS)
    ran = run(capsys, "vectors", str(file))
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["problem"] == "two-heads.toml"  # the same wherever the file lies
    stages = {stage["name"]: stage for stage in found["stages"]}
    assert list(stages)[-2:] == ["joined", "output"]
    assert stages["output"]["binary64"]["value"][1][0] == 1.2310585786300048
    assert stages["output"]["bfloat16"]["bits"][1] == ["0x3f9e", "0xbe6d"]
    assert stages["head1.masked_scores"]["binary32"]["value"][0] == [1.0, "-inf", "-inf"]


def test_a_stage_in_one_format_from_standard_input_into_a_file(tmp_path: Path) -> None:
    text = '{"scores": [["1/3", 0]], "V": [[1], [2]]}'
    ran = process(
        "vectors", "-", "--formats", "binary16", "--stage", "weights", "-o", str(tmp_path / "w.npz"), stdin=text
    )
    assert (ran.status, ran.out) == (0, "")
    assert "binary16 cannot hold every input" in ran.err
    assert "--inputs rounded" in ran.err
    assert "weights.binary16" in np.load(tmp_path / "w.npz").files
    rounded = process("vectors", "-", "--inputs", "rounded", "--formats", "binary16", stdin=text)
    assert (rounded.status, rounded.err) == (0, "")
    found = json.loads(rounded.out)
    assert (found["problem"], found["inputs_are"]) == ("standard input", "rounded")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--formats", "binary8"], "no binary format"),
        (["--stage", "nonsense"], "no stage 'nonsense'"),
        (["-o", "golden.txt"], ".json or .npz"),
    ],
)
def test_misuse(capsys: Capture, arguments: list[str], message: str) -> None:
    ran = run(capsys, "vectors", "masks-and-heads#two-heads", *arguments)
    assert ran.status == 2
    assert message in ran.err
