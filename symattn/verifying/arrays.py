"""Arrays of exact numbers that NumPy code takes for its own.

An `ExactArray` is a NumPy array of objects whose entries are `Scalar`; slicing, reshaping, transposing and broadcasting
are NumPy's own, calculating is done exactly (`ufuncs`, `functions`). Comparisons give plain Boolean arrays.

    >>> import numpy as np
    >>> x = exact_array([[0, 1], [2, 2]])
    >>> e = np.exp(x - x.max(axis=-1, keepdims=True))
    >>> e / e.sum(axis=-1, keepdims=True)
    ExactArray([[1/(e + 1), e/(e + 1)], [1/2, 1/2]])

``astype`` to a float format changes nothing, since nothing is rounded here (the run remarks on it); to bool and int it
does what it says. ``dtype`` is object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from symattn.door import exact
from symattn.errors import FloatError, KindError
from symattn.exact import ExactMatrix
from symattn.verifying.needed import np
from symattn.verifying.recording import current, refusals_noted
from symattn.verifying.scalars import Scalar

Array: TypeAlias = Any  # a NumPy array of any kind


class ExactArray(np.ndarray):
    """An array of exact numbers; see the module's docstring."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        from symattn.verifying.functions import call

        def numpys_own() -> Any:
            return super(ExactArray, self).__array_function__(func, types, args, kwargs)

        with refusals_noted():
            return call(func, args, given(kwargs), numpys_own)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(_plain_key(key), entries_of(value))

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(_plain_key(key))

    def fill(self, value: Any) -> None:
        """Set every entry."""
        self[...] = value

    def astype(self, dtype: Any, *_: Any, **__: Any) -> Any:
        """Itself, copied, for a float format: nothing is rounded here. For bool and int what these say."""
        kind = np.dtype(dtype).kind
        if kind == "b":
            return truth(self)
        if kind in "iu":
            return elementwise(int, self, dtype=dtype)
        if kind not in "fO":
            raise KindError(f"an array of exact numbers does not become one of {np.dtype(dtype)}")
        if kind == "f":
            current().remark(f"astype({np.dtype(dtype)}) was taken as exact: nothing was rounded")
        return self.copy()

    # NumPy's own methods, which would compare entries or add them one by one.

    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
        """The sum over axes."""
        return np.add.reduce(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims, **more)

    def prod(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
        """The product over axes."""
        return np.multiply.reduce(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims, **more)

    def max(self, axis: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
        """The largest over axes."""
        return np.maximum.reduce(self, axis=axis, out=out, keepdims=keepdims, **more)

    def min(self, axis: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
        """The smallest over axes."""
        return np.minimum.reduce(self, axis=axis, out=out, keepdims=keepdims, **more)

    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
        """The mean over axes."""
        return np.mean(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims, **more)

    def all(self, axis: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
        """Whether no entry is 0, over axes."""
        return truth(self).all(axis=axis, out=out, keepdims=keepdims, **more)

    def any(self, axis: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
        """Whether some entry is not 0, over axes."""
        return truth(self).any(axis=axis, out=out, keepdims=keepdims, **more)

    def argmax(self, axis: Any = None, out: Any = None, **more: Any) -> Any:
        """Where the first largest entry stands, decided exactly."""
        return np.argmax(self, axis=axis, out=out, **more)

    def argmin(self, axis: Any = None, out: Any = None, **more: Any) -> Any:
        """Where the first smallest entry stands, decided exactly."""
        return np.argmin(self, axis=axis, out=out, **more)

    def dot(self, other: Any, out: Any = None) -> Any:
        """The product with a vector or matrix."""
        return np.dot(self, other, out=out)

    def clip(self, min: Any = None, max: Any = None, out: Any = None, **more: Any) -> Any:
        """Entries brought between two bounds."""
        return np.clip(self, min, max, out=out, **more)

    def round(self, decimals: Any = 0, out: Any = None) -> Any:
        """Refused: rounding is what exact numbers are without. Errors: KindError."""
        raise KindError("an exact array is not rounded: leave the rounding out, or compare what is rounded later")

    def __repr__(self) -> str:
        return f"ExactArray({_told(np.asarray(self).tolist())})"

    __str__ = __repr__


def exact_array(value: object) -> ExactArray:
    """An array of the shape of nested lists, an array, an ExactMatrix or a single number; entries are number-like.

    >>> exact_array([["1/2", "-oo"], [0.25, "sqrt 2"]])
    ExactArray([[1/2, -oo], [1/4, sqrt(2)]])

    Floats are the dyadic rationals that they are; text is read. Errors: ReadError, KindError.
    """
    if isinstance(value, ExactMatrix):
        value = value.rows()
    return wrap(entries_of(_read(value)))


def wrap(entries: Array) -> ExactArray:
    """An array of objects, which are scalars already, as an ExactArray."""
    found: ExactArray = np.asarray(entries, dtype=object).view(ExactArray)
    return found


def entries_of(value: object) -> Array:
    """A plain array of objects with a Scalar in every place. Errors: KindError for what is no number."""
    base = np.asarray(value, dtype=object) if not isinstance(value, np.ndarray) else value.view(np.ndarray)
    found = np.empty(base.shape, dtype=object)
    for place in np.ndindex(base.shape):
        entry = base[place]
        found[place] = entry if type(entry) is Scalar else Scalar.of(entry)
    return found


def _read(value: object) -> Any:
    """Text inside nested lists, read."""
    if isinstance(value, list | tuple):
        return [_read(entry) for entry in value]
    return exact(value) if isinstance(value, str) else value


def elementwise(function: Callable[..., Any], *arrays: Any, dtype: Any = object) -> Array:
    """The function of the entries of arrays that broadcast together, as a plain array."""
    parts = np.broadcast_arrays(*(entries_of(array) for array in arrays))
    found = np.empty(parts[0].shape, dtype=dtype)
    for place in np.ndindex(found.shape):
        found[place] = function(*(part[place] for part in parts))
    return found


def truth(value: Any) -> Array:
    """A plain Boolean array: where entries are not 0."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return np.asarray(value).astype(bool)
    return elementwise(bool, value, dtype=bool)


def unboxed(array: Array) -> Any:
    """A Scalar for an array without axes, an ExactArray for any other."""
    return array[()] if array.shape == () else wrap(array)


def apply_ufunc(ufunc: Any, method: str, inputs: Sequence[Any], options: dict[str, Any]) -> Any:
    """What a NumPy ufunc, or one of its methods, gives for exact arrays."""
    from symattn.verifying.ufuncs import evaluate

    options = given(options)
    outs = options.pop("out", None)
    with refusals_noted():
        found = evaluate(ufunc, method, inputs, options, outs)
        if outs is None:
            return found
        (out,) = outs if isinstance(outs, tuple) else (outs,)
        return stored(found, out)


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were said: NumPy hands on its own mark for those that were not."""
    return {name: value for name, value in options.items() if value is not np._NoValue}


def stored(found: Any, out: Array) -> Array:
    """Put a result where the code wants it."""
    if not isinstance(out, np.ndarray):
        raise KindError("out is no array")
    if out.dtype != object and not _is_plain(found):
        raise FloatError(
            f"exact numbers would be stored in an array of {out.dtype}: make it from the arguments, "
            "as with np.zeros_like(x), or with np.zeros inside the function"
        )
    out[...] = found
    return out


def _is_plain(found: Any) -> bool:
    return not isinstance(found, ExactArray | Scalar)


def _plain_key(key: Any) -> Any:
    """An index in which whole exact numbers are integers."""
    if isinstance(key, tuple):
        return tuple(_plain_key(one) for one in key)
    if isinstance(key, Scalar):
        return int(key)
    if isinstance(key, ExactArray):
        return elementwise(int, key, dtype=int)
    return key


def _told(entries: Any) -> str:
    if isinstance(entries, list):
        return f"[{', '.join(map(_told, entries))}]"
    return entries.text() if isinstance(entries, Scalar) else repr(entries)


__all__ = [
    "ExactArray",
    "apply_ufunc",
    "elementwise",
    "entries_of",
    "exact_array",
    "given",
    "stored",
    "truth",
    "unboxed",
    "wrap",
]
