"""Floors, minima and maxima of linear forms as unknowns of their own, each with what fixes its value.

The floor of a/b is an unknown q with b q <= a < b (q + 1). It has one value whatever the others are, so that these
definitions stand beside a condition and beside its opposite alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import gcd
from typing import NamedTuple

from symattn.theorems.forms import Form
from symattn.theorems.formulas import All, AtLeast, Formula, Some, Zero


class Quotient(NamedTuple):
    """A linear form over a positive integer."""

    form: Form
    below: int = 1


class Definitions:
    """The unknowns that floors, minima and maxima brought in, each with what fixes its value."""

    def __init__(self) -> None:
        self.conditions: list[Formula] = []
        self._known: dict[tuple[object, ...], Form] = {}
        self._values: list[tuple[str, Callable[[Mapping[str, int]], int]]] = []
        self._made_of: dict[str, tuple[str, list[Form]]] = {}

    def completed(self, values: Mapping[str, int]) -> dict[str, int]:
        """Values of the other unknowns, with those that the definitions give to theirs."""
        complete = dict(values)
        for name, value in self._values:
            complete[name] = value(complete)
        return complete

    def is_free_of(self, name: str, form: Form) -> bool:
        """Whether a form does not depend on an unknown, through definitions either."""
        if name in form.names:
            return False
        made = [source for own in form.names if own in self._made_of for source in self._made_of[own][1]]
        return all(self.is_free_of(name, source) for source in made)

    def text(self, form: Form) -> str:
        """A form for people, with what is defined in place of its name."""
        text = str(form)
        for name, (spelled, sources) in reversed(self._made_of.items()):
            if re.search(rf"{name}\b", text):
                text = re.sub(rf"{name}\b", spelled.format(*map(self.text, sources)), text)
        return re.sub(r"\((\w+)\)/", r"\1/", text)

    def floor(self, x: Quotient) -> Form:
        """The greatest integer that is no greater."""
        form, below = _lowest(x)
        if below == 1:
            return form
        if form.is_constant:
            return Form(constant=form.constant // below)
        return self._unknown(
            f"floor(({{}})/{below})",
            [form],
            lambda q: All((AtLeast(form - below * q), AtLeast(below * q + (below - 1) - form))),
            lambda values: form.value(values) // below,
        )

    def extreme(self, items: list[Form], *, largest: bool) -> Form:
        """The largest or the smallest of some integers."""
        sign = 1 if largest else -1
        if all(item.is_constant for item in items):
            return Form(constant=sign * max(sign * item.constant for item in items))
        return self._unknown(
            f"{'max' if largest else 'min'}({', '.join(['{}'] * len(items))})",
            items,
            lambda m: All((*(AtLeast(sign * (m - item)) for item in items), Some(tuple(Zero(m - x) for x in items)))),
            lambda values: sign * max(sign * item.value(values) for item in items),
        )

    def _unknown(
        self,
        spelled: str,
        sources: list[Form],
        condition: Callable[[Form], Formula],
        value: Callable[[Mapping[str, int]], int],
    ) -> Form:
        key = (spelled, *sources)
        if key not in self._known:
            name = f"#d{len(self._known) + 1}"
            self._known[key] = Form.of(name)
            self._values.append((name, value))
            self._made_of[name] = spelled, sources
            self.conditions.append(condition(self._known[key]))
        return self._known[key]


def _lowest(x: Quotient) -> Quotient:
    common = gcd(x.below, x.form.content, x.form.constant) or 1
    form = Form(tuple((name, c // common) for name, c in x.form.terms), x.form.constant // common)
    return Quotient(form, x.below // common)


__all__ = ["Definitions", "Quotient"]
