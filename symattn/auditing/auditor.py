"""One document audited: its pages and blocks in order, then the mistakes that explain what is wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from symattn.auditing.blocks import Block, blocks_of
from symattn.auditing.documents import Page, document_of
from symattn.auditing.explaining import explain_stages
from symattn.auditing.findings import Audit
from symattn.auditing.prose import Reader
from symattn.auditing.session import Session
from symattn.problems import Problem

Given: TypeAlias = "Problem | str | os.PathLike[str]"


def audit(
    text_or_path: str | os.PathLike[str], *, given: Given | Sequence[Given] | None = None, format: str | None = None
) -> Audit:
    r"""The claims of one document about numbers, each judged.

    >>> [claim.verdict for claim in audit(r"Let $s = 1/\sqrt 2$. Then $2s \approx 1.4142$ and $e^s = 2.04$.").claims]
    ['correctly rounded', 'off in the last digit']

    See the module ``symattn.auditing`` for what comes back. Errors: ProblemError for a file that cannot be read,
    FormatError for another format, LimitError for an enormous file.
    """
    document = document_of(text_or_path, format)
    session = Session(document)
    for problem in _problems(given):
        session.worlds.add_given(problem)
        _bind_inputs(session, problem)
    session.learn(session.worlds.worlds)
    reader = Reader(session)
    for page in document.pages:
        session.page = page
        for block in _blocks(page):
            {"code": reader.listing, "table": reader.table}.get(block.kind, reader.paragraph)(block)
    explain_stages(session)
    order = tuple(name for world in session.worlds.worlds for name in world.order)
    claims = tuple(sorted(session.claims, key=lambda claim: (claim.span, claim.kind)))
    return Audit(document.name, claims, tuple(session.definitions), tuple(dict.fromkeys(order)))


def _blocks(page: Page) -> Iterator[Block]:
    if page.kind == "code":
        yield Block("code", 0, len(page.text))
    else:
        yield from blocks_of(page.text, page.kind == "latex")


def _problems(given: Given | Sequence[Given] | None) -> list[Problem]:
    if given is None:
        return []
    listed = [given] if isinstance(given, Problem | str | os.PathLike) else list(given)
    from symattn.problems.library import find_problem

    return [one if isinstance(one, Problem) else find_problem(os.fspath(one)) for one in listed]


def _bind_inputs(session: Session, problem: Problem) -> None:
    """Let the text use the given arrays by their usual names."""
    from symattn.auditing.environment import Binding

    names = {"w_q": "W_Q", "w_k": "W_K", "w_v": "W_V", "w_o": "W_O"}
    for name, matrix in problem.arrays.items():
        if "." not in name and name not in ("scores", "bias"):
            session.environment.bind(names.get(name, name), Binding(matrix))


__all__ = ["audit"]
