"""Numbers as people type them: decimals, decimal commas, scientific notation, one-character fractions.

A decimal is the rational that its digits say. The letter e is Euler's number, so an exponent needs a decimal point:
1.5e-3 is 0.0015, while 2e-1 is 2*e - 1, and 2e3 or 1e-05 could be either and are refused.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symattn.reading.characters import FRACTION_SLASH, SUBSCRIPTS, vulgar_fraction
from symattn.reading.refusal import short
from symattn.reading.tape import Tape
from symattn.reading.tree import Number

STARTS_NUMBER = re.compile(r"[0-9]|\.[0-9]")
_DIGITS = re.compile(r"[0-9]+")
_MANTISSA = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_COMMA_DIGITS = re.compile(r",([0-9]+)")
_LATEX_COMMA_DIGITS = re.compile(r"\{,\}([0-9]+)")
_EXPONENT = re.compile(r"([eE])([+-]?)([0-9]+)")
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}")


def scan_number(tape: Tape) -> None:
    """Read the number that starts here."""
    if _scan_slashed_fraction(tape):
        return
    digits, length = _mantissa(tape)
    exponent, more = _exponent(tape, digits, length)
    length += more
    _check_digits(tape, max(len(digits), abs(exponent)))
    value = Fraction(digits) * Fraction(10) ** exponent
    if tape.peek(length) and vulgar_fraction(tape.peek(length)):
        _emit_mixed(tape, value, length)
        return
    _refuse_what_follows(tape, length)
    tape.emit("NUMBER", length, Number(value, digits, exponent, (tape.at, tape.at + length)))


def scan_vulgar_fraction(tape: Tape) -> bool:
    """Read a fraction such as ½, if one stands here."""
    fraction = vulgar_fraction(tape.peek())
    if fraction is None:
        return False
    tape.emit("NUMBER", 1, Number(Fraction(*fraction), "", 0, (tape.at, tape.at + 1)))
    return True


def emit_whole(tape: Tape, digits: str) -> None:
    """Add the whole number with these digits, whose characters in the source may be raised or lowered."""
    _check_digits(tape, len(digits))
    tape.emit("NUMBER", len(digits), Number(Fraction(int(digits)), digits, 0, (tape.at, tape.at + len(digits))))


def emit_fraction(tape: Tape, top: str, bottom: str, length: int) -> None:
    """Add the fraction written with a fraction slash over so many characters."""
    _check_digits(tape, max(len(top), len(bottom)))
    if int(bottom) == 0:
        raise tape.refuse("the denominator is zero")
    tape.emit("NUMBER", length, Number(Fraction(int(top), int(bottom)), "", 0, (tape.at, tape.at + length)))


def _check_digits(tape: Tape, count: int) -> None:
    if count > tape.limits.digits:
        raise tape.refuse(f"a number of more than {tape.limits.digits} digits is not read")


def _scan_slashed_fraction(tape: Tape) -> bool:
    """Read 1⁄2, whose fraction slash joins two whole numbers into one number."""
    top = tape.match(_DIGITS)
    if not top or tape.peek(len(top.group())) != FRACTION_SLASH:
        return False
    length = len(top.group()) + 1
    bottom = tape.match(_DIGITS, length)
    below = bottom.group() if bottom else subscript_digits(tape, length)
    if not below:
        raise tape.refuse("a whole number is expected after the fraction slash", tape.at + length)
    emit_fraction(tape, top.group(), below, length + len(below))
    return True


def subscript_digits(tape: Tape, ahead: int) -> str:
    """The run of subscript digits that many places on, as plain digits."""
    digits = ""
    while (char := tape.peek(ahead + len(digits))) and char in SUBSCRIPTS:
        digits += SUBSCRIPTS[char]
    return digits


def _mantissa(tape: Tape) -> tuple[str, int]:
    """The digits with a decimal point, and how many characters they take; decimal commas are settled here."""
    found = tape.match(_MANTISSA)
    assert found, "called only where a number starts"
    digits = found.group()
    length = len(digits)
    if latex := tape.match(_LATEX_COMMA_DIGITS, length):
        _refuse_second_mark(tape, digits, length)
        return f"{digits}.{latex.group(1)}", length + len(latex.group())
    comma = None if tape.open else tape.match(_COMMA_DIGITS, length)
    if comma is None:
        return digits, length
    _refuse_second_mark(tape, digits, length)
    decimals = comma.group(1)
    length += len(comma.group())
    if tape.peek(length) in (",", ".") and STARTS_NUMBER.match(tape.text, tape.at + length + 1):
        raise tape.refuse("commas between digits are not read; write 1234.5 for a number, [1, 2, 3] for a row")
    if len(decimals) == 3 and _THOUSANDS.fullmatch(digits):
        raise tape.refuse(f"{digits},{decimals} is ambiguous; write {digits}.{decimals} or {digits}{decimals}")
    tape.note(f"decimal comma: {short(f'{digits},{decimals}')} is read as {short(f'{digits}.{decimals}')}")
    return f"{digits}.{decimals}", length


def _refuse_second_mark(tape: Tape, digits: str, length: int) -> None:
    if "." in digits:
        raise tape.refuse("a number has one decimal mark; leave thousands unmarked", tape.at + length)


def _exponent(tape: Tape, digits: str, length: int) -> tuple[int, int]:
    """The power of ten typed with the digits, and how many characters it takes; 0 and 0 where e is Euler's number."""
    found = tape.match(_EXPONENT, length)
    if not found or found.group(1) in tape.names or tape.source[found.start()] != found.group(1):
        return 0, 0
    letter, sign, power = found.groups()
    is_whole = not (tape.text.startswith(".", found.end()) and STARTS_NUMBER.match(tape.text, found.end()))
    typed, shown = short(f"{digits}{found.group()}"), short(digits)
    if "." in digits:
        if not is_whole:
            raise tape.refuse("the exponent of a number is a whole number", found.start(3))
        _check_digits(tape, 10 ** min(len(power.lstrip("0")) - 1, 9) if power.strip("0") else 0)
        tape.note(f"{typed} is scientific notation: {shown}*10^{int(sign + power)}")
        return int(sign + power), len(found.group())
    if not sign:
        raise tape.refuse(f"{typed} is ambiguous; write {shown}.0e{short(power)} or {shown}*e*{short(power)}")
    if is_whole and len(power) > 1:
        offer = f"write {shown}.0e{sign}{short(power)} or {shown}*e {sign} {short(power)}"
        raise tape.refuse(f"{typed} is ambiguous; {offer}")
    if not tape.is_latex:  # nobody writes powers of ten like that in LaTeX
        tape.note(f"{letter} is Euler's number: {typed} is read as {shown}*e {sign} {power}")
    return 0, 0


