"""A number sent to another process, where texts have other hashes, is the number that it was."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest

from symattn.exact import Exact, exp, log, sqrt, symbol

E = exp(Exact(1))
NUMBERS = [
    E,
    exp(E / (1 + E)) + E,
    log(1 + exp(E)) / exp(1 / sqrt(Exact(2))),
    sqrt(1 + E) * exp(symbol("k")) + exp(log(1 + E) / 3),
]
CODE = """
import pickle, sys
from tests.exact.test_other_process import NUMBERS
sent = pickle.loads(sys.stdin.buffer.read())
for number, own in zip(sent, NUMBERS, strict=True):
    assert number == own and hash(number) == hash(own) and number.key == own.key, number
    assert (number - own).text() == "0", number
    assert {number, own} == {own}
    assert (number * own).text() == (own * own).text()
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_numbers_keep_their_identity_in_another_process(seed: str) -> None:
    for number in NUMBERS:  # fills everything that is kept on the way
        hash(number)
        if not number.symbols:
            number.decimal(10)
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        input=pickle.dumps(NUMBERS),
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
