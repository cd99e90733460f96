"""Python's own prompt, with lines translated, values shown, and errors in one sentence."""

from __future__ import annotations

import ast
import code
import codeop
import sys
import warnings
from collections.abc import Iterable
from types import CodeType

from symattn.errors import SymattnError, one_sentence
from symattn.repl.guidance import Leave, unknown_name
from symattn.repl.showing import shown
from symattn.repl.translate import to_python


class Console(code.InteractiveConsole):
    """A session on standard input; without a terminal there are no prompts, and errors count for the exit status."""

    def __init__(self, names: dict[str, object], *, traceback: bool = False) -> None:
        super().__init__(names)
        self.names = names
        self.traceback = traceback
        self.is_terminal = sys.stdin.isatty()
        self.errors = 0
        self.line = 0  # of a session without a terminal: where the statement begins that is run

    def runsource(self, source: str, filename: str = "<input>", symbol: str = "single") -> bool:
        """Run the source; True when more lines are needed."""
        try:
            if is_unfinished(source):
                return True
            compiled = compiled_lines(to_python(source, self.names), filename)
        except SyntaxError:
            self.showsyntaxerror(filename)
            return False
        except Exception:  # whatever translating meets: the session goes on
            self.showtraceback()
            return False
        self.runcode(compiled)
        return False

    def run_lines(self, lines: Iterable[str]) -> None:
        """Run lines without prompts."""
        for number, line in enumerate(lines, start=1):
            self.line = self.line if self.buffer else number
            self.push(line.rstrip("\r\n"))
        if self.buffer and self.push(""):
            self.errors += 1
            self.say("the last line is not finished")

    def say(self, message: str) -> None:
        """One sentence about an error, with the line where nobody sees it."""
        self.write(f"{message}\n" if self.is_terminal else f"line {self.line}: {message}\n")

    def showtraceback(self) -> None:
        """The error in one sentence, or all of it where that was asked for."""
        error = sys.exc_info()[1]
        self._leave_if_unheard(error)
        self.errors += 1
        if self.traceback or error is None:
            super().showtraceback()
        else:
            self.say(sentence(error, self.names))

    def _leave_if_unheard(self, error: BaseException | None) -> None:
        """End the session where the reader of its output has gone, or where it was interrupted and nobody types."""
        if isinstance(error, BrokenPipeError) or (isinstance(error, KeyboardInterrupt) and not self.is_terminal):
            raise error

    def showsyntaxerror(self, filename: str | None = None, **_: object) -> None:
        """What Python says is wrong with its syntax."""
        self.errors += 1
        error = sys.exc_info()[1]
        self.say(f"{error.msg if isinstance(error, SyntaxError) else error}; inside a call write 2*e, or quote '2e'")


def is_unfinished(source: str) -> bool:
    """Whether Python waits for more lines."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # 3(1+e) is no mistake here
        try:
            return codeop.compile_command(source) is None
        except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
            return False  # it may be mathematics


def compiled_lines(source: str, filename: str) -> CodeType:
    """The code of some statements, each of which shows its value."""
    tree = ast.Interactive(ast.parse(source, filename).body)
    compiled: CodeType = compile(tree, filename, "single")
    return compiled


def display(value: object) -> None:
    """Show what a line was worth and keep it as ``_``; a session's sys.displayhook."""
    if value is None:
        return
    if isinstance(value, Leave):
        raise SystemExit
    print(shown(value))
    import builtins

    builtins._ = value  # type: ignore[attr-defined]


def sentence(error: BaseException, names: dict[str, object]) -> str:
    """An error in one sentence."""
    if isinstance(error, NameError) and error.name:
        return unknown_name(error.name, names)
    if isinstance(error, RecursionError | MemoryError):
        return "this is too large or too deeply nested to be worked on"
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    try:
        words = str(error)
    except Exception:  # an error class of the session's own may have no words
        words = ""
    if "set_int_max_str_digits" in words:
        words = "Python writes no whole number of more than 4300 digits; exact(n).text() does"
    kind = "" if isinstance(error, SymattnError) else type(error).__name__
    return one_sentence(": ".join(filter(None, [kind, words.strip()]))) or type(error).__name__
