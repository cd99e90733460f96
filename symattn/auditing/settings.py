r"""What a page says beside its matrices, however it says it: scaling, heads, windows.

    No scaling.   scale: none   The scores are left unscaled.                    the scale is 1
    Q, K and V are cut into 2 heads.   Heads: 2                                  two heads

Only what declares is taken: a sentence that supposes ("without scaling the weights would be") sets nothing.
"""

from __future__ import annotations

import re

from symattn.auditing.counts import set_scale
from symattn.auditing.environment import Binding
from symattn.auditing.session import Session
from symattn.auditing.worlds import EVERYWHERE
from symattn.exact import Exact, ExactMatrix

_SUPPOSED = re.compile(
    r"\b(?:if|when(?:ever)?|once|unless|would|were|suppose|forg\w+|mistake\w*|wrong\w*|instead|unlike|compare\w*|someone|had"
    r"|what happens"
    r"|why)\b|\?",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n[ \t]*\n|\n(?=[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t])")
_NONE = r"(?:no|none|off|null|nil|false|nothing|not applied|not used|1|1\.0)"

# -- scaling ----------------------------------------------------------------------------------------------------------

_UNSCALED = re.compile(
    rf"\bscal(?:e|ing)(?: factor)?\W{{0,4}}[:=]\W{{0,3}}{_NONE}(?![\w/]|\.\d)"
    r"|\b(?:no|without(?: any)?|omit\w*|skip\w*|leav\w+ out)(?: the)? (?:scaling|scale(?: factor)?|division|divisor)\b"
    r"|\b(?:not|never|un)[- ]?(?:scaled|divided)\b|\bunscaled\b|\bplain dot[- ]products?\b",
    re.IGNORECASE,
)
_DEFAULT_SCALE = re.compile(
    r"(?:scal\w+|divid\w+|multipl\w+)[^.\n]{0,60}?(?:\\sqrt\s*\{?\s*|sqrt\s*\(\s*|√\s*\(?\s*)d(?:_\{?k\}?|_\{?head\}?|ₖ)?"
    r"(?![A-Za-z])",
    re.IGNORECASE,
)


def _note_scaling(session: Session, sentence: str, start: int) -> None:
    if found := _UNSCALED.search(sentence):
        set_scale(session, (start + found.start(), start + found.end()), Exact(1))
    elif _DEFAULT_SCALE.search(sentence) and session.environment.get("scale") is not None:
        session.forget("scale")  # the width of the heads decides, as it does where nothing is said


# -- heads ------------------------------------------------------------------------------------------------------------

_SPELT = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8}
_COUNT = rf"\$?(?:[hH]\s*=\s*)?(?P<count>\d{{1,2}}|{'|'.join(_SPELT)})\$?"
_HEADS = (
    re.compile(
        rf"\b(?:split\w*|cut|divid\w+|separat\w+|partition\w*)\b[^.\n]{{0,120}}?\s(?:into|among|between|across)\s+(?:the\s+)?"
        rf"{_COUNT}\s+(?:\w+\s+)?heads?\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:n_?heads?|num_heads|number of (?:attention )?heads|(?:attention )?heads)[`*$]*\s*(?:[:=]|is|are)\s*"
        rf"[`*$]*{_COUNT}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:we use|uses?|using|there (?:are|is)|with|has|have)\s+{_COUNT}\s+(?:\w+\s+)?heads?\b", re.IGNORECASE
    ),
    re.compile(rf"(?:^|[\n.:]\s*|^\W+){_COUNT}\s+(?:attention\s+)?heads?\b", re.IGNORECASE),
)


def _note_heads(session: Session, sentence: str, start: int) -> None:
    for pattern in _HEADS:
        if found := pattern.search(sentence):
            said = found["count"].lower()
            count = _SPELT.get(said) or int(said)
            span = (start + found.start("count"), start + found.end("count"))
            known = session.environment.get("n_heads")
            if known is None or not (isinstance(known.value, Exact) and known.value.as_fraction() == count):
                session.define("n_heads", span, Binding(Exact(count), section=session.section))
            return


# -- windows and padding ----------------------------------------------------------------------------------------------

_WINDOW = re.compile(
    r"(?:\||\\lvert\s*|\\vert\s*|\babs\()\s*[ij]\s*[-−–]\s*[ij]\s*(?:\||\\rvert|\\vert|\))\s*(?:≤|<=|\\leq?(?![A-Za-z]))\s*"
    r"(?P<radius>\d{1,3})|\bwindow\b[^.\n]{0,30}?\bradius(?:\s+(?:of|is))?\s*[:=]?\s*\$?(?P<said>\d{1,3})",
    re.IGNORECASE,
)
_PADDING = re.compile(
    r"\b(?:tokens?|positions?|keys?|slots?)\s+(?P<keys>\d{1,3}(?:(?:\s*,\s*|\s+and\s+)\d{1,3})*)\s+(?:is|are)\s+(?:only\s+|a\s+)?"
    r"(?:padding|padded|pad(?:\s+tokens?)?|masked(?: out)?|hidden)\b",
    re.IGNORECASE,
)


def _note_window(session: Session, sentence: str, start: int) -> None:
    if found := _WINDOW.search(sentence):
        radius = Exact(int(found["radius"] or found["said"]))
        session.speak_of_mask("")
        span = (start + found.start(), start + found.end())
        session.define("visible_radius", span, Binding(radius, section=session.section, block=_reach(session)))
    if found := _PADDING.search(sentence):
        keys = [[int(digits) for digits in re.findall(r"\d+", found["keys"])]]
        span = (start + found.start(), start + found.end())
        session.define(
            "visible_padding", span, Binding(ExactMatrix(keys), section=session.section, block=_reach(session))
        )


def _reach(session: Session) -> int:
    """The last paragraph whose inputs are meant: those after it have their own, unless none stand before."""
    return session.block if session.worlds.worlds else EVERYWHERE


def note_settings(session: Session, words: str, start: int) -> None:
    """Take over what a paragraph declares of scaling, heads and windows."""
    at = 0
    for end in [*(found.start() for found in _SENTENCE.finditer(words)), len(words)]:
        sentence = words[at:end]
        if not _SUPPOSED.search(sentence):
            _note_scaling(session, sentence, start + at)
            _note_heads(session, sentence, start + at)
            _note_window(session, sentence, start + at)
        at = end


__all__ = ["note_settings"]
