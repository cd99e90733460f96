"""What tests share: components of the machine that may be absent, pdflatex, and KaTeX.

A test that needs a component says ``require("tex")``. Where it is absent the test is skipped with what to install;
where ``SYMATTN_REQUIRE`` lists it (``SYMATTN_REQUIRE=tex,node,build``, as in CI) its absence is a failure.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KATEX = ROOT / "tests" / "katex"


def _has_node() -> bool:
    return shutil.which("node") is not None and (KATEX / "node_modules" / "katex").is_dir()


def _has_modules(*names: str) -> Callable[[], bool]:
    return lambda: all(find_spec(name) is not None for name in names)


# For each component: how to see that it is present, and what to install where it is not.
_COMPONENTS: dict[str, tuple[Callable[[], bool], str]] = {
    "tex": (
        lambda: shutil.which("pdflatex") is not None,
        "install pdflatex (Debian: texlive-latex-base)",
    ),
    "node": (_has_node, "install Node.js and run 'npm ci' in tests/katex"),
    "build": (_has_modules("build", "hatchling", "pip"), "install the dev extra: pip install -e '.[dev]'"),
    "ipython": (_has_modules("IPython"), "install the repl extra: pip install -e '.[repl]'"),
    "readline": (_has_modules("readline"), "install a Python that was built with readline"),
    "numpy": (_has_modules("numpy"), "install NumPy: pip install numpy"),
    **{
        library: (_has_modules(library), f"install the libraries extra, or pip install {library}")
        for library in ("torch", "jax", "flax", "keras", "transformers", "onnx", "mlx")
    },
}


def demanded() -> frozenset[str]:
    """The components that this run may not do without, from ``SYMATTN_REQUIRE``."""
    return frozenset(name.strip() for name in os.environ.get("SYMATTN_REQUIRE", "").split(",") if name.strip())


def known_components() -> frozenset[str]:
    """The components that a test can require."""
    return frozenset(_COMPONENTS)


def require(component: str) -> None:
    """Skip the running test where ``component`` is absent; fail it where the run demands the component."""
    is_present, remedy = _COMPONENTS[component]
    if is_present():
        return
    if component in demanded():
        pytest.fail(f"SYMATTN_REQUIRE demands {component!r}, which is absent: {remedy}.", pytrace=False)
    pytest.skip(f"{component!r} is absent: {remedy}.")


def pdflatex(tex: str, tmp_path: Path) -> Path:
    """Compile a document with pdflatex and return the PDF; what TeX says goes into the failure."""
    require("tex")
    (tmp_path / "document.tex").write_text(tex, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "document.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, stdin=subprocess.DEVNULL, timeout=120, check=False)
    pdf = tmp_path / "document.pdf"
    if run.returncode != 0 or not pdf.is_file():
        pytest.fail(f"pdflatex refused the document:\n{run.stdout.decode('utf-8', 'replace')[-3000:]}", pytrace=False)
    return pdf


@dataclass(frozen=True)
class KatexReport:
    """How many formulas a Markdown text has, and what KaTeX or the reader of dollar signs says against them."""

    count: int
    errors: tuple[str, ...]


def katex_report(markdown: str) -> KatexReport:
    """Render every formula of a Markdown text with KaTeX, throwing on errors."""
    require("node")
    run = subprocess.run(
        ["node", str(KATEX / "check.mjs")],
        input=markdown,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    report = json.loads(run.stdout)
    return KatexReport(report["count"], tuple(report["errors"]))


def katex_check(markdown: str) -> list[str]:
    """What KaTeX says against the formulas of a Markdown text; empty when all of them render."""
    return list(katex_report(markdown).errors)
