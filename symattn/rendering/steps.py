"""The steps of one head as a person would write them down: projections, dots, scaling, mask, softmax, mixture.

A visitor over a trace. What is asked (stages, rows) decides which steps are needed; each is data in no format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from symattn.choices import PLACES
from symattn.exact.infinity import MinusInfinity
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact
from symattn.exact.writing import Names
from symattn.rendering.decimals import decimal_side
from symattn.rendering.letters import letters_in
from symattn.rendering.matrices import matrix_equations, value_step
from symattn.rendering.mixtures import mixture_of_row
from symattn.rendering.notation import TITLES, added, chain, product, symbol
from symattn.rendering.pieces import EQUAL, Equation, Number, Step, Words, definitions
from symattn.rendering.remarks import remarks_on_unused, remarks_on_weights
from symattn.totals import decimal_table, exponentials, row_totals
from symattn.trace import Trace

NEEDS = {
    "dots": ("Q", "K"),
    "scores": ("dots",),
    "masked_scores": ("scores",),
    "weights": ("masked_scores",),
    "output": ("weights", "V"),
}
LARGEST_SOFTMAX = 400  # scores of which exponentials and totals are written out
DIGITS_OF_SCORES = 2  # before the point: exp(99) has 43 digits, exp(100000) fills twenty pages


def closure(stages: Iterable[str]) -> frozenset[str]:
    """The stages of a head, and those that they are calculated from."""
    found: set[str] = set()
    waiting = list(stages)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += NEEDS.get(name, ())
    return frozenset(found)


class HeadSteps:
    """The steps of one head: ``head`` is its number where there are several, ``rows`` (0-based) those asked, None all.

    ``names`` are letters for exponentials; ``in_full`` writes weights and outputs without letters too.
    """

    def __init__(
        self,
        trace: Trace,
        names: Names = (),
        head: int | None = None,
        rows: tuple[int, ...] | None = None,
        places: int = PLACES,
        in_full: bool = False,
    ) -> None:
        self.trace = trace
        self.names = names
        self.head = head
        self.rows = rows
        self.places = places
        self.in_full = in_full

    def steps(self, stages: Iterable[str]) -> list[Step]:
        """The steps that lead to these stages."""
        needed = closure(stages)
        made: list[Step] = []
        makers: dict[str, Callable[[], list[Step]]] = {
            "dots": self._dots,
            "scores": self._scores,
            "masked_scores": self._masked,
            "weights": lambda: [*self._softmax(), self._weights()],
            "output": self._mixture,
        }
        made += self._projections([name for name in ("Q", "K", "V") if name in needed])
        for name, maker in makers.items():
            if name in needed and name in self.trace.stage_names:
                made += maker()
        return made

    # -- up to the scores ---------------------------------------------------------------------------------------

    def _projections(self, names: Sequence[str]) -> list[Step]:
        given = self.trace.inputs
        equations: list[Equation] = []
        for name in names:
            weight = f"w_{name.lower()}"
            if name not in self.trace.stage_names or (weight not in given and self.head is None):
                continue
            left = self._symbol(name)
            if weight in given:
                left = chain(left, product(symbol("X"), symbol(weight, self.head)))
            equations += matrix_equations(lambda _, left=left: left, self.trace.exact(name), None)  # type: ignore[misc]
        title = "Projections" if any(name.startswith("w_") for name in given) else "The columns of this head"
        return [Step(title, tuple(equations))] if equations else []

    def _dots(self) -> list[Step]:
        def left(row: int | None) -> Words:
            key = self._symbol("K")
            raised = rf"{{{key.latex()}}}^{{\top}}" if self.head is not None else r"K^{\top}"
            return chain(
                self._symbol("dots", row),
                product(self._symbol("Q", row), Words(raised, f"{key.text()}^T")),
            )

        return [Step(TITLES["dots"], self._equations(left, self.trace.exact("dots")))]

    def _scores(self) -> list[Step]:
        scale = self.trace.scale
        if "dots" not in self.trace.stage_names or scale is None:  # scores that are given need no step
            return []

        def left(row: int | None) -> Words:
            return chain(self._symbol("scores", row), product(symbol("scale"), self._symbol("dots", row)))

        equations = self._equations(left, self.trace.exact("scores"), decimals=True)
        if scale.as_fraction() == 1:
            return [Step(TITLES["scores"], equations, ("The scale is 1, so the scores are the dot products.",))]
        return [Step(TITLES["scores"], (self._scale(scale), *equations))]

    def _scale(self, scale: Exact) -> Equation:
        """s = 1/sqrt(d) = its value, where it is the usual one, else s = its value."""
        value = (EQUAL, Number(scale))
        if not self.trace.has_default_scale:
            return Equation(symbol("scale"), (value,))
        width = self.trace.exact("Q").shape[1]
        root = Words(rf"\frac{{1}}{{\sqrt{{{width}}}}}", f"1/sqrt({width})")
        return Equation(symbol("scale"), ((EQUAL, root), value))

    def _masked(self) -> list[Step]:
        masked = self.trace.exact("masked_scores")
        has_bias = "bias" in self.trace.inputs
        hidden = any(isinstance(entry, MinusInfinity) for i in self._rows(masked) for entry in masked.row(i))
        if not hidden and not has_bias:
            return [Step(TITLES["masked_scores"], (), ("Nothing is hidden, so the masked scores are the scores.",))]
        terms = ["scores", *(["bias"] if has_bias else []), *(["mask"] if hidden else [])]

        def left(row: int | None) -> Words:
            return added([self._symbol(name, row) if name == "scores" else symbol(name, row=row) for name in terms])

        remark = ("What a query may not read is -oo.",) if hidden else ()
        return [Step(TITLES["masked_scores"], self._equations(left, masked), remark)]

    # -- softmax ------------------------------------------------------------------------------------------------

    @cached_property
    def exponentials(self) -> ExactMatrix:
        """The exponentials, which letters and totals look at too."""
        return exponentials(self.trace)

    def _softmax(self) -> list[Step]:
        masked = self.trace.exact("masked_scores")
        if masked.shape[0] * masked.shape[1] > LARGEST_SOFTMAX:
            return []
        terms = added(
            [self._symbol("scores"), *([symbol("bias")] if "bias" in self.trace.inputs else []), symbol("mask")]
        )
        raised = Words(rf"\exp({terms.latex()})", f"exp({terms.text()})")
        rows = self._rows(masked)
        shown = letters_in((entry for i in rows for entry in self.exponentials.row(i)), self.names)
        unused = remarks_on_unused(self.trace, rows)

        def left(row: int | None) -> Words:
            return (
                chain(self._symbol("exponentials", row), raised) if row is None else self._symbol("exponentials", row)
            )

        return [
            Step(
                "Exponentials, entry by entry; 0 where hidden",
                self._equations(left, self.exponentials, names=shown, decimals=self._are_moderate(masked)),
                unused,
                definitions(shown),
            ),
            Step("Row totals", self._total_equations(row_totals(self.exponentials), shown), unused),
        ]

    def _are_moderate(self, masked: ExactMatrix) -> bool:
        """Whether the exponentials of scores have decimals of a length to be read."""
        written = (digits for row in decimal_table(masked, self._rows(masked), 0) for digits in row)
        return all(digits in (None, "-oo") or len(str(digits).lstrip("-")) <= DIGITS_OF_SCORES for digits in written)

    def _total_equations(self, totals: ExactMatrix, names: Names) -> tuple[Equation, ...]:
        """The column of totals, or the numbers of the rows asked."""
        decimals = self._are_moderate(self.trace.exact("masked_scores"))
        if self.rows is None:
            return self._equations(lambda row: self._symbol("totals", row), totals, names=names, decimals=decimals)
        found = []
        for i in self.rows:
            number = totals.number(i, 0)
            rounded = decimal_side(number, self.places) if decimals else None
            exact = (EQUAL, Number(number, names))
            found.append(Equation(self._symbol("totals", i), (exact, *([rounded] if rounded else []))))
        return tuple(found)

    def _weights(self) -> Step:
        weights = self.trace.exact("weights")
        remarks = remarks_on_weights(self.trace, self._rows(weights), self.places)
        return self._value_step("weights", weights, "Weights: each exponential over the total of its row", remarks)

    # -- mixture ------------------------------------------------------------------------------------------------

    @property
    def _mixture_name(self) -> str:
        """The stage that the mixture gives: `joined` where an output projection follows."""
        return "joined" if "joined" in self.trace.stage_names else "output"

    @property
    def _mixture_symbol(self) -> str:
        return "joined" if self._mixture_name == "joined" else "head_output"

    def _mixture(self) -> list[Step]:
        output = self.trace.exact(self._mixture_name)
        written = [self._mixed_row(i) for i in self._rows(output) if self.trace.query_valid[i]]

        def left(row: int | None) -> Words:
            return chain(
                self._symbol(self._mixture_symbol, row), product(self._symbol("weights", row), self._symbol("V"))
            )

        step = self._value_step("head_output", output, "Mixtures of the values", [], left)
        rows = tuple(equation for equation in written if equation is not None)
        return [Step(step.title, (*rows, *step.equations), step.remarks, step.where)]

    def _mixed_row(self, i: int) -> Equation | None:
        words = mixture_of_row(self.trace, i, self.names)
        return None if words is None else Equation(self._symbol(self._mixture_symbol, i), ((EQUAL, words),))

    # -- parts --------------------------------------------------------------------------------------------------

    def _symbol(self, name: str, row: int | None = None) -> Words:
        return symbol(name, self.head, row)

    def _rows(self, matrix: ExactMatrix) -> Sequence[int]:
        return range(matrix.shape[0]) if self.rows is None else self.rows

    def _equations(
        self,
        left: Callable[[int | None], Words],
        matrix: ExactMatrix,
        *,
        names: Names = (),
        decimals: bool | None = None,
    ) -> tuple[Equation, ...]:
        """Equations with decimals, without any (False), or with decimals where exact entries are too long (None)."""
        places, instead = self.places if decimals else None, None if decimals is False else self.places
        return matrix_equations(left, matrix, self.rows, names, places, instead=instead)

    def _value_step(
        self,
        name: str,
        matrix: ExactMatrix,
        title: str,
        remarks: Sequence[str],
        left: Callable[[int | None], Words] | None = None,
    ) -> Step:
        """A step that ends in a matrix with decimals, with letters first where there are any."""

        def own(row: int | None) -> Words:
            return self._symbol(name, row)

        return value_step(
            title, left or own, matrix, self.rows, self.names, self.places, in_full=self.in_full, remarks=remarks
        )


__all__ = ["HeadSteps", "closure"]
