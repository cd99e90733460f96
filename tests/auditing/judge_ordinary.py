"""The auditor before ordinary writing: ``python -m tests.auditing.judge_ordinary [FILE ...]``.

Without files, documents are made up (``--kilobytes`` each, for ``--seeds`` seeds), and every kind of sentence is
audited alone as well. With files, these are audited. Printed: every alarm, and the time. The exit status is 1 where
there is more than one alarm in 200 kB.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from symattn.auditing import Audit
from tests.auditing.judges.ordinary import document
from tests.auditing.judges.ordinary.assembling import SENTENCES
from tests.auditing.judges.ordinary.drawing import fill
from tests.auditing.judges.ordinary.truths import TRUTHS
from tests.auditing.judges.verdicts import run

FORMS = {".tex": "latex", ".md": "markdown", ".ipynb": "notebook"}


def made_up(kilobytes: int, seeds: int) -> Iterator[tuple[str, str, str]]:
    """Name, text and form of every sentence alone, and of whole documents."""
    draw = Random(0)
    for number, template in enumerate(line for lines in SENTENCES for line in lines):
        yield f"sentence {number}", fill(template, draw) + "\n", "markdown"
    for truth in TRUTHS:
        yield truth.__name__, "\n\n".join(fill(truth(draw), draw) for _ in range(30)), "markdown"
    for seed in range(seeds):
        yield f"document {seed}", document(kilobytes * 1000, seed), "markdown"


def files(paths: Sequence[Path]) -> Iterator[tuple[str, str, str]]:
    """Name, text and form of files."""
    for path in paths:
        yield str(path), path.read_text(encoding="utf-8", errors="replace"), FORMS.get(path.suffix, "text")


def report(name: str, text: str, form: str) -> tuple[int, Audit | None]:
    """Print the alarms of one document; their number, and what was found."""
    start = time.process_time()
    try:
        found = run(text, form=form)
    except Exception as error:
        print(f"{name}: CRASH {type(error).__name__}: {error}")
        return 1, None
    seconds = time.process_time() - start
    for claim in found.wrong:
        shown = " ".join(claim.text.split())[:90]
        print(f"{name}: line {claim.line}: {claim.verdict} [{claim.kind}]: {shown!r}: {claim.message}")
    if len(text) > 10_000:
        print(f"{name}: {len(text)} characters, {found.counts}, alarms {len(found.wrong)}, {seconds:.1f} s of CPU")
    return len(found.wrong), found


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit everything; 1 where there are too many alarms."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.auditing.judge_ordinary", description=__doc__.splitlines()[0]
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--kilobytes", type=int, default=200)
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args(arguments)
    total = size = 0
    for name, text, form in files(options.files) if options.files else made_up(options.kilobytes, options.seeds):
        total, size = total + report(name, text, form)[0], size + len(text)
    print(f"together: {total} alarms in {size} characters")
    return int(total > size / 200_000)


if __name__ == "__main__":
    sys.exit(main())
