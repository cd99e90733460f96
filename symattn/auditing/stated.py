"""What a paragraph has stated in words, kept for the figures after it: rows of figures, formulas of letters."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Expression
from symattn.auditing.findings import Span
from symattn.checking.typed import Typed
from symattn.exact import Exact, ExactMatrix

FRESH = 2  # paragraphs for which a letter keeps its number
LASTING = 5  # paragraphs for which scores in words are those that weights belong to


class StatedWeights(NamedTuple):
    """A row of weights that words state; ``slack`` is half a unit of its last digit."""

    weights: ExactMatrix
    slack: Fraction


@dataclass
class Local:
    """What a paragraph has stated in words, for the figures after it: a row of scores, weights, value vectors, ..."""

    scores: ExactMatrix | None = None
    weights: ExactMatrix | None = None
    values: list[ExactMatrix] = field(default_factory=list)
    probability: tuple[Typed, Span] | None = None
    section: int = -1
    last_role: str = ""
    row: int | None = None  # the query whose weights were printed last
    age: int = 0
    stated_weights: tuple[int, list[StatedWeights]] = (-1, [])  # in which block weights stand in words, and these
    output_rows: tuple[int, list[tuple[Exact, ...]]] = (-1, [])  # in which block rows of W_O stand in words, and these
    projections: list[tuple[int, Expression, list[list[Typed]], Context]] = field(default_factory=list)

    def grow_older(self) -> None:
        """A paragraph has passed; what is old is forgotten."""
        self.age += 1
        self.probability = None
        if self.age > LASTING:
            self.scores = self.weights = self.row = None


@dataclass
class Counting:
    """Formulas of letters that a text states (C = Hd, BHT^2), and what it sets the letters to."""

    equations: list[tuple[Expression, Expression]] = field(default_factory=list)
    formula: Expression | None = None
    letters: dict[str, tuple[Exact, Span]] = field(default_factory=dict)
    earlier: dict[str, tuple[Exact, Span]] = field(default_factory=dict)  # what the paragraphs before set them to
    age: int = 0  # paragraphs since letters were set
    noun: str = ""
    size: Exact | None = None

    def begin(self) -> None:
        """A new paragraph: letters are set anew, formulas stay."""
        self.age = 0 if self.letters else self.age + 1
        self.earlier = {**self.earlier, **self.letters} if self.age <= FRESH else {}
        self.letters = {}
        self.equations = self.equations[-3:]
        self.noun = ""


__all__ = ["FRESH", "Counting", "Local", "StatedWeights"]
