"""Text to exact values: plain text, Python-like text, LaTeX and Unicode signs, read by a grammar of our own.

A text goes through these steps, a file each: characters and words become tokens (`characters`, `words`, `numerals`,
`names`, `latex`, `tokens`), tokens become a tree (`grammar`, `builder`, `ambiguities`, `rows`), the tree a value
(`evaluate`), with remarks on how it was understood (`remarks`). Short plain numbers take `plain` instead.
"""

from symattn.reading.digits import TypedDigits
from symattn.reading.limits import DEFAULT_LIMITS, Limits
from symattn.reading.reading import Reading, read_text

__all__ = ["DEFAULT_LIMITS", "Limits", "Reading", "TypedDigits", "read_text"]
