"""Grading many answers: read, judge each different one once, and put together the report."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from symattn.choices import MARKINGS, REPEATS
from symattn.errors import GradeError, UnknownNameError
from symattn.grading.asked import Asked
from symattn.grading.columns import Columns, columns_of
from symattn.grading.journal import Journal
from symattn.grading.judging import Question, Source, version
from symattn.grading.limits import Limits
from symattn.grading.points import Marking, Repeats, points_of
from symattn.grading.report import GradedAnswer, GradeReport, glossary_of, graded, students_of, tallies_of
from symattn.grading.responses import responses_of, with_questions
from symattn.grading.tables import Table, table_of
from symattn.grading.verdicts import Verdict
from symattn.grading.workers import HereWorkers, LocalWorkers, Workers
from symattn.problems import ExerciseFile

Progress = Callable[[int, int], None]


def grade(
    submissions: str | os.PathLike[str] | bytes | Table | Iterable[Mapping[str, object]],
    exercises: str | os.PathLike[str] | ExerciseFile,
    *,
    columns: Mapping[str, str] | None = None,
    marks: Marking = "entries",
    repeats: Repeats = "last",
    workers: int | None = None,
    seconds: float = Limits.seconds,
    megabytes: int = Limits.megabytes,
    cluster: str | None = None,
    journal: str | os.PathLike[str] | Journal | None = None,
    progress: Progress | None = None,
) -> GradeReport:
    """Judge the answers of many students to the exercises of a file.

    >>> answers = [{"student": "Ada", "exercise": "table-16-1", "answer": "padding", "response": "[1,2], [1,2], [1,2]"}]
    >>> report = grade(answers, "masks-and-heads", workers=0)
    >>> report.answers[0].verdict.outcome, report.students[0].total.points
    ('exact', Fraction(1, 3))

    ``submissions`` is a CSV or JSON Lines file, its bytes, or records; see `symattn.grading.columns` for its columns,
    to which ``columns`` gives meanings ({"Matrikel": "student"}). ``exercises`` is a file or a name that `symattn list`
    shows. ``marks`` is "entries" (each right entry of a matrix earns its share) or "whole", where the exercise does not
    say; ``repeats`` says which attempt of a student counts. Answers are judged by ``workers`` processes (one for each
    core; 0 for this very process, without limits), or on a Dask ``cluster``, each within ``seconds`` and
    ``megabytes``. With a ``journal`` a run that was killed goes on where it stopped; the file is removed at the end.
    ``progress`` is called with how many different answers are judged, and of how many. Errors: GradeError, ProblemError
    and OSError for the files; no answer raises one.
    """
    _check_choice("marks", marks, MARKINGS)
    _check_choice("repeats", repeats, REPEATS)
    table = submissions if isinstance(submissions, Table) else table_of(submissions)
    source = _source(exercises)
    file = source.load()
    points_of(file)  # points that do not add up are told before anything is judged
    asked = Asked(file)
    meant = columns_of(table, asked, columns)
    responses, questions = with_questions(responses_of(table, meant, asked))
    limits = _limits(seconds, megabytes)
    run = _digest(table, source, columns, limits)
    with _kept(journal) as kept, ExitStack() as stack:
        known = kept.begin(run, len(questions)) if kept else {}
        open_ones = [question for question in questions if question.number not in known]
        judge = _workers(source, limits, workers, cluster, stack) if open_ones else HereWorkers(source)
        verdicts = _judged(open_ones, known, judge, kept, progress)
    return _report(file, table, meant, graded(responses, verdicts, file, marks, repeats), repeats)


def _report(
    file: ExerciseFile, table: Table, meant: Columns, answers: tuple[GradedAnswer, ...], repeats: Repeats
) -> GradeReport:
    tallies = tallies_of(answers, file)
    wide = {column for column, _ in meant.exercises}
    return GradeReport(
        file.title,
        tuple(column for column in table.columns if column not in wide),
        meant.is_wide,
        answers,
        students_of(answers, file),
        tallies,
        tuple(exercise.id for exercise in file.exercises),
        glossary_of(tallies),
        (*table.remarks, *_remarks(table, meant, answers, repeats)),
        table.delimiter,
        table.is_marked,
    )


def _judged(
    questions: Sequence[Question],
    known: Mapping[int, Verdict],
    workers: Workers,
    journal: Journal | None,
    progress: Progress | None,
) -> dict[int, Verdict]:
    """The verdicts on all questions; each is in the journal before it counts."""
    verdicts = dict(known)
    total = len(known) + len(questions)
    say = progress or (lambda done, total: None)
    say(len(verdicts), total)
    for found in workers.judge(questions) if questions else ():
        if journal:
            journal.add(found)
        verdicts.update(found)
        say(len(verdicts), total)
    return verdicts


def _workers(source: Source, limits: Limits, count: int | None, cluster: str | None, stack: ExitStack) -> Workers:
    if cluster is not None:
        from symattn.grading.cluster import ClusterWorkers

        return stack.enter_context(ClusterWorkers(source, limits, cluster))
    if count == 0:
        return HereWorkers(source)
    return stack.enter_context(LocalWorkers(source, limits, count or _cores()))


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _kept(journal: str | os.PathLike[str] | Journal | None) -> Iterator[Journal | None]:
    """The journal; one that is made here is removed when all is judged."""
    if journal is None or isinstance(journal, Journal):
        yield journal
        return
    with Journal(journal) as own:
        yield own
        own.discard()


def _source(exercises: str | os.PathLike[str] | ExerciseFile) -> Source:
    """The text of an exercise file. Errors: ProblemError and UnknownNameError where it cannot be found."""
    from symattn.problems.files import text_of
    from symattn.problems.library import find

    path = exercises.path if isinstance(exercises, ExerciseFile) else find(os.fspath(exercises))
    return Source(text_of(str(path)), path.suffix.lower(), str(path))


def _digest(table: Table, source: Source, columns: Mapping[str, str] | None, limits: Limits) -> str:
    """What verdicts depend on, in short: another digest is another run."""
    parts = [version(), table.digest, source.text, source.kind, sorted((columns or {}).items()), vars(limits)]
    return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()


def _limits(seconds: float, megabytes: int) -> Limits:
    if not seconds > 0 or megabytes < 1:
        raise GradeError("an answer needs some time and some memory: seconds and megabytes are positive")
    return Limits(seconds, megabytes)


def _check_choice(what: str, chosen: str, known: Sequence[str]) -> None:
    if chosen not in known:
        raise UnknownNameError.of(f"choice of {what}", chosen, known)


def _remarks(table: Table, meant: Columns, answers: Sequence[GradedAnswer], repeats: Repeats) -> Iterator[str]:
    """What is to be said of a table beside what is wrong with single rows."""
    identity = [meant.key] if meant.key else list(meant.names)
    if not identity:
        found = ", ".join(map(repr, table.columns))
        yield f"{table.name}: no column says who answered (found {found}), so every row stands for a student of its own"
    elif meant.is_wide and (several := _with_several_rows(answers)):
        who = "1 student has" if several == 1 else f"{several} students have"
        told = " and ".join(map(repr, identity))
        yield f"{table.name}: {who} several rows, so the {repeats} answer counts; students are told apart by {told}"


def _with_several_rows(answers: Sequence[GradedAnswer]) -> int:
    """How many students have several rows of a table that should have one for each."""
    rows = {(answer.key, answer.row) for answer in answers}
    return sum(count > 1 for count in Counter(key for key, _ in rows).values())


__all__ = ["grade"]
