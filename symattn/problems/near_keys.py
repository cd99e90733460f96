"""What somebody meant who wrote a key that is not known: names of other systems, other spellings, other concepts."""

from __future__ import annotations

from collections.abc import Collection

from symattn.errors import UnknownNameError

_PADDING = "padding of keys is visible = { key_lengths = 2 } or rows of true and false"
_WHO_READS = (
    'who may read whom is visible = "causal", rows of true and false, or a table such as { causal = true, '
    "key_lengths = 2 }; numbers added to the scores are bias"
)
_ASKED = "what is asked stands in an exercise: [[exercise]] with id, statement and [[exercise.answer]]"
_CALCULATED = "that is calculated and not given; a problem starts from X, from Q, K, V, or from scores"
_IN_A_TABLE = "that is written inside a table, as in visible = {{ {} }}"
_OF_A_PROBLEM = {
    **dict.fromkeys(
        ("keyvalid", "validkeys", "keymask", "keypadding", "keypaddingmask", "padding", "lengths"), _PADDING
    ),
    **dict.fromkeys(("keylengths", "validlengths", "validlens", "seqlens"), _PADDING),
    **dict.fromkeys(("mask", "masks", "attentionmask", "attnmask", "masking", "visibility", "hidden"), _WHO_READS),
    **dict.fromkeys(("causal", "iscausal", "causalmask"), 'write visible = "causal"'),
    "window": _IN_A_TABLE.format("window = [1, 0]"),
    "prefix": _IN_A_TABLE.format("prefix = 2"),
    "packed": _IN_A_TABLE.format("packed = [2, 3]"),
    **dict.fromkeys(("question", "questions", "statement", "hint", "answer", "answers", "id", "points"), _ASKED),
    **dict.fromkeys(("weights", "output", "dots", "maskedscores", "joined", "attention"), _CALCULATED),
    **dict.fromkeys(("query", "queries"), "queries are Q"),
    **dict.fromkeys(("key", "keys"), "keys are K"),
    **dict.fromkeys(("value", "values"), "values are V"),
    **dict.fromkeys(("input", "inputs", "tokens", "embeddings"), "inputs are X"),
    **dict.fromkeys(("wout", "outproj", "outputprojection"), "the output projection is w_o"),
    **dict.fromkeys(("numheads", "head"), "write heads = [{ w_q = ..., w_k = ..., w_v = ... }, ...], or n_heads = 2"),
    "temperature": "write scale, by which the dot products are multiplied",
}
_OF_AN_EXERCISE = {
    **dict.fromkeys(("question", "text", "task", "prompt"), "what is asked is statement"),
    **dict.fromkeys(("answers", "expected"), "answers are [[exercise.answer]]"),
    **dict.fromkeys(("name", "label"), "an exercise is named by id and has a title"),
    **dict.fromkeys(("explanation", "worked"), "the worked solution is solution"),
}
_MEANT = {"key of a problem": _OF_A_PROBLEM, "key of an exercise": _OF_AN_EXERCISE}


def unknown_key(kind: str, name: str, known: Collection[str]) -> str:
    """The sentence for a key that is not known, with what was probably meant.

    >>> unknown_key("key of a problem", "W_Q", ["w_q", "w_k"])
    "no key of a problem is called 'W_Q'; did you mean w_q?"
    """
    plain = _plain(name)
    meant = _MEANT.get(kind, {}).get(plain)
    if meant:
        return f"no {kind} is called {name!r}; {meant}"
    same = sorted(each for each in known if _plain(each) == plain)
    if same:
        return f"no {kind} is called {name!r}; did you mean {' or '.join(same)}?"
    return str(UnknownNameError.of(kind, name, known))


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


__all__ = ["unknown_key"]
