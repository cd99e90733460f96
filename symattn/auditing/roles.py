r"""What a name or a word stands for in a calculation: W_{Q,1} the query projection of head 1, "mixture" an output.

Names of several letters, Q K V X and projections are *sure*; single letters such as A, S or O are only likely, and
count as a stage when words or digits say so too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class Role(NamedTuple):
    """A stage or input, perhaps of one head (from 1).

    ``number`` is a subscript that may be a head or a row; words such as "head 2" say that it ``is_head``.
    """

    stage: str
    number: int | None = None
    is_sure: bool = True
    mask: str = ""
    is_head: bool = False


# What words may call a row of figures, as far as it is calculated
STAGES = ("weights", "scores", "masked_scores", "dots", "output", "joined", "Q", "K", "V")
_WORDS: dict[str, str] = {
    **dict.fromkeys(("x", "inputs", "input", "embeddings", "embedding"), "X"),
    **dict.fromkeys(("q", "query", "queries"), "Q"),
    **dict.fromkeys(("k", "key", "keys"), "K"),
    **dict.fromkeys(("v", "value", "values"), "V"),
    **dict.fromkeys(("wq", "w_q", "w_query", "query_weight", "q_proj"), "w_q"),
    **dict.fromkeys(("wk", "w_k", "w_key", "key_weight", "k_proj"), "w_k"),
    **dict.fromkeys(("wv", "w_v", "w_value", "value_weight", "v_proj"), "w_v"),
    **dict.fromkeys(("wo", "w_o", "w_out", "w_output", "out_proj"), "w_o"),
    **dict.fromkeys(("dots", "dot_products", "raw_scores", "qk"), "dots"),
    **dict.fromkeys(("scores", "score", "attn_scores", "attention_scores", "logits", "scaled_scores"), "scores"),
    **dict.fromkeys(("masked_scores", "scores_masked", "masked"), "masked_scores"),
    **dict.fromkeys(
        ("weights", "attn_weights", "attention_weights", "attn", "attention", "probs", "probabilities", "softmax",
         "alpha"),
        "weights",
    ),
    **dict.fromkeys(
        ("output", "outputs", "out", "context", "context_vectors", "context_vector", "context_vec", "attn_output",
         "attention_output", "result", "expected", "mixture"),
        "output",
    ),
    **dict.fromkeys(("joined", "concat", "concatenated", "heads"), "joined"),
    **dict.fromkeys(("scale", "scaling"), "scale"),
    **dict.fromkeys(("mask", "visible", "attn_mask", "visibility"), "mask"),
    **dict.fromkeys(("bias", "position_bias", "attn_bias", "attention_bias"), "bias"),
    "visible_radius": "radius",
    "visible_padding": "padding",
    **dict.fromkeys(("n_heads", "num_heads", "heads_count", "h"), "n_heads"),
}  # fmt: skip
_SURE_LETTERS = {"Q": "Q", "K": "K", "V": "V", "X": "X"}
_LIKELY_LETTERS = {
    "S": "scores", "D": "dots", "A": "weights", "P": "weights", "O": "output", "Y": "output", "Z": "output",
    "J": "joined", "C": "joined", "H": "joined", "M": "mask", "B": "bias",
}  # fmt: skip
_PROJECTIONS = {
    "q": "w_q",
    "query": "w_q",
    "k": "w_k",
    "key": "w_k",
    "v": "w_v",
    "value": "w_v",
    "o": "w_o",
    "out": "w_o",
}
# What stands above a letter, or behind it, when it is written for the second time: S, then S with a tilde.
_ACCENTED = frozenset({"tilde", "hat", "bar", "widehat", "widetilde", "overline", "prime"})
_MASKS = {"causal": "causal", "masked": "causal", "mask": "causal", "full": "full", "unmasked": "full"}


@lru_cache(maxsize=4096)
def role_of_name(name: str) -> Role | None:
    """The role of a name; None where it has none.

    >>> role_of_name("W_Q_1"), role_of_name("A_causal").stage, role_of_name("loss")
    (Role(stage='w_q', number=1, is_sure=True, mask='', is_head=False), 'weights', None)
    """
    parts = name.replace(".", "_").split("_")
    parts = [parts[0], *(piece for part in parts[1:] for piece in re.findall(r"[A-Za-z]+|\d+", part))]
    numbers = [part for part in parts[1:] if part.isdigit()]
    words = [part.lower() for part in parts[1:] if not part.isdigit()]
    base = parts[0]
    if base in _LIKELY_LETTERS and base not in ("M", "B"):
        words = [word for word in words if word not in _ACCENTED]
    if found := re.fullmatch(r"([A-Za-z]+?)(\d{1,2})", base):
        base, numbers = found[1], [found[2], *numbers]
    if len(numbers) > 1:
        return None
    number = int(numbers[0]) if numbers else None
    mask = next((_MASKS[word] for word in words if word in _MASKS), "")
    plain = "_".join([base.lower(), *(word for word in words if word not in _MASKS or base.lower() == "w")])
    if base.lower() == "head" and words:
        plain = "_".join(words)
    if base in ("W", "w") and len(words) == 1 and words[0] in _PROJECTIONS:
        return Role(_PROJECTIONS[words[0]], number)
    if len(base) == 1 and not [word for word in words if word not in _MASKS]:
        if base in _SURE_LETTERS:
            return Role(_SURE_LETTERS[base], number, mask=mask)
        if base in _LIKELY_LETTERS:
            likely = _LIKELY_LETTERS[base]
            return Role(
                "masked_scores" if likely == "scores" and mask == "causal" else likely, number, bool(mask), mask
            )
        if base not in ("q", "k", "v", "x"):
            return None
        return Role(_WORDS[base], number, False, mask)
    stage = _WORDS.get(plain, _WORDS.get("_".join([base.lower(), *words])))
    if stage is None or plain == "h":
        return None
    return Role("masked_scores" if stage == "scores" and mask == "causal" else stage, number, mask=mask)


# -- words ------------------------------------------------------------------------------------------------------------

_SAID = re.compile(
    r"(?=[A-Za-z])(?:(?P<exponentials>\b[Ee]xponentia(?:ls?|t(?:ed?|es|ing|ion))\b|\bexp\b(?!\s*[({]))"
    r"|(?P<masked_scores>\bmasked scores?\b)"
    r"|(?P<dots>\bdot[- ]products?\b|\braw scores?\b|\bQK\^?\\?\\?(?:top|T)\b)"
    r"|(?P<scores>[Ss]cores?\b|\blogits\b)"
    r"|(?P<weights>[Ww]eights?\b|\b[Ww]eigh(?:s|ed|ing)?\b|\b[Pp]robabilit(?:y|ies)\b|\bsoftmax\b|\b[Nn]ormali[sz](?:ation|ed|ing)\b|\bdistribution\b)"
    r"|(?P<joined>\b[Cc]oncatenat(?:ed|ion|ing)\b|\b[Jj]oined\b)"
    r"|(?P<output>\b[Oo]utputs?\b|\b[Mm]ixtures?\b|\b[Cc]ontext (?:vectors?|matrix)\b|\bcontext\b|\bblend\b)"
    r"|(?P<loss>\b[Ll]oss(?:es)?\b)|(?P<w_o>(?<![A-Z])W_?\{?O\}?\b)|(?P<w_q>\bW_?\{?Q\}?\b)|(?P<w_k>\bW_?\{?K\}?\b)"
    r"|(?P<w_v>\bW_?\{?V\}?\b)|(?P<projection>\bprojections?(?: matri(?:x|ces))?\b)"
    r"|(?P<value>\b[Vv]alues?\b|\bvalue vectors?\b)|(?P<Q>\bQ\b|\bquery vectors?\b)|(?P<K>\bK\b|\bkey vectors?\b)"
    r"|(?P<V>\bV\b)|(?P<X>\bX\b|\binputs?\b)|(?P<J>\bJ\b)|(?P<shape>\bshapes?\b|\bdimensions?\b)|(?P<sum>\bsums?\b|\btotal\b))"
)
_STAGE_SAID = {"J": "joined", "value": "V"}
_NUMBERED = re.compile(
    r"\b(?:quer(?:y|ies)|positions?|rows?|tokens?|slots?|outputs?|words?)\s*[#(]?\s*(\d{1,3})\)?"
    r"(?:\s*(?:,|and|&)\s*(\d{1,3}))*",
    re.IGNORECASE,
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = re.compile(
    rf"\b({'|'.join(ORDINALS)})\s+(?:\w+\s+)?(?:query|position|row|token|output|slot|word|real query)\b",
    re.IGNORECASE,
)
_HEAD = re.compile(r"\bhead[\s~]+(\d{1,2})\b", re.IGNORECASE)
_FIRST_HEAD = re.compile(rf"\b({'|'.join(ORDINALS)})\s+head\b", re.IGNORECASE)
_ERRORS = (
    "obtaining|incorrect(?:ly)?|wrong(?:ly)?|mistak(?:e|es|en|enly)|erroneous(?:ly)?|errors?|typo|slips?",
    "would (?:give|be|have|yield|read|print|write|say|think)|pupils?",
    r"instead of(?!\s+\$?\d+\$?\s*[:;,)])|someone|nobody|misread|forg(?:et|ets|ot|etting)|buggy",
    "contradict(?:ion|s)|absurd|impossible|false(?:ly)?|claims?|rough(?:ly)?|fails?|naive(?:ly)?|invalid|corrupt(?:ed)?",
    "cannot|tempting|not true|untrue|earned no|does not hold|answer was",
    "(?:crossed|struck) (?:out|through)|misprint(?:s|ed)?|marked down",
)
# A rounding that its page itself calls rough, for all the figures of a paragraph.
ROUGH = re.compile(
    r"\b(?:rough(?:ly)?|coarse(?:ly)?|crude(?:ly)?|sloppy|sloppily|(?:only|just) keep|keep only|kept only"
    r"|for readability)\b",
    re.IGNORECASE,
)
ANNOUNCED = re.compile(rf"\b(?:{'|'.join(_ERRORS)})\b", re.IGNORECASE)
# What announces a wrong method, whose result may still be printed with a slip of its own.
METHOD_ONLY = re.compile(r"\b(?:obtain(?:ing|s|ed)|someone)\b", re.IGNORECASE)
# What makes scores or weights that were stated before no longer those that are meant.
CHANGED = re.compile(r"\b(?:instead|replac\w+|now let|now suppose|becomes?|chang(?:e|ing) \w+ to)\b", re.IGNORECASE)
OTHER_WEIGHTS = re.compile(
    r"\b(?:unnormali[sz]ed|linear|model|sample|training|layers?|epochs?|lr|sigmoids?|separate|independent"
    r"|loaded|checkpoints?|files?)\b",
    re.IGNORECASE,
)
SHAPE = re.compile(r"\b(?:shapes?|dimensions?)\b")
# What makes weights and outputs something else than softmax and its mixtures, or says that they were changed.
OTHER_METHOD = re.compile(
    r"\b(?:temperatures?|top-?(?:k|p|\d+)|L[12]\b|cosine|log-?softmax|gradients?|derivatives?|Jacobian|dropout"
    r"|residual|skip connection|layer ?norm\w*|(?:training|gradient|optimi[sz]er) steps?|sparsemax|entmax|hardmax"
    r"|(?:over|down|along|across) (?:the )?columns|column-?wise"
    r"|differences? (?:is|are|between)|targets? (?:is|are|was|were)|one-hot"
    r"|(?:rows|columns) of \S+ (?:are )?(?:exchanged|swapped|permuted|reversed))\b",
    re.IGNORECASE,
)
SWAPPED = re.compile(
    r"\b(?:swap\w*|exchang\w*|revers\w+ order|permut\w*|order of the heads|head order|interchang\w*)\b", re.IGNORECASE
)


class Said(NamedTuple):
    """What the words before a figure say: the nearest role, head and rows (from 1)."""

    role: str = ""
    head: int | None = None
    rows: tuple[int, ...] = ()
    role_at: int = -1


def role_said(said: Said, frame: Said) -> Role:
    """The role that words name, of the head that they or the short line above them name."""
    return Role(said.role, said.head or frame.head, is_head=True)


def said_in(words: str) -> Said:
    """What words say, the last mention of each kind.

    >>> said_in("For head 2's second query, allowed scores")[:3]
    ('scores', 2, (2,))
    """
    role, at = "", -1
    for found in _SAID.finditer(words):
        if found.lastgroup:
            role, at = _STAGE_SAID.get(found.lastgroup, found.lastgroup), found.start()
    heads = [(found.start(), int(found[1])) for found in _HEAD.finditer(words)]
    heads += [(found.start(), ORDINALS.index(found[1].lower()) + 1) for found in _FIRST_HEAD.finditer(words)]
    numbered = [(found.start(), _numbers(found[0])) for found in _NUMBERED.finditer(words)]
    numbered += [(found.start(), (ORDINALS.index(found[1].lower()) + 1,)) for found in _ORDINAL.finditer(words)]
    return Said(role, max(heads)[1] if heads else None, max(numbered)[1] if numbered else (), at)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d{1,3}", text))


__all__ = [
    "ANNOUNCED",
    "CHANGED",
    "METHOD_ONLY",
    "ORDINALS",
    "OTHER_METHOD",
    "OTHER_WEIGHTS",
    "ROUGH",
    "SHAPE",
    "STAGES",
    "SWAPPED",
    "Role",
    "Said",
    "role_of_name",
    "role_said",
    "said_in",
]
