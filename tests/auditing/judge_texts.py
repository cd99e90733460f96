"""The auditor before the two source texts: ``python -m tests.auditing.judge_texts --texts FOLDER``.

The texts are not part of the project; lists of their figures are. Printed: how much of the lists is understood and
decided, every false alarm, what the known piece of float noise is called, and, unless ``--no-mutations``, what becomes
of each figure changed by one unit in its last digit. ``--down`` changes downwards too; ``--list`` names every figure
that is not decided. The exit status is 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.auditing.judges.changes import changes
from tests.auditing.judges.documents import KnownDocument, KnownFigure, read_list, unlisted_numbers
from tests.auditing.judges.mutations import Change, Mutation, all_changes, mutate_all
from tests.auditing.judges.verdicts import Judged, judge, run, verdict_of

HERE = Path(__file__).resolve().parent
LISTS = {"first": HERE / "figures" / "first_text.toml", "second": HERE / "figures" / "second_text.toml"}
GIVEN = {"first": HERE / "given_first_text.toml", "second": None}
NOISE = "1.2310585786300048"
DECIDED, CAUGHT = 0.90, 0.95


def share(part: int, whole: int) -> str:
    """A share for people."""
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"


def by_kind(figures: Sequence[KnownFigure]) -> str:
    """How many figures of which kind, most first."""
    return ", ".join(f"{kind} {count}" for kind, count in Counter(f.kind for f in figures).most_common())


def report_reading(document: KnownDocument, given: Path | None, every: bool) -> Judged:
    """Print what one audit of an unchanged text says."""
    start = time.process_time()
    found = run(document.text, given, document.form)
    seconds = time.process_time() - start
    result = judge(document, found)
    claims = document.claims
    print(f"{document.name}: {len(document.figures)} figures listed, {len(claims)} of them claims")
    print(f"  one audit: {seconds:.2f} s of CPU")
    print(f"  found by the auditor: {found.counts}, definitions {len(found.definitions)}")
    print(f"  understood and decided: {share(len(claims) - len(result.undecided), len(claims))}")
    if result.undecided:
        print(f"    not decided, by kind: {by_kind(result.undecided)}")
    for figure in result.undecided if every else ():
        print(f"    not decided: line {figure.line} columns {figure.printed!r} [{figure.statement}, {figure.kind}]")
    words = [word for word in document.words if verdict_of(word, found) not in (None, "not understood", "undecided")]
    print(f"  numbers in words, counted apart: decided {share(len(words), len(document.words))}")
    for figure, said in result.disagreements:
        place = f"line {figure.line} {figure.printed!r} [{figure.statement}]"
        print(f"  another verdict: {place}: {figure.verdict} is called {said}")
    print(f"  false alarms: {len(result.false_alarms)}")
    for claim in result.false_alarms:
        print(f"    {claim}")
    for figure in claims:
        if figure.printed == NOISE:
            print(f"  {NOISE}: {verdict_of(figure, found)}")
    return result


def report_changes(document: KnownDocument, results: Sequence[Mutation], what: str) -> tuple[int, int]:
    """Print what became of some changes; the number caught, and of alarms elsewhere."""
    counts = Counter(result.outcome for result in results)
    caught = counts["caught"] + counts["noise"]
    elsewhere = [result for result in results if result.elsewhere]
    print(
        f"  {what}: caught {share(caught, len(results))}, {counts['noise']} of them as float noise; "
        f"alarms only in what needs it: {counts['displaced']}; missed: {counts['missed']}; "
        f"with alarms elsewhere: {len(elsewhere)}"
    )
    for result in results:
        if result.outcome in ("missed", "displaced"):
            print(f"    {result.outcome}: {result.change}{' CRASH ' + result.crash if result.crash else ''}")
    for result in elsewhere:
        print(f"    elsewhere: {result.change}: {'; '.join(result.elsewhere[:3])}")
    sys.stdout.flush()
    return caught, len(elsewhere)


def changed_inputs(document: KnownDocument, given: Path) -> int:
    """Print what a change in each inherited number does; how many raise alarms where nothing needs them."""
    bad = raised = total = 0
    data = tomllib.loads(given.read_text(encoding="utf-8"))
    with TemporaryDirectory() as folder:
        for name, rows in ((n, v) for n, v in data.items() if isinstance(v, list)):
            for i, j in ((i, j) for i, row in enumerate(rows) for j in range(len(row))):
                [changed] = changes(str(rows[i][j]))
                lines = [f"{key} = {_changed(value, name, key, i, j, int(changed))}" for key, value in data.items()]
                path = Path(folder) / "given.toml"
                path.write_text("\n".join(lines), encoding="utf-8")
                found = run(document.text, path)
                places = [document.statements_at(claim.span) for claim in found.wrong]
                stray = [
                    claim
                    for claim, names in zip(found.wrong, places, strict=True)
                    if not names & document.touched_by(name)
                ]
                total, raised, bad = total + 1, raised + bool(found.wrong), bad + bool(stray)
                for claim in stray[:2]:
                    print(f"    elsewhere: {name}[{i + 1}, {j + 1}] = {changed}: {claim}")
    print(f"  inherited inputs changed, in turn: {total}; alarms raised by {raised}; with alarms elsewhere: {bad}")
    return bad


def _changed(value: object, name: str, key: str, i: int, j: int, new: int) -> str:
    if key != name or not isinstance(value, list):
        return repr(value)
    return repr([[new if (r, c) == (i, j) else cell for c, cell in enumerate(row)] for r, row in enumerate(value)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge both texts; 1 where a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.auditing.judge_texts", description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=Path, required=True, help="the folder that holds the two texts")
    parser.add_argument("--only", choices=sorted(LISTS), help="one of the two texts")
    parser.add_argument("--no-mutations", action="store_true", help="only the unchanged texts")
    parser.add_argument("--down", action="store_true", help="change each figure downwards too")
    parser.add_argument("--list", action="store_true", help="name every figure that is not decided")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="change only every N-th figure")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    totals = Counter[str]()
    for which in [options.only] if options.only else list(LISTS):
        judge_text(which, options, totals)
    print(
        f"together: decided {share(totals['decided'], totals['claims'])}, false alarms {totals['alarms']}; "
        f"changes caught {share(totals['caught'], totals['changes'])}, with alarms elsewhere {totals['elsewhere']}"
    )
    missed = totals["decided"] < DECIDED * totals["claims"] or totals["caught"] < CAUGHT * totals["changes"]
    return int(missed or totals["alarms"] > 0 or totals["elsewhere"] > 0)


def judge_text(which: str, options: argparse.Namespace, totals: Counter[str]) -> None:
    """Judge one text and add its figures to the totals."""
    document, given = read_list(LISTS[which], options.texts), GIVEN[which]
    for line, number in unlisted_numbers(document):
        print(f"NOT LISTED: line {line}: {number}")
        totals["alarms"] += 1
    result = report_reading(document, given, options.list)
    totals["claims"] += len(document.claims)
    totals["decided"] += len(document.claims) - len(result.undecided)
    totals["alarms"] += len(result.false_alarms)
    if options.no_mutations:
        return

    def outcomes(changed: list[Change]) -> list[Mutation]:
        return mutate_all(document, changed[:: options.every], given=given, processes=options.processes)

    ups = outcomes(list(all_changes(document.claims)))
    caught, elsewhere = report_changes(document, ups, "claims changed upwards")
    totals.update(caught=caught, changes=len(ups), elsewhere=elsewhere)
    if options.down:
        downs = outcomes(list(all_changes(document.claims, -1)))
        totals["elsewhere"] += report_changes(document, downs, "claims changed downwards")[1]
    givens = outcomes(list(all_changes(figure for figure in document.figures if not figure.is_claim)))
    if givens:
        totals["elsewhere"] += report_changes(document, givens, "given figures changed (an alarm is not demanded)")[1]
    if given is not None and options.every == 1:
        totals["elsewhere"] += changed_inputs(document, given)


if __name__ == "__main__":
    sys.exit(main())
