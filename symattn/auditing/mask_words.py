r"""Masks in words, however a page says them, and the last one that was spoken of.

Each token sees itself and those before it.   Causal mask: yes.   j <= i     causal
Nothing is masked.   mask: none   Every query sees every key.                full
"""

from __future__ import annotations

import re
from functools import lru_cache

_WHO = r"(?:tokens?|quer(?:y|ies)|positions?|words?|rows?|slots?|entr(?:y|ies)|elements?|(?:time ?)?steps?)"
_MAY = r"(?:(?:only|also|may|can|is allowed to|are allowed to|must)\s+){0,3}"
_LOOKS = r"(?:looks?(?: at)?|sees?|reads?|attends?(?: to)?|uses?|knows?)"
_BEFORE = r"(?:earlier|previous|preceding|prior|past)"
_CAUSAL_IN_WORDS = (
    rf"(?:each|every|a|any|all)\s+{_WHO}\s+{_MAY}{_LOOKS}\s+(?:only\s+|at most\s+)?"
    r"(?:(?:itself|themselves)\s+and\s+(?:only\s+)?"
    rf"(?:(?:the|all|any|its)\s+)*(?:{_BEFORE}\b"
    rf"|(?:{_WHO}|keys?|those|ones|what)\s+(?:\w+\s+)?(?:before|left|{_BEFORE})\b)"
    rf"|(?:(?:the|all)\s+)*(?:{_BEFORE}\s+\w+\s+and\s+(?:itself|themselves)"
    rf"|(?:{_WHO}|keys?|those|ones)\s+up to\s+(?:and including\s+)?(?:itself|its own|i\b|\$i\$)))"
    rf"|no\s+{_WHO}\s+{_MAY}{_LOOKS}\s+(?:at\s+|to\s+|into\s+)?(?:the\s+|any\s+)?(?:later|future|following|next|ahead)\b"
    rf"|{_WHO}\s+(?:cannot|can't|can ?not|must not|may not|do(?:es)? not|never)\s+{_LOOKS}\s+(?:at\s+|to\s+|into\s+)?"
    rf"(?:the\s+|any\s+)?(?:later|future|following|ahead)\b"
    rf"|(?:the\s+)?future(?:\s+(?:keys?|{_WHO}))?\s+(?:is|are)\s+"
    r"(?:masked|hidden|invisible|blocked|forbidden|not visible)"
    r"|look-?ahead mask|autoregressive (?:mask\w*|attention)"
)
# The condition itself, which only a sentence about seeing means as a mask.
_CAUSAL_CONDITION = (
    r"(?:attends?|sees?|reads?|looks?|visible|allowed|mask\w*|keys?|positions?)\b[^.\n]{0,60}?"
    r"j\$?\s*(?:≤|<=|\\leq?(?![A-Za-z]))\s*\$?i\b"
)
_UNMASKED_IN_WORDS = (
    r"(?:attention\s+)?mask(?:ing|s)?\W{0,4}[:=]\W{0,3}(?:none|no|off|null|nil|false)\b"
    r"|causal(?:\s+mask(?:ing)?|ity)?\W{0,4}[:=]\W{0,3}(?:no|none|false|off)\b|is_causal\s*=\s*False"
    r"|not causal\b|nothing is (?:masked|hidden)|no (?:keys?|positions?|tokens?) (?:is|are) (?:masked|hidden)"
    r"|no mask(?:ing)? (?:is|was|needed|used|applied)|(?:there is|with|has|have|uses?) no mask(?:ing)?\b"
    rf"|(?:every|each|any|all)\s+(?:the\s+)?{_WHO}\s+{_MAY}{_LOOKS}\s+(?:every|each|all)(?:\s+(?:the|other))*\s+"
    rf"(?:keys?\b|{_WHO})"
)
UNMASKED = re.compile(
    r"\b(?:unmasked|without (?:a |the |any )?mask(?:ing)?|no (?:causal )?mask(?:ing)?|not masked|bidirectional"
    r"|full attention"
    r"|before masking|non-causal|visibility is full|visible: full|everything is visible"
    rf"|{_UNMASKED_IN_WORDS})\b",
    re.IGNORECASE,
)
# What says it of all that follows, rather than of one earlier figure.
_UNMASKED_FROM_HERE = re.compile(
    r"\b(?:bidirectional attention|full attention|visible: full|visibility: full|everything is visible"
    rf"|no mask is|(?<=# )no mask|{_UNMASKED_IN_WORDS})\b"
    r"|(?:^|[.:;!]\s)\W*(?:with no|without (?:a |any )?|no )mask(?:ing)?\s*(?:[.;,]|$)",
    re.IGNORECASE | re.MULTILINE,
)
MASKING = re.compile(r"\bmask\w*\b|\bcausal\w*\b", re.IGNORECASE)
CAUSAL = re.compile(
    r"(?<!non-)(?<!not )(?<!no )\b(?:causal(?:ly|ity)?|lower[- ]triang(?:le|ular)"
    rf"|{_CAUSAL_IN_WORDS}|{_CAUSAL_CONDITION})\b",
    re.IGNORECASE,
)


# Every phrase above has one of these, which most sentences have not; to look for them costs next to nothing.
_HINTS = (
    *("mask", "causal", "triang", "bidirect", "full att", "visib", "future", "ahead", "autoreg", "allowed", "key"),
    *("see", "read", "attend", "look", "use", "know", "posit"),
)


def _may_speak(words: str) -> bool:
    lowered = words.lower()
    return any(hint in lowered for hint in _HINTS)


def last_mask(words: str) -> str:
    """The mask that words speak of last, "causal" or "full"; "" for none.

    >>> last_mask("Causal mask: no."), last_mask("Each token sees itself and the tokens before it.")
    ('full', 'causal')
    """
    if not _may_speak(words):
        return ""
    full = [found.span() for found in _UNMASKED_FROM_HERE.finditer(words)]
    said = [(start, "full") for start, _ in full]
    for found in CAUSAL.finditer(words):
        if not any(start <= found.start() < end for start, end in full):
            said.append((found.start(), "causal"))
    return max(said)[1] if said else ""


def masks_in(sentence: str) -> tuple[str, ...]:
    """The mask that a sentence speaks of last, perhaps of one earlier figure only; () for none."""
    if not _may_speak(sentence):
        return ()
    causal = [found.span() for found in CAUSAL.finditer(sentence)]
    said = [(start, "causal") for start, _ in causal]
    for found in UNMASKED.finditer(sentence):
        if not any(start <= found.start() and found.end() <= end for start, end in causal):
            said.append((found.end(), "full"))  # "no causal mask" ends after its "causal"
    return (max(said)[1],) if said else ()


@lru_cache(maxsize=8)
def speaks_of_other_masks(text: str, mask: str) -> bool:
    """Whether a page speaks of a mask beside the one that it has declared."""
    return mask != "causal" or bool(UNMASKED.search(text))


__all__ = ["MASKING", "last_mask", "masks_in", "speaks_of_other_masks"]
