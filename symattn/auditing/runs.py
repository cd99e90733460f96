"""From words to statements: numbers and short names that stand together make a run ("0.5×1 + 0.5×0 = 0.5").

A unit, a currency or a word beside them ends it, so that "5 km = 3.1 miles" is no statement about numbers.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from symattn.auditing.findings import Span
from symattn.auditing.statements import RELATIONS, Relation, Statement, trimmed_span

_NAME = r"[A-Za-zα-ω](?:_(?:\{[A-Za-z0-9,]+\}|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*)[₀-₉]*|[₀-₉]+)?(?![A-Za-z0-9_'’])"
_RUN_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.\d+|\d+\.(?=\s*[,;\])])|\d+|\.\d+)(?:[eE][+-]?\d{2,3}(?!\w))?%?)"
    r"|(?P<function>(?:sqrt|exp|ln|log|tanh|softmax)(?=\s*[\d(\[]))"
    r"|(?P<relation>:=|(?<![=<>!:+\-*/~])=(?![=>])|≈|≃)"
    r"|(?P<operator>\*\*|[-+−–*/×·⋅^√]|(?<=[\w\])]\s)@(?=\s[A-Z(\[]))"
    r"|(?P<raised>[⁰¹²³⁴-⁹⁻]+|ᵀ|⊤|\^T\b|\.T\b)"
    r"|(?P<open>[\[(])|(?P<close>[\])])|(?P<comma>[,;])"
    r"|(?P<transposed>[A-Z]{2,3}(?=\s*(?:[ᵀ⊤]|\^T\b|\.T\b)))"
    rf"|(?P<capitals>[A-Z]{{2,3}}(?:_[A-Za-z0-9]+)?(?=\s*(?:=|≈)))"
    rf"|(?P<product>(?:(?<=\d)|(?<=\)))[a-zα-ω](?![A-Za-z0-9_]))|(?P<infinity>∞|(?<=[-−])inf\b)"
    rf"|(?P<name>(?<![A-Za-z0-9_.\\]){_NAME}|(?<=[a-z])[A-Z](?:_[A-Z0-9]|[₀-₉]+)(?![A-Za-z0-9_]))"
    r"|(?P<identifier>(?<![A-Za-z0-9_.\\-])[A-Za-z][A-Za-z0-9]*?(?:_[A-Za-z0-9]+)*(?=\s*(?:=(?![=>])|≈|:=)))"
)
_ENGLISH = frozenset({"a", "A", "I"})
_BAD_BEFORE = frozenset("<>≤≥±$€£¥/%#@^*×+=≠→~")
_BAD_AFTER = re.compile(r"\s*(?:±|%|\.\.\.|…|\\pm|°|€|£|¥|\$)|[A-Za-z_%°]")
_QUANTITY_OF = re.compile(r"(?:\bof|\btimes|\bplus|\bminus|\bdivided by|\bper|\bx|\bmod|\bthan)$")
_LONGEST_RUN = 200  # tokens with brackets that stay open, of which a later part is read again
_TAIL = 24  # characters before a run that are looked at; a page may be one line
_URL = re.compile(
    r"(?<![\w.])(?:\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{4}|\d{1,9}\.\d{1,9}\.\d[\d.]{0,20})(?!\w)|"
    r"(?:https?://|www\.)\S+|(?<![\w.+-])[\w.+-]+@[\w.-]+|\]\([^)\s]{0,1000}\)|&[a-z]{1,32};|<[^>\n]{1,200}>"
)
_SPACE = re.compile(r"[ \t]*\n?[ \t]*")
_OTHER_THOUSANDS = re.compile(r",\d")


def statements_of_words(text: str, start: int, end: int) -> Iterator[Statement]:
    """The runs of numbers and names in words, as statements.

    >>> [text_of(s, "so 2 × 3 = 6 here, 5 km = 3.1 miles") for s in statements_of_words("so 2 × 3 = 6 here", 0, 17)]
    [['2 × 3', '6']]
    """
    words = _URL.sub(lambda found: "\0" * len(found[0]), text[start:end])
    at = 0
    while at < len(words):
        run = _run(words, at)
        if run is None:
            return
        tokens, at = run
        whole = _balanced(tokens)
        if whole and whole[0] is tokens[0] and len(whole) < len(tokens) <= _LONGEST_RUN:
            at = tokens[len(whole)].end()  # what stands behind a bracket that stays open: float64 (8 bytes)
        yield from _of_run(text, words, start, tokens)


def text_of(statement: Statement, text: str) -> list[str]:
    """The characters of the members."""
    return [text[start:end] for start, end in statement.members]


def _run(words: str, at: int) -> tuple[list[re.Match[str]], int] | None:
    """The next run of tokens with nothing but spaces between them, and where to go on."""
    first = _RUN_TOKEN.search(words, at)
    if first is None:
        return None
    if _is_inner(first):
        return [], first.end()
    tokens, place, depth = [first], first.end(), _depth(first)
    while True:
        space = _SPACE.match(words, place)
        assert space is not None
        token = _RUN_TOKEN.match(words, space.end())
        if token is None or (token["identifier"] and not token["name"]) or (depth == 0 and _is_inner(token)):
            return tokens, max(place, first.end())
        if token["comma"] and depth == 0:
            return tokens, token.end()
        if "\n" in space[0] and depth == 0 and not (token["relation"] or tokens[-1]["relation"]):
            return tokens, place
        depth += _depth(token)
        if depth < 0:
            return tokens, token.end()
        tokens.append(token)
        place = token.end()


def _is_inner(token: re.Match[str]) -> bool:
    """Whether a token counts in brackets only: the s of [2s, 0] is a letter, that of 2s alone is seconds."""
    return bool(token["infinity"]) or (token["product"] is not None and token[0] != "e")


def _depth(token: re.Match[str]) -> int:
    return 1 if token["open"] else -1 if token["close"] else 0


def _of_run(text: str, words: str, offset: int, tokens: list[re.Match[str]]) -> Iterator[Statement]:
    """The statement of a run, with English words before it and open ends behind it left out."""
    tokens = _balanced(tokens[_opening_words(words, tokens) :])
    while tokens and (tokens[-1]["operator"] or tokens[-1]["comma"] or tokens[-1]["relation"]):
        tokens.pop()
    if not tokens or not (any(token["number"] or token["open"] for token in tokens) or _is_size(tokens)):
        return
    before = _tail(words, tokens[0].start(), " \t")
    is_led = bool(before) and before[-1] in "→⇒" and tokens[0]["name"] is not None and _is_related(tokens)
    is_part = bool(before) and (before[-1] in _BAD_BEFORE or _is_quantity(words, tokens[0].start()))
    is_cut = is_part and not is_led
    is_cut = is_cut or (
        tokens[0]["operator"] is not None and (tokens[0][0] not in "-−√" or _continues(words, tokens[0]))
    )
    # 3:4 is a ratio; 10,000 and 0,5 are numbers of other habits
    is_cut = is_cut or bool(re.search(r":$|\d,$", words[max(0, tokens[0].start() - 2) : tokens[0].start()]))
    is_cut = is_cut or _is_glued(words, tokens[0])
    after = _BAD_AFTER.match(words, tokens[-1].end()) or _OTHER_THOUSANDS.match(words, tokens[-1].end())
    members: list[Span] = []
    relations: list[Relation] = []
    at, depth = tokens[0].start(), 0
    for token in tokens:
        depth += _depth(token)
        if token["relation"] and depth == 0:
            members.append((at, token.start()))
            relations.append(RELATIONS[token["relation"]])
            at = token.end()
    if not members and tokens[0]["name"] and len(tokens) > 1 and tokens[1][0] == "[":
        at = tokens[1].start()  # W_O [2, 2]: a name and its shape, no product
    members.append((at, tokens[-1].end()))
    if after and members:
        members, relations = members[:-1], relations[:-1]
    if is_cut and len(members) > 1:
        members, relations = members[1:], relations[1:]
    spans = [trimmed_span(text, offset + a, offset + b) for a, b in members]
    if spans and all(a < b for a, b in spans):
        yield Statement(tuple(spans), tuple(relations[: len(spans) - 1]), False)


_FUNCTION = re.compile(r"(?:ln|log|exp|sqrt)\b|√")


def _is_size(tokens: list[re.Match[str]]) -> bool:
    """Whether letters alone are multiplied as sizes are: C = H·d, B·H·T²."""
    names = [token[0] for token in tokens if token["name"]]
    signs = [token[0] for token in tokens if token["operator"]]
    is_product = bool(signs) and set(signs) <= set("·×⋅*") and len(names) > 1
    return is_product and ((_is_related(tokens) and names[0].isupper()) or all(name.isupper() for name in names))


def _continues(words: str, token: re.Match[str]) -> bool:
    """Whether a sign goes on with what stands before it; a root only with what touches it: the scale √2, but 3√2."""
    is_sign = token[0] == "√" or _FUNCTION.match(words, token.end())  # the loss −ln 0.5, the scale √2
    return _tail(words, token.start(), "" if is_sign else " \t")[-1:].isalnum()


def _opening_words(words: str, tokens: list[re.Match[str]]) -> int:
    """How many tokens at the beginning of a run belong to no statement: a bullet, a closing bracket, an article."""
    first = int(bool(tokens) and _is_bullet(words, tokens[0]))
    while first < len(tokens) and (
        tokens[first]["close"]
        or tokens[first]["comma"]
        or (tokens[first][0] in _ENGLISH and not _is_related(tokens[first : first + 2]))
    ):
        first += 1
    return first


def _tail(words: str, end: int, blanks: str) -> str:
    """The last characters before a place, without the blanks just before it."""
    while end and words[end - 1] in blanks:
        end -= 1
    return words[max(0, end - _TAIL) : end]


def _is_quantity(words: str, start: int) -> bool:
    """Whether the words before a run make it a part of a larger quantity: half of 8."""
    return bool(_QUANTITY_OF.search(_tail(words, start, string.whitespace)))


def _is_bullet(words: str, token: re.Match[str]) -> bool:
    """Whether a sign begins an item of a list rather than a number."""
    if token[0] not in "-*+" or words[token.end() : token.end() + 1] != " ":
        return False
    start = token.start()
    while start and words[start - 1].isspace() and words[start - 1] != "\n":
        start -= 1
    return not start or words[start - 1] == "\n"


def _is_glued(words: str, token: re.Match[str]) -> bool:
    """Whether a token belongs to a word before it; a decimal or a name after a whole word only lost its space."""
    start = token.start()
    if not (start and words[start - 1].isalnum()):
        return False
    return not (re.search(r"[A-Za-z]{4}$", words[max(0, start - 4) : start]) and (token["name"] or "." in token[0]))


def _is_related(tokens: list[re.Match[str]]) -> bool:
    return len(tokens) > 1 and (tokens[1]["relation"] is not None or tokens[1]["operator"] is not None)


def _balanced(tokens: list[re.Match[str]]) -> list[re.Match[str]]:
    """The tokens before a bracket that is never closed, or behind it."""
    open_at: list[int] = []
    for i, token in enumerate(tokens):
        if token["open"]:
            open_at.append(i)
        elif token["close"] and open_at:
            open_at.pop()
    if not open_at:
        return tokens
    return tokens[: open_at[0]] or tokens[open_at[0] + 1 :]


__all__ = ["statements_of_words", "text_of"]
