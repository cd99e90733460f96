"""Answers to forty problems judged: right ones never refused or diagnosed, wrong ones with the mistake named.

    python -m benchmarks.limits.answers [--seed 1] [--show 20]

Every question is answered rightly in five forms and as decimals; rounded, cut off, off in the last digit, with the
noise of floats; by every single mistake, exactly and to five digits; by two mistakes; and at random.  Limits: 0 right
answers refused or diagnosed and 0 decimals judged as something else; 99 % of single mistakes that give another value
named, with at most 1.5 names on average where the quality of an exercise reports no ambiguity; at most 1 % of random
answers named; all rules together 100 ms of processor time an answer.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from random import Random
from statistics import quantiles

from benchmarks.limits.measuring import held, status
from benchmarks.limits.questions import RULES, Entry, Question, asked, questions, relations
from benchmarks.limits.typing_ways import (
    EXACT,
    Write,
    by_the_definition,
    decimals,
    digits_of,
    faulty,
    figures,
    is_right,
    joined,
    lowest_terms,
    part,
    random_answer,
    upside_down,
    written,
)
from symattn.checking import MISTAKES, CheckResult, LossProblem, Mistake, check
from symattn.checking.quality import AnswerQuality, answer_quality
from symattn.exact import Exact, compare
from symattn.problems import Answer, Problem
from symattn.visibility import full

MOST_NAMES = 1.5
LEAST_NAMED = 0.99
MOST_COINCIDENCES = 0.01
MOST_MILLISECONDS = 100.0
RANDOM_ANSWERS = 40
TIMED = 7  # one answer in so many is timed under all rules


@dataclass
class Tally:
    """What was found, by kind, and a line for everything that falls short."""

    right: int = 0
    faults: list[str] = field(default_factory=list)
    named: int = 0
    missed: list[str] = field(default_factory=list)
    names_where_told: list[int] = field(default_factory=list)
    names_where_clear: list[int] = field(default_factory=list)
    names: list[int] = field(default_factory=list)
    pairs: int = 0
    pairs_missed: list[str] = field(default_factory=list)
    at_random: int = 0
    coincidences: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    judged: int = 0

    def judge(self, text: str, question: Question, rule: str | None = None) -> CheckResult:
        """The verdict; now and then under all rules, and timed."""
        self.judged += 1
        if self.judged % TIMED == 0:
            started = time.process_time()
            for other in RULES:
                check(text, question.expected, other)
            spent = (time.process_time() - started) * 1e3
            self.milliseconds.append(spent)
            self.slowest = max(self.slowest, (spent, f"{question.problem}: {text[:200]}"))
        return check(text, question.expected, rule or question.rule)


# -- right answers ---------------------------------------------------------------------------------------------------


def right_answers(question: Question, tally: Tally) -> None:
    """Exact forms and decimals as the rule asks for them."""
    asks_for_form = question.rule.startswith(("places:", "sig:"))
    for text in _exact_forms(question):
        found = tally.judge(text, question)
        tally.right += 1
        if found.outcome != "exact" or found.mistakes or (found.accepted is not True and not asks_for_form):
            tally.faults.append(f"right, {_said(question, text, found)}")
    if question.has_symbols or question.rule == "exact":
        return
    for write in (decimals(question.rule), lambda x: _plus(decimals(question.rule)(x))):
        typed = written(question, question.rows, write)
        if typed is not None:
            found = tally.judge(typed, question)
            tally.right += 1
            if found.accepted is not True or found.mistakes:
                tally.faults.append(f"right, {_said(question, typed, found)}")


def _exact_forms(question: Question) -> Iterator[str]:
    for write in EXACT:
        text = written(question, question.rows, write)
        if text is not None:
            yield text
    defined = by_the_definition(question)
    if defined is not None:
        yield defined


def _plus(text: str) -> str:
    """The same decimal as others type it: .5 for 0.5, and +0.5."""
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text if text[0] in "-+[" else f"+{text}"


def digits_gone_wrong(question: Question, tally: Tally, random: Random) -> None:
    """One entry rounded, cut off, off by one or of a float, the others exact."""
    for i, row in enumerate(question.rows):
        for j, entry in enumerate(row):
            value = digits_of(entry)
            for typed, outcomes in faulty(value, random) if value is not None else ():
                lines = [[lowest_terms(x) for x in line] for line in question.rows]
                lines[i][j] = typed
                text = joined(lines, question.is_matrix)
                found = tally.judge(text, question)
                tally.right += 1
                bounded = question.rule.startswith(("within", "relative")) and found.accepted
                if found.outcome not in outcomes and not (bounded and found.outcome == "within the bound"):
                    tally.faults.append(f"{'/'.join(sorted(outcomes))}, {_said(question, text, found)}")
                if found.outcome == "rounded" and found.mistakes:
                    tally.faults.append(f"diagnosed, {_said(question, text, found)}")


# -- mistakes --------------------------------------------------------------------------------------------------------

Rows = tuple[tuple[Entry, ...], ...]
WAYS: tuple[Write, ...] = (lowest_terms, upside_down, figures(5), decimals("places:6"))


def single_mistakes(question: Question, tally: Tally, quality: AnswerQuality | None) -> None:
    """What every mistake gives that is not right under the rule, exactly in two forms and in decimals."""
    alike = set() if quality is None else {name for group in quality.alike for name in group}
    seen: set[tuple[str, str]] = set()
    for name, rows in _mistaken(question):
        if all(compare(x, y).outcome == "equal" for x, y in _paired(rows, question.rows)):
            continue
        for write in WAYS:
            text = written(question, rows, write)
            if text is None or (name, text) in seen or _is_right(question, rows, write) or not _tells(text, write):
                continue
            seen.add((name, text))
            found = tally.judge(text, question)
            tally.named += 1
            if name not in found.mistakes:
                tally.missed.append(f"{name}, {_said(question, text, found)}")
            tally.names.append(len(found.mistakes))
            if quality is not None and name not in alike:
                tally.names_where_told.append(len(found.mistakes))
            if quality is not None and not quality.is_ambiguous:
                tally.names_where_clear.append(len(found.mistakes))


def _mistaken(question: Question) -> Iterator[tuple[str, Rows]]:
    answer, expected = question.answer, question.expected
    if isinstance(expected, LossProblem):
        for mistake, _, value in expected.by_mistake:
            yield mistake.name, ((value,),)
    if answer is None or answer.problem is None:
        return
    for mistake in MISTAKES.values():
        yield from ((mistake.name, rows) for rows in _traced(mistake, question, answer.problem))
    yield from _misplaced(answer)


def _traced(mistake: Mistake, question: Question, problem: Problem) -> Iterator[Rows]:
    """The part that is asked of every trace of a mistake."""
    answer = question.answer
    assert answer is not None
    for trace in mistake.traces(problem, answer.item):
        if answer.stage in trace.stage_names:
            rows = part(trace.exact(answer.stage), question)
            if rows is not None and [len(row) for row in rows] == [len(row) for row in question.rows]:
                yield rows


def _misplaced(answer: Answer) -> Iterator[tuple[str, Rows]]:
    """Another row or column than the one asked, two of them exchanged, and rows for columns."""
    rows = asked("", replace(answer, row=None, column=None), answer.rule).rows
    if answer.row is not None and answer.column is None:
        yield from (("rows-swapped", (row,)) for i, row in enumerate(rows) if i != answer.row)
    if answer.row is not None and answer.column is not None:
        i, j = answer.row, answer.column
        yield from (("rows-swapped", ((row[j],),)) for k, row in enumerate(rows) if k != i)
        yield from (("columns-swapped", ((x,),)) for k, x in enumerate(rows[i]) if k != j)
    if answer.row is None and answer.column is None:
        yield "rows-swapped", (rows[-1], *rows[1:-1], rows[0])
        yield "columns-swapped", tuple((row[-1], *row[1:-1], row[0]) if len(row) > 1 else row for row in rows)
        if len(rows) == len(rows[0]):
            yield "transposed", tuple(zip(*rows, strict=True))


def _tells(text: str, write: Write) -> bool:
    """Whether some entry is exact or has three significant digits: less is no sign of a mistake."""
    numbers = text.replace("[", "").replace("]", "").split(", ")
    return write in EXACT or any(
        "." not in number or len(number.replace(".", "").lstrip("-0")) > 2 for number in numbers
    )


def _is_right(question: Question, rows: Rows, write: Write) -> bool:
    """Whether what was typed is right under the rule after all, although the mistake's value is another."""
    if [len(row) for row in rows] != [len(row) for row in question.rows]:
        return False
    exactly = write in EXACT
    if exactly and not question.rule.startswith(("within", "relative")):
        return False
    return all(
        compare(x, right).outcome == "equal"
        or is_right(digits_of(x) if exactly else _decimal(write(x)), "" if exactly else write(x), right, question.rule)
        for x, right in _paired(rows, question.rows)
    )


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if text.replace(".", "", 1).lstrip("-").isdigit() else None


