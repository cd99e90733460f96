"""The commands there are."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """Where a command lives and what it does."""

    module: str
    does: str

    @property
    def sentence(self) -> str:
        """What it does, with a capital and a full stop."""
        return f"{self.does[0].upper()}{self.does[1:]}."


COMMANDS = {
    "list": Command("listing", "name the exercise files and derivations that come with symattn"),
    "solve": Command("solving", "solve a problem file: every stage, exact, with certified decimals"),
    "key": Command("keys", "write the answer key of an exercise file as LaTeX, Markdown, text or PDF"),
    "compare": Command("judging", "prove two numbers or matrices equal or different"),
    "check": Command("judging", "check an answer against a problem or an expected value"),
    "lint": Command("linting", "say what an exercise file cannot tell apart, gives away or asks in vain"),
    "grade": Command("grading", "grade a file of answers: marks, mistakes by name, and what a person must look at"),
    "audit": Command("auditing", "find the wrong numbers in a text already published"),
    "prove": Command("proving", "prove what holds for all inputs of a mask or a problem, or show where it does not"),
    "convert": Command("converting", "write a mask as another system does, exactly or not at all"),
    "vectors": Command(
        "vectors", "write every stage of a problem in binary formats, correctly rounded, for test suites"
    ),
    "derive": Command("deriving", "run a derivation and print what it proves"),
    "repl": Command("exploring", "explore exact values: 1/2, e/(1+e), ln 99, [[1, 2], [3, 4]]"),
}


def overview() -> str:
    """What ``symattn --help`` prints."""
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:<{width}}  {command.does}" for name, command in COMMANDS.items())
    return f"""usage: symattn COMMAND ...    (symattn COMMAND --help explains a command)

Exact attention: masks, softmax weights, heads and answer keys as proved exact numbers.

commands:
{listed}

exit status: 0 done, or the answer is yes; 1 the answer is no; 2 misuse; 3 undecided

examples:
  symattn list
  symattn solve masks-and-heads#two-heads
  symattn compare "e/(1+e)" "1/(1+e^-1)"
"""
