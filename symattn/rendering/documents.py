"""Documents from templates: answer keys and worked solutions in LaTeX, Markdown and plain text, and keys as PDF.

Templates live in `templates/`; an undefined name in one is an error, and whatever is not already written by a writer
is escaped for the format. LaTeX templates have << >>, <% %> and <# #> for delimiters, which TeX does not use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from symattn.choices import BLOCKS, FORMATS, PLACES, SUFFIXES
from symattn.data import templates_folder
from symattn.errors import UnknownNameError
from symattn.problems.exercises import ExerciseFile
from symattn.rendering.escaping import one_line
from symattn.rendering.keys import KeyWriter
from symattn.rendering.latex import LatexLooks
from symattn.rendering.markdown import MarkdownLooks
from symattn.rendering.notation import CONVENTIONS, condition_words
from symattn.rendering.plaintext import PlainLooks
from symattn.rendering.sections import Section
from symattn.rendering.writer import Looks, Writer, Written
from symattn.saving import write_whole

if TYPE_CHECKING:
    from jinja2 import Environment


class Format(NamedTuple):
    """The template suffix of a format and its looks."""

    suffix: str
    looks: Callable[[], Looks]


_FORMATS: Mapping[str, Format] = {
    "tex": Format("tex", LatexLooks),
    "md": Format("md", MarkdownLooks),
    "text": Format("txt", PlainLooks),
}


def key(
    file: ExerciseFile, to: str = "tex", *, fragment: bool = False, places: int = PLACES, only: str | None = None
) -> str:
    """The answer key of an exercise file: statement, hint, answers and solution of every exercise.

    >>> from symattn.problems import load_exercises
    >>> print(key(load_exercises("masks-and-heads"), "md", only="answers")[:17])
    # Masks and heads

    ``to`` is "tex", "md" or "text"; ``fragment`` leaves out the preamble, for inclusion in another document; ``only``
    is one of "statements", "hints", "answers", "solutions". Claims (``equals``) and promised errors are proved first.
    Errors: ProblemError that names exercise and answer where a claim is not proved or a text cannot be typeset,
    UnknownNameError for another format or block.
    """
    if to not in FORMATS:
        raise UnknownNameError.of("format of a key", to, FORMATS)
    if only is not None and only not in BLOCKS:
        raise UnknownNameError.of("block of a key", only, BLOCKS)
    if only in (None, "answers", "solutions"):
        file.check_claims()
    looks = _FORMATS[to].looks()
    writer = Writer(looks)
    views = list(KeyWriter(file, writer, places, only).views())
    return _rendered(
        f"key.{_FORMATS[to].suffix}.j2",
        looks,
        title=file.title,
        source=file.source,
        exercises=views,
        conventions=[writer.remark(line) for line in CONVENTIONS],
        places=places,
        only=only,
        fragment=fragment,
    )


def write_key(
    file: ExerciseFile,
    path: str | Path,
    to: str | None = None,
    *,
    fragment: bool = False,
    places: int = PLACES,
    only: str | None = None,
) -> None:
    """Write the key to a path as "tex", "md", "text" or "pdf"; without ``to`` the ending of the path decides.

    A file that exists is replaced only when the whole key is written. Errors: as `key`, DocumentError where pdflatex is
    missing or refuses the document, OutputError where the path cannot be written.
    """
    target = Path(path)
    to = to or SUFFIXES.get(target.suffix.lower())
    if to not in (*FORMATS, "pdf"):
        raise UnknownNameError.of("format of a key", to or target.suffix or str(target), (*FORMATS, "pdf"))
    if to == "pdf":
        from symattn.rendering.pdf import write_pdf

        write_pdf(key(file, "tex", places=places, only=only), target)
        return
    written = key(file, to, fragment=fragment, places=places, only=only)
    write_whole(target, written)


def solution_tex(
    records: Sequence[tuple[str, list[Section]]], conditions: Sequence[str], *, fragment: bool = False
) -> str:
    """The worked solution of `symattn solve` in LaTeX."""
    looks = LatexLooks()
    writer = Writer(looks)
    sections = [
        {
            "heading": heading if not number else "",
            "title": section.title,
            "steps": [writer.step(step) for step in section.steps],
        }
        for heading, parts in records
        for number, section in enumerate(parts)
    ]
    held = [Written(f"${condition_words(condition).latex()}$") for condition in conditions]
    return _rendered(
        "solution.tex.j2",
        looks,
        sections=sections,
        conditions=held,
        conventions=[writer.remark(line) for line in CONVENTIONS],
        fragment=fragment,
    )


# -- templates ------------------------------------------------------------------------------------------------------


def _rendered(template: str, looks: Looks, **values: Any) -> str:
    if template.endswith(".tex.j2"):
        values["columns"] = max(map(most_columns, _texts(values)), default=0)
    text = environment(looks, is_latex=template.endswith(".tex.j2")).get_template(template).render(values)
    text = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text


def _texts(value: Any) -> Iterator[str]:
    """Every text in nested values."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value) or isinstance(value, Mapping):
        for each in (value if isinstance(value, Mapping) else vars(value)).values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def most_columns(latex: str) -> int:
    """The columns of the widest matrix in LaTeX, which amsmath must be told where there are more than ten."""
    bodies = re.findall(r"\\begin\{[bpvVB]?matrix\}(.*?)\\end", latex, re.DOTALL)
    return max((row.count("&") + 1 for body in bodies for row in body.split("\\\\")), default=0)


def environment(looks: Looks, *, is_latex: bool) -> Environment:
    """The template engine: strict about names, and escaping everything that no writer wrote."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    def printed(value: object) -> object:
        if isinstance(value, str) and not isinstance(value, Written):
            return looks.text(one_line(value))
        return value

    delimiters: dict[str, Any] = {}
    if is_latex:
        delimiters = {
            "variable_start_string": "<<",
            "variable_end_string": ">>",
            "block_start_string": "<%",
            "block_end_string": "%>",
            "comment_start_string": "<#",
            "comment_end_string": "#>",
        }
    return Environment(
        loader=FileSystemLoader(templates_folder(), encoding="utf-8"),
        undefined=StrictUndefined,
        finalize=printed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **delimiters,
    )


__all__ = ["FORMATS", "environment", "key", "solution_tex", "write_key"]
