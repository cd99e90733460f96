"""symattn key"""

from __future__ import annotations

from argparse import Namespace

from symattn.choices import BLOCKS, FORMATS, PLACES, SUFFIXES
from symattn.cli.arguments import Parser, count
from symattn.cli.commands import COMMANDS
from symattn.errors import FormatError


def key_parser() -> Parser:
    """The arguments of ``symattn key``."""
    does = f"{COMMANDS['key'].does.capitalize()}."
    examples = [
        "masks-and-heads --to md -o key.md",
        "masks-and-heads --to tex --fragment -o key.tex",
        "masks-and-heads --to text --only answers --places 4",
    ]
    parser = Parser("key", does, examples)
    parser.add_argument("file", metavar="NAME_OR_FILE", help="an exercise file, or a name that symattn list shows")
    formats = [*FORMATS, "pdf"]
    parser.add_argument("--to", choices=formats, help="the format (by the ending of -o, else text)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it (standard output)")
    parser.add_argument("--fragment", action="store_true", help="only the body, to be put into another document")
    parser.add_argument("--places", type=count, default=PLACES, metavar="N", help=f"decimal places ({PLACES})")
    parser.add_argument("--only", choices=BLOCKS, help="only this part")
    return parser


def key(options: Namespace) -> int:
    """Write an answer key."""
    to = options.to or _format_of(options.output)
    if to == "pdf" and not options.output:
        raise FormatError("a PDF is written to a file: add -o FILE")

    from pathlib import Path

    from symattn.cli.sources import readable
    from symattn.problems import load_exercises
    from symattn.rendering import key as render
    from symattn.rendering import write_key

    chosen = {"places": options.places, "only": options.only, "fragment": options.fragment}
    with readable(options.file) as reference:
        file = load_exercises(reference)
        if options.output:
            output = Path(options.output)
            is_new = not output.parent.is_dir()
            write_key(file, output, to=to, **chosen)
            if is_new:
                print(f"made the folder {output.parent} for {output.name}")
        else:
            print(render(file, to=to, **chosen).rstrip("\n"))
    return 0


def _format_of(output: str | None) -> str:
    """The format by the ending of a file name; text where there is none."""
    if not output:
        return "text"
    ending = output[output.rfind(".") :].lower() if "." in output else ""
    if ending not in SUFFIXES:
        raise FormatError(f"{output}: the ending says no format; write --to tex, md, text or pdf")
    return SUFFIXES[ending]
