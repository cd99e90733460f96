"""What an author should know of an exercise file before anybody answers it.

    lint_file(file).findings      one a fault, with a sentence and what the author could do about it

The parts: what a mistake can be told by (`telling`, `hints`), rules that nobody can meet or everybody can (`ruling`),
statements that print what they ask (`giveaway`), and the walk over a file that collects it all (`linting`).
"""

from symattn.checking.lint.finding import KINDS, Finding, Kind, Lint
from symattn.checking.lint.linting import lint_file

__all__ = ["KINDS", "Finding", "Kind", "Lint", "lint_file"]
