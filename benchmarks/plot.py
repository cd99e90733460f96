"""Cost against T, both axes logarithmic: one panel a kind of score, one line a peer."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.peers import PEERS
from benchmarks.runs import Cell

# The floor and symattn stand out; the others are told apart by colour and mark.
MARKS = ("o", "s", "^", "v", "D", "P", "X", "<", ">", "*", "h")


def is_possible() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def draw(cells: Sequence[Cell], path: Path) -> None:
    """Write the figure as SVG."""
    import matplotlib as mpl

    mpl.use("svg")
    # Text as text, and the same names in every run, so that a new figure differs only where its numbers do.
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "symattn", "font.size": 9})
    from matplotlib import pyplot

    kinds = list(dict.fromkeys(cell.kind for cell in cells))
    columns = min(3, len(kinds) + 1)
    lines = -(-(len(kinds) + 1) // columns)
    figure, axes = pyplot.subplots(lines, columns, figsize=(4 * columns, 3.4 * lines), squeeze=False)
    panels = list(axes.flat)
    for panel, kind in zip(panels, kinds, strict=False):
        _panel(panel, kind, [cell for cell in cells if cell.kind == kind])
    for panel in panels[len(kinds) :]:
        panel.axis("off")
    handles, labels = panels[0].get_legend_handles_labels()
    panels[len(kinds)].legend(handles, labels, loc="center", frameon=False)
    figure.tight_layout()
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)


def _panel(panel: Any, kind: str, cells: Sequence[Cell]) -> None:
    for (name, mark), number in zip(zip(PEERS, MARKS, strict=False), range(len(PEERS)), strict=False):
        points = [(cell.size, cell.seconds) for cell in cells if cell.peer == name and cell.seconds is not None]
        if not points:
            continue
        style = {"floor": ("black", "--", 1.5), "symattn": ("crimson", "-", 2.5)}
        color, line, width = style.get(name, (f"C{number}", "-", 1.0))
        sizes, times = zip(*points, strict=True)
        panel.plot(sizes, times, marker=mark, markersize=4, color=color, linestyle=line, linewidth=width, label=name)
    panel.set(xscale="log", yscale="log", title=kind, xlabel="tokens T", ylabel="seconds")
    panel.grid(True, which="major", alpha=0.3)
