"""LaTeX commands: what each becomes, which ones only lay out, and why the rest are refused."""

from __future__ import annotations

import re

from symattn.reading.names import read_word
from symattn.reading.refusal import short
from symattn.reading.tape import Tape, Token
from symattn.reading.words import FUNCTIONS, greek, unknown

_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
_FONT_ARGUMENT = re.compile(r"\*?\s*\{\s*([A-Za-z]+)\s*\}|\s+([A-Za-z])(?![A-Za-z])")
_ENVIRONMENT = re.compile(r"\s*\{\s*([A-Za-z]*\*?)\s*\}")
_COLUMNS = re.compile(r"\s*\{[lcr|\s]*\}")
_ROW_END = re.compile(r"\\\\\*?(?:\s*\[\s*-?[0-9.]+\s*(?:pt|em|ex|mm|cm|in|bp|mu)\s*\])?")
_DELIMITER_AHEAD = re.compile(r"\s*(?:[()\[\]{}]|\\[lr](?:paren|brack)(?![A-Za-z]))")

# Spaces and styles; a brace group after \boxed is an ordinary group.
_LAYOUT = frozenset({r"\,", r"\;", r"\:", r"\!", "\\ ", "\\\n", "\\\t"}) | frozenset(
    "\\" + word
    for word in (
        *("quad", "qquad", "enspace", "thinspace", "medspace", "thickspace"),
        *("displaystyle", "textstyle", "scriptstyle", "limits", "nolimits", "boxed", "hline"),
    )
)
_SIZES = frozenset({r"\left", r"\right"}) | frozenset(
    "\\" + size + side for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r")
)
_FRACTIONS = frozenset({r"\frac", r"\tfrac", r"\dfrac", r"\cfrac"})
_FONTS = frozenset(
    {
        r"\mathrm",
        r"\operatorname",
        r"\text",
        r"\textrm",
        r"\mathit",
        r"\mathbf",
        r"\mathsf",
        r"\mathnormal",
        r"\boldsymbol",
    }
)
_SIGNS = {r"\cdot": "*", r"\times": "*", r"\ast": "*", r"\div": "/"}
_BRACKETS = {r"\lparen": "(", r"\rparen": ")", r"\lbrack": "[", r"\rbrack": "]"}
_MATRICES = frozenset({"matrix", "bmatrix", "pmatrix", "Bmatrix", "smallmatrix", "array"})
_REASONS = {
    r"\approx": "an approximation is not read; give the exact side or the decimal alone",
    r"\pm": r"\pm stands for two values; give one",
    r"\mp": r"\mp stands for two values; give one",
    r"\{": "a set is not read; write [a, b] for a row",
    r"\}": "a set is not read; write [a, b] for a row",
    r"\|": "a norm is not read",
    **dict.fromkeys(
        (r"\dots", r"\ldots", r"\cdots", r"\vdots", r"\ddots"),
        "dots for what is left out are not read; write every entry",
    ),
}


def scan_command(tape: Tape) -> None:
    """Read the command that starts at this backslash."""
    found = tape.match(_COMMAND)
    if not found:
        raise tape.refuse("a backslash begins a LaTeX command, but none follows")
    command, length = found.group(), len(found.group())
    if command in _LAYOUT:
        tape.skip(length)
    elif command in _SIZES:
        _skip_size(tape, command)
    elif command in _SIGNS:
        tape.emit("MULTIPLY", length, _SIGNS[command])
    elif command in _BRACKETS:
        emit_bracket(tape, _BRACKETS[command], length)
    elif command in _FRACTIONS:
        tape.emit("FRAC", length)
    elif command == r"\sqrt":
        tape.emit("SQRT", length, 2)
    elif command == r"\%":
        tape.emit("PERCENT", length)
    elif command == r"\\":
        _scan_row_end(tape)
    elif command in (r"\begin", r"\end"):
        _scan_environment(tape, command)
    elif command in _FONTS:
        _scan_font(tape, command)
    else:
        _read_named(tape, command)


def emit_bracket(tape: Tape, bracket: str, length: int = 1) -> None:
    """Add a bracket, opening or closing; round and curly ones are one terminal, told apart by their value."""
    if bracket in "({":
        tape.open_bracket("OPEN", bracket, length)
    elif bracket in ")}":
        tape.close_bracket("CLOSE", bracket, length)
    elif bracket == "[":
        tape.open_bracket("LSQB", bracket, length)
    else:
        tape.close_bracket("RSQB", bracket, length)


def _read_named(tape: Tape, command: str) -> None:
    """Read a command that names a function, a constant or a Greek letter; refuse any other."""
    word = command[1:]
    if command in _REASONS:
        raise tape.refuse(_REASONS[command])
    if not word.isalpha() or not (word in FUNCTIONS or word in ("pi", "infty") or greek(word)):
        raise tape.refuse(f"the command {short(command)} is not read" if word.isascii() else unknown(word))
    read_word(tape, greek(word) or word, len(command))


def _skip_size(tape: Tape, command: str) -> None:
    r"""Skip \left and the like, which must stand before a bracket that is read."""
    if not tape.match(_DELIMITER_AHEAD, len(command)):
        raise tape.refuse(f"a round or square bracket is expected after {command}", tape.at + len(command))
    tape.skip(len(command))


def _scan_font(tape: Tape, command: str) -> None:
    r"""Read \mathrm{e}, \operatorname{tanh}, \mathbf x: a word in another font is the same word."""
    found = tape.match(_FONT_ARGUMENT, len(command))
    if not found:
        raise tape.refuse(f"a word in braces is expected after {command}", tape.at + len(command))
    read_word(tape, found.group(1) or found.group(2), len(command) + len(found.group()))


def _scan_row_end(tape: Tape) -> None:
    if tape.innermost != "\\begin":
        raise tape.refuse(r"\\ ends a row only inside a matrix")
    found = tape.match(_ROW_END)
    tape.emit("ROWSEP", len(found.group()) if found else 2)


def _scan_environment(tape: Tape, command: str) -> None:
    found = tape.match(_ENVIRONMENT, len(command))
    if not found:
        raise tape.refuse(f"the name of a matrix in braces is expected after {command}", tape.at + len(command))
    name, length = found.group(1), len(command) + len(found.group())
    if command == r"\end":
        opened = _opened_environment(tape)
        if opened and opened.value != name:
            raise tape.refuse(rf"\end{{{opened.value}}} is expected here")
        tape.close_bracket("END", command, length)
        return
    if name in ("vmatrix", "Vmatrix"):
        raise tape.refuse(f"{name} stands for a determinant or a norm, which is not read; write bmatrix for a matrix")
    if name not in _MATRICES:
        raise tape.refuse(f"the environment {short(name) or 'without a name'} is not read; write bmatrix for a matrix")
    columns = tape.match(_COLUMNS, length) if name == "array" else None
    tape.open_bracket("BEGIN", command, length + len(columns.group() if columns else ""), name)


def _opened_environment(tape: Tape) -> Token | None:
    if tape.innermost != r"\begin":
        return None
    return tape.tokens[tape.open[-1][1]]
