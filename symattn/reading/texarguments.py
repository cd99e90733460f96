r"""How TeX takes arguments without braces: one digit each, so \frac12 is 1/2; longer runs of digits are refused."""

from __future__ import annotations

from fractions import Fraction

from symattn.reading.refusal import Refusal, short
from symattn.reading.tape import Tape, Token
from symattn.reading.tree import Number


def with_tex_arguments(tape: Tape) -> list[Token]:
    r"""The tokens of a tape, two digits after \frac split into two numbers."""
    splits: dict[int, list[Token]] = {}
    for index, token in enumerate(tape.tokens):
        if token.type == "FRAC":
            _check_fraction(tape, index, splits)
        elif token.type == "SQRT" and token.text == r"\sqrt":
            _check_root(tape, index)
    if not splits:
        return tape.tokens
    return [part for index, token in enumerate(tape.tokens) for part in splits.get(index, [token])]


def _check_fraction(tape: Tape, index: int, splits: dict[int, list[Token]]) -> None:
    first = _token(tape, index + 1)
    if first is None:
        return
    _refuse_round_bracket(first)
    if first.type == "NUMBER" and first.text.isdigit() and len(first.text) == 2:
        splits[index + 1] = [_digit(first, 0), _digit(first, 1)]
        return
    _refuse_long_number(first, r"\frac")
    second = _token(tape, tape.partner.get(index + 1, index + 1) + 1)
    if second is not None:
        _refuse_round_bracket(second)
        _refuse_long_number(second, r"\frac")


def _check_root(tape: Tape, index: int) -> None:
    following = _token(tape, index + 1)
    if following is not None and following.type == "LSQB":
        following = _token(tape, tape.partner[index + 1] + 1)
    if following is not None:
        _refuse_long_number(following, r"\sqrt")


def _token(tape: Tape, index: int) -> Token | None:
    return tape.tokens[index] if index < len(tape.tokens) else None


def _digit(token: Token, offset: int) -> Token:
    text, at = token.text[offset], token.start + offset
    return Token("NUMBER", text, at, at + 1, Number(Fraction(int(text)), text, 0, (at, at + 1)))


def _refuse_round_bracket(token: Token) -> None:
    if token.type == "OPEN" and token.value == "(":
        raise Refusal(token.start, r"\frac takes its parts in braces, as in \frac{1}{2}")


def _refuse_long_number(token: Token, command: str) -> None:
    if token.type == "NUMBER" and len(token.text) > 1:
        one, rest = token.text[0], short(token.text[1:])
        offer = f"write {{{short(token.text)}}} or, if that is meant, {{{one}}}*{rest}"
        message = f"TeX takes one digit after {command}; {offer}"
        raise Refusal(token.start, message)
