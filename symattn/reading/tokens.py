r"""From characters to tokens: one pass in which every character is read, skipped as layout, or refused by name.

Plain text, Python-like text, LaTeX and Unicode signs are one language here: 2*e**3, 2e^3, 2\cdot e^{3} and 2·e³ give
the same tokens up to their spelling.
"""

from __future__ import annotations

import re

from symattn.reading.characters import (
    FRACTION_SLASH,
    ROOT_SIGNS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TIMES_SIGN,
    WHITE_SPACE,
    reason,
)
from symattn.reading.latex import emit_bracket, scan_command
from symattn.reading.limits import DEFAULT_LIMITS, Limits
from symattn.reading.names import scan_word
from symattn.reading.numerals import (
    STARTS_NUMBER,
    emit_fraction,
    emit_whole,
    scan_number,
    scan_vulgar_fraction,
    subscript_digits,
)
from symattn.reading.refusal import Excess
from symattn.reading.tape import Tape

# What may end an operand: after these a superscript is an exponent.
OPERAND_ENDS = frozenset({"NUMBER", "NAME", "CLOSE", "RSQB", "END", "FUNCTION"})

_WHITE = re.compile(rf"[{WHITE_SPACE}]+")
_SUPERSCRIPT_RUN = re.compile(f"[{''.join(SUPERSCRIPTS)}]+")
_WHOLE_EXPONENT = re.compile(r"([+-]?)([0-9]+)")
_DELIMITERS = (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]"))


def tokenize(text: str, *, names: frozenset[str] = frozenset(), limits: Limits = DEFAULT_LIMITS) -> Tape:
    """The scanned tape of a text, with its tokens and notes.

    >>> [token.type for token in tokenize("2e^-1").tokens]
    ['NUMBER', 'NAME', 'POWER', 'SIGN', 'NUMBER']

    Raises Refusal at the first character that cannot be accounted for.
    """
    if len(text) > limits.length:
        raise Excess(limits.length, f"a text of more than {limits.length} characters is not read")
    tape = Tape(text, names, limits)
    _trim(tape)
    tape.is_latex = tape.is_latex or "\\" in text
    while tape.at < tape.end:
        _scan(tape)
    tape.finish()
    if "–" in text or "‐" in text or "‑" in text:
        tape.notes.append((0, "a dash is read as a minus sign"))
    return tape


def _trim(tape: Tape) -> None:
    """Leave out white space, dollar signs and a full stop around the whole text."""
    while True:
        before = tape.at, tape.end
        while tape.at < tape.end and tape.text[tape.at] in WHITE_SPACE:
            tape.skip(1)
        while tape.at < tape.end and tape.text[tape.end - 1] in WHITE_SPACE:
            _drop_end(tape, 1)
        _trim_punctuation(tape)
        _trim_delimiters(tape)
        if (tape.at, tape.end) == before:
            return


def _trim_delimiters(tape: Tape) -> None:
    body = tape.text[tape.at : tape.end]
    for opening, closing in _DELIMITERS:
        if body.startswith(opening) and body.endswith(closing) and len(body) >= len(opening) + len(closing):
            tape.is_latex = True
            tape.skip(len(opening))
            _drop_end(tape, len(closing))
            return


def _trim_punctuation(tape: Tape) -> None:
    """Drop one mark at the end that belongs to the sentence; a point after digits may belong to the number."""
    body = tape.text[tape.at : tape.end]
    mark, rest = body[-1:], body[:-1].rstrip(WHITE_SPACE)
    if mark not in (".", ",", ";") or not rest or rest[-1] in ".,;" or body[:-1].endswith("\\"):
        return
    if mark == "." and re.search(r"(?<![0-9.])[0-9]+$", body[:-1]):
        return
    _drop_end(tape, 1)
    tape.notes.append((tape.end, f"the {mark} at the end is taken as punctuation"))


def _drop_end(tape: Tape, length: int) -> None:
    tape.end -= length
    tape.skipped.append((tape.end, tape.end + length))


