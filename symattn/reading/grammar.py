"""From text to tree: our tokens through Lark's LALR parser, and its complaints in plain words.

Lark is imported and the parser built on first use, which takes about a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from symattn.reading.limits import DEFAULT_LIMITS, Limits
from symattn.reading.refusal import Excess, Refusal, short
from symattn.reading.tape import Tape, Token
from symattn.reading.texarguments import with_tex_arguments
from symattn.reading.tokens import tokenize
from symattn.reading.tree import Node, walk

if TYPE_CHECKING:
    from lark import Lark, UnexpectedToken


@dataclass(frozen=True)
class Parsed:
    """A syntax tree with the tape that it was read from."""

    root: Node
    tape: Tape


def parse(text: str, *, names: frozenset[str] = frozenset(), limits: Limits = DEFAULT_LIMITS) -> Parsed:
    """The syntax tree of a text.

    >>> parse("e/(1+e)").root.top
    Constant(name='e', span=(0, 1))

    Raises Refusal at the place where the text stops making sense.
    """
    from lark import UnexpectedToken

    tape = tokenize(text, names=names, limits=limits)
    if not tape.tokens:
        raise Refusal(0, "there is nothing to read; a number, an expression or a matrix is expected")
    tokens = with_tex_arguments(tape)
    try:
        root: Any = _parser().parse(tokens)
    except UnexpectedToken as error:
        raise _refusal(error, tokens, tape) from None
    _check_levels(root, limits)
    return Parsed(root, tape)


@cache
def _parser() -> Lark:
    from lark import Lark
    from lark import Token as LarkToken
    from lark.lexer import Lexer

    from symattn.reading.builder import Builder

    class Tokens(Lexer):
        """Hands our tokens to Lark."""

        def __init__(self, _: object) -> None:
            """Lark passes its lexer configuration, of which nothing is used."""

        def lex(self, tokens: Any) -> Iterator[LarkToken]:  # type: ignore[override]  # Lark's older, simpler interface
            for token in tokens:
                yield LarkToken(token.type, token, start_pos=token.start, end_pos=token.end)

    grammar = files("symattn.reading").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer=Tokens, transformer=Builder(), maybe_placeholders=False)


def _check_levels(root: Node, limits: Limits) -> None:
    for node, depth in walk(root):
        if depth > limits.levels:
            raise Excess(node.span[0], f"the expression is nested deeper than {limits.levels} levels")


# -- complaints -----------------------------------------------------------------------------------------------------

_STARTS_OPERAND = "NAME"
_CLOSERS = {"CLOSE": "a closing bracket", "RSQB": "]", "END": r"\end", "COMMA": "a comma", "AMP": "&"}


def _refusal(error: UnexpectedToken, tokens: list[Token], tape: Tape) -> Refusal:
    """What Lark could not fit, with what was expected in its place."""
    found = error.token.value if isinstance(error.token.value, Token) else None
    index = tokens.index(found) if found else len(tokens)
    before = tokens[index - 1] if index else None
    position = found.start if found else tape.end
    return Refusal(position, _complaint(found, before, set(error.expected)))


def _complaint(found: Token | None, before: Token | None, expected: set[str]) -> str:
    if before and before.type in ("FUNCTION", "LOG_BASE") and _STARTS_OPERAND in expected:
        name = before.text.strip("\\_")
        return f"{name} needs something to work on, as in {name}(2){_but(found)}"
    if _STARTS_OPERAND in expected and "MULTIPLY" not in expected:
        after = f" after {short(before.text)}" if before else ""
        return f"a number, a name or a bracket is expected{after}{_but(found)}"
    closers = [words for kind, words in _CLOSERS.items() if kind in expected]
    return f"{' or '.join(['an operator', *closers])} is expected{_but(found)}"


def _but(found: Token | None) -> str:
    if found is None:
        return ", but the text ends"
    return f", not {short(found.text)}" if found.text else ""
