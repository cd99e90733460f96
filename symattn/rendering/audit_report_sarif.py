"""An audit as SARIF 2.1.0, which code hosts and editors show: one rule a verdict, one result a claim."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from symattn.auditing import FAULTY, VERDICTS, Audit, Claim
from symattn.rendering.audit_report import level_of

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "notice": "note", "none": "none"}
_MEANS = {
    "float noise": "the digits are those of a binary floating-point number",
    "undecided": "neither equality nor difference was proved",
    "truncated": "the digits are cut off, not rounded",
    "off in the last digit": "the last digit is off by one",
    "contradicts an invariant": "it cannot be, whatever the formula is",
    "wrong": "it is proved different from what is right",
}


def audit_sarif(audits: Sequence[Audit], version: str, only: str = "wrong") -> dict[str, object]:
    """The log of one run of the tool."""
    rules = [_rule(verdict) for verdict in VERDICTS if verdict in _MEANS]
    driver = {"name": "symattn", "version": version, "rules": rules}
    results = [_result(claim) for audit in audits for claim in audit.claims if _is_shown(claim, only)]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def rule_id(verdict: str) -> str:
    """The name of a rule: off-in-the-last-digit."""
    return verdict.replace(", ", "-").replace(" ", "-")


def _rule(verdict: str) -> dict[str, object]:
    return {
        "id": rule_id(verdict),
        "shortDescription": {"text": _MEANS[verdict]},
        "defaultConfiguration": {"level": "error" if verdict in FAULTY else "note"},
    }


def _is_shown(claim: Claim, only: str) -> bool:
    return claim.is_faulty or (only != "wrong" and claim.verdict in _MEANS)


def _result(claim: Claim) -> dict[str, object]:
    start, end = claim.span
    region = {
        "startLine": claim.line,
        "startColumn": claim.column,
        "charOffset": start,
        "charLength": end - start,
        "snippet": {"text": claim.text},
    }
    location = {"artifactLocation": {"uri": PurePath(claim.file).as_posix()}, "region": region}
    return {
        "ruleId": rule_id(claim.verdict),
        "level": _LEVELS[level_of(claim)],
        "message": {"text": claim.message},
        "locations": [{"physicalLocation": location}],
    }


__all__ = ["audit_sarif", "rule_id"]
