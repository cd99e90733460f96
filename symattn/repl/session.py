"""Starting a session: IPython at a terminal where it is installed, Python's own prompt otherwise."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from io import TextIOWrapper
from typing import TYPE_CHECKING

from symattn.repl.console import Console, display
from symattn.repl.guidance import Leave
from symattn.repl.names import namespace

if TYPE_CHECKING:
    from traitlets.config import Config

BANNER = """Exact values: 1/2, e/(1+e), ln 99, sqrt 2, [[1, 2], [3, 4]]; x = ... gives a name, Tab completes.
Try  compare("e/(1+e)", "1/(1+e^-1)")   decimal("e/(1+e)", 30)   causal(3)   help   exit"""


def start(*, plain: bool = False, traceback: bool = False) -> int:
    """Run a session to its end; the status is 2 when a line of a session without a terminal failed."""
    if not plain and sys.stdin.isatty() and find_spec("IPython") is not None:
        return _start_ipython(traceback)
    return _start_plain(traceback)


def _start_plain(traceback: bool) -> int:
    names = namespace()
    names |= {"exit": Leave(), "quit": Leave()}
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no UTF-8 spoil their own line and no other
    console = Console(names, traceback=traceback)
    if console.is_terminal:
        _complete_with_tab(names)
    hook, sys.displayhook = sys.displayhook, display
    try:
        if console.is_terminal:
            console.interact(banner=BANNER, exitmsg="")
        else:
            console.run_lines(sys.stdin)
    except SystemExit as ended:
        if ended.code is not None:
            return ended.code if isinstance(ended.code, int) else 1
    finally:
        sys.displayhook = hook
    return 2 if console.errors and not console.is_terminal else 0


def _complete_with_tab(names: dict[str, object]) -> None:
    """Let Tab complete names and attributes, where Python has readline."""
    try:
        import readline
    except ImportError:
        return
    from rlcompleter import Completer

    readline.set_completer(Completer(names).complete)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


def _start_ipython(traceback: bool) -> int:
    from IPython import start_ipython

    start_ipython(argv=[], config=ipython_config(traceback=traceback))
    return 0


def ipython_config(*, traceback: bool) -> Config:
    """How IPython is set up for a session."""
    from IPython.terminal.interactiveshell import TerminalInteractiveShell
    from traitlets.config import Config

    config = Config()
    config.InteractiveShellApp.extensions = ["symattn.repl.ipython"]
    config.IPCompleter.use_jedi = False  # it does not look at the session's own names
    config.InteractiveShell.automagic = False  # otherwise a line such as "e" or "ls" could be a command
    config.InteractiveShell.xmode = "Context" if traceback else "Minimal"
    config.TerminalInteractiveShell.banner1 = f"{BANNER}\n"
    config.TerminalInteractiveShell.confirm_exit = False
    if hasattr(TerminalInteractiveShell, "enable_tip"):
        config.TerminalInteractiveShell.enable_tip = False
    return config