def _emit_mixed(tape: Tape, whole: Fraction, length: int) -> None:
    """Add a whole number with a one-character fraction behind it, 2½, which is always their sum."""
    fraction = Fraction(*vulgar_fraction(tape.peek(length)) or (0, 1))
    value = whole + fraction
    if whole.denominator != 1:
        raise tape.refuse("a fraction may only follow a whole number", tape.at + length)
    tape.note(f"mixed number: {short(str(whole))} and {fraction} is read as {short(str(value))}")
    tape.emit("NUMBER", length + 1, Number(value, "", 0, (tape.at, tape.at + length + 1)))


def _refuse_what_follows(tape: Tape, length: int) -> None:
    """Refuse marks inside numbers that other systems allow and that would otherwise be misread."""
    follows, after = tape.peek(length), tape.peek(length + 1)
    if follows == ".":
        raise tape.refuse("a number has one decimal point", tape.at + length)
    if follows == "_" and after.isdigit():
        raise tape.refuse("underscores inside numbers are not read; leave them out", tape.at + length)
    if (
        follows
        and tape.source[tape.at + length] == "·"
        and tape.text[tape.at : tape.at + length] == "0"
        and after.isdigit()
    ):
        raise tape.refuse("0· is ambiguous; write 0. for a decimal or 0* for a product")
