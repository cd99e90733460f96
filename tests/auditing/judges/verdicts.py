"""What the auditor says of a document whose figures are known."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from symattn.auditing import Audit, Claim
from tests.auditing.judges.documents import KnownDocument, KnownFigure, Span, overlap

# What a list of figures calls a verdict, and which of the auditor's names say it.
NAMES: dict[str, frozenset[str]] = {
    # A number in a chain bears the verdict of the chain, so an exact one may stand beside a rounding.
    "exact": frozenset({"proved", "correctly rounded"}),
    "rounded": frozenset({"correctly rounded", "proved"}),
    "right": frozenset({"correctly rounded", "proved"}),
    "float noise": frozenset({"float noise"}),
    "announced": frozenset({"differs, announced"}),
    "wrong": frozenset({"wrong", "truncated", "off in the last digit", "contradicts an invariant"}),
}


@dataclass(frozen=True)
class Remark:
    """One place of which the auditor says something: a judged figure, or a whole claim without figures."""

    span: Span
    verdict: str
    faulty: bool
    message: str


@dataclass(frozen=True)
class Judged:
    """An audit compared with what is known of its document."""

    undecided: tuple[KnownFigure, ...]
    disagreements: tuple[tuple[KnownFigure, str], ...]
    false_alarms: tuple[Claim, ...]


def run(text: str, given: Path | None = None, form: str = "text") -> Audit:
    """One audit of a text as it stands."""
    from symattn.auditing.auditor import audit

    return audit(text, given=given, format=form)


def remarks(found: Audit) -> list[Remark]:
    """Every place of which an audit says something that is understood."""
    out = []
    for claim in found.claims:
        if not claim.is_understood:
            continue
        alarmed = [figure for figure in claim.figures if figure.verdict in NAMES["wrong"]]
        if claim.is_faulty and not alarmed:
            out.append(Remark(claim.span, claim.verdict, True, claim.message))
        for figure in claim.figures:
            faulty = figure in alarmed
            out.append(Remark(figure.span, figure.verdict, faulty, claim.message))
        if not claim.is_faulty:
            out.append(Remark(claim.span, claim.verdict, False, claim.message))
    return out


def verdict_of(figure: KnownFigure, found: Audit) -> str | None:
    """What the audit calls a figure: the judged figure at its place, else the claim around it; None for silence."""
    around = [claim for claim in found.claims if overlap(claim.span, figure.span)]
    exact = [judged.verdict for claim in around for judged in claim.figures if overlap(judged.span, figure.span)]
    decided = [verdict for verdict in exact if verdict not in ("not understood", "undecided")]
    if decided:
        return min(decided, key=_rank)
    whole = [claim.verdict for claim in around if claim.is_decided]
    if whole:
        return min(whole, key=_rank)
    return exact[0] if exact else around[0].verdict if around else None


def _rank(verdict: str) -> int:
    """Alarms first, so that a figure that is called wrong anywhere counts as called wrong; then noise."""
    if verdict in NAMES["wrong"]:
        return 0
    return 1 if verdict == "float noise" else 2 if verdict == "correctly rounded" else 3


def judge(document: KnownDocument, found: Audit) -> Judged:
    """What of a document's claims is not decided, what is called by another name, and which alarms are false."""
    undecided, disagreements = [], []
    for figure in document.claims:
        said = verdict_of(figure, found)
        if said is None or said in ("not understood", "undecided"):
            undecided.append(figure)
        elif said not in NAMES[figure.verdict]:
            disagreements.append((figure, said))
    return Judged(tuple(undecided), tuple(disagreements), tuple(_false_alarms(document, found)))


def _false_alarms(document: KnownDocument, found: Audit) -> list[Claim]:
    wrong = [figure.span for figure in document.figures if figure.verdict == "wrong"]
    return [claim for claim in found.wrong if not any(overlap(claim.span, span) for span in wrong)]
