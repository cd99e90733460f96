"""One document audited: its pages and blocks in order, then the mistakes that explain what is wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from symattn.auditing.blocks import Block, blocks_of
from symattn.auditing.documents import Document, Page, document_of
from symattn.auditing.environment import Binding
from symattn.auditing.expected_answers import audit_expected
from symattn.auditing.explaining import explain_stages
from symattn.auditing.findings import Audit
from symattn.auditing.ignoring import ignored_spans, with_ignored, without_comments
from symattn.auditing.prose import Reader
from symattn.auditing.session import Session, Touch
from symattn.problems import Problem
from symattn.problems.library import find_problem

GIVEN = Touch(0, 0, is_given=True)
Given: TypeAlias = "Problem | str | os.PathLike[str]"


def audit(
    text_or_path: str | os.PathLike[str],
    *,
    given: Given | Sequence[Given] | None = None,
    format: str | None = None,
    name: str = "",
) -> Audit:
    r"""The claims of one document about numbers, each judged.

    >>> [claim.verdict for claim in audit(r"Let $s = 1/\sqrt 2$. Then $2s \approx 1.4142$ and $e^s = 2.04$.").claims]
    ['correctly rounded', 'off in the last digit']

    See the module ``symattn.auditing`` for what comes back. Errors: ProblemError for a file that cannot be read,
    FormatError for another format, LimitError for an enormous file.
    """
    document = document_of(text_or_path, format, name)
    problems = _problems(given)
    readers: dict[int, Reader] = {}
    for page in document.pages:
        if id(page.problem) not in readers:
            own = [page.problem] if page.problem is not None else []
            readers[id(page.problem)] = Reader(_session(document, [*problems, *own]))
        _read(readers[id(page.problem)], page)
    return _found(document, [reader.session for reader in readers.values()])


def _session(document: Document, problems: Sequence[Problem]) -> Session:
    """What is known at the beginning: some problems that the text takes over."""
    session = Session(document)
    for problem in problems:
        session.worlds.add_given(problem)
        _bind_inputs(session, problem)
    for world in session.worlds.worlds:
        world.touch = GIVEN
    return session


def _read(reader: Reader, page: Page) -> None:
    """Judge what a page says."""
    page = without_comments(page)
    reader.begin(page)
    if page.answer is not None:
        audit_expected(reader.session, page.answer)
        return
    for block in _blocks(page):
        {"code": reader.listing, "table": reader.table}.get(block.kind, reader.paragraph)(block)


def _found(document: Document, sessions: Sequence[Session]) -> Audit:
    """All that was found, in the order of the file; what the program itself inserts is no claim of the text."""
    for session in sessions:
        explain_stages(session)
    inserted = {span for page in document.pages for span in page.inserts}
    claims = [claim for session in sessions for claim in session.claims if claim.span not in inserted]
    claims.sort(key=lambda claim: (claim.span, claim.kind))
    definitions = [one for session in sessions for one in session.definitions]
    definitions.sort(key=lambda one: one.span)
    order = dict.fromkeys(name for session in sessions for world in session.worlds.worlds for name in world.order)
    kept = with_ignored(claims, ignored_spans(document))
    return Audit(document.name, kept, tuple(definitions), tuple(order), document.source)


def _blocks(page: Page) -> Iterator[Block]:
    if page.kind == "code":
        yield Block("code", 0, len(page.text))
    else:
        yield from blocks_of(page.text, page.kind == "latex")


def _problems(given: Given | Sequence[Given] | None) -> list[Problem]:
    if given is None:
        return []
    listed = [given] if isinstance(given, Problem | str | os.PathLike) else list(given)
    return [one if isinstance(one, Problem) else find_problem(os.fspath(one)) for one in listed]


def _bind_inputs(session: Session, problem: Problem) -> None:
    """Let the text use the given arrays by their usual names."""
    names = {"w_q": "W_Q", "w_k": "W_K", "w_v": "W_V", "w_o": "W_O"}
    for name, matrix in problem.arrays.items():
        if "." not in name and name not in ("scores", "bias"):
            session.environment.bind(names.get(name, name), Binding(matrix))
            session.touched[names.get(name, name)] = GIVEN


__all__ = ["audit"]
