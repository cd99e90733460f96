"""Another numpy for the modules of some code, while it runs, and for nobody else.

The module numpy itself stays what it is: compiled code of NumPy and SciPy makes its arrays by the same names and writes
into their memory. What changes for a time are the global names of Python modules that the code can reach, where these
are numpy or one of its makers of arrays; of installed packages only the code's own is touched. Runs at the same time
share a change; the last one takes it back.
"""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from threading import RLock
from types import FunctionType, MethodType, ModuleType
from typing import Any

Globals = dict[str, Any]

OWN = ("numpy", "symattn")
_INSTALLED = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
_LOCK = RLock()
_CHANGED: dict[tuple[int, str], list[Any]] = {}  # by module and name: [the globals, what was there, runs that need it]


class Proxy(ModuleType):
    """A module with some names of its own; everything else is the original's."""

    def __init__(self, original: ModuleType, names: Mapping[str, Any]) -> None:
        super().__init__(original.__name__, original.__doc__)
        self.__dict__.update(names)
        self.__dict__["_original"] = original

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_original"], name)


@contextmanager
def substituted(code: object, proxy: Proxy, functions: Sequence[tuple[Any, Any]]) -> Iterator[None]:
    """While the block runs, the modules that ``code`` reaches see a proxy and other functions for the originals.

    ``functions`` are pairs of an original and what stands in for it.
    """
    stand_ins = {id(original): stand_in for original, stand_in in functions}
    stand_ins[id(proxy.__dict__["_original"])] = proxy
    with _LOCK:
        keys = [key for names in reachable(code) for key in _change(names, stand_ins)]
    try:
        yield
    finally:
        with _LOCK:
            for key in keys:
                _restore(key)


def _change(names: Globals, stand_ins: Mapping[int, Any]) -> Iterator[tuple[int, str]]:
    for name, value in list(names.items()):
        key = id(names), name
        if key in _CHANGED:
            _CHANGED[key][2] += 1
        elif id(value) in stand_ins:
            _CHANGED[key] = [names, value, 1]
            names[name] = stand_ins[id(value)]
        else:
            continue
        yield key


def _restore(key: tuple[int, str]) -> None:
    names, original, runs = _CHANGED[key]
    if runs > 1:
        _CHANGED[key][2] -= 1
    else:
        del _CHANGED[key]
        names[key[1]] = original


def reachable(code: object) -> list[Globals]:
    """The globals of a function, and of Python functions, classes and modules that it can name, as far as they go."""
    search = _Search()
    search.reach(code)
    return list(search.found.values())


class _Search:
    """What was found so far; ``home`` is the package of the first module."""

    def __init__(self) -> None:
        self.found: dict[int, Globals] = {}
        self._seen: set[int] = set()
        self._home = ""

    def reach(self, thing: object) -> None:
        """Follow a function, a bound method, a partial call, a class, a module, or an object that is called."""
        if id(thing) in self._seen:
            return
        self._seen.add(id(thing))
        if isinstance(thing, FunctionType):
            self._function(thing)
        elif isinstance(thing, ModuleType):
            self._names(thing.__dict__)
        elif isinstance(thing, partial):
            for part in (thing.func, *thing.args, *thing.keywords.values()):
                self.reach(part)
        elif isinstance(thing, MethodType):
            self.reach(thing.__func__)
            self.reach(thing.__self__)
        else:
            for method in vars(thing if isinstance(thing, type) else type(thing)).values():
                if isinstance(method, FunctionType):
                    self.reach(method)

    def _function(self, function: FunctionType) -> None:
        for cell in function.__closure__ or ():
            with suppress(ValueError):  # a name that has no value yet
                self.reach(cell.cell_contents)
        self.reach(getattr(function, "__wrapped__", None))
        self._names(function.__globals__)

    def _names(self, names: Globals) -> None:
        """A module's globals and what they name; NumPy, this package and other installed ones are left alone."""
        package = str(names.get("__name__", "")).partition(".")[0]
        self._home = self._home or package
        file = str(names.get("__file__") or "")
        installed = file.startswith(_INSTALLED) or not file.endswith(".py")
        is_foreign = package in OWN or (installed and package != self._home)
        if id(names) in self.found or is_foreign:
            return
        self.found[id(names)] = names
        for value in list(names.values()):
            if isinstance(value, FunctionType | ModuleType | type):
                self.reach(value)


__all__ = ["Proxy", "reachable", "substituted"]
