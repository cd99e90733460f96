"""What authors may write between ``{{`` and ``}}`` in the texts of an exercise file, and filling it in.

    stage('weights')[2, 2]                     a stage or input, a row [i] or an entry [i, j] of it, 1-based
    stage('output', problem='leak', item=1)    of another problem, or of a record of a batch
    decimal(stage('output')[2], 6)             certified decimals
    text(x)  shape(x)                          plain text
    visible_keys(2)                            "1, 2", the keys that query 2 may read, or "none"
    exact('ln 99')  ln(x)  exp(x)  sqrt(x)     exact values; + - * / and ** between them

An insert is an expression of this small language and nothing else: its Python-like syntax is taken apart and every
part checked, so that an exercise file from a stranger can name numbers and do nothing. Inserts are evaluated when a
text is filled in, not before: a problem that nobody looks at is not solved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symattn.errors import ProblemError, SymattnError
from symattn.exact import Exact, ExactMatrix, MinusInfinity
from symattn.exact import exp as exact_exp
from symattn.exact import log as exact_log
from symattn.exact import sqrt as exact_sqrt
from symattn.problems import expressions
from symattn.problems.problem import Problem
from symattn.problems.stages import Value, record_of, stage_value


@dataclass(frozen=True)
class Figure:
    """Certified decimals of a number (1 x 1 and ``is_number``), a row or a matrix, ready to be printed."""

    rows: tuple[tuple[str, ...], ...]
    is_number: bool = False

    def text(self) -> str:
        """The decimals as plain text: 0.50, or [[0.50, 1.00], [0.00, 1.00]]; a row as [0.50, 1.00]."""
        if self.is_number:
            return self.rows[0][0]
        rows = [f"[{', '.join(row)}]" for row in self.rows]
        return rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]"

    def latex(self) -> str:
        """The decimals as LaTeX, a row or matrix as bmatrix."""
        if self.is_number:
            return self.rows[0][0]
        body = r" \\ ".join(" & ".join(row) for row in self.rows).replace("-oo", r"-\infty")
        return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


@dataclass(frozen=True)
class Inserts:
    """The names that inserts may use, over the problems of one file.

    ``problem_named`` gives the problem of a name, or the one meant where none is said (None); ``item`` is the record
    (0-based) meant where none is said.
    """

    problem_named: Callable[[str | None], Problem]
    item: int | None = None

    def stage(self, name: object, problem: object = None, item: object = None) -> Value:
        """A stage or input of a problem; item is 1-based here, as everything that authors write."""
        return stage_value(self._problem(problem), _word(name, "the name of a stage"), self._item(item))

    def visible_keys(self, row: object, problem: object = None, item: object = None) -> str:
        """The keys that a query (1-based) may read, "1, 2", or "none"."""
        visible = record_of(self._problem(problem), self._item(item)).visible
        assert visible is not None, "every record says who reads whom"
        number = _count(row, "a row")
        if number > visible.T_q:
            raise ProblemError(f"there is no query {number}, only {visible.T_q}")
        return ", ".join(str(key + 1) for key in visible.visible_keys(number - 1)) or "none"

    def functions(self) -> dict[str, Callable[..., object]]:
        """Every function of an insert by its name."""
        return {"stage": self.stage, "visible_keys": self.visible_keys, **_PURE}

    def _problem(self, name: object) -> Problem:
        return self.problem_named(None if name is None else _word(name, "the name of a problem"))

    def _item(self, item: object) -> int | None:
        return self.item if item is None else _count(item, "an item") - 1


def fill(template: str, inserts: Inserts, write: Callable[[Value | Figure], str]) -> str:
    """The template with every insert replaced: text as it is, exact values and figures as ``write`` writes them.

    Errors: ProblemError that quotes the insert.
    """
    if "{{" not in template:
        return template
    functions = inserts.functions()

    def filled(insert: str) -> str:
        found = expressions.evaluate(insert, functions)
        if isinstance(found, str):
            return found
        return write(found if isinstance(found, Figure) else _value(found))

    return expressions.replace_inserts(template, lambda insert: _quoting(insert, filled))


def check_template(template: str) -> None:
    """Raise ProblemError when an insert of a template is not closed, not readable, or calls an unknown name."""
    if "{{" in template:
        expressions.replace_inserts(template, lambda insert: _quoting(insert, _checked))


def plain(value: Value | Figure) -> str:
    """How an insert stands in a ``value``: a number in parentheses, a row [..., ...], a matrix [[...], [...]]."""
    text = value.text()
    return f"({text})" if isinstance(value, Exact) else text


def _checked(insert: str) -> str:
    expressions.check(insert, FUNCTIONS)
    return ""


def _quoting(insert: str, action: Callable[[str], str]) -> str:
    try:
        return action(insert)
    except SymattnError as error:
        raise ProblemError(f"{{{{ {insert.strip()} }}}}: {error}") from error


def _decimal(x: object, places: object) -> Figure:
    value, digits = _value(x), _count(places, "a number of places", lowest=0)
    if not isinstance(value, ExactMatrix):
        return Figure(((value.decimal(digits),),), is_number=True)
    rows = value.decimal(digits)
    if any(entry is None for row in rows for entry in row):
        raise ProblemError("a symbol is left, so there are no decimals")
    return Figure(tuple(tuple(str(entry) for entry in row) for row in rows))


def _shape(x: object) -> str:
    value = _value(x)
    if not isinstance(value, ExactMatrix):
        raise ProblemError("a number has no shape")
    return f"[{value.shape[0]}, {value.shape[1]}]"


def _exact(x: object) -> Value:
    from symattn.reading import read_text

    return read_text(_word(x, "exact text")).value


def _value(x: object) -> Value:
    if isinstance(x, int) and not isinstance(x, bool):
        return Exact(x)
    if isinstance(x, Exact | ExactMatrix | MinusInfinity):
        return x
    raise ProblemError(f"an exact value is expected, not {type(x).__name__} {x!r}")


def _number(x: object) -> Exact:
    value = _value(x)
    if not isinstance(value, Exact):
        raise ProblemError(f"one finite number is expected, not {value.text()}")
    return value


def _word(x: object, what: str) -> str:
    if not isinstance(x, str):
        raise ProblemError(f"{what} is expected, in quotes, not {x!r}")
    return x


def _count(x: object, what: str, lowest: int = 1) -> int:
    if not isinstance(x, int) or isinstance(x, bool) or x < lowest:
        raise ProblemError(f"{what} is a whole number of at least {lowest}, not {x!r}")
    return x


# The functions that look at nothing but their arguments.
_PURE: dict[str, Callable[..., object]] = {
    "decimal": _decimal,
    "text": lambda x: _value(x).text(),
    "shape": _shape,
    "exact": _exact,
    "ln": lambda x: exact_log(_number(x)),
    "exp": lambda x: exact_exp(_number(x)),
    "sqrt": lambda x: exact_sqrt(_number(x)),
}
FUNCTIONS = frozenset({"stage", "visible_keys", *_PURE})
