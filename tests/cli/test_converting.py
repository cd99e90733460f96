"""symattn convert"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symattn.conventions import SYSTEMS
from tests.cli.support import process, run

Capture = pytest.CaptureFixture[str]
BATCH = """
scores = [[[0, 1], [2, 3]], [[0, 1], [2, 3]]]
visible = { key_lengths = [1, 2] }
"""


def test_the_visible_of_a_problem_as_another_system_writes_it(capsys: Capture) -> None:
    ran = run(capsys, "convert", "masks-and-heads#two-heads", "--to", "torch-mha")
    assert ran.status == 0
    assert ran.out.splitlines() == ["False  True  True", "False False  True", "False False False"]
    assert "note: the opposite of torch-sdpa" in ran.err


@pytest.mark.parametrize("mask", ["[[True, False], [True, True]]", "[[true, false], [true, true]]"])
def test_rows_as_text_in_python_and_in_json(capsys: Capture, mask: str) -> None:
    ran = run(capsys, "convert", mask, "--from", "torch-sdpa", "--to", "bert", "--json")
    data = json.loads(ran.out)
    assert data["value"] == [[1, 0], [1, 1]]
    assert data["shape"] == [2, 2]
    assert data["fill"] == {"value": "-10000", "share": "1/e^10000", "rounds_to_zero": True, "largest_gap": 9896}


@pytest.mark.parametrize("hidden", ["-inf", "-Infinity", '"-oo"'])
def test_minus_infinity_as_people_type_it(capsys: Capture, hidden: str) -> None:
    ran = run(capsys, "convert", f"[[0, {hidden}], [0, 0]]", "--from", "torch-sdpa-additive", "--to", "symattn")
    assert (ran.status, ran.out) == (0, " True False\n True  True\n")


def test_arguments_and_words(capsys: Capture) -> None:
    words = run(
        capsys, "convert", "causal", "--queries", "2", "--keys", "4", "--align", "bottom-right", "--to", "mlx-causal"
    )
    assert words.out.splitlines() == ["mask: causal", "T_q: 2", "T_k: 4"]
    arguments = '{"window_size": [2, 0], "causal": True, "T_q": 4, "T_k": 4}'
    ran = run(capsys, "convert", arguments, "--from", "flash-attention", "--to", "transformers-window")
    assert ran.out.splitlines()[0] == "sliding_window: 3"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rows.json", "[[0, -1e9], [0, 0]]"),
        ("rows.json", '{"mask": [[0, -1000000000.0], [0, 0]]}'),
        ("rows.toml", "mask = [[0, -1e9], [0, 0]]"),
    ],
)
def test_a_file_with_rows_keeps_its_digits(capsys: Capture, tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    ran = run(capsys, "convert", str(tmp_path / name), "--from", "gemma", "--to", "symattn")
    assert ran.status == 2  # -1e9 is not Gemma's fill
    assert "row 1, column 2 of the gemma mask" in ran.err
    (tmp_path / name).write_text(content.replace("-1e9", "-2.3819763e38").replace("-1000000000.0", "-2.3819763e+38"))
    ran = run(capsys, "convert", str(tmp_path / name), "--from", "gemma", "--to", "symattn")
    assert (ran.status, ran.out) == (0, " True False\n True  True\n")


def test_each_record_of_a_batch(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "batch.toml"
    file.write_text(BATCH)
    ran = run(capsys, "convert", str(file), "--to", "torch-key-padding")
    assert ran.out.splitlines() == ["record 1:", "False  True", "record 2:", "False False"]
    records = json.loads(run(capsys, "convert", str(file), "--to", "torch-key-padding", "--json").out)["records"]
    assert [record["value"] for record in records] == [[False, True], [False, False]]


def test_a_problem_on_standard_input() -> None:
    ran = process("convert", "-", "--to", "nanogpt", stdin="scores = [[0, 1]]\nvisible = [[true, false]]")
    assert (ran.status, ran.out) == (0, "1 0\n")


def test_a_refusal_is_status_1_and_shows_the_cell(capsys: Capture) -> None:
    ran = run(capsys, "convert", "[[True, False], [True, True]]", "--to", "torch-key-padding")
    assert ran.status == 1
    assert "row 2, column 2 may be read, but row 1, column 2 is hidden" in ran.err
    empty = run(capsys, "convert", "[[False], [True]]", "--from", "torch-sdpa", "--to", "torch-mha")
    assert empty.status == 1
    assert "row 1 has no visible key: torch-sdpa gives weights of 0 and torch-mha gives NaN" in empty.err
    unused = run(
        capsys, "convert", "[[False], [True]]", "--from", "torch-sdpa", "--to", "torch-mha", "--unused-queries"
    )
    assert (unused.status, unused.out) == (0, " True\nFalse\n")
    assert "no key is visible in row 1" in unused.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "torch-mha"], "say which MASK"),
        (["[[true]]"], "say which MASK, and --to"),
        (["[[true]]", "--to", "torch"], "no system is called 'torch'; did you mean"),
        (["[[true]]", "--to", "torch-mha", "--dtype", "float8"], "'float8' is no binary format"),
        (["causal", "--to", "torch-mha"], "how many queries"),
        (["causal", "--queries", "2", "--from", "bert", "--to", "torch-mha"], "word of this package"),
        (["[[true", "--to", "torch-mha"], "not readable as rows"),
        (["[" * 100_000, "--to", "torch-mha"], "nested too deeply"),
        (["masks-and-heads#two-heads", "--from", "bert", "--to", "torch-mha"], "leave out --from"),
        (["nowhere.json", "--to", "torch-mha"], "no such file"),
    ],
)
def test_a_misuse_is_one_sentence(capsys: Capture, arguments: list[str], message: str) -> None:
    ran = run(capsys, "convert", *arguments)
    assert ran.status == 2
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


def test_every_system_is_listed_and_explained(capsys: Capture) -> None:
    lines = run(capsys, "convert", "--list").out.splitlines()
    assert [line.split()[0] for line in lines] == list(SYSTEMS)
    listed = json.loads(run(capsys, "convert", "--list", "--json").out)
    assert [entry["name"] for entry in listed] == list(SYSTEMS)
    about = run(capsys, "convert", "--about", "onnx-24-cache").out
    assert "row without a key: zero" in about
    assert "source: onnx/reference/ops/op_attention.py (onnx 1.23.2)" in about
    assert json.loads(run(capsys, "convert", "--about", "mlx", "--json").out) == next(
        entry for entry in listed if entry["name"] == "mlx"
    )


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        ('{"causal": "x", "T_q": 2, "T_k": 2}', 'causal of flash-attention is "x": true or false is expected'),
        ('{"causal": 2, "T_q": 2, "T_k": 2}', "true or false is expected"),
        ('{"causal": true, "causal": false, "T_q": 2, "T_k": 2}', 'the key "causal" is written twice'),
    ],
)
def test_a_flag_is_true_or_false_and_said_once(capsys: Capture, mask: str, words: str) -> None:
    ran = run(capsys, "convert", mask, "--from", "flash-attention", "--to", "bert")
    assert ran.status == 2
    assert words in ran.err
