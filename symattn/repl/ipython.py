"""What a session in IPython has beyond ``symattn.notebook``: the same help and the same words for unknown names."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

from symattn import notebook
from symattn.repl.guidance import overview, unknown_name


def load_ipython_extension(shell: Any) -> None:
    """Make a shell a session; IPython calls this."""
    notebook.load_ipython_extension(shell)
    shell.show_usage = lambda: print(overview())  # what ? alone calls
    if shell.xmode == "Minimal":  # otherwise a traceback was asked for
        shell.set_custom_exc((NameError,), _explain)


def _explain(
    shell: Any, _: type[BaseException], error: NameError, traceback: TracebackType, tb_offset: int | None = None
) -> None:
    if not error.name:
        shell.showtraceback((type(error), error, traceback), tb_offset=tb_offset)
        return
    print(unknown_name(error.name, shell.user_ns), file=sys.stderr)
