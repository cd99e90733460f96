"""What lint finds: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from symattn.checking.quality import AnswerQuality
from symattn.problems import Answer, ExerciseFile

Kind: TypeAlias = Literal[
    "broken",  # an answer that cannot be worked out, or is not what its author claims
    "no-answers",  # an exercise that asks for nothing
    "given-away",  # a statement that prints what is asked
    "rule",  # a rule that no answer meets, or nearly every one
    "passes",  # a mistake that comes out right
    "alike",  # mistakes that come out the same
    "long",  # an exact answer that nobody types
    "sum",  # printed weights that do not add to 1
    "undecided",  # where neither equality nor difference is proved
]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Finding:
    """One finding about an exercise, or about one of its answers (``answer`` is its name, ``place`` what it asks).

    ``sentence`` says what is the matter, ``advice`` what the author could do about it; ``mistakes`` are those that it
    is about; ``covered`` means that another answer of the exercise makes up for it.
    """

    exercise: str
    kind: Kind
    sentence: str
    advice: str
    answer: str = ""
    place: str = ""
    mistakes: tuple[str, ...] = ()
    covered: bool = False

    def __str__(self) -> str:
        about = f", answer {self.answer}" if self.answer else ""
        asked = f" ({self.place})" if self.place else ""
        return f"{self.exercise}{about}{asked}: {self.sentence}; {self.advice}"


@dataclass(frozen=True)
class Lint:
    """All findings of a file, and the quality of each answer that is a value, by exercise id and answer."""

    file: ExerciseFile
    findings: tuple[Finding, ...]
    qualities: tuple[tuple[str, Answer, AnswerQuality], ...]


__all__ = ["KINDS", "Finding", "Kind", "Lint"]
