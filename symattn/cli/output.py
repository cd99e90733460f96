"""What commands print for programs."""

from __future__ import annotations

from collections.abc import Iterable


def print_json(data: object) -> None:
    """One JSON document, readable by people too."""
    import json

    from symattn.rendering.escaping import escape_json

    print(escape_json(json.dumps(data, indent=2, ensure_ascii=False)))


def print_notes(notes: Iterable[str]) -> None:
    """Remarks on how something was read, once each, on stderr."""
    import sys

    for note in dict.fromkeys(notes):
        print(f"note: {note}", file=sys.stderr)
