"""Steps and equations as plain text: symbols on the left, matrices as aligned rows that can be read back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symattn.rendering.pieces import Digits, Equation, Grid, RowForms, Side, Step

WIDEST_LINE = 100  # longer rows are not padded, and longer equations are broken
INDENT = "  "


def step_lines(step: Step) -> list[str]:
    """A step: its title, its equations, what its letters stand for, and what is said beside them."""
    lines = [step.title]
    for equation in step.equations:
        lines += [INDENT + line for line in equation_lines(equation)]
    if step.where:
        lines.append(f"{INDENT}Here {' and '.join(word.text() for word in step.where)}.")
    if step.conditions:
        lines.append(f"{INDENT}This holds for {' and '.join(word.text() for word in step.conditions)}.")
    return lines + [INDENT + remark for remark in step.remarks]


def equation_lines(equation: Equation) -> list[str]:
    """An equation on one line where it is short, else each side on lines of its own."""
    sides = [(relation, _side_lines(side)) for relation, side in equation.sides]
    left = "" if equation.left is None else equation.left.text()
    if all(len(lines) == 1 for _, lines in sides):
        line = left
        for relation, (only,) in sides:
            line = f"{line} {relation} {only}" if line else only
        if len(line) <= WIDEST_LINE:
            return [line]
    margin = " " * (len(left) + 1) if left else ""
    found = []
    for k, (relation, lines) in enumerate(sides):
        start = f"{left} {relation} " if left and not k else f"{margin}{relation} " if left or k else "  "
        found += [(start if i == 0 else " " * len(start)) + line for i, line in enumerate(lines)]
    return found


def _side_lines(side: Side) -> list[str]:
    if isinstance(side, RowForms):
        return [form.text() for _, form in side.forms]
    if not isinstance(side, Grid):
        return [side.text()]
    cells = [[cell.text() for cell in row] for row in side.rows]
    is_decimal = any(isinstance(cell, Digits) for row in side.rows for cell in row)
    return list(aligned(cells, right=is_decimal))


def aligned(cells: Sequence[Sequence[str]], *, right: bool = False) -> Iterator[str]:
    """Rows in brackets, columns padded to one width unless that makes lines too long."""
    widths = [max(len(row[j]) for row in cells) for j in range(len(cells[0]))]
    if sum(widths) + 2 * len(widths) > WIDEST_LINE:
        widths = [0] * len(widths)
    for row in cells:
        if right:
            yield f"[{', '.join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))}]"
        else:
            padded = [f"{cell},".ljust(width + 1) for cell, width in zip(row[:-1], widths, strict=False)]
            yield f"[{' '.join([*padded, row[-1].ljust(widths[-1])])}]"


__all__ = ["aligned", "equation_lines", "step_lines"]
