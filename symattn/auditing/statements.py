r"""From mathematics to statements: members joined by relations, A = B \approx C.

Mathematics is cut where a line of an aligned environment, a wide space, a comma or words end a statement. How
statements stand in words, `runs` knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from symattn.auditing.findings import Span

Relation: TypeAlias = Literal["=", "~", ":=", "other"]


@dataclass(frozen=True)
class Statement:
    """Members [start, end) of a page with the relations between them; a single member is a number that is only shown.

    ``start`` and ``end`` are those of the stretch; ``is_whole`` is False where the last number is cut off by dots.
    """

    members: tuple[Span, ...]
    relations: tuple[Relation, ...]
    is_latex: bool
    is_whole: bool = True

    @property
    def start(self) -> int:
        """Where the first member starts."""
        return self.members[0][0]

    @property
    def end(self) -> int:
        """Where the last member ends."""
        return self.members[-1][1]


RELATIONS: dict[str, Relation] = {
    "=": "=",
    "&=": "=",
    r"\approx": "~",
    r"\simeq": "~",
    r"\doteq": "~",
    "≈": "~",
    "≃": "~",
    "≅": "~",
    ":=": ":=",
    r"\coloneqq": ":=",
    r"\eqdef": ":=",
    "≔": ":=",
    "≡": "other",
    r"\equiv": "other",
    "≠": "other",
    "<": "other",
    ">": "other",
    "≤": "other",
    "≥": "other",
    **dict.fromkeys(
        (
            *(
                r"\ne",
                r"\neq",
                r"\lt",
                r"\gt",
                r"\le",
                r"\leq",
                r"\ge",
                r"\geq",
                r"\in",
                r"\notin",
                r"\sim",
                r"\propto",
            ),
            *(r"\subset", r"\subseteq", r"\ll", r"\gg", r"\cong", r"\mid", r"\ni", r"\not", r"\parallel", r"\colon"),
        ),
        "other",
    ),
}
_SEPARATORS = frozenset(
    {
        *(r"\qquad", r"\quad", r"\Rightarrow", r"\implies", r"\iff", r"\to", r"\rightarrow", r"\longrightarrow"),
        *(
            r"\Longrightarrow",
            r"\Leftrightarrow",
            r"\because",
            r"\therefore",
            r"\leadsto",
            r"\mapsto",
            r"\land",
            "→",
            "⇒",
        ),
        ";",
    }
)
_MATH_TOKEN = re.compile(
    r"\\begin\s*\{(?P<begin>[A-Za-z]+\*?)\}|\\end\s*\{(?P<end>[A-Za-z]+\*?)\}"
    r"|(?P<words>\\(?:text|textrm|mbox|intertext|shortintertext)\s*\{[^{}]*\})"
    r"|(?P<command>\\(?:[A-Za-z]+|.))|(?P<open>[\[({])|(?P<close>[\])}])|(?P<sign>:=|[=<>≈≃≅≔≡≠≤≥;,&→⇒])",
    re.DOTALL,
)
_MATRICES = frozenset(
    {"matrix", "bmatrix", "pmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "array", "cases"}
)


def statements_of_math(text: str, start: int, end: int) -> list[Statement]:
    r"""The statements of a stretch of LaTeX.

    >>> [s.relations for s in statements_of_math(r"a = 1,\qquad b \approx 2 \\ &= 3", 0, 32)]
    [('=',), ('~', '=')]
    """
    found: list[Statement] = []
    members: list[Span] = []
    relations: list[Relation] = []
    at, depth = start, 0
    at_line = False  # whether a new line has begun, on which a relation goes on with the last statement

    def close(stop: int) -> None:
        nonlocal members, relations
        members.append((at, stop))
        found.extend(_statement(text, members, relations, True))
        members, relations = [], []

    for token in _MATH_TOKEN.finditer(text, start, end):
        if token["begin"]:
            if token["begin"] in _MATRICES:
                depth += 1
            elif not text[at : token.start()].strip():
                at = token.end()
        elif token["end"]:
            if token["end"] in _MATRICES:
                depth -= 1
            elif depth == 0:
                close(token.start())
                at = token.end()
        elif token["open"]:
            depth += 1
        elif token["close"]:
            depth -= 1
        elif depth > 0:
            continue
        elif token["words"]:
            if _is_label(token["words"]):
                continue
            close(token.start())
            at = token.end()
        elif (sign := token["sign"] or token["command"]) in RELATIONS:
            if at_line and not text[at : token.start()].strip(" \t\n&") and found:
                previous = found.pop()
                members, relations = list(previous.members), [*previous.relations, RELATIONS[sign]]
            else:
                members.append((at, token.start()))
                relations.append(RELATIONS[sign])
            at = token.end()
            at_line = False
        elif sign in _SEPARATORS or sign == r"\\" or (sign == "," and _ends_statement(text, token.end(), end)):
            close(token.start())
            at = token.end()
            at_line = at_line or sign == r"\\"
        elif sign == "&" and not text[at : token.start()].strip():
            at = token.end()
        if text[at : token.end()].strip(" \t\n&") and token.start() >= at and sign_is_content(token):
            at_line = False
    if depth == 0:
        close(end)
    return [statement for statement in found if statement.members]


def sign_is_content(token: re.Match[str]) -> bool:
    """Whether a token belongs to a member rather than standing between statements."""
    return not (token["sign"] or token["command"] == r"\\")


def _is_label(words: str) -> bool:
    """Whether text inside mathematics is one word that may name something."""
    inner = words[words.index("{") + 1 : -1]
    return (
        bool(re.fullmatch(r"[A-Za-z]+(?:[ _-][A-Za-z]+)?", inner)) and inner.strip() == inner and inner not in _JOINING
    )


_JOINING = frozenset(
    {"and", "or", "where", "with", "so", "then", "for", "if", "when", "thus", "hence", "since", "but", "as"}
)


def _ends_statement(text: str, at: int, end: int) -> bool:
    """Whether a comma outside brackets ends a statement: white space follows it, or nothing."""
    return at >= end or text[at].isspace() or text[at] == "\\"


def _statement(text: str, members: list[Span], relations: list[Relation], is_latex: bool) -> Iterator[Statement]:
    """The statement of some members; those beside an empty one or another kind of relation are left out."""
    trimmed = [trimmed_span(text, *member) for member in members]
    run: list[Span] = []
    kinds: list[Relation] = []
    barred = False
    for i, member in enumerate(trimmed):
        after = relations[i] if i < len(relations) else None
        before = relations[i - 1] if i else None
        if before == "other":
            if run and not barred:
                yield (
                    Statement(tuple(run[:-1]), tuple(kinds[:-1]), is_latex)
                    if len(run) > 1
                    else Statement((), (), is_latex)
                )
            run, kinds, barred = [], [], True
        if member[0] == member[1]:
            if run:
                return
            continue
        if run and before in ("=", "~", ":="):
            kinds.append(before)
        run.append(member)
        if after is None and not barred:
            yield Statement(tuple(run), tuple(kinds), is_latex)


def trimmed_span(text: str, start: int, end: int) -> Span:
    """A member without the white space and the punctuation around it."""
    while True:
        before = (start, end)
        while start < end and (text[start].isspace() or text[start] in "&"):
            start += 1
        while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;&:"):
            if text[end - 1] == "." and text[end - 2 : end - 1].isdigit() and "\\" not in text[end - 3 : end]:
                break
            if text[start:end].endswith("..."):
                break  # 0.666... goes on
            end -= 1
        for space in (r"\,", r"\;", r"\:", r"\!", "\\ "):
            if text.startswith(space, start) and end - start >= 2:
                start += 2
            if text.endswith(space, start, end) and not text.endswith("\\" + space, start, end):
                end -= 2
        if (start, end) == before:
            return start, end


__all__ = ["RELATIONS", "Relation", "Statement", "statements_of_math", "trimmed_span"]
