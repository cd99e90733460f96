"""An audit as SARIF 2.1.0, which code hosts and editors show: one rule a verdict, one result a claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from symattn.auditing import FAULTY, VERDICTS, Audit, Claim, Verdict
from symattn.auditing.findings import Span
from symattn.rendering.audit_report import level_of

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "notice": "note", "none": "none"}
_MEANS: dict[Verdict, str] = {
    "float noise": "the digits are those of a binary floating-point number",
    "undecided": "neither equality nor difference was proved",
    "truncated": "the digits are cut off, not rounded",
    "off in the last digit": "the last digit is off by one",
    "contradicts an invariant": "it cannot be, whatever the formula is",
    "wrong": "it is proved different from what is right",
}
_RULES = [verdict for verdict in VERDICTS if verdict in _MEANS]


def audit_sarif(
    audits: Sequence[Audit], version: str, only: str = "wrong", *, root: Path | None = None, errors: Sequence[str] = ()
) -> dict[str, object]:
    """The log of one run of the tool; files below ``root`` are named from there, ``errors`` are what was not read."""
    rules = [_rule(verdict) for verdict in _RULES]
    driver = {"name": "symattn", "version": version, "rules": rules}
    results = [_result(claim, audit, root) for audit in audits for claim in audit.claims if _is_shown(claim, only)]
    run: dict[str, object] = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    notes = [{"level": "error", "message": {"text": error}} for error in errors]
    run["invocations"] = [{"executionSuccessful": not errors, "toolExecutionNotifications": notes}]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def rule_id(verdict: str) -> str:
    """The name of a rule: off-in-the-last-digit."""
    return verdict.replace(", ", "-").replace(" ", "-")


def _rule(verdict: Verdict) -> dict[str, object]:
    return {
        "id": rule_id(verdict),
        "shortDescription": {"text": _MEANS[verdict]},
        "defaultConfiguration": {"level": "error" if verdict in FAULTY else "note"},
    }


def _is_shown(claim: Claim, only: str) -> bool:
    return claim.verdict in FAULTY or (only != "wrong" and claim.verdict in _MEANS)


def _result(claim: Claim, audit: Audit, root: Path | None) -> dict[str, object]:
    place: dict[str, object] = {
        "physicalLocation": {
            "artifactLocation": {"uri": uri_of(claim.file, root)},
            "region": {**region_of(claim.span, audit.source), "snippet": {"text": claim.text}},
        }
    }
    if claim.cell is not None:
        place["logicalLocations"] = [{"name": str(claim.cell), "kind": "member"}]
    result: dict[str, object] = {
        "ruleId": rule_id(claim.verdict),
        "ruleIndex": _RULES.index(claim.verdict),
        "level": _LEVELS[level_of(replace(claim, is_ignored=False))],
        "message": {"text": claim.message},
        "locations": [place],
    }
    if claim.is_ignored:
        result["suppressions"] = [{"kind": "inSource"}]
    return result


def uri_of(file: str, root: Path | None = None) -> str:
    """The name of a file as a URI, relative where it is one or stands below the root; what is no letter is encoded."""
    path = Path(file)
    if path.is_absolute():
        if root is None or not path.is_relative_to(root):
            return path.as_uri()
        path = path.relative_to(root)
    return quote(path.as_posix().encode("utf-8", "surrogateescape"), safe="/")


def region_of(span: Span, source: str) -> dict[str, object]:
    """The lines and columns of a span, from 1; columns count units of UTF-16, and the last one is the first behind."""
    (line, column), (end_line, end_column) = (_place(source, offset) for offset in span)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _place(source: str, offset: int) -> tuple[int, int]:
    before = source[source.rfind("\n", 0, offset) + 1 : offset]
    return source.count("\n", 0, offset) + 1, len(before) + sum(sign > "\uffff" for sign in before) + 1


__all__ = ["audit_sarif", "region_of", "rule_id", "uri_of"]