def _paired(one: Rows, other: Rows) -> Iterator[tuple[Entry, Entry]]:
    for row, others in zip(one, other, strict=True):
        yield from zip(row, others, strict=True)


def pairs_of_mistakes(question: Question, tally: Tally) -> None:
    """A mistake made in a problem that was changed already: its scale left out, or everything shown."""
    answer = question.answer
    if answer is None or answer.problem is None or answer.problem.is_batch:
        return
    for first, changed in _changed(answer.problem):
        for mistake in MISTAKES.values():
            if not mistake.combines or mistake.theme == MISTAKES[first].theme:
                continue
            for rows in _traced(mistake, question, changed):
                text = written(question, rows, figures(6))
                if text is None or _is_right(question, rows, figures(6)):
                    continue
                found = tally.judge(text, question)
                if found.accepted is False:
                    tally.pairs += 1
                    told = {name for explained in found.mistakes for name in explained.split(" + ")}
                    if first == "no-mask" and "padding-read" in told:
                        told.add(first)  # what showing everything is called where only padding was hidden
                    if not ({first, mistake.name} <= told or any(" + " not in one for one in found.mistakes)):
                        tally.pairs_missed.append(f"{first} + {mistake.name}, {_said(question, text, found)}")


def _changed(problem: Problem) -> Iterator[tuple[str, Problem]]:
    if problem.scores is None:
        yield "scale-missing", replace(problem, scale=Exact(1))
    everything = full(*problem.score_shape)
    if problem.visible != everything and not any(
        matrix is not None and "-oo" in matrix.text() for matrix in (problem.scores, problem.bias)
    ):
        yield "no-mask", replace(problem, visible=everything)


