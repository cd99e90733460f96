"""From LaTeX to PDF: pdflatex in a folder of its own, without shell escape, and its first error when it fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from symattn.errors import DocumentError
from symattn.saving import write_whole

NAME = "document"
SECONDS = 180
MISSING = (
    "pdflatex is not installed, so there is no PDF: install TeX Live (Debian: apt-get install texlive-latex-base), "
    "or write .tex and compile it elsewhere"
)
_ERROR = re.compile(r"^! *(.+)$", re.MULTILINE)
_LINE = re.compile(r"^l\.(\d+) ?(.*)$", re.MULTILINE)


def write_pdf(tex: str, path: Path) -> None:
    """Compile a document and put the PDF at a path. Errors: DocumentError with TeX's first complaint, OutputError."""
    write_whole(path, pdf_of(tex))


def pdf_of(tex: str) -> bytes:
    """A document, compiled. Errors: DocumentError with TeX's first complaint."""
    program = shutil.which("pdflatex")
    if program is None:
        raise DocumentError(MISSING)
    with TemporaryDirectory(prefix="symattn-") as folder:
        (Path(folder) / f"{NAME}.tex").write_text(tex, "utf-8", "backslashreplace")
        log = _run(program, folder)
        made = Path(folder) / f"{NAME}.pdf"
        if not made.is_file() or _ERROR.search(log):
            raise DocumentError(f"pdflatex refused the document: {first_error(log)}")
        return made.read_bytes()


def _run(program: str, folder: str) -> str:
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{NAME}.tex"]
    # Paranoid: TeX may read and write in its own folder only.
    environment = {**os.environ, "openin_any": "p", "openout_any": "p"}
    try:
        run = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise DocumentError(f"pdflatex did not finish within {SECONDS} seconds") from None
    return run.stdout.decode("utf-8", "replace")


def first_error(log: str) -> str:
    """The first error in what TeX said, with its line."""
    error = _ERROR.search(log)
    if not error:
        return "it says nothing; is the installation complete?"
    line = _LINE.search(log, error.end())
    return error[1].strip() + (f" (line {line[1]}: {line[2].strip()[-80:]})" if line else "")


__all__ = ["first_error", "pdf_of", "write_pdf"]
