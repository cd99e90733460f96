"""NumPy's elementwise functions and their reductions on exact entries.

>>> import numpy as np
>>> from symattn.verifying.arrays import exact_array
>>> np.maximum(exact_array([1, "-oo"]), 0), np.isneginf(exact_array([1, "-oo"]))
(ExactArray([1, 0]), array([False,  True]))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from symattn.errors import KindError, ShapeError
from symattn.exact import ExactMatrix
from symattn.verifying.arrays import Array, elementwise, entries_of, truth, unboxed
from symattn.verifying.scalars import Scalar
from symattn.verifying.several import dot_of, largest, smallest, sum_of

_ONE = Scalar.of(1)
_TWO = Scalar.of(2)


def _product_of(terms: Iterable[Scalar]) -> Scalar:
    return reduce(lambda a, b: a * b, terms, _ONE)


def _sign(a: Scalar) -> Scalar:
    return a if a.is_nan else Scalar.of(a.sign())


def _expm1(a: Scalar) -> Scalar:
    return a.exp() - 1


def _log1p(a: Scalar) -> Scalar:
    return (a + 1).log()


def _log_of_sum(terms: Iterable[Scalar]) -> Scalar:
    return sum_of(term.exp() for term in terms).log()


def _without_nan(choose: Callable[[Iterable[Scalar]], Scalar]) -> Callable[[Scalar, Scalar], Scalar]:
    """fmax and fmin: a NaN counts only where both are."""

    def chosen(a: Scalar, b: Scalar) -> Scalar:
        if a.is_nan or b.is_nan:
            return b if a.is_nan else a
        return choose([a, b])

    return chosen


def _logaddexp(a: Scalar, b: Scalar) -> Scalar:
    return (a.exp() + b.exp()).log()


NUMBERS: dict[str, Callable[..., Scalar]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "power": lambda a, b: a**b,
    "float_power": lambda a, b: a**b,
    "negative": lambda a: -a,
    "positive": lambda a: a,
    "conjugate": lambda a: a,
    "absolute": abs,
    "fabs": abs,
    "sign": _sign,
    "square": lambda a: a * a,
    "reciprocal": lambda a: 1 / a,
    "exp": Scalar.exp,
    "exp2": lambda a: _TWO**a,
    "expm1": _expm1,
    "log": Scalar.log,
    "log1p": _log1p,
    "log2": lambda a: a.log() / _TWO.log(),
    "logaddexp": _logaddexp,
    "sqrt": Scalar.sqrt,
    "tanh": Scalar.tanh,
    "maximum": lambda a, b: largest([a, b]),
    "minimum": lambda a, b: smallest([a, b]),
    "fmax": _without_nan(largest),
    "fmin": _without_nan(smallest),
}
TRUTHS: dict[str, Callable[..., bool]] = {
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
    "less": lambda a, b: a < b,
    "less_equal": lambda a, b: a <= b,
    "greater": lambda a, b: a > b,
    "greater_equal": lambda a, b: a >= b,
    "isfinite": lambda a: a.is_finite,
    "isinf": lambda a: a.kind in ("oo", "-oo"),
    "isnan": lambda a: a.is_nan,
    "signbit": lambda a: a.sign() < 0,
    "logical_and": lambda a, b: bool(a) and bool(b),
    "logical_or": lambda a, b: bool(a) or bool(b),
    "logical_xor": lambda a, b: bool(a) != bool(b),
    "logical_not": lambda a: not a,
}
REDUCTIONS: dict[str, Callable[[Iterable[Scalar]], Scalar]] = {
    "add": sum_of,
    "multiply": _product_of,
    "maximum": largest,
    "minimum": smallest,
    "fmax": lambda terms: reduce(_without_nan(largest), terms),
    "fmin": lambda terms: reduce(_without_nan(smallest), terms),
    "logaddexp": _log_of_sum,
}


def evaluate(ufunc: Any, method: str, inputs: Sequence[Any], options: dict[str, Any], outs: Any) -> Any:
    """One call of a ufunc. Errors: KindError for one that is not known on exact numbers."""
    name = ufunc.__name__
    match method:
        case "__call__" if name == "matmul":
            return unboxed(matmul(*inputs))
        case "__call__" if name == "vecdot":
            return _reduced("add", _elementwise("multiply", inputs, {}, None), axis=-1)
        case "__call__" if all(set(types) <= set("O->") for types in ufunc.types):  # somebody's own, np.vectorize
            return unboxed(entries_of(ufunc(*(entries_of(one) for one in inputs))))
        case "__call__":
            return _elementwise(name, inputs, options, outs)
        case "reduce":
            return _reduced(name, inputs[0], **options)
        case "accumulate" if name in REDUCTIONS:
            return _accumulated(name, *inputs, **options)
        case "outer":
            first, second = (entries_of(one) for one in inputs)
            wide = first.reshape(first.shape + (1,) * second.ndim)
            return _elementwise(name, (wide, second), {}, None)
    raise KindError(f"np.{name}{'' if method == '__call__' else '.' + method} is not known on exact numbers")


def _elementwise(name: str, inputs: Sequence[Any], options: dict[str, Any], outs: Any) -> Any:
    where = options.get("where", True)
    refuse_whole(name, options.get("dtype"))
    if name in ("equal", "not_equal") and any(one is None or isinstance(one, str) for one in inputs):
        return name == "not_equal"  # a number is neither nothing nor a text
    if name in TRUTHS:
        if where is not True:
            raise KindError(
                f"np.{name} with where= is not known on exact numbers: combine its result with the mask by &"
            )
        found: Any = elementwise(TRUTHS[name], *inputs, dtype=bool)
        return bool(found) if found.shape == () else found
    if name not in NUMBERS:
        raise KindError(f"np.{name} is not known on exact numbers; known are {', '.join(sorted(NUMBERS))}")
    if where is True:
        return unboxed(elementwise(NUMBERS[name], *inputs))
    return unboxed(_where_allowed(NUMBERS[name], inputs, where, outs))


def refuse_whole(name: str, dtype: Any) -> None:
    """Refuse a result that is cut to whole numbers."""
    if dtype is not None and np.dtype(dtype).kind in "iu":
        raise KindError(f"np.{name} with dtype={np.dtype(dtype)} cuts numbers, which exact ones are not: leave it out")


def _where_allowed(function: Callable[..., Scalar], inputs: Sequence[Any], where: Any, outs: Any) -> Array:
    """The function where a mask says so, elsewhere what ``out`` holds."""
    if outs is None:
        raise KindError("where= without out= leaves entries without a value: give out=, as np.zeros_like(x)")
    parts = np.broadcast_arrays(*(entries_of(one) for one in inputs), subok=False)
    allowed, kept = np.broadcast_to(truth(where), parts[0].shape), np.broadcast_to(entries_of(outs[0]), parts[0].shape)
    found = np.empty(parts[0].shape, dtype=object)
    for place in np.ndindex(found.shape):
        found[place] = function(*(part[place] for part in parts)) if allowed[place] else kept[place]
    return found


def _reduced(
    name: str,
    array: Any,
    axis: Any = 0,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    if name in ("logical_and", "logical_or"):
        method = truth(array).all if name == "logical_and" else truth(array).any
        return method(axis=axis, keepdims=keepdims, where=truth(where))
    if name not in REDUCTIONS:
        raise KindError(f"np.{name}.reduce is not known on exact numbers")
    refuse_whole(name, dtype)
    entries = entries_of(array)
    allowed = np.broadcast_to(truth(where), entries.shape) if where is not True else None
    first = [] if initial is None else [Scalar.of(initial)]
    reduction = REDUCTIONS[name]
    axes = _axes(axis, entries.ndim)
    kept = [i for i in range(entries.ndim) if i not in axes]
    lined = entries.transpose(kept + axes)
    flags = None if allowed is None else allowed.transpose(kept + axes)
    shape = lined.shape[: len(kept)]
    found = np.empty(shape, dtype=object)
    if not first and prod(lined.shape[len(kept) :]) == 0 and name in ("maximum", "minimum", "fmax", "fmin"):
        raise ShapeError(f"np.{name} of nothing has no value")
    for place in np.ndindex(shape):
        terms = lined[place].ravel() if axes else [lined[place]]
        chosen = terms if flags is None else [t for t, seen in zip(terms, flags[place].ravel(), strict=True) if seen]
        found[place] = reduction([*first, *chosen])
    if keepdims:
        found = found.reshape([1 if i in axes else size for i, size in enumerate(entries.shape)])
    return unboxed(found)


def _axes(axis: Any, count: int) -> list[int]:
    if axis is None:
        return list(range(count))
    listed = list(axis) if isinstance(axis, tuple | list) else [axis]
    for one in listed:
        if not -count <= one < count:
            raise np.exceptions.AxisError(one, count)
    return [int(one) % count for one in listed]


def _accumulated(name: str, array: Any, axis: Any = 0, dtype: Any = None) -> Any:
    refuse_whole(name, dtype)
    lined = np.moveaxis(entries_of(array), axis, -1)
    found = np.empty(lined.shape, dtype=object)
    for place in np.ndindex(lined.shape[:-1]):
        for k in range(lined.shape[-1]):
            found[(*place, k)] = REDUCTIONS[name](lined[place][: k + 1])
    return unboxed(np.moveaxis(found, -1, axis))


def matmul(first: Any, second: Any) -> Array:
    """The matrix product as NumPy defines it, leading axes broadcast together; a plain array.

    Errors: ShapeError where sizes do not fit.
    """
    a, b = entries_of(first), entries_of(second)
    if not a.ndim or not b.ndim:
        raise ShapeError("matmul multiplies arrays with at least one axis; * multiplies by a number")
    left, right = (a[None] if a.ndim == 1 else a), (b[:, None] if b.ndim == 1 else b)
    if left.shape[-1] != right.shape[-2]:
        raise ShapeError(f"matmul: an array of shape {a.shape} does not meet one of shape {b.shape}")
    leading = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    left = np.broadcast_to(left, leading + left.shape[-2:])
    right = np.broadcast_to(right, leading + right.shape[-2:])
    found = np.empty((*leading, left.shape[-2], right.shape[-1]), dtype=object)
    for place in np.ndindex(leading):
        found[place] = _product(left[place], right[place])
    if a.ndim == 1:
        found = found[..., 0, :]
    return found[..., 0] if b.ndim == 1 else found


def _product(left: Array, right: Array) -> Array:
    """The product of two matrices of scalars, by the engine where all are finite."""
    if left.size and right.size and all(entry.is_finite for part in (left, right) for entry in part.ravel()):
        factors = (ExactMatrix([[entry.number for entry in row] for row in part]) for part in (left, right))
        product = next(factors) @ next(factors)
        return entries_of([list(row) for row in product.rows()])
    columns = right.T
    found = np.empty((left.shape[0], right.shape[1]), dtype=object)
    for i, j in np.ndindex(found.shape):
        found[i, j] = dot_of(left[i], columns[j])
    return found
