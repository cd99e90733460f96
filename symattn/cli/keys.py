"""symattn key"""

from __future__ import annotations

import os
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from symattn.choices import BLOCKS, FORMATS, PLACES, SUFFIXES
from symattn.cli.arguments import Parser, count
from symattn.cli.commands import COMMANDS
from symattn.errors import FormatError, OutputError
from symattn.saving import refuse_to_replace

if TYPE_CHECKING:
    from symattn.problems import ExerciseFile


def key_parser() -> Parser:
    """The arguments of ``symattn key``."""
    does = COMMANDS["key"].sentence
    examples = [
        "masks-and-heads --to md -o key.md",
        "masks-and-heads --to tex --fragment -o key.tex",
        "masks-and-heads --to text --only answers --places 4",
    ]
    parser = Parser("key", does, examples)
    parser.add_argument("file", metavar="NAME_OR_FILE", help="an exercise file, or a name that symattn list shows")
    formats = [*FORMATS, "pdf"]
    parser.add_argument("--to", choices=formats, help="the format (by the ending of -o, else text)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it; - is standard output (the default)")
    parser.add_argument("--fragment", action="store_true", help="only the body, to be put into another document")
    parser.add_argument("--places", type=count, default=PLACES, metavar="N", help=f"decimal places ({PLACES})")
    parser.add_argument("--only", choices=BLOCKS, help="only this part")
    return parser


def key(options: Namespace) -> int:
    """Write an answer key."""
    to = options.to or _format_of(options.output)
    if to == "pdf" and options.output is None:
        raise FormatError("a PDF is written to a file: add -o FILE, or -o - where standard output is one")

    from symattn.cli.sources import files_of, readable
    from symattn.problems import load_exercises

    chosen = {"places": options.places, "only": options.only}
    with readable(options.file) as reference:
        file = load_exercises(reference)
        if options.output in (None, "-"):
            _print(file, to, fragment=options.fragment, **chosen)
        else:
            refuse_to_replace(options.output, files_of(options.file))
            _write(file, to, options.output, fragment=options.fragment, **chosen)
    return 0


def _print(file: ExerciseFile, to: str, *, fragment: bool, **chosen: Any) -> None:
    """The key on standard output."""
    from symattn.rendering import key as render

    if to != "pdf":
        print(render(file, to=to, fragment=fragment, **chosen).rstrip("\n"))
        return
    from symattn.cli.streams import write_bytes
    from symattn.rendering.pdf import pdf_of

    write_bytes(pdf_of(render(file, "tex", **chosen)))


def _write(file: ExerciseFile, to: str, output: str, **chosen: Any) -> None:
    """The key in a file."""
    from pathlib import Path

    from symattn.rendering import write_key

    target = Path(output)
    is_new = not target.parent.is_dir()
    write_key(file, target, to=to, **chosen)
    if is_new:
        print(f"made the folder {target.parent} for {target.name}")


def _format_of(output: str | None) -> str:
    """The format by the ending of a file name; text where there is none."""
    if output is None or output == "-":
        return "text"
    if not output:
        raise OutputError("-o names no file: write -o FILE, or -o - for standard output")
    ending = output[output.rfind(".") :].lower() if "." in output else ""
    if not ending and os.path.isdir(output):
        raise OutputError(f"{output} is a folder: name a file in it")
    if ending not in SUFFIXES:
        raise FormatError(f"{output}: the ending says no format; write --to tex, md, text or pdf")
    return SUFFIXES[ending]
