"""A document whose figures are known: where each stands, whether claimed or given, and what it ought to be called.

Two sources: lists of figures with lines and columns (``read_list``, for texts that are not part of the project), and
pages whose figures are marked where they stand (``read_page``).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["claim", "given"]
Span: TypeAlias = tuple[int, int]

NUMBER = re.compile(r"[\d₀-₉]+(?:\.\d+)*|\\infty")

# ⟦a claim⟧, ⟦a claim!its verdict⟧ and ⟨a given⟩
_MARKED = re.compile(r"⟦(?P<claim>[^⟧!]*)(?:!(?P<verdict>[^⟧]*))?⟧|⟨(?P<given>[^⟩]*)⟩")
# A comment on a line of its own names the statement below it, and the statements that it needs.
_NAME = re.compile(r"<!-- (?P<name>[\w-]+)(?: needs (?P<needs>[\w -]+))? -->\n")


@dataclass(frozen=True)
class KnownFigure:
    """One figure of a document: its characters, where they stand, and what is known of it."""

    span: Span
    line: int
    printed: str
    statement: str
    role: Role
    kind: str
    verdict: str
    value: str = ""

    @property
    def is_claim(self) -> bool:
        """Whether it follows from what stands elsewhere."""
        return self.role == "claim"


@dataclass(frozen=True)
class KnownDocument:
    """A text, its figures in order, and which statement needs which."""

    name: str
    text: str
    figures: tuple[KnownFigure, ...]
    needs: dict[str, tuple[str, ...]]
    words: tuple[KnownFigure, ...] = ()
    others: tuple[KnownFigure, ...] = ()
    form: str = "text"
    _reach: dict[str, frozenset[str]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def claims(self) -> tuple[KnownFigure, ...]:
        """The figures that are claimed."""
        return tuple(figure for figure in self.figures if figure.is_claim)

    def touched_by(self, statement: str) -> frozenset[str]:
        """The statements in which a change of this one may raise an alarm: itself, and all that need it."""
        if statement not in self._reach:
            reached = {statement}
            while more := {name for name, needs in self.needs.items() if reached.intersection(needs)} - reached:
                reached |= more
            self._reach[statement] = frozenset(reached)
        return self._reach[statement]

    def statements_at(self, span: Span) -> frozenset[str]:
        """The statements that have a figure or a word within a span."""
        known = (*self.figures, *self.words)
        return frozenset(figure.statement for figure in known if overlap(figure.span, span))


def overlap(one: Span, other: Span) -> bool:
    """Whether two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


def read_list(path: Path, folder: Path) -> KnownDocument:
    """The document of a list of figures; its text is read from the folder that holds the texts."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    text = (folder / data["text"]).read_text(encoding="utf-8")
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def known(entry: dict[str, object], **fixed: str) -> KnownFigure:
        found = {**entry, **fixed}
        line, columns, printed = found.pop("line"), found.pop("columns"), found.pop("printed")
        assert isinstance(line, int)
        assert isinstance(columns, list)
        span = (starts[line - 1] + columns[0] - 1, starts[line - 1] + columns[1])
        if text[slice(*span)] != printed:
            raise ValueError(f"{path.name}: line {line} of {data['text']} does not have {printed!r} at {columns}")
        return KnownFigure(span=span, line=line, printed=str(printed), **found)  # type: ignore[arg-type]  # from a file

    words = [{**word, "value": word["means"]} for word in data["word"]]
    for word in words:
        del word["means"]
    return KnownDocument(
        data["text"],
        text,
        tuple(known(entry) for entry in data["figure"]),
        {name: tuple(needs) for name, needs in data["statements"].items()},
        tuple(known(word, role="claim", kind="words", verdict="exact") for word in words),
        tuple(
            known(
                {key: value for key, value in entry.items() if key != "reason"},
                statement="",
                role="given",
                kind="other",
                verdict=str(entry["reason"]),
            )
            for entry in data["other"]
        ),
    )


def unlisted_numbers(document: KnownDocument) -> list[tuple[int, str]]:
    """The numbers of a text, with their lines, that its list does not have."""
    covered = set[int]()
    for figure in (*document.figures, *document.others):
        covered.update(range(*figure.span))
    return [
        (document.text.count("\n", 0, match.start()) + 1, match.group())
        for match in NUMBER.finditer(document.text)
        if not covered.issuperset(range(*match.span()))
    ]


def read_page(source: str, name: str = "page", form: str = "markdown") -> KnownDocument:
    """The document of a page with marked figures; a name holds until the next one."""
    needs: dict[str, tuple[str, ...]] = {}
    figures: list[KnownFigure] = []
    written: list[str] = []
    length, statement = 0, "start"
    for block in re.split(r"(?<=\n)\n+(?=\S)", source.strip("\n") + "\n"):
        if match := _NAME.match(block):
            statement = match["name"]
            needs[statement] = (*needs.get(statement, ()), *(match["needs"] or "").split())
            block = block[match.end() :]
        needs.setdefault(statement, ())
        plain, found = _unmarked(block, statement, length, sum(part.count("\n") for part in written))
        figures += found
        written.append(plain + "\n")
        length += len(plain) + 1
    return KnownDocument(name, "".join(written), tuple(figures), needs, form=form)


def _unmarked(block: str, statement: str, offset: int, lines: int) -> tuple[str, list[KnownFigure]]:
    """A block without its marks, and the figures that were marked."""
    plain, at, figures = "", 0, []
    for match in _MARKED.finditer(block):
        plain += block[at : match.start()]
        at = match.end()
        role: Role = "given" if match["claim"] is None else "claim"
        printed = match["claim"] if role == "claim" else match["given"]
        span = (offset + len(plain), offset + len(plain) + len(printed))
        line = lines + plain.count("\n") + 1
        verdict = match["verdict"] or ("right" if role == "claim" else "given")
        figures.append(KnownFigure(span, line, printed, statement, role, "marked", verdict))
        plain += printed
    return plain + block[at:], figures
