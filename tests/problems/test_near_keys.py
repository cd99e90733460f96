"""Keys that are not known: what was probably meant."""

from __future__ import annotations

import pytest

from symattn.errors import ProblemError
from symattn.problems import Problem
from symattn.problems.near_keys import unknown_key

MEANT = {
    "key_valid": "padding of keys is visible = { key_lengths = 2 } or rows of true and false",
    "key_padding_mask": "padding of keys is visible",
    "keyLengths": "padding of keys is visible",
    "mask": "who may read whom is visible",
    "attention_mask": "who may read whom is visible",
    "is_causal": 'write visible = "causal"',
    "question": "what is asked stands in an exercise",
    "W_Q": "did you mean w_q?",
    "WO": "did you mean w_o?",
    "q": "did you mean Q?",
    "queries": "queries are Q",
    "weights": "that is calculated and not given",
    "visibel": "did you mean visible?",
    "query_vald": "did you mean query_valid?",
}


@pytest.mark.parametrize(("name", "meant"), MEANT.items())
def test_a_key_of_a_problem(name: str, meant: str) -> None:
    with pytest.raises(ProblemError) as caught:
        Problem.from_data({"scores": [[0, 1]], name: 1})
    assert str(caught.value).startswith(f"problem: {name}: no key of a problem is called {name!r}; ")
    assert meant in str(caught.value)


def test_keys_of_other_tables() -> None:
    assert unknown_key("key of an exercise", "question", ["statement"]).endswith("; what is asked is statement")
    assert unknown_key("key of an exercise", "mask", ["statement"]).endswith("; known: statement")
    with pytest.raises(ProblemError, match="did you mean w_q"):
        Problem.from_data({"X": [[1]], "heads": [{"Wq": [[1]], "w_k": [[1]], "w_v": [[1]]}]})
