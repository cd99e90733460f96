"""What lint found, as lines for people and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from symattn.checking.lint import Finding, Lint
from symattn.errors import printable

MOST_NAMED = 6  # mistakes of one line; --json has all of them


def report_lines(lint: Lint, findings: Sequence[Finding]) -> Iterator[str]:
    """One line a finding, and what they come to.

    >>> from symattn.problems import load_exercises
    >>> list(report_lines(Lint(load_exercises("masking-and-causality"), (), ()), []))
    ['nothing to report of 6 exercises with 0 answers that are values']
    """
    for finding in findings:
        yield printable(_line(finding))
    asked = f"{_counted(len(lint.file.exercises), 'exercise')} with {_counted(len(lint.qualities), 'answer')}"
    values = "that is a value" if len(lint.qualities) == 1 else "that are values"
    if findings:
        concerned = len({finding.exercise for finding in findings})
        yield f"{_counted(len(findings), 'finding')} in {concerned} of {asked} {values}"
    else:
        yield f"nothing to report of {asked} {values}"


def _line(finding: Finding) -> str:
    """A finding on one line, long lists of mistakes cut."""
    more = len(finding.mistakes) - MOST_NAMED
    if more <= 1:
        return str(finding)
    *_, last = finding.mistakes
    listed = ", ".join(finding.mistakes[:-1])
    cut = ", ".join(finding.mistakes[:MOST_NAMED])
    return str(finding).replace(f"{listed} and {last}", f"{cut} and {more} more", 1)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def report_data(lint: Lint, findings: Sequence[Finding]) -> dict[str, Any]:
    """Findings and the quality of every answer that is a value, positions 1-based."""
    return {
        "title": lint.file.title,
        "findings": [
            {
                "exercise": finding.exercise,
                "answer": finding.answer or None,
                "place": finding.place,
                "kind": finding.kind,
                "sentence": finding.sentence,
                "advice": finding.advice,
                "mistakes": list(finding.mistakes),
                "covered": finding.covered,
            }
            for finding in findings
        ],
        "answers": [
            {
                "exercise": exercise,
                "answer": answer.name,
                "place": answer.place if answer.stage else "",
                "rule": answer.rule,
                "passing": list(quality.passing),
                "alike": [list(group) for group in quality.alike],
                "undecided": list(quality.undecided),
                "longest_entry": quality.length,
                "characters": quality.whole,
                "printed_sums": [
                    {"row": 1 + (row if answer.row is None else answer.row), "sum": total}
                    for row, total in quality.sums
                ],
            }
            for exercise, answer, quality in lint.qualities
        ],
    }


__all__ = ["report_data", "report_lines"]
