"""The auditor before every page of ``tests/auditing/pages``: ``python -m tests.auditing.judge_pages [NAME ...]``.

What ``judge_texts`` prints of the source texts, for the project's own pages, with every figure changed both ways.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from tests.auditing.judge_texts import report_changes, report_reading, share
from tests.auditing.judges.mutations import all_changes, mutate_all
from tests.auditing.judges.pages import PAGES


def main(arguments: Sequence[str]) -> int:
    """Judge the pages with these names, or all; 1 where anything is amiss."""
    totals = Counter[str]()
    for name, page in PAGES.items():
        if arguments and name not in arguments:
            continue
        result = report_reading(page, None, True)
        totals.update(claims=len(page.claims), undecided=len(result.undecided), alarms=len(result.false_alarms))
        for step, what in ((1, "claims changed upwards"), (-1, "claims changed downwards")):
            results = mutate_all(page, list(all_changes(page.claims, step)), processes=2)
            caught, elsewhere = report_changes(page, results, what)
            totals.update(caught=caught, changes=len(results), elsewhere=elsewhere)
        givens = list(all_changes(figure for figure in page.figures if not figure.is_claim))
        if givens:
            results = mutate_all(page, givens, processes=2)
            totals["elsewhere"] += report_changes(page, results, "given figures changed (an alarm is not demanded)")[1]
    decided = totals["claims"] - totals["undecided"]
    print(
        f"together: decided {share(decided, totals['claims'])}, false alarms {totals['alarms']}; changes caught "
        f"{share(totals['caught'], totals['changes'])}, with alarms elsewhere {totals['elsewhere']}"
    )
    return int(bool(totals["undecided"] or totals["alarms"] or totals["elsewhere"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
