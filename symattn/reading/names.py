"""Scanning words: which token a word becomes, with the subscript or base that follows it."""

from __future__ import annotations

import re

from symattn.reading.characters import SUBSCRIPTS
from symattn.reading.numerals import emit_whole, subscript_digits
from symattn.reading.refusal import short
from symattn.reading.tape import Tape
from symattn.reading.tree import Constant, Span, Symbol
from symattn.reading.words import FUNCTIONS, GLUED, INFINITIES, greek, unknown

_WORD = re.compile(r"[A-Za-z]+")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_DIGITS = re.compile(r"[0-9]+")
_SUBSCRIPT = re.compile(r"_([A-Za-z0-9]+(?:_[A-Za-z0-9]+)*)|_\{\s*([A-Za-z0-9]+(?:[\s,]+[A-Za-z0-9]+)*)\s*\}")
_ARGUMENT_AHEAD = re.compile(r"\s*(?:\\left\s*|\\[bB]igg?l?\s*)?\(")


def scan_word(tape: Tape) -> bool:
    """Read the word that starts here, if one does."""
    identifier = tape.match(_IDENTIFIER)
    if identifier and identifier.group() in tape.names:
        word = identifier.group()
        tape.emit("NAME", len(word), Symbol(word, (tape.at, tape.at + len(word))))
        return True
    if found := tape.match(_WORD):
        read_word(tape, found.group(), len(found.group()))
        return True
    letter = greek(tape.peek())
    if letter:
        read_word(tape, letter, 1)
    return letter is not None


def read_word(tape: Tape, word: str, length: int) -> None:
    """Add the token of a known word that was written with so many characters."""
    if word in tape.names:
        _emit_name(tape, word, length, Symbol)
    elif word in ("sigma", "sigmoid", "logistic"):
        _emit_sigma(tape, word, length)
    elif word == "log" and _emit_log_with_base(tape, length):
        pass
    elif word in FUNCTIONS:
        _refuse_after_function(tape, word, length)
        tape.emit("FUNCTION", length, FUNCTIONS[word])
    elif word in INFINITIES:
        tape.emit("INFINITY", length)
    elif word in ("e", "E", "pi"):
        _emit_name(tape, word.lower(), length, Constant)
    elif len(word) == 1 or greek(word):
        _emit_name(tape, greek(word) or word, length, Symbol)
    else:
        raise tape.refuse(unknown(word, tape.names))


def _emit_sigma(tape: Tape, word: str, length: int) -> None:
    """Add the logistic function, or the symbol sigma where a subscript makes clear that it is one."""
    if word == "sigma" and _subscript(tape, length)[0]:
        _emit_name(tape, word, length, Symbol)
    elif tape.match(_ARGUMENT_AHEAD, length):
        tape.emit("FUNCTION", length, "sigma")
    else:
        raise tape.refuse(f"{word} is the logistic function and needs brackets, as in {word}(2)")


def _emit_log_with_base(tape: Tape, length: int) -> bool:
    """Add log_b, log₂, log2( or log10(, whose base follows as a token of its own."""
    if tape.peek(length) == "_":
        tape.emit("LOG_BASE", length + 1, "log_base")
        return True
    if digits := subscript_digits(tape, length):
        tape.emit("LOG_BASE", length, "log_base")
        emit_whole(tape, digits)
        return True
    base = tape.match(_DIGITS, length)
    if not base:
        return False
    if base.group() in ("2", "10") and tape.match(_ARGUMENT_AHEAD, length + len(base.group())):
        tape.emit("LOG_BASE", length, "log_base")
        return True
    digits = short(base.group())
    raise tape.refuse(f"log{digits} is ambiguous; write log({digits}) or log_{digits}(...)")


def _refuse_after_function(tape: Tape, word: str, length: int) -> None:
    """Refuse what would make another name of a function: exp2, ln_2."""
    follows = tape.peek(length)
    if follows == "_" or follows in SUBSCRIPTS:
        raise tape.refuse(f"{word} takes no subscript", tape.at + length)
    if "0" <= follows <= "9" and word not in GLUED:
        raise tape.refuse(f"{word} needs brackets here, as in {word}({follows})", tape.at + length)


def _emit_name(tape: Tape, word: str, length: int, kind: type[Symbol] | type[Constant]) -> None:
    """Add a symbol or constant; with a subscript it is a symbol in any case."""
    subscript, more = _subscript(tape, length)
    span: Span = (tape.at, tape.at + length + more)
    follows = tape.peek(length + more)
    if "0" <= follows <= "9":
        sub = "" if subscript else f"{word}_{follows} for a symbol, "
        raise tape.refuse(
            f"a digit right after {word} is ambiguous; write {sub}{word}^{follows} for a power or {word}*{follows}",
            tape.at + length + more,
        )
    tape.emit("NAME", length + more, Symbol(f"{word}_{subscript}", span) if subscript else kind(word, span))


def _subscript(tape: Tape, length: int) -> tuple[str, int]:
    """The subscript that many places on, parts joined by underscores, and its length; "" and 0 without one."""
    if digits := subscript_digits(tape, length):
        return _not_too_long(tape, length, digits), len(digits)
    found = tape.match(_SUBSCRIPT, length)
    if not found:
        return "", 0
    _not_too_long(tape, length, found.group())
    plain, braced = found.groups()
    if plain and len(plain) > 1 and tape.is_latex:
        raise tape.refuse(f"TeX takes one character as a subscript; write _{{{short(plain)}}}", tape.at + length)
    return plain or re.sub(r"[\s,]+", "_", braced), len(found.group())


def _not_too_long(tape: Tape, length: int, subscript: str) -> str:
    """The subscript, unless nobody would mean one of that length."""
    if len(subscript) > tape.limits.subscript:
        raise tape.refuse(f"a subscript of more than {tape.limits.subscript} characters is not read", tape.at + length)
    return subscript
