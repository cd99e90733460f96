"""The auditor before a file of worked examples: ``python -m tests.auditing.judge_cases FILE [--show ID]``.

Each row is written as small Markdown pages in nine styles, audited, and compared with the row's verdict. The exit
status is 1 where anything is amiss.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.auditing.judges.cases import STYLES, judge_row
from tests.auditing.judges.other_styles import OTHER_STYLES


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the rows of a file; 1 where anything is amiss."""
    parser = argparse.ArgumentParser(prog="python -m tests.auditing.judge_cases", description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="JSON: a list of rows with problem, expected and verdict")
    parser.add_argument("--show", metavar="ID", help="print the pages of one row")
    options = parser.parse_args(arguments)
    styles = {**STYLES, **OTHER_STYLES}
    rows = json.loads(options.file.read_text(encoding="utf-8"))
    results = [result for row in rows if options.show in (None, row["id"]) for result in judge_row(row, styles)]
    for result in results:
        if options.show:
            print(f"--- {result.document.name}\n{result.document.text}")
        print(f"{'amiss' if result.amiss else 'right':6}{result.verdict:24}{result.document.name}  {result.amiss}")
    for style in styles:
        of_style = [result for result in results if result.style == style]
        print(f"{style}: {sum(not result.amiss for result in of_style)} of {len(of_style)} pages right")
    return int(any(result.amiss for result in results))


if __name__ == "__main__":
    sys.exit(main())
