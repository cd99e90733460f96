r"""How an equation stands on a page: on one line, broken before its relations, made smaller, or as a listing of rows.

Widths are estimated (`widths`), so that the LaTeX stays plain: a display of more than a page's width never runs off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symattn.rendering.pieces import ABOUT, Digits, Equation, Grid, Number, RowForms, Side, Step, Words
from symattn.rendering.texmath import Command, Nodes
from symattn.rendering.widths import ENDLESS, width, width_of

SMALLEST = 0.6  # to what part of its size a display may shrink
TALLEST = 24  # rows of a matrix on a page
_GAP = 0.3


@dataclass(frozen=True)
class Page:
    """The width of a line in em, and whether what is wider may be made smaller or listed (HTML scrolls instead)."""

    width: float
    fits_wide: bool = True


@dataclass(frozen=True)
class Display:
    """LaTeX for one display; ``shrunk`` when it must be made as narrow as the page."""

    body: str
    shrunk: bool = False


@dataclass(frozen=True)
class Listing:
    """What is too wide for a display: lines of LaTeX pieces, each with words before it; they may break anywhere."""

    lines: tuple[tuple[str, tuple[str, ...]], ...]


def lay_out_all(equations: Sequence[Equation], page: Page) -> list[Display | Listing]:
    """The displays and listings that show several equations; short ones share a line."""
    found: list[Display | Listing] = []
    room = 0.0
    for equation in equations:
        parts = lay_out(equation, page)
        only = parts[0] if len(parts) == 1 and equation.left is not None else None
        if not isinstance(only, Display) or only.shrunk or "aligned" in only.body:
            found += parts
            room = 0.0
            continue
        needed = width(only.body) + 2.0
        last = found[-1] if found else None
        if isinstance(last, Display) and needed <= room:
            found[-1] = Display(rf"{last.body} \qquad {only.body}")
            room -= needed
        else:
            found.append(only)
            room = page.width - needed + 2.0
    return found


def short_formula(step: Step, room: float) -> str | None:
    """The only equation of a step, where it is short enough for a line of text."""
    if len(step.equations) != 1 or step.title:
        return None
    formula = " ".join(step.equations[0].parts())
    return formula if "aligned" not in formula and width(formula) <= room else None


def lay_out(equation: Equation, page: Page) -> list[Display | Listing]:
    """The displays and listings that show an equation."""
    if page.fits_wide and any(isinstance(side, Grid) and len(side.rows) > TALLEST for _, side in equation.sides):
        return _piecewise(equation, page)
    parts = equation.parts()
    widths = [width(part) for part in parts]
    if sum(widths) + _GAP * len(widths) <= page.width:
        return [Display(" ".join(parts))]
    lead = 0.0 if equation.left is None else widths[0]
    sides = widths if equation.left is None else widths[1:]
    widest = lead + max(sides)
    if widest <= page.width or not page.fits_wide:
        return [Display(_aligned(equation, parts))]
    if page.width / widest >= SMALLEST:
        return [Display(_aligned(equation, parts), shrunk=True)]
    return _piecewise(equation, page)


def _aligned(equation: Equation, parts: list[str]) -> str:
    """The left side and the first right side on one line, every further side on a line of its own."""
    if len(parts) == 1:
        return parts[0]
    if equation.left is None:
        lines = [rf"&\phantom{{{{}}={{}}}} {parts[0]}", *(f"&{part}" for part in parts[1:])]
    else:
        lines = [f"{parts[0]} &{parts[1]}", *(f"&{part}" for part in parts[2:])]
    return stacked("aligned", lines)


def stacked(environment: str, lines: list[str]) -> str:
    """Lines one below the other."""
    body = r" \\ ".join(lines)
    return rf"\begin{{{environment}}}{body}\end{{{environment}}}"


def _piecewise(equation: Equation, page: Page) -> list[Display | Listing]:
    """Every side by itself, those that are too wide as listings."""
    found: list[Display | Listing] = []
    left = equation.left
    for relation, side in equation.sides:
        single = Equation(left, ((relation, side),))
        is_tall = isinstance(side, Grid) and len(side.rows) > TALLEST
        needed = ENDLESS if is_tall else width(" ".join(single.parts()))
        if needed <= page.width or page.width / needed >= SMALLEST:
            found.append(Display(" ".join(single.parts()), shrunk=needed > page.width))
        else:
            name = "" if left is None else f"${left.latex()}$"
            found.append(Listing(tuple(_lines(side, name, ", rounded" if relation == ABOUT else ""))))
    return found


def _lines(side: Side, name: str, note: str) -> list[tuple[str, tuple[str, ...]]]:
    """The rows of a side, each with its name and what is to be noted of all of them."""
    lead = f"{name}, " if name else ""
    whole = f"{name}{note}:" if name or note else ""
    match side:
        case Grid(rows=rows) if len(rows) == 1:
            return [(whole.lstrip(", "), tuple(cell.linear() for cell in rows[0]))]
        case Grid(rows=rows):
            return [(f"{lead}row {i}{note}:", tuple(c.linear() for c in row)) for i, row in enumerate(rows, start=1)]
        case RowForms(forms=forms):
            return [(f"{lead}row {i + 1}{note}:", (form.linear(),)) for i, form in forms]
        case Number() | Digits():
            return [(whole.lstrip(", "), (side.linear(),))]
        case Words():
            return [(whole.lstrip(", "), (side.latex(),))]


def broken_at_spaces(nodes: Nodes, page: Page) -> list[Nodes]:
    r"""The lines of an author's formula, broken at its outer \quad where it is too wide for one."""
    parts: list[Nodes] = [()]
    for node in nodes:
        if isinstance(node, Command) and node.name in ("quad", "qquad"):
            parts.append(())
        else:
            parts[-1] = (*parts[-1], node)
    lines = parts[:1]
    for part in parts[1:]:
        joined = (*lines[-1], Command("quad"), *part)
        if width_of(joined) <= page.width:
            lines[-1] = joined
        else:
            lines.append(part)
    return lines


__all__ = ["Display", "Listing", "Page", "broken_at_spaces", "lay_out", "lay_out_all", "short_formula", "stacked"]
