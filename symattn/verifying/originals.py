"""NumPy's own makers of arrays, bound before `running` lets these names of numpy make exact arrays."""

from __future__ import annotations

from numpy import asarray, empty, finfo, full, ones

__all__ = ["asarray", "empty", "finfo", "full", "ones"]