# -- at random -------------------------------------------------------------------------------------------------------


def random_answers(question: Question, tally: Tally, random: Random) -> None:
    """Answers that nobody's mistake gives."""
    for _ in range(RANDOM_ANSWERS):
        text = random_answer(question, random)
        found = tally.judge(text, question)
        if found.accepted is False and found.outcome in ("wrong", "mistake"):
            tally.at_random += 1
            if found.mistakes:
                tally.coincidences.append(f"random, {_said(question, text, found)}")


def lists(tally: Tally) -> None:
    """Lists of visible keys: in other words right, and one key more or less wrong."""
    for name, relation, expected in relations():
        keys = [[j + 1 for j in relation.visible_keys(i)] for i in range(relation.T_q)]
        plain = ", ".join(f"[{', '.join(map(str, row))}]" for row in keys)
        words = "; ".join(f"query {i}: {' and '.join(map(str, row))}" for i, row in enumerate(keys, start=1))
        for text in (plain, words, f"[{plain}]", plain.replace("[", "{").replace("]", "}")):
            found = check(text, expected)
            tally.right += 1
            if found.accepted is not True or found.mistakes:
                tally.faults.append(f"right, {name}: {text}: {found}")
        fewer = [row[:-1] if i == len(keys) - 1 else row for i, row in enumerate(keys)]
        found = check(", ".join(f"[{', '.join(map(str, row))}]" for row in fewer), expected)
        if found.accepted is not False:
            tally.faults.append(f"wrong, {name}: {fewer}: {found}")


def _said(question: Question, text: str, found: CheckResult) -> str:
    place = question.answer.place if question.answer else ""
    return f"{question.problem} {place} ({question.rule}): {text[:160]}: {found.outcome} {list(found.mistakes)[:6]}"


# -- the figures -----------------------------------------------------------------------------------------------------


def measured(seed: int, only: str = "") -> Tally:
    """Everything judged."""
    random, tally = Random(seed), Tally()
    for question in questions(seed):
        if only not in question.problem:
            continue
        right_answers(question, tally)
        digits_gone_wrong(question, tally, random)
        answer = question.answer
        ruled = None if answer is None else replace(answer, rule=question.rule)
        single_mistakes(question, tally, None if ruled is None else answer_quality(ruled))
        pairs_of_mistakes(question, tally)
        random_answers(question, tally, random)
    lists(tally)
    return tally


def report(tally: Tally, show: int) -> int:
    """Print the figures, and return 1 where a limit is missed."""
    for lines in (tally.faults, tally.missed, tally.coincidences, tally.pairs_missed):
        for line in lines[:show]:
            print(f"  {line}")
    print(f"{tally.judged} answers; rules in turn: {', '.join(RULES)}")
    print(f"right answers and digits gone wrong: {tally.right}")
    kept = [held("  refused, diagnosed, or judged as something else", len(tally.faults), 0)]
    print(f"answers by a single mistake: {tally.named}")
    kept.append(held("  not named", 100 * len(tally.missed) / tally.named, 100 * (1 - LEAST_NAMED), " %"))
    clear, told = tally.names_where_clear, tally.names_where_told
    print(f"  names on average, everywhere: {sum(tally.names) / len(tally.names):.2f} of {len(tally.names)} answers")
    kept.append(held(f"  names, no ambiguity at all ({len(clear)})", sum(clear) / max(1, len(clear)), MOST_NAMES))
    kept.append(held(f"  names, mistake told apart ({len(told)})", sum(told) / max(1, len(told)), MOST_NAMES))
    unexplained = 100 * len(tally.pairs_missed) / max(1, tally.pairs)
    print(f"answers by two mistakes: {tally.pairs}, not explained {unexplained:.2f} %")
    print(f"random answers: {tally.at_random}")
    kept.append(held("  named", 100 * len(tally.coincidences) / tally.at_random, 100 * MOST_COINCIDENCES, " %"))
    times = tally.milliseconds
    print(
        f"all rules together, processor time: 95 % below {quantiles(times, n=20)[-1]:.0f} ms, most {max(times):.0f} ms"
    )
    kept.append(held("  on average", sum(times) / len(times), MOST_MILLISECONDS, " ms"))
    return status(kept)


def main(arguments: list[str] | None = None) -> int:
    """Judge everything and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="how many lines of each kind that falls short are printed")
    parser.add_argument("--only", default="", help="problems whose name holds this text")
    options = parser.parse_args(arguments)
    return report(measured(options.seed, options.only), options.show)


if __name__ == "__main__":
    sys.exit(main())
