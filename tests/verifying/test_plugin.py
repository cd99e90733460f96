"""The assertions inside a test suite: what pytest prints, and that the fixtures come with the installation."""

from __future__ import annotations

import pytest

pytest_plugins = "pytester"

CODE = """
import numpy as np

def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

def attend(Q, K, V, mask):
    return softmax(np.where(mask, Q @ K.T / np.sqrt(Q.shape[-1]), -np.inf)) @ V

def leaky(Q, K, V, mask):
    return (softmax(Q @ K.T / np.sqrt(Q.shape[-1])) * mask) @ V

def filled(Q, K, V, mask):
    return softmax(np.where(mask, Q @ K.T / np.sqrt(Q.shape[-1]), -1e9)) @ V
"""


def test_right_code_passes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=CODE)
    pytester.makepyfile(
        """
        from mine import attend, filled

        def test_equivalent(assert_equivalent):
            assert_equivalent(attend, "causal")
            assert_equivalent(filled, leak="1/10^300")

        def test_causal(assert_causal):
            assert_causal(attend)

        def test_matches(assert_matches):
            assert_matches(attend, "causal", ulps=4)
        """
    )
    pytester.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=3)


def test_failures_are_for_people(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=CODE)
    pytester.makepyfile(
        """
        from symattn import assert_causal, assert_equivalent, assert_matches
        from mine import attend, filled, leaky

        def test_equivalent():
            assert_equivalent(leaky)

        def test_leak():
            assert_equivalent(filled)

        def test_causal():
            assert_causal(leaky)

        def test_matches():
            assert_matches(leaky)
        """
    )
    ran = pytester.runpytest("-p", "no:cacheprovider")
    ran.assert_outcomes(failed=4)
    ran.stdout.fnmatch_lines(
        [
            ">*assert_equivalent(leaky)",
            "E*AssertionError: leaky differs from the specification on the inputs of case 'causal, 3 queries, d = 4'*",
            "E*row 1, column 1: the code gives 4/(exp(3/2) + exp(1/2) + 1) = 0.560978, the specification says 4",
            "E*this is what comes out when the weights of hidden keys are set to 0 only after*(mask-after-softmax)",
            ">*assert_equivalent(filled)",
            "E*AssertionError: filled is equal to the specification up to a leak*",
            ">*assert_causal(leaky)",
            "E*AssertionError: leaky reads later inputs: causal, 3 queries, d = 4, inputs changed after position 1",
            "E*row 1, column 1: the output was 4/(exp(3/2) + exp(1/2) + 1) = 0.560978 and becomes*",
            ">*assert_matches(leaky)",
            "E*AssertionError: leaky differs from the golden vectors of causal, 3 queries, d = 4 (output, binary64)",
            "E*entry [[]1, 1]: the code gives 0.56097753266435*, correctly rounded is 4.0: * units*",
        ]
    )
    ran.stdout.no_fnmatch_line("*asserting.py*")  # no frames of this package


def test_the_fixtures_are_listed(pytester: pytest.Pytester) -> None:
    ran = pytester.runpytest("--fixtures")
    ran.stdout.fnmatch_lines(["assert_equivalent*", "assert_causal*", "assert_matches*"], consecutive=False)
