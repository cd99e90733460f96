"""Settings of every test run.

Hypothesis draws the same examples in every run, so that a run that passes here passes elsewhere; to look for new
counterexamples, set ``HYPOTHESIS_PROFILE=explore``.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests import support

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", deadline=None, max_examples=500, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a misspelt component, which would otherwise demand nothing."""
    unknown = support.demanded() - support.known_components()
    if unknown:
        raise pytest.UsageError(f"SYMATTN_REQUIRE names unknown components: {', '.join(sorted(unknown))}")
