"""Whole sessions: lines through a pipe, at a pseudo terminal, and in IPython."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.repl.terminal import PATIENCE, Terminal
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
    "decimal(e/(2e+1), 10)": "invalid decimal literal; inside a call write 2*e, or quote '2e'",
    "compare(2e, 3)": "invalid decimal literal; inside a call write 2*e, or quote '2e'",
    "10^10^10": "a power of about",
    "e + 'a'": "TypeError: ",
    "k > 0": "the sign of k depends on k",
    "raise KeyError": "KeyError",
    "1//2": "a division that drops the remainder is not read; write / for an exact quotient",
    "e//2": "a division that drops the remainder",
    "[[1, 2]]*[[1], [2]]": "* multiplies a matrix by a number; for the product of matrices write @",
    "[[1, 2]]**2": "a power of a matrix is not worked out; write A @ A",
    "9**9**9": "a power of about",
    "2**(10**10)": "a power of about",
    "pow(9, 9**9)": "a power of about",
    "1 << 10**12": "a whole number of more than",
    "(sqrt(2) + 1)**(10**5)": "worked out, this could have",
    "(1 + e + k)**300": "worked out, this could have",
    "zzzzzz": "no value or function is called 'zzzzzz'; help lists what there is",
}


def test_an_error_is_one_sentence_and_the_session_goes_on() -> None:
    found = piped(*ERRORS, "1 + 1")
    said = found.stderr.splitlines()
    starts = [f"line {number}: {start}" for number, start in enumerate(ERRORS.values(), start=1)]
    assert [line.startswith(start) for line, start in zip(said, starts, strict=True)] == [True] * len(said)
    assert found.stdout == "2\n"
    assert found.returncode == 2


HOSTILE = {
    "+".join(["e/(1+e)"] * 3000): "a text of more than 20000 characters is not read",
    "(" * 5000: "brackets are nested deeper than",
    "[" * 300: "brackets are nested deeper than",
    "-" * 5000 + "1": "nested deeper than",
    "1" * 5000: "a number of more than 4000 digits is not read",
    "not " * 3000 + "1": "too large or too deeply nested",
    "x" * 100_000: "no value or function is called 'xxx",
    "'" * 3001: "a prime or quotation mark is not read",
    "\x00 + 1": "the invisible character U+0000",
    "\x1b[31m": "the invisible character U+001B",
    "f = lambda: f()": "",
    "f()": "too large or too deeply nested",
    "raise ValueError('x' * 100_000)": "ValueError: xxx",
    "raise type('Mute', (Exception,), {'__str__': lambda self: 1/0})": "Mute",
    "raise GeneratorExit": "GeneratorExit",
    "print(2**14_000 * 2**14_000)": "",
    "print(10**5000)": "Python writes no whole number of more than 4300 digits",
    "sum([[1, 2], [3, 4]] * 2)": "sum takes one row or one column",
}


def test_whatever_is_typed_the_session_goes_on() -> None:
    found = piped(*(line for hostile in HOSTILE for line in (hostile, "print('next')")))
    assert found.stdout.splitlines().count("next") == len(HOSTILE)
    said = found.stderr.splitlines()
    assert max(map(len, said)) < 1_100
    expected = [words for words in HOSTILE.values() if words]
    for words in expected:
        assert any(words in line for line in said), words
    assert "Traceback" not in found.stderr


def test_bytes_that_are_no_utf8_spoil_their_own_line_only() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "symattn", "repl"],
        input=b"1/2\n\xff\xfe\n1/3\n",
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert found.returncode == 2
    assert found.stdout.decode().splitlines()[::2] == ["1/2", "1/3"]
    assert found.stderr.startswith(b"line 2: at position 1")


def test_a_sum_of_thousands_of_terms() -> None:
    found = piped("x = 2", "+".join(["x"] * 3000), "+".join(["1"] * 3000))
    assert found.stdout.splitlines()[1::2] == ["6000", "3000"]


def test_sums_and_extremes_of_rows() -> None:
    lines = {
        "sum([1/2]*3)": ["3/2", "= 1.5"],
        "sum([1/2, 1/3])": ["5/6", "≈ 0.8333333333"],
        "max([1/2, 1/4]*3)": ["3/2", "= 1.5"],
        "min([1, 2]/3)": ["1/3", "≈ 0.3333333333"],
        "max(1/2, 1/3)": ["1/2", "= 0.5"],
        "sum([1, 2], 3)": ["6"],
        "max([1, -3], key=abs)": ["-3"],
    }
    found = piped(*lines)
    assert found.stderr == ""
    assert found.stdout.splitlines() == [line for shown in lines.values() for line in shown]


@pytest.mark.parametrize(
    "line",
    [
        "while True: pass\n\n",
        "for n in range(10**9): _ = exact([[1, 2], [3, 4]])\n\n",
        "[decimal('exp(1/%d)' % n, 2000) for n in range(1, 10**6)]\n",
    ],
)
def test_an_interrupt_at_a_terminal_returns_to_the_prompt(line: str, tmp_path: Path) -> None:
    terminal = Terminal("--plain", folder=tmp_path)
    terminal.expect(">>> ")
    terminal.type("print('be' + 'gun')\n")
    terminal.expect("begun\n")
    terminal.expect(">>> ")
    terminal.type(line)
    time.sleep(1)  # it is being worked on; an earlier interrupt would meet the prompt, which survives it too
    os.kill(terminal.process.pid, signal.SIGINT)
    terminal.expect("nterrupt")
    terminal.expect(">>> ")
    terminal.type("1/3\n")
    assert "0.3333333333" in terminal.expect(">>> ")
    assert terminal.end() == 0


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
    assert piped("exit(4)").returncode == 4
    assert piped("1/0", "exit").returncode == 2


@pytest.mark.parametrize("word", ["exit", "quit", "exit()", "quit()"])
def test_a_word_alone_leaves(word: str) -> None:
    found = piped("1 + 1", word, "1/0")
    assert (found.returncode, found.stdout, found.stderr) == (0, "2\n", "")


@pytest.mark.parametrize("word", ["help", "?", "help()"])
def test_help_alone_shows_what_there_is(word: str) -> None:
    found = piped(word, "1 + 1")
    assert found.stderr == ""
    assert "masked_softmax" in found.stdout
    assert found.stdout.endswith("\n2\n")


def test_a_thing_is_explained() -> None:
    assert "may read" in piped("full?").stdout or "every key" in piped("full?").stdout
    assert piped("help(full)").stdout == piped("full?").stdout


def test_an_error_in_a_block_names_its_first_line() -> None:
    found = piped("1", "def f():", "    return 1/0", "", "f()", "for i in [1]:", "    f()", "")
    assert [line.partition(":")[0] for line in found.stderr.splitlines()] == ["line 5", "line 6"]


def test_a_matrix_may_have_entries_in_quotes() -> None:
    lines = {
        'A = [[1, "1/2"], ["sqrt(2)", "ln 7"]]': [],
        "A[1, 0] == sqrt(2)": ["True"],
        'A == [["1", 0.5], ["2/sqrt 2", "ln 7"]]': ["True"],
        '[1, "k"]': ["[[1, k]]"],
        '["a", "b"]': ["['a', 'b']"],
        '[["one", "two"]]': ["[['one', 'two']]"],
        '["-oo", 1]': ["[[-oo, 1]]"],
    }
    found = piped(*lines)
    assert found.stderr == ""
    assert found.stdout.splitlines() == [line for shown in lines.values() for line in shown]


def test_a_session_ends_when_nobody_reads_it_any_more() -> None:
    line = f"yes 1/2 | '{sys.executable}' -m symattn repl | head -n 1; echo ${{PIPESTATUS[1]}}"
    found = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert (found.stdout, found.stderr) == ("1/2\n141\n", "")


def test_an_interrupt_ends_a_session_without_a_terminal() -> None:
    found = piped("import signal", "signal.raise_signal(signal.SIGINT)", "print('more')")
    assert (found.returncode, found.stdout) == (130, "")


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
    require("readline")
    terminal = Terminal("--plain", folder=tmp_path)
    assert "Tab completes" in terminal.expect(">>> ")
    terminal.type("1/3\n")
    assert "1/3\n≈ 0.3333333333\n" in terminal.expect(">>> ")
    terminal.type("masked_so\t[[0, 0]], [[True, True]])\n")
    assert "[[1/2, 1/2]]" in terminal.expect(">>> ")
    terminal.type("masked_sofmax(1)\n")
    said = terminal.expect(">>> ")
    assert "did you mean masked_softmax" in said
    assert "line " not in said
    terminal.type("help\n")
    assert "masked_softmax" in terminal.expect(">>> ")
    terminal.type("quit\n")
    assert terminal.process.wait(PATIENCE) == 0


def test_a_session_at_a_terminal_ends_with_its_input(tmp_path: Path) -> None:
    terminal = Terminal("--plain", folder=tmp_path)
    terminal.expect(">>> ")
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
    for number, (line, said) in enumerate(IN_IPYTHON.items(), start=7):
        terminal.type(f"{line}\n")
        assert said in terminal.expect(f"In [{number}]: ")
    terminal.type("quit\n")
    assert terminal.process.wait(PATIENCE) == 0


IN_IPYTHON = {
    "masked_sofmax(1)": "no value or function is called 'masked_sofmax'; did you mean masked_softmax?",
    "zzzzzz": "no value or function is called 'zzzzzz'; help lists what there is",
    "9**9**9": "a power of about",
    "1//2": "write / for an exact quotient",
    "help": "functions:",
    "?": "functions:",
}


def test_ipython_completes_public_names() -> None:
    require("ipython")
    code = (
        "from IPython.terminal.interactiveshell import TerminalInteractiveShell as Shell\n"
        "from symattn.repl.session import ipython_config\n"
        "shell = Shell.instance(config=ipython_config(traceback=False))\n"
        "shell.extension_manager.load_extension('symattn.repl.ipython')\n"
        "for line in ('caus', 'masked_so', 'x = caus', 'compare(caus', 'sa.caus'):\n"
        "    print(shell.complete(None, line, len(line))[1])\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
    )
    assert [("causal" in line or "masked_softmax" in line) for line in found.stdout.splitlines()] == [True] * 5


def test_plain_is_chosen_over_ipython(tmp_path: Path) -> None:
    terminal = Terminal("--plain", folder=tmp_path)
    terminal.expect(">>> ")
    assert terminal.end() == 0
