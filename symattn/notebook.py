"""Exact lines in IPython and Jupyter: ``%load_ext symattn.notebook``.

From then on a cell is read as ``symattn repl`` reads a line: 1/2 and 0.5 are exact, ``ln 99`` and LaTeX are read, and
the public names of symattn are there. Values show as exact text with a certified decimal, in a notebook as LaTeX too.
"""

from __future__ import annotations

from typing import Any

from symattn.checking import CheckResult
from symattn.exact import Comparison, Exact, ExactMatrix, MinusInfinity
from symattn.repl.names import namespace
from symattn.repl.showing import shown
from symattn.repl.translate import to_python


def load_ipython_extension(shell: Any) -> None:
    """Make a shell understand exact lines; IPython calls this."""
    shell.push(namespace(shell.user_ns), interactive=False)

    def translated(lines: list[str]) -> list[str]:
        return f"{to_python(''.join(lines), shell.user_ns)}\n".splitlines(keepends=True)

    shell.input_transformers_post.append(translated)
    plain = shell.display_formatter.formatters["text/plain"]
    for kind in (Exact, ExactMatrix, MinusInfinity, Comparison, CheckResult):
        plain.for_type(kind, lambda value, printer, _: printer.text(shown(value)))
