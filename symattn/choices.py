"""What may be chosen of what is printed, and what is meant where nobody says.

These are names and numbers only, so that a command can name them without loading what prints.
"""

from __future__ import annotations

PLACES = 6  # decimal places
SUFFIXES = {".tex": "tex", ".md": "md", ".txt": "text", ".pdf": "pdf"}  # of keys, with the formats that they say
FORMATS = ("tex", "md", "text")  # of keys, as text; "pdf" is made from the first
BLOCKS = ("statements", "hints", "answers", "solutions")  # parts of a key

__all__ = ["BLOCKS", "FORMATS", "PLACES", "SUFFIXES"]
