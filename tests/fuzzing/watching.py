"""A watch on what Python itself reports: files, processes, sockets, imports and executed code.

Audit hooks cannot be taken away again, so there is one, and it listens only while a `watch` is on in its thread.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# What calculating and parsing may do.  ``compile`` is reported where a text becomes a tree, ``exec`` where it would
# run; Cython makes a code object (``code.__new__``) for each line of a traceback, which nothing runs.
HARMLESS = frozenset({"compile", "code.__new__", "object.__getattr__", "builtins.id", "sys._getframe", "array.__new__"})


class Happened(Exception):  # noqa: N818  # it says what happened; and it is no ValueError, which targets may swallow
    """Something was executed, opened, imported or started while nothing of that kind should be."""


class _State(threading.local):
    is_on = False
    happened: list[str] | None = None


_state = _State()
_lock = threading.Lock()
_installed = False


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if not _state.is_on or event in HARMLESS or event.startswith("gc."):
        return
    _state.is_on = False  # saying what happened may itself be reported
    if _state.happened is None:
        _state.happened = []
    _state.happened.append(f"{event}{tuple(str(each)[:80] for each in arguments)}")
    _state.is_on = True


@contextmanager
def watch() -> Iterator[None]:
    """Raise Happened at the end when anything happened within, whatever became of it."""
    global _installed
    with _lock:
        if not _installed:
            sys.addaudithook(_hear)
            _installed = True
    _state.happened, _state.is_on = None, True
    try:
        yield
    finally:
        _state.is_on = False
        if _state.happened:
            raise Happened("; ".join(_state.happened[:5]))


__all__ = ["HARMLESS", "Happened", "watch"]
