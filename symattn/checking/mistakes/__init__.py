"""Named mistakes, computed from the problem: what somebody gets who does one thing wrong.

A `Mistake` has a name, a sentence, and a function from the right way of calculating (`ways`) to the ways that the
mistake makes of it; every way can be enclosed cheaply or evaluated exactly (`evaluating`, `arithmetic`). The mistakes
by theme: `inputs`, `scaling`, `masking`, `softmax`, `heads`, `rounding`; those of a loss and right values in the wrong
place are apart (`loss`, `placing`).

>>> from symattn.problems import Problem
>>> problem = Problem.from_data({"scores": [[0, 0], [0, 0]], "visible": "causal"})
>>> [trace] = MISTAKES["mask-after-softmax"].traces(problem)
>>> trace.exact("weights").text()
'[[1/2, 0], [1/2, 1/2]]'
"""

from __future__ import annotations

from symattn.checking.mistakes import heads, inputs, loss, masking, placing, rounding, scaling, softmax
from symattn.checking.mistakes.loss import LossProblem
from symattn.checking.mistakes.mistake import Mistake

# Those that are a way of calculating, in the order in which two of them are combined.
OF_METHOD: tuple[Mistake, ...] = (
    *inputs.MISTAKES,
    *heads.MISTAKES,
    *scaling.MISTAKES,
    *masking.MISTAKES,
    *softmax.MISTAKES,
    *rounding.MISTAKES,
)
MISTAKES = {mistake.name: mistake for mistake in (*OF_METHOD, *placing.MISTAKES, *loss.MISTAKES)}

__all__ = ["MISTAKES", "OF_METHOD", "LossProblem", "Mistake"]
