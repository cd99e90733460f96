r"""From mathematics as it is printed to the reader's language: names, transposes and layout, with every offset kept.

    W_{Q,1}   W_Q^{(1)}   W^Q_1        one name, W_Q_1          K^\top        K transposed
    A_{\text{causal}}                  A_causal                 JW_O          J times W_O
    \operatorname{softmax}(S)          softmax of the rows of S

Names become placeholders that the reader takes as declared symbols; what each stands for is in ``Prepared.names``.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

from symattn.reading.words import FUNCTIONS, INFINITIES

TRANSPOSE = "zqT"
SOFTMAX = "zqS"

_ACCENTS = r"mathbf|boldsymbol|bm|mathrm|mathcal|mathbb|mathit|mathsf|hat|tilde|bar|vec|widehat|widetilde|overline"
_FONTS = "mathbf|boldsymbol|bm|mathrm|mathcal|mathit|mathsf"
_GREEK = (
    "alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|vartheta|iota|kappa|lambda|mu|nu|xi|rho|sigma|tau|upsilon"
    "|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|pi|ell"
)
_GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu",
    "nu xi rho sigma tau upsilon phi chi psi omega pi",
)
_GREEK_LETTERS = dict(zip("αβγδεζηθικλμνξρστυφχψωπ", " ".join(_GREEK_NAMES).split(), strict=True))
SUBSCRIPT_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_T = (
    r"\\(?:mathsf|mathrm|text|mathit)\s*(?:\{\s*T\s*\}|T(?![A-Za-z]))"
    r"|\\(?:top|intercal)(?![A-Za-z])|T(?![A-Za-z])|⊤"
)
_TRANSPOSE = re.compile(rf"\^\s*(?:\{{\s*(?:{_T})\s*\}}|(?:{_T}))|[ᵀ⊤]|\.T\b")
_LABEL = (
    r"(?:\\(?:text|mathrm|mathit|textrm|operatorname|rm|mathbf|texttt)\s*\{([A-Za-z0-9 _-]+)\}"
    r"|([A-Za-z0-9]+(?:\s*,\s*[A-Za-z0-9]+)*))"
)
_SUBSCRIPT = re.compile(
    rf"\s*_\s*(?:\{{\s*{_LABEL}\s*(?:,\s*([A-Za-z0-9]+)\s*)?\}}|(\d+|[A-Za-z])|\\(?:text|mathrm)\{{([A-Za-z0-9 -]+)\}})"
)
_PLAIN_SUBSCRIPT = re.compile(
    r"_(?:\{\s*([A-Za-z0-9]+(?:\s*,\s*[A-Za-z0-9]+)*)\s*\}|([A-Za-z0-9]+(?:_[A-Za-z0-9]+)*))|([₀-₉]+)"
)
_LABEL_ABOVE = re.compile(
    r"\s*\^\s*(?:\{\s*\(\s*([A-Za-z0-9]+)\s*\)\s*\}|\{\s*([QKVO])\s*\}|([QKVO])(?![A-Za-z])|\(\s*([0-9])\s*\))"
)
_LETTER = re.compile(
    rf"\\(?P<accent>{_ACCENTS})\s*(?:\{{\s*(?P<inner>[A-Za-z])\s*\}}|\s(?P<bare>[A-Za-z])(?![A-Za-z])"
    rf"|\{{\s*\\(?:{_FONTS})\s*(?:\{{\s*(?P<nested>[A-Za-z])\s*\}}|\s(?P<nested_bare>[A-Za-z]))\s*\}})"
    rf"|\\(?P<greek>{_GREEK})(?![A-Za-z])"
    r"|(?P<letter>[A-Za-zα-ω])"
)
_WORD_COMMAND = re.compile(
    r"\\(?:operatorname\*?|mathrm|text|textrm|mathbf|mathsf|textbf|texttt)\s*\{\s*([A-Za-z_][A-Za-z0-9_ ]*?)\s*\}"
)
_IDENTIFIER = re.compile(r"[A-Za-z](?:[A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)")
_STRIPPED = re.compile(
    r"\\(?:tag|label|hspace|vspace|phantom|color|mathstrut|strut|nonumber|notag|hfill|hskip|kern)\*?(?:\s*\{[^{}]*\})?"
    r"|\\(?:underbrace|overbrace|textcolor\s*\{[^{}]*\})(?=\s*\{)|\\[{](?=$)|\\smash|\\mathopen|\\mathclose"
)  # fmt: skip
_THOUSANDS = re.compile(r"(?<![\d.])([1-9]\d{0,2})((?:(?:\{,\}|\\,)\d{3})+)(?![\d])")
# 2e+1 is 2*e + 1 here as everywhere; two digits, as printf writes them, are an exponent.
_SCIENTIFIC = re.compile(r"(\d+\.?\d*)[eE]([+-]?\d{2,3})(?![\w.])")
_UNIT_BEHIND = re.compile(r"[\d.]*\d(?:\s|\\[,;: ]|~)*\\(?:text|mathrm|textrm|operatorname)\s*\{\s*[A-Za-z%]")
# 1e-3 may be a power of ten or e minus 3; nobody can tell.
_UNCLEAR = re.compile(r"\d+\.?\d*[eE]-\d(?![\w.])")
_NUMBER = re.compile(r"\d+\.?\d*|\.\d+")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[A-Za-z]+\*?\}(?:\s*\{[lcr|\s]*\})?")
_OTHER_OPERATIONS = frozenset({r"\ast", r"\star", r"\circ", r"\bullet", r"\diamond", r"\odot", r"\oplus"})
_PASSED_WORDS = frozenset(FUNCTIONS) | frozenset(INFINITIES)


class NotationError(Exception):
    """Raised inside the audit where a stretch of mathematics is not in a notation that it knows."""


@dataclass
class Prepared:
    """Text for the reader, the names in it, and where each of its characters comes from."""

    text: str = ""
    names: dict[str, str] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    offset: int = 0  # where the text that was prepared begins in its page

    def put(self, text: str, start: int, end: int) -> None:
        """Add text that stands for [start, end) of the source."""
        self.text += text
        self.starts += [start] * len(text)
        self.ends += [end] * len(text)

    def put_same(self, text: str, start: int) -> None:
        """Add text as it stands in the source."""
        self.text += text
        self.starts += range(start, start + len(text))
        self.ends += range(start + 1, start + len(text) + 1)

    def name(self, key: str, start: int, end: int) -> None:
        """Add the placeholder of a name."""
        placeholder = next((p for p, known in self.names.items() if known == key), f"zq{len(self.names)}")
        self.names[placeholder] = key
        self.put(f" {placeholder} ", start, end)

    def source_span(self, span: tuple[int, int]) -> tuple[int, int]:
        """Where a span of the text comes from."""
        return self.offset + self.starts[span[0]], self.offset + self.ends[max(span[0], span[1] - 1)]


def prepared(text: str, start: int, end: int, *, is_latex: bool, known: Container[str] = ()) -> Prepared:
    r"""The stretch [start, end) of a text in the reader's language; ``known`` are names of several letters.

    >>> prepared(r"Y=JW_O^{(2)}", 2, 12, is_latex=True).names
    {'zq0': 'J', 'zq1': 'W_O_2'}

    Errors: NotationError where a word or a command is not known.
    """
    made = Prepared()
    extend(made, text, start, end, is_latex=is_latex, known=known)
    return made


def extend(
    made: Prepared, text: str, start: int, end: int, *, is_latex: bool, known: Container[str] = frozenset()
) -> None:
    """Add another stretch of a text. Errors: NotationError where a word or a command is not known."""
    at = start
    while at < end:
        at = _step(made, text, at, end, is_latex, known)


def _step(made: Prepared, text: str, at: int, end: int, is_latex: bool, known: Container[str]) -> int:
    """Take over what stands at a place; the place after it."""
    if found := _THOUSANDS.match(text, at, end):
        made.put(re.sub(r"\D", "", found[0]), at, found.end())
        return found.end()
    if _UNIT_BEHIND.match(text, at, end):
        raise NotationError("a number with a unit")
    if found := _SCIENTIFIC.match(text, at, end):
        made.put(f"{found[1]}*10^({int(found[2])})", at, found.end())
        return found.end()
    if _UNCLEAR.match(text, at, end):
        raise NotationError("a power of ten or e minus a number")
    if found := _NUMBER.match(text, at, end):
        made.put_same(found[0], at)
        return found.end()
    if found := _TRANSPOSE.match(text, at, end):
        made.put(f"^{TRANSPOSE} ", at, found.end())
        return found.end()
    char = text[at]
    if char == "@":
        made.put("*", at, at + 1)
        return at + 1
    if char == "\\":
        return _command(made, text, at, end)
    if char.isalpha():
        return _word(made, text, at, end, is_latex, known)
    made.put_same(char, at)
    return at + 1


def _command(made: Prepared, text: str, at: int, end: int) -> int:
    if found := _STRIPPED.match(text, at, end):
        return found.end()
    if found := _ENVIRONMENT.match(text, at, end):
        made.put_same(found[0], at)
        return found.end()
    if (found := _WORD_COMMAND.match(text, at, end)) and (len(found[1]) > 1 or text.startswith(r"\text", at)):
        return _named_word(made, text, found, end)
    if found := _LETTER.match(text, at, end):
        if found["greek"] == "sigma" and re.compile(r"\s*(?:\\left\s*)?\(").match(text, found.end(), end):
            made.put(" sigma", at, found.end())
            return found.end()
        if found["greek"] == "pi" and not made.text.strip():
            _refuse_application(text, found.end(), end)  # pi(100) = 25 counts primes
        if found["greek"] == "pi" and not text.startswith("_", found.end()):
            made.put_same(found[0], at)
            return found.end()
        return _letter(made, text, found, end)
    command = _COMMAND.match(text, at, end)
    if command is not None and command[0] in _OTHER_OPERATIONS:
        raise NotationError("an operation that the text defines")
    if command is None:
        raise NotationError("a backslash without a command")
    made.put_same(command[0], at)
    return command.end()


def _named_word(made: Prepared, text: str, found: re.Match[str], end: int) -> int:
    r"""\operatorname{softmax}, \text{output}, \mathrm{e}: a function, or a name of several letters."""
    word = found[1]
    if word.lower() == "softmax":
        made.put(f" {SOFTMAX} * ", found.start(), found.end())
        return found.end()
    if word in _PASSED_WORDS or word == "e":
        made.put(f" {word} ", found.start(), found.end())
        return found.end()
    return _with_labels(made, re.sub(r"\W+", "_", word.strip()), text, found.start(), found.end(), end, True)


def _word(made: Prepared, text: str, at: int, end: int, is_latex: bool, known: Container[str]) -> int:
    """A letter of LaTeX; elsewhere a word may be a function, a known name, or two or three capitals side by side."""
    word = _IDENTIFIER.match(text, at, end)
    if word and word[0] in known and not _LABEL_ABOVE.match(text, word.end(), end):
        _refuse_application(text, word.end(), end)
        made.name(word[0], at, word.end())
        return word.end()
    run = re.compile(r"[A-Za-z]+").match(text, at, end)
    if run and len(run[0]) > 1 and not is_latex:
        if run[0].lower() == "softmax":
            made.put(f" {SOFTMAX} * ", at, run.end())
            return run.end()
        if run[0] in _PASSED_WORDS:
            made.put_same(run[0], at)
            return run.end()
        if not (run[0].isupper() and len(run[0]) <= 3) and not (run[0][0] == "e" and len(run[0]) == 2):
            raise NotationError(f"the word {run[0]}")
    found = _LETTER.match(text, at, end)
    if found is None:
        raise NotationError(f"the letter {text[at]}")
    if found[0] == "e" and not _SUBSCRIPT.match(text, at + 1, end):
        made.put(" e ", at, at + 1)
        return at + 1
    return _letter(made, text, found, end, is_latex)


def _letter(made: Prepared, text: str, found: re.Match[str], end: int, is_latex: bool = True) -> int:
    base = next(found[group] for group in ("inner", "bare", "nested", "nested_bare", "greek", "letter") if found[group])
    base = _GREEK_LETTERS.get(base, base)
    if found["accent"] in ("hat", "tilde", "bar", "widehat", "widetilde", "overline"):
        base = f"{base}_{found['accent']}"
    return _with_labels(made, base, text, found.start(), found.end(), end, is_latex)


def _refuse_application(text: str, at: int, end: int) -> None:
    """Refuse f(4), which is rarely a product."""
    if re.compile(r"(?:\\left\s*|\\[bB]igl?\s*)?\(").match(text, at, end):
        raise NotationError("a function of its own")


def _with_labels(made: Prepared, base: str, text: str, start: int, at: int, end: int, is_latex: bool) -> int:
    """The name with its subscripts and its labels above, words before numbers."""
    labels: list[str] = []
    while True:
        below = (_SUBSCRIPT if is_latex else _PLAIN_SUBSCRIPT).match(text, at, end) or _PLAIN_SUBSCRIPT.match(
            text, at, end
        )
        above = _LABEL_ABOVE.match(text, at, end)
        found = below or above
        if not found:
            break
        said = [group for group in found.groups() if group]
        labels += [part for group in said for part in re.split(r"[\s,_-]+", group.translate(SUBSCRIPT_DIGITS)) if part]
        at = found.end()
    if text[at:end].lstrip().startswith("'"):
        prime = text.index("'", at)
        labels.append("prime")
        at = prime + 1
    words = [label for label in labels if not label.isdigit()]
    numbers = [label for label in labels if label.isdigit()]
    _refuse_application(text, at, end)
    made.name("_".join([base, *words, *numbers]), start, at)
    return at


__all__ = ["SOFTMAX", "SUBSCRIPT_DIGITS", "TRANSPOSE", "NotationError", "Prepared", "extend", "prepared"]
