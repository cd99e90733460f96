r"""How LaTeX looks: escaped words, checked formulas, displays that fit the page."""

from __future__ import annotations

import re

from symattn.rendering.escaping import escape_latex, escape_latex_code
from symattn.rendering.layout import Display, Listing, Page, broken_at_spaces, lay_out_all, stacked
from symattn.rendering.mathlooks import MathLooks
from symattn.rendering.pieces import Step
from symattn.rendering.texmath import Nodes, small, write_tree
from symattn.rendering.texreading import read_math
from symattn.rendering.widths import width_of

PAGE = Page(40.0)  # 160 mm of 11 pt text
WIDEST_INLINE = 26.0  # wider formulas leave the line
_LONG = re.compile(r"[0-9]{25,}")
_TEN = re.compile(r"[0-9]{1,10}")


class LatexLooks(MathLooks):
    """LaTeX with amsmath, amssymb and graphicx."""

    page = PAGE

    def text(self, text: str) -> str:
        """Words, escaped."""
        return escape_latex(text)

    def code(self, text: str) -> str:
        """Typewriter letters."""
        return rf"\texttt{{{escape_latex_code(text)}}}"

    def emphasis(self, inner: str, *, strong: bool) -> str:
        """Italics or bold."""
        return rf"\textbf{{{inner}}}" if strong else rf"\emph{{{inner}}}"

    def inline_formula(self, source: str) -> str:
        """A formula within a line; one that is too wide for a line is displayed."""
        tree = small(read_math(source))
        return f"${written(tree)}$" if width_of(tree) <= WIDEST_INLINE else self.display_formula(source)

    def display_formula(self, source: str) -> str:
        """A display, broken or made smaller where it is too wide."""
        lines = broken_at_spaces(read_math(source), PAGE)
        body = written(lines[0]) if len(lines) == 1 else stacked("gathered", [written(line) for line in lines])
        return displayed(Display(body, shrunk=max(map(width_of, lines)) > PAGE.width))

    def items(self, items: list[str]) -> str:
        """An itemize."""
        lines = "\n".join(rf"\item {item}" for item in items)
        return f"\\begin{{itemize}}\n{lines}\n\\end{{itemize}}"

    def paragraph(self, words: str) -> str:
        """A paragraph as it is."""
        return words

    def step(self, step: Step) -> str:
        """A step: its title in italics, displays, definitions and remarks."""
        parts = [rf"\emph{{{escape_latex(step.title)}.}}"] if step.title else []
        parts += [displayed(p) if isinstance(p, Display) else listed(p) for p in lay_out_all(step.equations, PAGE)]
        return "\n".join([*parts, *self.said(step)])


def written(tree: Nodes) -> str:
    """A formula of which every command is known."""
    return write_tree(tree, words=escape_latex).strip()


def displayed(display: Display) -> str:
    """A display of LaTeX."""
    if display.shrunk:
        return f"\\[\\resizebox{{\\linewidth}}{{!}}{{$\\displaystyle {display.body}$}}\\]"
    return f"\\[\n{display.body}\n\\]"


def listed(listing: Listing) -> str:
    """Rows of formulas as paragraphs that break between and inside entries."""
    lines = [
        f"{lead} {', '.join(f'${breakable(piece)}$' for piece in pieces)}".strip() for lead, pieces in listing.lines
    ]
    body = "\\par\n".join(lines)
    return f"{{\\small\\raggedright\n{body}\\par}}"


def breakable(latex: str) -> str:
    """A formula in which very long integers may be broken."""
    return _LONG.sub(lambda found: r"\allowbreak ".join(_TEN.findall(found[0])), latex)


__all__ = ["PAGE", "LatexLooks", "breakable", "displayed", "listed"]
