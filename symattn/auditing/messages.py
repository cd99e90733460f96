"""What is said of a claim whose figures are judged, and which digits are right."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.auditing.findings import FAULTY, Verdict
from symattn.auditing.judging import LONGEST_EXPECTED, Judged

MOST_NAMED = 12  # faulty figures of one claim


def message_of(figures: Sequence[Judged], verdict: Verdict, what: str, page: str) -> str:
    """One sentence on a claim whose figures are judged; formulas are quoted from their page."""
    bad = [figure for figure in figures if figure.verdict == verdict]
    if verdict == "proved":
        return f"proved equal to {what}"
    if verdict == "correctly rounded":
        return f"the correct rounding of {what}"
    if verdict == "float noise":
        return f"{what} is {_listed([f.expected for f in bad])}; the last digits are those of a floating-point number"
    if verdict == "undecided":
        return f"neither equality with {what} nor difference could be proved"
    return _faults([figure for figure in figures if figure.verdict in FAULTY] or bad, len(figures), what, page)


def _faults(bad: Sequence[Judged], count: int, what: str, page: str) -> str:
    """Every faulty figure with what is right, and where it stands among several."""
    if len(bad) == 1:
        place = f" at {bad[0].place}" if bad[0].place else ""
        counted = f" (1 of {count} figures)" if count > 1 else ""
        return f"{_typed(bad[0], page)} is printed where {what} is {bad[0].expected}{place}{counted}"
    listed = [f"{_typed(one, page)} for {one.expected}{f' at {one.place}' if one.place else ''}" for one in bad]
    return f"{_listed(listed, MOST_NAMED)} are printed in {what} ({len(bad)} of {count} figures)"


def _typed(figure: Judged, page: str) -> str:
    is_alone = figure.typed.digits is None and not figure.place
    text = " ".join(page[slice(*figure.span)].split()) if is_alone else figure.typed.text()
    return text if len(text) <= LONGEST_EXPECTED else f"{text[:LONGEST_EXPECTED]}..."


def expected_of(figures: Sequence[Judged]) -> str:
    """The right digits of the figures that are not proved or rounded; of all where there is one."""
    bad = [figure for figure in figures if figure.verdict not in ("proved", "correctly rounded")]
    chosen = figures if len(figures) == 1 else bad
    return ", ".join(figure.expected for figure in chosen)


def _listed(texts: Sequence[str], most: int = 4) -> str:
    shown = ", ".join(texts[:most])
    return f"{shown}, ..." if len(texts) > most else shown


__all__ = ["expected_of", "message_of"]
