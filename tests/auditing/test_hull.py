"""An output of attention lies between the rows of V, whatever the weights are."""

from __future__ import annotations

import pytest

from symattn.auditing import audit

VALUES = r"Let $V=\begin{bmatrix}1&0\\0&1\end{bmatrix}$. "


def verdicts(text: str) -> list[str]:
    return [claim.verdict for claim in audit(text).claims]


def test_an_output_outside_the_hull_of_v_contradicts_it() -> None:
    found = audit(VALUES + "The attention output is $[1.2, 0.5]$.").wrong
    assert [claim.verdict for claim in found] == ["contradicts an invariant"]
    assert "row 1, column 1 is 1.2" in found[0].message


@pytest.mark.parametrize(
    "text",
    [
        VALUES + "The attention output is $[0.4, 0.6]$.",
        VALUES + "The output is $[1.2, 0.5]$.",
        VALUES + r"Let $W_O=\begin{bmatrix}2&0\\0&2\end{bmatrix}$. The attention output is $[1.2, 0.5]$.",
        VALUES + "\n\n# Another example\n\nThe attention output is $[1.2, 0.5]$.",
        "The attention output is $[1.2, 0.5]$.",
        "Fixed: weights [0.2, 0.9] are loaded from 3 files.",
    ],
)
def test_what_may_lie_outside_for_another_reason_is_no_alarm(text: str) -> None:
    assert not {"contradicts an invariant", "wrong"} & set(verdicts(text))
