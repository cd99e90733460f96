"""Fixtures for pytest: ``assert_equivalent``, ``assert_causal`` and ``assert_matches``, as functions.

    def test_my_attention(assert_equivalent):
        assert_equivalent(my_attention, "causal")

The same functions can be imported: ``from symattn import assert_equivalent``. Loading this file loads nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def assert_equivalent() -> Callable[..., None]:
    """symattn.assert_equivalent(function, spec): exactly what the specification says, or what differs and why."""
    from symattn.verifying.asserting import assert_equivalent

    return assert_equivalent


@pytest.fixture(scope="session")
def assert_causal() -> Callable[..., None]:
    """symattn.assert_causal(function): no output depends on a later input, exactly."""
    from symattn.verifying.asserting import assert_causal

    return assert_causal


@pytest.fixture(scope="session")
def assert_matches() -> Callable[..., None]:
    """symattn.assert_matches(function, cases): near to correctly rounded results, in floating point."""
    from symattn.verifying.asserting import assert_matches

    return assert_matches
