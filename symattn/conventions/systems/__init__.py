"""The table of systems: every convention by name, one file a family."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from symattn.conventions.rules import Convention
from symattn.conventions.systems import classics, jax_family, kernels, models, onnx_operator, own, pytorch, transformers
from symattn.errors import UnknownNameError

_FAMILIES = (own, pytorch, transformers, jax_family, onnx_operator, kernels, models, classics)

SYSTEMS: Mapping[str, Convention] = MappingProxyType(
    {convention.name: convention for family in _FAMILIES for convention in family.CONVENTIONS}
)


def system(name: object) -> Convention:
    """The convention of a name.

    Errors: UnknownNameError with the nearest names.
    """
    if not isinstance(name, str) or name not in SYSTEMS:
        raise UnknownNameError.of("system", name, SYSTEMS)
    return SYSTEMS[name]
