"""Numbers that several tests need."""

from __future__ import annotations

import pytest

from symattn.exact import Exact, exp


@pytest.fixture(scope="session")
def unseparated() -> Exact:
    """A number of about 10^-86859: no identity makes it 0, and no precision that is tried tells it from 0."""
    tiny = exp(Exact(-100_000))
    return exp(tiny) - 1 - tiny
