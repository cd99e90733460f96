r"""What a label names: "Attention weights:", "**W_Q of head 1**", "expected_output", "Key projection (head 2)".

A label is nothing but a name: every word of it has to belong to one. "The weights of the parcels" is no label.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from symattn.auditing.expressions import expression_of
from symattn.auditing.notation import SUBSCRIPT_DIGITS
from symattn.auditing.roles import ORDINALS, role_of_name

NAMES = {
    "X": "X", "Q": "Q", "K": "K", "V": "V", "w_q": "W_Q", "w_k": "W_K", "w_v": "W_V", "w_o": "W_O",
    "scores": "scores", "dots": "dots", "masked_scores": "masked_scores", "weights": "weights", "output": "output",
    "joined": "joined", "mask": "mask", "bias": "bias",
}  # fmt: skip
GIVEN = ("X", "w_q", "w_k", "w_v", "w_o", "mask", "bias")


class Label(NamedTuple):
    """A stage or input, perhaps of one head (from 1)."""

    role: str
    head: int | None = None

    @property
    def name(self) -> str:
        """The name that stands for it in formulas."""
        return NAMES[self.role] if self.head is None else f"{NAMES[self.role]}_{self.head}"


_HEAD = re.compile(
    rf"[\s,(–—-]*(?:\b(?:of|for|in)\s+)?(?:the\s+)?(?:\bheads?\s*#?(?P<number>\[?\d{{1,2}}\]?)"
    rf"|\b(?P<ordinal>{'|'.join(ORDINALS)})\s+head)\b\)?",
    re.IGNORECASE,
)
_IDLE = frozenset(
    word
    for line in (
        "the a an of for our all with given input matrix matrices vector vectors rows row table tensor array is are as",
        "follows follow these this here we have get obtain expected published printed resulting result results final",
        "correct computed by to per each token tokens word words and then gives give now so reference true actual full",
        "predicted attention self vecs vec attn multi causal masked scaled dot product one every position positions in",
        "on numbers figures following below stated rounded approximately about be should reads read come out comes use",
        "used added additive visible raw its their using answer answers solution",
    )
    for word in line.split()
)
_MEANING = {
    **dict.fromkeys(("query", "queries", "q"), "Q"), **dict.fromkeys(("key", "keys", "k"), "K"),
    **dict.fromkeys(("value", "values", "v"), "V"), **dict.fromkeys(("weight", "weights"), "weights"),
    **dict.fromkeys(("projection", "projections", "proj"), "projection"),
    **dict.fromkeys(("score", "scores", "logits"), "scores"),
    **dict.fromkeys(("softmax", "probability", "probabilities", "probs", "alpha"), "weights"),
    **dict.fromkeys(("output", "outputs", "context", "contexts", "out", "mixture", "mixtures"), "output"),
    **dict.fromkeys(("mask", "masking", "visibility"), "mask"), **dict.fromkeys(("bias", "biases"), "bias"),
    **dict.fromkeys(("input", "inputs", "embedding", "embeddings"), "X"),
}  # fmt: skip
_PROJECTED = {"Q": "w_q", "K": "w_k", "V": "w_v", "output": "w_o"}
# Query weights are a projection; the weights of a query are not.
_PROJECTING = re.compile(r"\b(?:quer(?:y|ies)|keys?|values?|[qkv])[\s_]+weights?\b", re.IGNORECASE)
# What may stand beside the name of a stage: scores of queries and keys, a bias added to the scores.
_BESIDE = {"scores": ("Q", "K"), "mask": ("Q", "K"), "weights": ("Q", "K"), "bias": ("scores",)}
_DECORATION = re.compile(
    r"^\W*(?:Table|Figure|Listing|Step)\s+\d+\W|[*`#>]+|^\W*\d+[.)]\s+|^\s*[-•]\s+|\bprint\b|[\"'“”]"
)
_ASIDE = re.compile(
    r"\((?!\s*head\b)[^()]*[A-Za-z=<≤]{3}[^()]*\)|[,;–—].*$|\s(?:in|with|to|at)\s.*$|\s-\s.*$",
    re.IGNORECASE | re.DOTALL,
)
LONGEST = 120


def label_of(words: str) -> Label | None:
    r"""What the last line of some words names, if it is nothing but a label.

    >>> label_of("**Key projection (head 2)**"), label_of("Weights (rounded):"), label_of("$W_Q^{(1)}$")
    (Label(role='w_k', head=2), Label(role='weights', head=None), Label(role='w_q', head=1))
    >>> label_of("The weights of the parcels:")
    """
    lines = [line for line in words.strip().splitlines() if line.strip()]
    line = lines[-1] if lines else ""
    line = re.split(r"(?<=[.!?;])\s+(?=[A-Z*`$])", line.strip())[-1]
    return _named(line) if len(line) <= LONGEST else None


def _named(line: str) -> Label | None:
    text = _DECORATION.sub(" ", line)
    head: int | None = None
    if found := _HEAD.search(text):
        head = _number(found["number"]) if found["number"] else ORDINALS.index(found["ordinal"].lower()) + 1
        text = f"{text[: found.start()]} {text[found.end() :]}"
    text = _ASIDE.sub(" ", re.sub(r"^\s*>?\s*\(([^()]*)\)\s*$", r"\1", text)).strip(" \t:.=≈$()[]")
    text = re.sub(r"\\approx|\\simeq", " ", text).strip(" \t:.=≈$()[]")
    whole = _symbol(text)
    if whole is not None:
        return _with_head(whole, head)
    meanings: list[str] = []
    symbols: list[Label] = []
    for token in re.split(r"[\s/=≈:]+|(?<=[a-z])_(?=[a-z])", text):
        token = token.strip("$.,:()")
        word = token.lower()
        if not token or (word in _IDLE and not (word == "input" and "output" not in text)):
            continue
        symbol = _symbol(token) if len(token) < 3 or re.search(r"[_^\\\d]", token) or token in ("WQ", "WK") else None
        if symbol is not None:
            symbols.append(symbol)
        elif word in _MEANING:
            meanings.append(_MEANING[word])
        else:
            return None
    return _with_head(_decided(meanings, symbols, text), head)


def _number(digits: str) -> int:
    """The number of a head, from 1; heads[0] is the first."""
    return int(digits.strip("[]")) + digits.startswith("[")


def _symbol(token: str) -> Label | None:
    """What one symbol such as W_Q^{(1)} or A names; a single letter is never a word of a sentence."""
    token = re.sub(r"[₀-₉]+", lambda found: f"_{found[0].translate(SUBSCRIPT_DIGITS)}", token.strip("$ "))
    if not token or " " in token or token in ("a", "I", "o", "s"):
        return None
    is_latex = bool(re.search(r"[\\{^]", token))
    if re.fullmatch(r"[A-Za-z]\w*", token):
        role = role_of_name(token)
    else:
        expression = expression_of(token, 0, len(token), is_latex=is_latex)
        role = role_of_name(expression.name) if expression is not None and expression.name else None
    return Label(role.stage, role.number) if role is not None and role.stage in NAMES else None


def _decided(meanings: list[str], symbols: list[Label], text: str) -> Label | None:
    """What words and symbols name together."""
    if symbols:
        return symbols[0] if len(symbols) == 1 else None
    said = set(meanings)
    who = [one for one in meanings if one in _PROJECTED]
    is_before = bool(_PROJECTING.search(text))
    if who and ("projection" in said or (is_before and who[0] != "output")):
        return Label(_PROJECTED[who[0]]) if len(set(who)) == 1 else None
    for role in ("mask", "bias", "scores", "weights", "output", "Q", "K", "V", "X"):
        if role in said:
            others = said - {role, *_BESIDE.get(role, ())}
            return Label(role) if not others - {"X"} else None
    return Label("weights") if re.search(r"\battention\b", text, re.IGNORECASE) and not said else None


def _with_head(label: Label | None, head: int | None) -> Label | None:
    return label if label is None or head is None else label._replace(head=head)


__all__ = ["GIVEN", "LONGEST", "Label", "label_of"]
