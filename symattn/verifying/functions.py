"""NumPy's functions of whole arrays on exact arrays.

Functions that only move entries (reshape, concatenate, tril ...) are NumPy's own. Those that calculate or decide are
here. What is in neither list runs as NumPy wrote it, on exact entries, or is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from symattn.errors import KindError, SymattnError
from symattn.verifying.arrays import Array, ExactArray, elementwise, entries_of, stored, truth, unboxed, wrap
from symattn.verifying.scalars import NEVER_SET, Scalar
from symattn.verifying.several import largest, smallest
from symattn.verifying.ufuncs import matmul, refuse_whole

Function = Callable[..., Any]
_TABLE: dict[Any, Function] = {}


def call(func: Any, args: Any, kwargs: Any, numpys_own: Callable[[], Any]) -> Any:
    """What a NumPy function gives for exact arrays. Errors: KindError for one that does not work on them."""
    own = _TABLE.get(func)
    if own is not None:
        return own(*args, **kwargs)
    try:
        return _boxed(numpys_own())
    except SymattnError:
        raise
    except TypeError as error:
        name = getattr(func, "__name__", str(func))
        raise KindError(f"np.{name} is not known on exact numbers ({error})") from error


def _boxed(found: Any) -> Any:
    """Arrays of objects as exact arrays again."""
    if isinstance(found, list | tuple):
        return type(found)(_boxed(one) for one in found) if type(found) in (list, tuple) else found
    if isinstance(found, np.ndarray) and found.dtype == object:
        return unboxed(entries_of(found))
    return found


def _handles(*functions: Any) -> Callable[[Function], Function]:
    def register(function: Function) -> Function:
        for one in functions:
            _TABLE[one] = function
        return function

    return register


# -- reductions -------------------------------------------------------------------------------------------------------


def _through(ufunc: Any) -> Function:
    def reduced(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, **more: Any) -> Any:
        return ufunc.reduce(_exact(a), axis=axis, dtype=dtype, out=out, **more)

    return reduced


_TABLE |= {np.sum: _through(np.add), np.prod: _through(np.multiply)}


@_handles(np.max, np.amax)
def _max(a: Any, axis: Any = None, out: Any = None, **more: Any) -> Any:
    return np.maximum.reduce(_exact(a), axis=axis, out=out, **more)


@_handles(np.min, np.amin)
def _min(a: Any, axis: Any = None, out: Any = None, **more: Any) -> Any:
    return np.minimum.reduce(_exact(a), axis=axis, out=out, **more)


@_handles(np.nanmax)
def _nanmax(a: Any, axis: Any = None, **more: Any) -> Any:
    return np.maximum.reduce(_exact(a), axis=axis, where=~np.isnan(_exact(a)), initial=-np.inf, **more)


@_handles(np.nansum)
def _nansum(a: Any, axis: Any = None, **more: Any) -> Any:
    return np.add.reduce(_exact(a), axis=axis, where=~np.isnan(_exact(a)), **more)


@_handles(np.mean)
def _mean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, where: Any = True
) -> Any:
    refuse_whole("mean", dtype)
    array = _exact(a)
    count = np.add.reduce(np.ones(array.shape, dtype=int), axis=axis, keepdims=keepdims, where=where)
    found = np.add.reduce(array, axis=axis, keepdims=keepdims, where=where) / count
    return _into(found, out)


@_handles(np.var)
def _var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    refuse_whole("var", dtype)
    array = _exact(a)
    away = array - _mean(array, axis=axis, keepdims=True)
    count = np.add.reduce(np.ones(array.shape, dtype=int), axis=axis, keepdims=keepdims) - ddof
    return _into(np.add.reduce(away * away, axis=axis, keepdims=keepdims) / count, out)


@_handles(np.std)
def _std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    return _into(np.sqrt(_var(a, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)), out)


@_handles(np.all)
def _all(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
    return truth(a).all(axis=axis, out=out, keepdims=keepdims, **more)


@_handles(np.any)
def _any(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
    return truth(a).any(axis=axis, out=out, keepdims=keepdims, **more)


@_handles(np.cumsum)
def _cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    array = _exact(a)
    found = np.add.accumulate(array.ravel() if axis is None else array, axis=0 if axis is None else axis, dtype=dtype)
    return _into(found, out)


@_handles(np.argmax)
def _argmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _into(_place_of(a, axis, largest, keepdims), out)


@_handles(np.argmin)
def _argmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _into(_place_of(a, axis, smallest, keepdims), out)


def _place_of(a: Any, axis: Any, choose: Callable[[Sequence[Scalar]], Scalar], keepdims: bool) -> Any:
    """Where the first extreme entry stands."""
    entries = entries_of(a)
    lined = np.moveaxis(entries.ravel() if axis is None else entries, -1 if axis is None else axis, -1)
    found = np.empty(lined.shape[:-1], dtype=int)
    for place in np.ndindex(found.shape):
        row = lined[place]
        best = choose(list(row))
        found[place] = next(k for k, entry in enumerate(row) if entry.is_nan or (not best.is_nan and entry == best))
    if keepdims:
        return found.reshape([1] * entries.ndim) if axis is None else np.expand_dims(found, axis)
    return int(found) if found.shape == () else found


# -- products ---------------------------------------------------------------------------------------------------------


@_handles(np.dot)
def _dot(a: Any, b: Any, out: Any = None) -> Any:
    first, second = entries_of(a), entries_of(b)
    if not first.ndim or not second.ndim:
        return _into(_exact(a) * _exact(b), out)
    # With more axes: the last one of the first and the last but one of the second.
    found = matmul(first, second) if second.ndim <= 2 else np.tensordot(first, second, axes=(-1, -2))
    return _into(unboxed(found), out)


@_handles(np.inner)
def _inner(a: Any, b: Any) -> Any:
    return unboxed(entries_of(np.tensordot(entries_of(a), entries_of(b), axes=(-1, -1))))


@_handles(np.outer)
def _outer(a: Any, b: Any, out: Any = None) -> Any:
    return _into(np.multiply.outer(_exact(a).ravel(), _exact(b).ravel()), out)


@_handles(np.einsum)
def _einsum(*operands: Any, out: Any = None, optimize: Any = False, dtype: Any = None, **more: Any) -> Any:
    refuse_whole("einsum", dtype)
    plain = [one if isinstance(one, str | list) else entries_of(one) for one in operands]
    return _into(unboxed(entries_of(np.einsum(*plain, optimize=False))), out)


@_handles(np.tensordot)
def _tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    return unboxed(entries_of(np.tensordot(entries_of(a), entries_of(b), axes=axes)))


# -- choosing and setting ---------------------------------------------------------------------------------------------


@_handles(np.where)
def _where(condition: Any, *choices: Any) -> Any:
    if not choices:
        return np.nonzero(truth(condition))
    allowed = truth(condition)
    if not any(_is_exact(one) for one in choices):
        return np.where(allowed, *choices)
    allowed, first, second = np.broadcast_arrays(allowed, *(entries_of(one) for one in choices))
    found = np.empty(allowed.shape, dtype=object)
    for place in np.ndindex(found.shape):
        found[place] = (first if allowed[place] else second)[place]
    return unboxed(found)


@_handles(np.clip)
def _clip(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, **more: Any) -> Any:
    low, high = more.get("min", a_min), more.get("max", a_max)
    found = _exact(a)
    found = found if low is None else np.maximum(found, low)
    found = found if high is None else np.minimum(found, high)
    return _into(found, out)


@_handles(np.nan_to_num)
def _nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    stand_ins = {
        "nan": nan,
        "oo": np.finfo(float).max if posinf is None else posinf,
        "-oo": np.finfo(float).min if neginf is None else neginf,
    }
    found = unboxed(elementwise(lambda a: a if a.is_finite else Scalar.of(stand_ins[a.kind]), x))
    return found if copy else stored(found, x)


@_handles(np.isneginf)
def _isneginf(x: Any, out: Any = None) -> Any:
    return _into(_plain(elementwise(lambda a: a.kind == "-oo", x, dtype=bool)), out)


@_handles(np.isposinf)
def _isposinf(x: Any, out: Any = None) -> Any:
    return _into(_plain(elementwise(lambda a: a.kind == "oo", x, dtype=bool)), out)


@_handles(np.nonzero)
def _nonzero(a: Any) -> Any:
    return np.nonzero(truth(a))


@_handles(np.copyto)
def _copyto(dst: Any, src: Any, casting: Any = None, where: Any = True) -> None:
    if where is True:
        stored(_exact(src), dst)
    else:
        dst[...] = np.where(truth(where), _exact(src), dst)


@_handles(np.putmask)
def _putmask(a: Any, mask: Any, values: Any) -> None:
    a[truth(mask)] = values


@_handles(np.fill_diagonal)
def _fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    if wrap:
        raise KindError("np.fill_diagonal with wrap=True is not known on exact arrays: set entries by index")
    for i in range(min(a.shape)):
        a[(i,) * a.ndim] = val


# -- new arrays -------------------------------------------------------------------------------------------------------


def _like(value: Any) -> Function:
    def made(a: Any, dtype: Any = None, order: Any = "K", subok: bool = True, shape: Any = None) -> Any:
        return filled(np.shape(a) if shape is None else shape, value, dtype)

    return made


_TABLE |= {np.zeros_like: _like(0), np.ones_like: _like(1), np.empty_like: _like(NEVER_SET)}


@_handles(np.full_like)
def _full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: Any = "K", subok: bool = True, shape: Any = None
) -> Any:
    return filled(np.shape(a) if shape is None else shape, fill_value, dtype)


def filled(shape: Any, value: Any, dtype: Any = None) -> Array:
    """An array with one value everywhere: exact, unless the kind asked for holds no fractions."""
    if dtype is not None and np.dtype(dtype).kind not in "fO":
        return np.full(shape, value, dtype=dtype)
    found = np.empty(shape, dtype=object)
    found[...] = entries_of(value)
    return wrap(found)


# -- in short ---------------------------------------------------------------------------------------------------------


def _exact(value: Any) -> Any:
    return value if isinstance(value, ExactArray) else wrap(entries_of(value))


def _is_exact(value: Any) -> bool:
    return isinstance(value, ExactArray | Scalar) or np.asarray(value).dtype == object


def _into(found: Any, out: Any) -> Any:
    """A result, put where the code wants it."""
    return found if out is None else stored(found, out)


def _plain(found: Array) -> Any:
    return bool(found) if found.shape == () else found


__all__ = ["call", "filled"]
