r"""Words made safe for each format: whatever a title or a statement says is printed, and nothing of it acts.

>>> escape_latex(r"50% of \input{x}")
'50\\% of \\textbackslash{}input\\{x\\}'
>>> escape_markdown("<script> *now*")
'&lt;script&gt; \\*now\\*'
"""

from __future__ import annotations

import re
import unicodedata

from symattn.rendering.commands import UNICODE

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\`{}",
    "\u00a0": "~",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "„": ",,",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    "−": "$-$",
    "°": r"$^{\circ}$",
    "§": r"\S{}",
    "¶": r"\P{}",
    "©": r"\copyright{}",
    "£": r"\pounds{}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "å": r"\aa{}",
    "Å": r"\AA{}",
    "ı": r"\i{}",
    "¿": "?`",
    "¡": "!`",
    **{sign: f"$\\{command}$" for sign, command in UNICODE.items() if sign != "…"},
}
# Combining marks and the accent commands that every LaTeX has.
_ACCENTS = {
    **dict(zip("\u0300\u0301\u0302\u0303\u0304\u0307\u0308", "`'^~=.\"", strict=True)),
    **dict(zip("\u0306\u030a\u030b\u030c\u0323\u0327\u0331", "urHvdcb", strict=True)),
}
_QUOTE = re.compile(r"(^|[\s(\[{/-])\"")
_LIGATURE = re.compile(r"-(?=-)")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]$~|#])")
_LINE_START = re.compile(r"^(\s*)([-+=]|\d{1,9}[.)])")
_KATEX = {
    **{sign: f"\\{sign}" for sign in "%#&_${}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
REPLACEMENT = "\ufffd"


def clean(text: str) -> str:
    """The text without control and private signs, which could move a cursor or stand for something else."""
    return "".join(_cleaned(sign) for sign in unicodedata.normalize("NFC", text))


def _cleaned(sign: str) -> str:
    if sign in "\n\t":
        return sign
    return REPLACEMENT if unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp") else sign


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(clean(text).split())


def escape_json(text: str) -> str:
    r"""JSON text whose strings hold no sign that moves a cursor, hides, or that no file can hold.

    >>> print(escape_json('"a\u202eb"'))
    "a\u202eb"
    """
    return text if text.isascii() and "\x7f" not in text else "".join(map(_escaped_json, text))


def _escaped_json(sign: str) -> str:
    if sign.isascii() and sign != "\x7f":
        return sign
    if unicodedata.category(sign) not in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp"):
        return sign
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def escape_latex(text: str) -> str:
    """Words for LaTeX outside mathematics; a sign that plain LaTeX cannot print becomes [U+4E2D]."""
    text = _QUOTE.sub("\\1\u201c", clean(text)).replace('"', "\u201d")
    return "".join(map(_in_latex, _LIGATURE.sub("-\u0000", text)))


def escape_latex_code(text: str) -> str:
    r"""The same inside \texttt: quotes stay straight, no ligatures, and every space counts."""
    own = {'"': r"\char34{}", " ": r"\ ", "-": "{-}"}
    return "".join(own.get(sign) or _in_latex(sign) for sign in clean(text))


def _in_latex(sign: str) -> str:
    if sign == "\u0000":
        return "{}"
    if sign in _LATEX:
        return _LATEX[sign]
    if sign.isascii():
        return sign
    base, marks = unicodedata.normalize("NFD", sign)[0], unicodedata.normalize("NFD", sign)[1:]
    if base.isascii() and base.isalpha() and marks in _ACCENTS:
        return f"\\{_ACCENTS[marks]}{{{_dotless(base, marks)}}}"
    return rf"\texttt{{[U+{ord(sign):04X}]}}"


def _dotless(letter: str, mark: str) -> str:
    return f"\\{letter}" if letter in "ij" and mark not in "\u0323\u0327\u0331" else letter


def escape_markdown(text: str) -> str:
    """Words for Markdown: no markup, no HTML, no formula can begin in them."""
    escaped = _MARKDOWN.sub(r"\\\1", clean(text))
    return re.sub("[&<>]", lambda found: _ENTITIES[found[0]], escaped)


def escape_katex(text: str) -> str:
    r"""Words inside \text for KaTeX; no sign of them can open a tag of the page."""
    return "".join(_KATEX.get(sign, sign) for sign in clean(text))


def guard_line_start(line: str) -> str:
    """A line of Markdown that must not start a list, a rule or an underlining of a heading."""
    return _LINE_START.sub(_guarded, line)


def _guarded(found: re.Match[str]) -> str:
    mark = found[2]
    return f"{found[1]}{mark[:-1]}\\{mark[-1]}"


__all__ = [
    "clean",
    "escape_json",
    "escape_katex",
    "escape_latex",
    "escape_latex_code",
    "escape_markdown",
    "guard_line_start",
    "one_line",
]
