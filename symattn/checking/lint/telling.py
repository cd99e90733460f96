"""By what a mistake could be told: another row, another stage of the same problem, or more digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from symattn.checking.lint.hints import hint
from symattn.checking.mistakes.evaluating import level_of
from symattn.checking.quality import Entries, entries_of, form_of, mistaken_values, verdict
from symattn.errors import SymattnError
from symattn.problems import Answer, Problem
from symattn.problems.rules import Rule
from symattn.problems.stages import trace_of

FINER = ("sig>=6", "exact")  # rules that ask for more
_FIRST = ("weights", "output", "masked_scores", "scores")  # stages that are asked rather than others


class Made(NamedTuple):
    """What a variant of a mistake makes of a whole stage."""

    name: str
    values: Entries


def told_by(answer: Answer, mistakes: Iterable[str]) -> dict[str, list[str]]:
    """For each piece of advice the mistakes that could be told by following it."""
    advice: dict[str, list[str]] = {}
    for name in mistakes:
        advice.setdefault(_finer(answer, [name]) or _elsewhere(answer, [name]) or hint([name]), []).append(name)
    return advice


def apart_by(answer: Answer, mistakes: Sequence[str]) -> str:
    """What could tell these mistakes from one another."""
    return _finer(answer, mistakes) or _elsewhere(answer, mistakes) or "in this problem nothing tells them apart"


def _finer(answer: Answer, mistakes: Sequence[str]) -> str:
    """A rule under which they are told, from the right answer or from one another."""
    if answer.rule in FINER:
        return ""
    right = entries_of(answer)
    made = [Made(mistake.name, values) for mistake, values in mistaken_values(answer) if mistake.name in mistakes]
    found = (text for text in FINER if _are_told(made, right, Rule.parse(text), mistakes))
    return next((f'ask for more: rule = "{text}"' for text in found), "")


def _elsewhere(answer: Answer, mistakes: Sequence[str]) -> str:
    """A row, or a whole stage, that tells them."""
    if answer.problem is None or not answer.stage:
        return ""
    rule = Rule.parse(answer.rule)
    for stage in _stages(answer):
        found = _of_stage(answer.problem, answer.item, stage)
        if found is None:
            continue
        right, made = found
        chosen = [one for one in made if one.name in mistakes]
        rows = [i for i in range(len(right)) if _are_told(_row(chosen, i), right[i : i + 1], rule, mistakes)]
        record = "" if answer.item is None else f"record {answer.item + 1}, "
        if rows:
            return f"ask for {record}{stage}[{rows[0] + 1}]{' too' if stage == answer.stage else ''}"
        if _are_told(chosen, right, rule, mistakes):
            return f"ask for all of {record}{stage}"
    return ""


def _row(made: Iterable[Made], i: int) -> list[Made]:
    return [Made(name, values[i : i + 1]) for name, values in made if i < len(values)]


def _are_told(made: Sequence[Made], right: Entries, rule: Rule, mistakes: Sequence[str]) -> bool:
    """Whether one mistake is told from the right answer, or several from one another."""
    if {one.name for one in made} != set(mistakes):
        return False
    if len(mistakes) == 1:
        return any(verdict(one.values, right, rule) is False for one in made)
    forms = [{form_of(one.values, rule) for one in made if one.name == name} for name in mistakes]
    return sum(map(len, forms)) == len(set[object]().union(*forms))


def _stages(answer: Answer) -> Iterator[str]:
    """The stages of the same head, that of the answer first."""
    yield answer.stage
    assert answer.problem is not None
    prefix = answer.stage.rpartition(".")[0]
    names = trace_of(answer.problem, answer.item).stage_names
    beside = [name for name in names if name.rpartition(".")[0] == prefix and level_of(name) is not None]
    last = {name: place for place, name in enumerate(_FIRST)}
    yield from sorted((n for n in beside if n != answer.stage), key=lambda n: last.get(n.rpartition(".")[2], len(last)))


@lru_cache(maxsize=256)
def _of_stage(problem: Problem, item: int | None, stage: str) -> tuple[Entries, tuple[Made, ...]] | None:
    """The right entries of a whole stage and what mistakes make of it; None where there is no such stage."""
    whole = Answer(problem, stage, item=item)
    try:
        right = entries_of(whole)
        return right, tuple(Made(mistake.name, values) for mistake, values in mistaken_values(whole))
    except SymattnError:
        return None


__all__ = ["apart_by", "told_by"]
