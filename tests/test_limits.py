"""The limits of the engine at small sizes; `make limits` goes to them at full size.

Problem files with monstrous exponents are solved in a process of their own, so that a crash would be seen.
"""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from benchmarks.limits import digits, layers
from benchmarks.limits.fuzz import UNEXPLAINED
from benchmarks.limits.problems import problem
from symattn.rendering.notation import NOT_REDUCED
from tests.support import ROOT

PATIENCE = 300  # seconds, on a busy machine too
SOLVE = """
import contextlib, io, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from symattn.cli import main
for file in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()):
        status = main(["solve", file, "--json", "--places", "6"])
    print(status, file, flush=True)
"""


def test_problem_files_with_monstrous_exponents_are_solved_or_refused(tmp_path: Path) -> None:
    files = []
    for number in range(26):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(problem(number, seed=2)), encoding="utf-8")
        files.append(str(file))
    done = subprocess.run(
        [sys.executable, "-c", SOLVE, *files],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not any(words in done.stderr for words in UNEXPLAINED), done.stderr
    statuses = [line.split()[0] for line in done.stdout.splitlines()]
    assert len(statuses) == len(files)
    assert set(statuses) <= {"0", "2", "3"}
    assert statuses.count("0") >= 22


def test_no_last_digit_is_wrong() -> None:
    wrong, compared = digits.differing(200, seed=2)
    assert compared > 200
    assert wrong == []


def test_the_other_path_rounds_as_books_do() -> None:
    one, nothing = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(0))
    assert digits.independent([one, nothing], [True, True], 6) == ["0.731059", "0.268941"]
    assert digits.independent([nothing] * 16, [True] * 16, 3) == ["0.063"] * 16
    far = (Fraction(-900), Fraction(0))
    assert digits.independent([nothing] * 16 + [far], [True] * 17, 3) == ["0.062"] * 16 + ["0.000"]


def test_two_layers_depend_on_the_past_only() -> None:
    tokens = layers.drawn(4, seed=3)
    whole = layers.model(tokens)
    assert whole.reduced
    assert all(digit is not None for row in whole.decimal(30) for digit in row)
    assert layers.unproved(tokens, whole) == []
    other = layers.model([*tokens[:3], (2, 2) if tokens[3] != (2, 2) else (1, 1)])
    assert layers.unproved(tokens, other) == [
        line for line in layers.unproved(tokens, other) if line.startswith("row 4")
    ]


@pytest.fixture(scope="module")
def seventeen_digits(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Problems of 6 and of 64 tokens whose weights are decimals of 17 digits, 3 -> 2."""
    found = {}
    for tokens in (6, 64):
        rng = Random(tokens)

        def matrix(rows: int, columns: int, rng: Random = rng) -> list[list[str]]:
            return [
                [f"{rng.choice(('', '-'))}0.{rng.randrange(10**17):017}" for _ in range(columns)] for _ in range(rows)
            ]

        data = {"X": matrix(tokens, 3), **{name: matrix(3, 2) for name in ("w_q", "w_k", "w_v")}}
        found[tokens] = tmp_path_factory.mktemp("seventeen") / f"{tokens}.json"
        found[tokens].write_text(json.dumps(data), encoding="utf-8")
    return found


def solved(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "symattn", "solve", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("tokens", [6, 64])
def test_weights_of_seventeen_digits_say_that_outputs_are_not_reduced(
    seventeen_digits: dict[int, Path], tokens: int
) -> None:
    file = str(seventeen_digits[tokens])
    text = solved(file)
    assert NOT_REDUCED in text
    assert len(text) < 5_000 * tokens
    stages = {stage["name"]: stage for stage in json.loads(solved(file, "--json", "--name-denominators"))["stages"]}
    assert (stages["weights"]["reduced"], stages["output"]["reduced"]) == (True, False)
    assert stages["output"]["denominators"].keys() == {f"D_{i + 1}" for i in range(tokens)}
    for row in stages["output"]["decimal"]:
        assert ", ".join(digits.rjust(9) for digits in row) in text
