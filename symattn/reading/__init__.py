r"""Text to exact values: plain text, Python-like text, LaTeX and Unicode signs, read by a grammar of our own.

A text goes through these steps. Characters and words become tokens on a `tape`: `tokens` drives `numerals`, `names` and
`latex`, with the tables of `characters` and `words`; `texarguments` splits \frac12. Tokens become a `tree`: `grammar`
runs grammar.lark, `builder` makes the nodes with `calls` and `rows`, `ambiguities` refuses what people read in two
ways. The tree becomes a value in `evaluate` and `powers`, watched by `budget` and `sizes`; `remarks` and `decimals` say
what else is to be known about it. Short plain numbers take `plain` instead.
"""

from symattn.reading.digits import TypedDigits
from symattn.reading.limits import DEFAULT_LIMITS, Limits
from symattn.reading.reading import Reading, read_text

__all__ = ["DEFAULT_LIMITS", "Limits", "Reading", "TypedDigits", "read_text"]
