"""Running somebody's NumPy function on exact numbers.

NumPy lets an array decide what functions of it mean, but not what np.zeros or np.asarray mean. While a run is on, the
modules whose code can run see a numpy in which these names make exact arrays (`substitution`), so that
``out = np.zeros(n)`` can be filled and ``np.asarray(x, dtype=float)`` keeps what is exact. NumPy itself is not touched.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from symattn.verifying.arrays import ExactArray, entries_of, wrap
from symattn.verifying.functions import filled
from symattn.verifying.needed import np
from symattn.verifying.recording import Recording, current, is_running, recording
from symattn.verifying.scalars import NEVER_SET, Scalar
from symattn.verifying.substitution import Proxy, substituted

DRAWN = "random numbers were drawn: what is said holds for those that came, and other calls may get others"


@dataclass(frozen=True, eq=False)
class Run:
    """What a function returned, or the exception that it raised, and what was recorded meanwhile.

    Where ``record.refusals`` is not empty and there is no error, the code caught what exact numbers refused.
    """

    result: Any
    error: Exception | None
    record: Recording


def run(function: Callable[[], Any], code: object = None) -> Run:
    """Call a function with exact arrays in its closure; whatever it raises is kept.

    >>> from symattn.verifying.arrays import exact_array
    >>> run(lambda: exact_array([1]) * np.sqrt(2)).record.constants
    {Fraction(6369051672525773, 4503599627370496): None}

    ``code`` is the function whose modules are to see exact makers, where that is another one.
    """
    with recording() as record, substituted(function if code is None else code, _PROXY, _FUNCTIONS):
        before = _random_states()
        try:
            return Run(function(), None, record)
        except Exception as error:
            return Run(None, error, record)
        finally:
            if _random_states() != before:
                record.remark(DRAWN)


def _random_states() -> tuple[object, ...]:
    """Where the random generators stand that Python and NumPy keep."""
    name, keys, *rest = np.random.get_state()
    return random.getstate(), name, bytes(keys), *rest


def _seeded(original: Any, *args: Any, **kwargs: Any) -> Any:
    """np.random.default_rng, with a remark."""
    current().remark(DRAWN)
    return original(*args, **kwargs)


def _guarded(make: Callable[..., Any], original: Any) -> Any:
    """The exact maker inside a run, NumPy's own elsewhere, in other threads too."""

    def maker(*args: Any, **kwargs: Any) -> Any:
        return make(original, *args, **kwargs) if is_running() else original(*args, **kwargs)

    maker.__name__ = getattr(original, "__name__", "maker")
    return maker


def _from_shape(value: Any) -> Callable[..., Any]:
    def make(original: Any, shape: Any, dtype: Any = None, order: Any = "C", **more: Any) -> Any:
        return filled(shape, value, dtype) if _is_exact_kind(dtype) else original(shape, dtype, order, **more)

    return make


def _full(original: Any, shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", **more: Any) -> Any:
    whole = isinstance(fill_value, bool | np.bool_ | int | np.integer) and dtype is None
    if whole or not _is_exact_kind(dtype):
        return original(shape, fill_value, dtype, order, **more)
    return filled(shape, fill_value, dtype)


def _converted(original: Any, value: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    """np.array and its kin: exact where the value holds exact numbers."""
    if isinstance(value, ExactArray):
        found = value if dtype is None else value.astype(dtype)
        return found.copy() if original is np.array and kwargs.get("copy", True) else found
    if isinstance(value, list | tuple) and _holds_exact(value):
        found = wrap(entries_of(original([_unwrapped(one) for one in value], dtype=object)))
        return found if dtype is None else found.astype(dtype)
    if isinstance(value, Scalar) or (isinstance(value, np.ndarray) and value.dtype == object):
        found = wrap(entries_of(value))
        return found if dtype is None else found.astype(dtype)
    return original(value, dtype, *args, **kwargs)


def _holds_exact(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(_holds_exact(one) for one in value)
    return isinstance(value, ExactArray | Scalar)


def _unwrapped(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_unwrapped(one) for one in value]
    return np.ndarray.tolist(value) if isinstance(value, ExactArray) else value


def _finfo(original: Any, dtype: Any) -> Any:
    """The limits of binary64 for exact arrays, which have none of their own."""
    of_array = dtype.dtype if isinstance(dtype, np.ndarray) else dtype
    return original(float if isinstance(of_array, Scalar) or _kind(of_array) == "O" else dtype)


def _is_exact_kind(dtype: Any) -> bool:
    return dtype is None or _kind(dtype) in "fO"


def _kind(dtype: Any) -> str:
    return str(np.dtype(dtype).kind)


_MAKERS: dict[str, Callable[..., Any]] = {
    "zeros": _from_shape(0),
    "ones": _from_shape(1),
    "empty": _from_shape(NEVER_SET),
    "full": _full,
    "array": _converted,
    "asarray": _converted,
    "asanyarray": _converted,
    "ascontiguousarray": _converted,
    "finfo": _finfo,
}
# NumPy's own makers, and what stands in their place: in "np.zeros" by the proxy, in "from numpy import zeros" directly.
_FUNCTIONS: list[tuple[Any, Any]] = [
    (getattr(np, name), _guarded(make, getattr(np, name))) for name, make in _MAKERS.items()
]
_RNG = np.random.default_rng, _guarded(_seeded, np.random.default_rng)
_RANDOM = Proxy(np.random, {"default_rng": _RNG[1]})
_PROXY = Proxy(
    np, {name: stand_in for name, (_, stand_in) in zip(_MAKERS, _FUNCTIONS, strict=True)} | {"random": _RANDOM}
)
_FUNCTIONS += [_RNG, (np.random, _RANDOM)]

__all__ = ["Run", "run"]
