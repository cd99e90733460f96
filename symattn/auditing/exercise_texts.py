"""Exercise files: the texts that an author wrote and the answers that are expected, as pages with places in the file.

Each text belongs to the problem of its exercise (or answer), whose inputs are what it may build on. What the program
inserts stands in the page as the program would write it, and in the file between its braces. A file of data that is no
exercise file has no texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symattn.auditing.blocks import blocks_of
from symattn.auditing.documents import NO_NUMBER, Page
from symattn.auditing.findings import Span
from symattn.auditing.placed_json import strings_of_json
from symattn.auditing.placed_toml import strings_of_toml
from symattn.auditing.strings import KeyPath, Placed
from symattn.errors import LimitError, SymattnError
from symattn.problems.exercise_files import exercises_of
from symattn.problems.exercises import Answer, Exercise, ExerciseFile
from symattn.problems.expressions import places_of_inserts
from symattn.problems.files import is_exercise_file, parse_data
from symattn.problems.inserts import Figure, Inserts, fill, plain
from symattn.problems.stages import Value

TEXTS = ("statement", "hint", "solution")
TEXTS_OF_ANSWERS = ("label", "words", "equals")
LONGEST_INSERT = 2000  # characters of what an insert comes to; a longer one is left out


def pages_of_exercises(source: str, name: str) -> tuple[Page, ...]:
    """The texts of an exercise file in TOML or JSON, in order.

    Errors: ProblemError for a file that does not load, with the key and the way out.
    """
    kind = ".json" if source.lstrip().startswith("{") else ".toml"
    data = parse_data(source, kind, name)
    if not is_exercise_file(data):
        return ()
    file = exercises_of(data, Path(name))
    strings = strings_of_json(source) if kind == ".json" else strings_of_toml(source)
    try:
        return tuple(page for path, placed in strings for page in _pages(file, path, placed))
    except RecursionError:
        raise LimitError(f"{name}: the lists or tables are nested too deeply") from None


def _pages(file: ExerciseFile, path: KeyPath, placed: Placed) -> Iterator[Page]:
    """The page of a string, if it is one of the texts."""
    match path:
        case ("exercise", int(number), str(key)) if key in TEXTS:
            exercise = file.exercises[number]
            yield _page(placed, exercise, exercise.inserts)
        case ("exercise", int(number), "answer", int(place), str(key)) if key in TEXTS_OF_ANSWERS:
            answer = file.exercises[number].answers[place]
            yield _page(placed, answer, answer.inserts, is_answer=key == "equals")


def _page(placed: Placed, owner: Exercise | Answer, inserts: Inserts | None, *, is_answer: bool = False) -> Page:
    filled, spans = _filled(placed, inserts, is_answer)
    return Page(
        filled.text,
        "markdown",
        filled.places,
        is_apart=True,
        problem=owner.problem,
        answer=owner if is_answer and isinstance(owner, Answer) else None,
        inserts=spans,
    )


def _filled(placed: Placed, inserts: Inserts | None, is_plain: bool) -> tuple[Placed, tuple[Span, ...]]:
    """The text with what its inserts come to, and where these stand in the file."""
    found = places_of_inserts(placed.text)
    if not found:
        return placed, ()
    formulas = [] if is_plain else _formulas(placed.text)
    texts: list[str] = []
    places: list[int] = []
    at = 0
    for start, end in found:
        is_formula = any(low <= start < high for low, high in formulas)
        text = _inserted(placed.text[start:end], inserts, is_formula)
        texts += [placed.text[at:start], text]
        places += [*placed.places[at:start], *[placed.places[start]] * len(text)]
        at = end
    texts.append(placed.text[at:])
    places += placed.places[at:]
    spans = tuple((placed.places[start], placed.places[end - 1] + 1) for start, end in found)
    return Placed("".join(texts), places), spans


def _formulas(text: str) -> list[Span]:
    """Where formulas stand in a text whose inserts are not filled in."""
    masked = list(text)
    for start, end in places_of_inserts(text):
        masked[start:end] = NO_NUMBER * (end - start)
    pieces = (piece for block in blocks_of("".join(masked)) for piece in block.pieces)
    return [(piece.start, piece.end) for piece in pieces if piece.kind == "math"]


def _inserted(insert: str, inserts: Inserts | None, is_formula: bool) -> str:
    """What an insert comes to; a sign that nothing is read from where there is no such thing."""
    write = _latex if is_formula else _plain
    try:
        text = fill(insert, inserts, write) if inserts is not None else NO_NUMBER
    except SymattnError:
        return NO_NUMBER
    return text if len(text) <= LONGEST_INSERT else NO_NUMBER


def _latex(value: Value | Figure) -> str:
    return value.latex()


def _plain(value: Value | Figure) -> str:
    return value.text() if isinstance(value, Figure) else plain(value)


__all__ = ["pages_of_exercises"]