def _scan(tape: Tape) -> None:
    """Read what stands here and move past it."""
    char = tape.peek()
    if white := tape.match(_WHITE):
        tape.skip(len(white.group()))
    elif tape.match(STARTS_NUMBER):
        scan_number(tape)
    elif char == "\\":
        scan_command(tape)
    elif char in "()[]{}":
        emit_bracket(tape, char)
    elif char in _OPERATORS:
        _scan_operator(tape, char)
    elif char in ",;&":
        _scan_separator(tape, char)
    elif char in SUPERSCRIPTS:
        _scan_superscript(tape)
    elif char in ROOT_SIGNS:
        tape.emit("SQRT", 1, ROOT_SIGNS[char])
    elif char == "∞":
        tape.emit("INFINITY", 1)
    elif char == "~" and tape.is_latex and tape.tokens:
        tape.skip(1)
    elif not (scan_word(tape) or scan_vulgar_fraction(tape)):
        raise tape.refuse("a subscript may only follow a symbol or log" if char in SUBSCRIPTS else reason(char))


_OPERATORS = {
    "+": "SIGN",
    "-": "SIGN",
    "*": "MULTIPLY",
    TIMES_SIGN: "MULTIPLY",
    "/": "MULTIPLY",
    "^": "POWER",
    "%": "PERCENT",
}


def _scan_operator(tape: Tape, char: str) -> None:
    if char == "*" and tape.peek(1) == "*":
        tape.emit("POWER", 2)
    elif char == "/" and tape.peek(1) == "/":
        raise tape.refuse("a division that drops the remainder is not read; write / for an exact quotient")
    else:
        tape.emit(_OPERATORS[char], 1, "*" if char == TIMES_SIGN else char)


def _scan_separator(tape: Tape, char: str) -> None:
    """Read what separates entries, where a list is open that takes it."""
    inside = tape.innermost
    if char == "&" and inside == "\\begin":
        tape.emit("AMP", 1)
    elif char == "," and inside in ("(", "["):
        tape.emit("COMMA", 1)
    elif char == ";" and inside == "[":
        tape.emit("SEMICOLON", 1)
    elif char == "," and inside in ("\\begin", "{"):
        raise tape.refuse("a comma separates nothing here; a decimal is written 0.5 or 0{,}5")
    elif char == "&":
        raise tape.refuse("& separates entries only inside a matrix")
    else:
        raise tape.refuse(f"{char} separates entries only inside brackets; write [a, b] for a row")


def _scan_superscript(tape: Tape) -> None:
    """Read ⁻¹ as the exponent {-1}, or ¹⁄₂ as a number."""
    found = tape.match(_SUPERSCRIPT_RUN)
    run = "".join(SUPERSCRIPTS[char] for char in found.group()) if found else ""
    if tape.peek(len(run)) == FRACTION_SLASH:
        _scan_raised_fraction(tape, run)
        return
    exponent = _WHOLE_EXPONENT.fullmatch(run)
    if exponent is None:
        raise tape.refuse("raised signs are read only as whole exponents such as ² or ⁻¹; write ^( ) for others")
    if tape.last is None or tape.last.type not in OPERAND_ENDS:
        raise tape.refuse("an exponent needs a base before it")
    tape.emit("POWER", 0)
    tape.emit("OPEN", 0, "{")
    if exponent.group(1):
        tape.emit("SIGN", 1, exponent.group(1))
    emit_whole(tape, exponent.group(2))
    tape.emit("CLOSE", 0, "}")


def _scan_raised_fraction(tape: Tape, top: str) -> None:
    bottom = subscript_digits(tape, len(top) + 1)
    if not top.isdigit() or not bottom:
        raise tape.refuse("whole numbers are expected on both sides of the fraction slash")
    if tape.last is not None and tape.last.type in OPERAND_ENDS:
        raise tape.refuse("a raised fraction after another number is ambiguous; write + or * between them")
    emit_fraction(tape, top, bottom, len(top) + 1 + len(bottom))
