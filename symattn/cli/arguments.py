"""Parsing the arguments of one command, where an argument such as -1/2 or -oo is an answer and no option."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from symattn.cli.status import MISUSE
from symattn.errors import LONGEST_QUOTED, one_sentence

_MARK = "\0"  # no argument of a process can contain it
_LONG_OPTION = re.compile(r"--[A-Za-z]")
MOST_COUNTED = 999_999


class Parser(argparse.ArgumentParser):
    """A parser whose misuse is one sentence, and whose help ends with examples."""

    def __init__(self, command: str, does: str, examples: Iterable[str]) -> None:
        listed = "\n".join(f"  symattn {command} {example}".rstrip() for example in examples)
        super().__init__(
            prog=f"symattn {command}",
            description=does,
            epilog=f"examples:\n{listed}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end with the status of a misuse."""
        said = one_sentence(message.replace(_MARK, ""))
        print(f"{self.prog}: {said}; {self.prog} --help shows examples", file=sys.stderr)
        raise SystemExit(MISUSE)

    def print_help(self, file: Any = None) -> None:
        """The help, where argparse would be silent about an output that is closed."""
        print(self.format_help(), end="", file=file)


def parse(parser: Parser, arguments: list[str]) -> argparse.Namespace:
    """The options of a command; whatever looks like a negative expression, or follows ``--``, is an argument."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    marked = [_protected(argument, parser) for argument in arguments[:end]]
    options = parser.parse_intermixed_args(marked + [_MARK + argument for argument in arguments[end + 1 :]])
    for name, value in vars(options).items():
        if isinstance(value, str):
            setattr(options, name, value.removeprefix(_MARK))
    return options


def count(text: str) -> int:
    """A whole number from 0 up, for argparse."""
    if not re.fullmatch(r"[0-9]+", text):
        raise argparse.ArgumentTypeError(f"a whole number is expected, not {shortened(text.replace(_MARK, ''))!r}")
    digits = text.lstrip("0") or "0"
    if len(digits) > len(str(MOST_COUNTED)):
        raise argparse.ArgumentTypeError(f"at most {MOST_COUNTED} is possible, not {shortened(digits)}")
    return int(digits)


def positive(text: str) -> int:
    """A whole number from 1 up, for argparse."""
    number = count(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return number


def shortened(text: str) -> str:
    """A text as a message quotes it."""
    return text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}..."


def position(text: str) -> int:
    """A position counted from 1 by people, as Python counts it, for argparse."""
    number = count(text)
    if number < 1:
        raise argparse.ArgumentTypeError("positions are counted from 1")
    return number - 1


def _protected(argument: str, parser: Parser) -> str:
    """The argument, marked when it begins with a minus sign and is no option."""
    is_negative = argument.startswith("-") and argument != "-"
    if not is_negative or _LONG_OPTION.match(argument) or _is_short_option(argument, parser):
        return argument
    return _MARK + argument


def _is_short_option(argument: str, parser: Parser) -> bool:
    """-h, -o, or -oFILE where the parser knows -o; -oo is an answer where it does not."""
    return argument[:2] in parser._option_string_actions and (len(argument) == 2 or argument[:2] != "-h")
