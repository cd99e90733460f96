"""How other systems write who may read whom, and exact conversion between them.

    from symattn.conventions import convert, from_system, to_system, system, SYSTEMS

    >>> from symattn.conventions import from_system, to_system
    >>> to_system(from_system([[True, False], [True, True]], "torch-sdpa"), "torch-mha")
    [[False, True], [False, False]]

``rules`` says what a convention consists of, ``forms`` and ``bands`` how a relation is written and read, ``fills`` what
finite fills do, ``heads`` how heads and rotated coordinates are laid out; ``systems`` holds the table, one file a
family, every entry with its source; ``converting`` puts them together.
"""

from symattn.conventions.converting import Conversion, convert, from_system, to_system
from symattn.conventions.fills import EmptyRow, Fill, FillEffect
from symattn.conventions.rules import Convention, Hiding, Source
from symattn.conventions.systems import SYSTEMS, system

__all__ = [
    "SYSTEMS",
    "Convention",
    "Conversion",
    "EmptyRow",
    "Fill",
    "FillEffect",
    "Hiding",
    "Source",
    "convert",
    "from_system",
    "system",
    "to_system",
]
