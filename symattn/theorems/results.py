"""What a theorem comes out as: a proof, a counterexample with two exact values, or undecided with what was tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from symattn.errors import UndecidedError
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact

Outcome = Literal["proved", "refuted", "undecided"]


@dataclass(frozen=True, slots=True)
class Proof:
    """A statement that holds: for which inputs, by which argument, under which conditions on symbols.

    >>> from symattn.theorems import prove_causal
    >>> proof = prove_causal("j <= i")
    >>> proof.outcome, proof.domain.startswith("every T"), bool(proof)
    ('proved', True, True)
    """

    statement: str
    domain: str
    argument: str
    conditions: tuple[str, ...] = ()
    outcome: Outcome = field(default="proved", init=False)

    def text(self) -> str:
        """One sentence for people."""
        where = f" where {', '.join(self.conditions)}" if self.conditions else ""
        return f"proved: {self.statement}, for {self.domain}{where}: {self.argument}"

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A statement that fails: the entry (0-based) whose value is ``before`` on one side and ``after`` on the other.

    >>> from symattn.theorems import prove_causal
    >>> found = prove_causal("j <= i + 1")
    >>> found.entry, found.before, found.after, found.sizes
    ((0, 0), Exact('0'), Exact('1/2'), {'T': 2})

    ``inputs`` are the exact matrices by name on which ``before`` is calculated, ``change`` says in words what is done
    to them, and ``evidence`` how the two values were proved different. A value is None where attention refuses to
    calculate one, and ``evidence`` is then the error. ``sizes`` are the numbers put into an index formula.
    """

    statement: str
    entry: tuple[int, int]
    before: Exact | None
    after: Exact | None
    change: str
    evidence: str
    inputs: Mapping[str, ExactMatrix] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    outcome: Outcome = field(default="refuted", init=False)

    def text(self) -> str:
        """One sentence for people, positions counted from 1."""
        at = ", ".join(f"{name} = {number}" for name, number in self.sizes.items())
        found = f"refuted{f' at {at}' if at else ''}: it is not so that {self.statement}; {self.change}"
        if self.before is None and self.after is None:
            return f"{found}: {self.evidence}"
        row, column = (position + 1 for position in self.entry)
        values = f"{_told(self.before)} against {_told(self.after)}"
        return f"{found}: row {row}, column {column} of the output is {values} ({self.evidence})"

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Undecided:
    """A statement that was neither proved nor refuted, and what was tried; as a truth value it raises."""

    statement: str
    tried: str
    outcome: Outcome = field(default="undecided", init=False)

    def text(self) -> str:
        """One sentence for people."""
        return f"undecided: whether {self.statement}: {self.tried}"

    def __bool__(self) -> bool:
        raise UndecidedError(self.text())

    def __str__(self) -> str:
        return self.text()


Verdict: TypeAlias = Proof | Counterexample | Undecided


def first_failure(verdicts: Iterable[Verdict]) -> Verdict:
    """The first verdict that is no proof, else the last one; what comes after a failure is not asked for."""
    for verdict in verdicts:
        if verdict.outcome != "proved":
            break
    return verdict


def _told(value: Exact | None) -> str:
    return "refused" if value is None else value.told()


__all__ = ["Counterexample", "Outcome", "Proof", "Undecided", "Verdict", "first_failure"]
