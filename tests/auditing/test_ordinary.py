"""Ordinary mathematical writing is let pass."""

from __future__ import annotations

import pytest

from tests.auditing.judges.ordinary import document
from tests.auditing.judges.verdicts import run


@pytest.fixture(scope="module")
def ordinary() -> str:
    return document(200_000)


def test_it_is_as_long_as_wanted_and_the_same_every_time(ordinary: str) -> None:
    assert 200_000 <= len(ordinary) < 202_000
    assert document(2_000) == document(2_000) != document(2_000, seed=1)


def test_at_most_one_false_alarm_in_200_kilobytes(ordinary: str) -> None:
    found = run(ordinary, form="markdown")
    assert len(found.wrong) <= 1, "\n".join(map(str, found.wrong[:20]))
    assert found.counts.decided > 100, "an auditor that says nothing raises no alarm either"


# Plain errors; an auditor that explains everything away lets them pass.
ERRORS = r"""
Then $17 + 26 = 44$.
Hence $\frac12 + \frac13 = \frac46$.
We find $\sqrt{2} \approx 1.4152$.
Since $\ln 2 \approx 0.69314$, we go on.
Let $a = 3$ and $b = 4$. Then $ab = 13$.
We have $\operatorname{softmax}(1,2,3)\approx(0.0900, 0.2448, 0.6652)$.
The decay leaves $e^{-2} \approx 0.1354$ of it.
The mean is $0.25\cdot 4 + 0.5 \cdot 2 = 2.1$.
$$\begin{pmatrix}1&2\\3&4\end{pmatrix}\begin{pmatrix}1&0\\1&1\end{pmatrix}=\begin{pmatrix}3&2\\7&5\end{pmatrix}$$
We get $e/(1+e) \approx 0.7312$.
The attention weights of the query are [0.21, 0.35, 0.60].
""".strip().splitlines()


@pytest.mark.parametrize("error", ERRORS)
def test_a_plain_error_is_found_alone_and_among_ordinary_writing(error: str) -> None:
    assert run(error + "\n", form="markdown").wrong
    before, after = document(3_000, seed=1), document(3_000, seed=2)
    found = run(f"{before}\n\n{error}\n\n{after}", form="markdown")
    start = len(before) + 2
    assert [claim for claim in found.wrong if start <= claim.span[0] < start + len(error)]


@pytest.mark.parametrize("seed", range(1, 4))
def test_other_documents_have_few_alarms_too(seed: int) -> None:
    found = run(document(20_000, seed), form="markdown")
    assert len(found.wrong) <= 1, "\n".join(map(str, found.wrong))
