"""What may be chosen of what is printed, and what is meant where nobody says.

These are names and numbers only, so that a command can name them without loading what prints.
"""

from __future__ import annotations

PLACES = 6  # decimal places
SUFFIXES = {".tex": "tex", ".md": "md", ".txt": "text", ".pdf": "pdf"}  # of keys, with the formats that they say
FORMATS = ("tex", "md", "text")  # of keys, as text; "pdf" is made from the first
BLOCKS = ("statements", "hints", "answers", "solutions")  # parts of a key
MARKINGS = ("entries", "whole")  # what earns points in a matrix: each right entry its share, or nothing less than all
REPEATS = ("last", "first", "best")  # which attempt of a student counts
# Of reports, with the formats that they say.
REPORT_SUFFIXES = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".md": "md",
    ".markdown": "md",
    ".html": "html",
    ".htm": "html",
}
REPORT_FORMATS = ("csv", "jsonl", "md", "html")

__all__ = ["BLOCKS", "FORMATS", "MARKINGS", "PLACES", "REPEATS", "REPORT_FORMATS", "REPORT_SUFFIXES", "SUFFIXES"]
