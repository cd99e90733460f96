"""NumPy, or one sentence that says how to get it."""

from __future__ import annotations

try:
    import numpy as np
except ImportError as error:
    raise ImportError("running code on exact numbers needs NumPy: pip install 'symattn[numpy]'") from error

__all__ = ["np"]
