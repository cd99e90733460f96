"""Whole sessions: lines through a pipe, at a pseudo terminal, and in IPython."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repl.terminal import Terminal
from tests.support import ROOT, require


def piped(*lines: str, arguments: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """A session whose input is no terminal."""
    return subprocess.run(
        [sys.executable, "-m", "symattn", "repl", *arguments],
        input="\n".join(lines) + "\n",
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_exact_lines_through_a_pipe() -> None:
    lines = {
        "1/2": ["1/2", "= 0.5"],
        "0.1 + 0.2 == 0.3": ["True"],
        "ln 99": ["ln(99)", "≈ 4.595119850"],
        "sqrt 2": ["sqrt(2)", "≈ 1.414213562"],
        "x = e/(1+e)": [],
        "x + 1/(1+e)": ["1"],
        "2x": ["read: 2*x", "2*e/(e + 1)", "≈ 1.462117157"],
        "2^-1 + 4/2": ["5/2", "= 2.5"],
        "[[1, 2], [3, 4]] @ [[0], [1]]": ["[[2],", " [4]]"],
        "A = [[1, 2], [3, 4]]": [],
        "A/2": ["[[1/2, 1],", " [3/2, 2]]", "≈ [[0.500000, 1.000000],", "   [1.500000, 2.000000]]"],
        "_": ["[[1/2, 1],", " [3/2, 2]]", "≈ [[0.500000, 1.000000],", "   [1.500000, 2.000000]]"],
        r"\frac{2e}{2e+1} == 2*e/(2*e+1)": [
            "read: (2*e)/(2*e + 1)",
            "True",
        ],
        "k/(1+k) - 1": ["-1/(k + 1)"],
        "causal(2)": ["1 .", "1 1"],
        'decimal("e", 20)': ["2.71828182845904523536"],
        'compare("1/2", 0.5).outcome': ["equal"],
        "sa.masked_softmax([[0, 1]], [[True, False]])": ["[[1, 0]]"],
    }
    found = piped(*lines)
    assert found.stderr == ""
    assert found.returncode == 0
    assert found.stdout.splitlines() == [line for shown in lines.values() for line in shown]


ERRORS = {
    "1/0": "a division by zero has no value; the divisor is proved to be 0",
    "2e3": "at position 1 of '2e3': 2e3 is ambiguous; write 2.0e3 or 2*e*3",
    "masked_sofmax([[1]])": "no value or function is called 'masked_sofmax'; did you mean masked_softmax",
    "compare(2e, 3)": "invalid decimal literal; inside a call write 2*e, or quote '2e'",
    "10^10^10": "a power of about",
    "e + 'a'": "TypeError: ",
    "k > 0": "the sign of k depends on k",
    "raise KeyError": "KeyError",
}


def test_an_error_is_one_sentence_and_the_session_goes_on() -> None:
    found = piped(*ERRORS, "1 + 1")
    said = found.stderr.splitlines()
    assert [line.startswith(start) for line, start in zip(said, ERRORS.values(), strict=True)] == [True] * len(said)
    assert found.stdout == "2\n"
    assert found.returncode == 2


def test_how_a_text_was_read_is_said() -> None:
    assert piped("log 2").stdout.splitlines()[:2] == ["read: log(2)", "note: log is read as the natural logarithm"]


def test_a_traceback_is_shown_where_it_is_asked_for() -> None:
    assert "Traceback" in piped("1/0", arguments=("--traceback",)).stderr
    assert "Traceback" not in piped("1/0").stderr


def test_blocks_of_several_lines() -> None:
    found = piped("def half(n):", "    return n/2", "", "half(3)", "for i in range(2): print(i/2)", "")
    assert found.stdout.splitlines() == ["3/2", "= 1.5", "0", "1/2"]


def test_a_text_that_is_read_runs_nothing(tmp_path: Path) -> None:
    target = tmp_path / "made"
    found = piped(rf"\frac{{1}}{{2}} + __import__('pathlib').Path({str(target)!r}).touch()")
    assert found.returncode == 2
    assert not target.exists()


def test_leaving_with_a_status() -> None:
    assert piped("raise SystemExit(3)").returncode == 3
    assert piped("exit()", "1/0").returncode == 0


def test_a_session_does_not_load_sympy_until_it_is_needed() -> None:
    found = piped(
        "import sys",
        "'sympy' in sys.modules",
        "e/(1+e)",
        "'sympy' in sys.modules",
        'read("1/2")',
        "'sympy' in sys.modules",
    )
    assert found.stdout.splitlines() == ["False", "e/(e + 1)", "≈ 0.7310585786", "False", "1/2", "True"]


def test_pythons_own_prompt_completes_names_with_tab(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    terminal = Terminal("--plain", folder=tmp_path)
    assert "Tab completes" in terminal.expect(">>> ")
    terminal.type("1/3\n")
    assert "1/3\n≈ 0.3333333333\n" in terminal.expect(">>> ")
    terminal.type("masked_so\t[[0, 0]], [[True, True]])\n")
    assert "[[1/2, 1/2]]" in terminal.expect(">>> ")
    terminal.type("masked_sofmax(1)\n")
    assert "did you mean masked_softmax" in terminal.expect(">>> ")
    assert terminal.end() == 0


def test_ipython_understands_the_same_lines(tmp_path: Path) -> None:
    require("ipython")
    terminal = Terminal(folder=tmp_path)
    assert "Exact values" in terminal.expect("In [1]: ")
    terminal.type("x = ln 99\n")
    terminal.expect("In [2]: ")
    terminal.type("2x/2\n")
    assert "4.595119850" in terminal.expect("In [3]: ")
    terminal.type("[[1, 2]]/3\n")
    assert "[[1/3, 2/3]]\n≈ [[0.333333, 0.666667]]" in terminal.expect("In [4]: ")
    terminal.type("1/0\n")
    said = terminal.expect("In [5]: ")
    assert "DivisionError" in said
    assert "Traceback" not in said
    terminal.type("e\n")
    assert "2.718281828" in terminal.expect("In [6]: ")
    assert terminal.end() == 0


def test_plain_is_chosen_over_ipython(tmp_path: Path) -> None:
    terminal = Terminal("--plain", folder=tmp_path)
    terminal.expect(">>> ")
    assert terminal.end() == 0
