"""Reports of audits: lines for people, JSON for programs, annotations for GitHub; SARIF has a file of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from symattn.auditing import Audit, CellPlace, Claim, Counts

ONLY = ("wrong", "claims")
_LEVELS = {"wrong": "error", "contradicts an invariant": "error", "undecided": "notice", "float noise": "notice"}


def audit_text(audits: Sequence[Audit], only: str = "claims") -> str:
    """One line a claim, then what was understood; ``only="wrong"`` leaves out what is right."""
    lines = [str(claim) for audit in audits for claim in _chosen(audit, only)]
    for audit in audits:
        lines += _first_wrong(audit)
    return "\n".join([*lines, summary(audits)])


def summary(audits: Sequence[Audit]) -> str:
    """How many claims were found, understood and decided, and how many are wrong."""
    found, understood, decided = counts_of(audits)
    wrong = sum(len(audit.wrong) for audit in audits)
    files = f" in {len(audits)} files" if len(audits) > 1 else ""
    ignored = sum(len(audit.ignored) for audit in audits)
    silenced = f", {ignored} ignored" if ignored else ""
    return f"{found} claims{files}: {understood} understood, {decided} decided, {wrong} wrong{silenced}"


def counts_of(audits: Sequence[Audit]) -> Counts:
    """The counts of several audits together."""
    return Counts(*(sum(numbers) for numbers in zip(*(audit.counts for audit in audits), strict=True)))


def _chosen(audit: Audit, only: str) -> Iterator[Claim]:
    return (claim for claim in audit.claims if only != "wrong" or claim.is_faulty)


def _first_wrong(audit: Audit) -> list[str]:
    first = audit.first_wrong
    if first is None or not first.stage:
        return []
    return [f"{audit.file}: the first wrong stage is {first.stage}: {first.message}"]


def audit_json(audits: Sequence[Audit], only: str = "claims") -> dict[str, object]:
    """The same as data: spans are in characters of the file, lines and columns are counted from 1."""
    found, understood, decided = counts_of(audits)
    return {
        "found": found,
        "understood": understood,
        "decided": decided,
        "wrong": sum(len(audit.wrong) for audit in audits),
        "ignored": sum(len(audit.ignored) for audit in audits),
        "files": [
            {
                "file": audit.file,
                "first_wrong": audit.first_wrong.stage if audit.first_wrong else None,
                "claims": [claim_data(claim) for claim in _chosen(audit, only)],
                "definitions": [{"name": d.name, "line": d.line, "column": d.column} for d in audit.definitions],
            }
            for audit in audits
        ],
    }


def claim_data(claim: Claim) -> dict[str, object]:
    """One claim as data."""
    return {
        "line": claim.line,
        "column": claim.column,
        "cell": _cell_data(claim.cell),
        "span": list(claim.span),
        "text": claim.text,
        "kind": claim.kind,
        "verdict": claim.verdict,
        "ignored": claim.is_ignored,
        "expected": claim.expected,
        "stage": claim.stage,
        "mistakes": list(claim.mistakes),
        "message": claim.message,
        "figures": [
            {
                "line": figure.line,
                "column": figure.column,
                "cell": _cell_data(figure.cell),
                "span": list(figure.span),
                "text": figure.text,
                "verdict": figure.verdict,
                "expected": figure.expected,
            }
            for figure in claim.figures
        ],
    }


def _cell_data(place: CellPlace | None) -> dict[str, object] | None:
    """The place in a notebook; line and column of a claim are those of the file, which is JSON."""
    if place is None:
        return None
    return {"number": place.cell, "is_output": place.is_output, "line": place.line, "column": place.column}


def audit_github(audits: Sequence[Audit], only: str = "wrong") -> str:
    """Workflow commands that GitHub shows beside the lines of a change."""
    lines = [_annotation(claim) for audit in audits for claim in _chosen(audit, only) if level_of(claim) != "none"]
    return "\n".join([*lines, f"::notice::{_escaped(summary(audits))}"])


def level_of(claim: Claim) -> str:
    """How grave a claim is: error, warning, notice or none."""
    if claim.is_ignored:
        return "none"
    return _LEVELS.get(claim.verdict, "warning" if claim.is_faulty else "none")


def _annotation(claim: Claim) -> str:
    title = _property(claim.verdict if claim.cell is None else f"{claim.verdict} ({claim.cell})")
    place = f"file={_property(PurePath(claim.file).as_posix())},line={claim.line},col={claim.column},title={title}"
    return f"::{level_of(claim)} {place}::{_escaped(claim.message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


__all__ = ["ONLY", "audit_github", "audit_json", "audit_text", "claim_data", "counts_of", "level_of", "summary"]
