"""The documents themselves: LaTeX that compiles and fits its page, Markdown whose formulas render, PDF files."""

from __future__ import annotations

import re
from pathlib import Path

import jinja2
import pytest

from symattn.errors import DocumentError
from symattn.problems import Problem, load_exercises
from symattn.problems.library import exercise_names
from symattn.rendering import key, pdf, solution, write_key
from symattn.rendering.documents import environment
from symattn.rendering.latex import LatexLooks
from symattn.rendering.writer import Written
from tests.rendering.small_file import one_exercise, small_file
from tests.support import katex_report, pdflatex, require

FITS = 1.0  # points that a line may be too wide


def compiled(tex: str, folder: Path) -> str:
    """What TeX logs of a document that it accepts."""
    assert pdflatex(tex, folder).stat().st_size > 1000
    return (folder / "document.log").read_text("latin-1")


def check_log(log: str) -> None:
    too_wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide", log)]
    assert not [points for points in too_wide if points > FITS]
    assert "Overfull \\vbox" not in log
    assert "undefined" not in log.replace("undefined on input line 0", "")
    assert "Missing character" not in log
    assert "mktexpk" not in log  # a font that Debian's texlive-latex-base lacks


class TestLatex:
    @pytest.mark.parametrize("name", exercise_names())
    def test_the_keys_of_the_package_compile_and_fit(self, tmp_path: Path, name: str) -> None:
        check_log(compiled(key(load_exercises(name), "tex"), tmp_path))

    def test_a_key_of_every_kind_of_answer_compiles(self, tmp_path: Path) -> None:
        check_log(compiled(key(small_file(tmp_path), "tex"), tmp_path))

    def test_only_packages_of_latex_base(self) -> None:
        packages = re.findall(r"\\usepackage(?:\[.*?\])?\{(.*?)\}", key(load_exercises("masks-and-heads"), "tex"))
        assert set(",".join(packages).split(",")) == {"amsmath", "amssymb", "graphicx", "geometry"}

    def test_a_fragment_compiles_in_another_document(self, tmp_path: Path) -> None:
        fragment = key(small_file(tmp_path), "tex", fragment=True)
        assert fragment.startswith("% Needs \\usepackage{amsmath,amssymb,graphicx}")
        report = (
            "\\documentclass{report}\\usepackage[T1]{fontenc}\\usepackage{amsmath,amssymb,graphicx}"
            f"\\begin{{document}}\\chapter{{Answers}}\n{fragment}\nafter $\\frac12$\\end{{document}}"
        )
        assert "undefined" not in compiled(report, tmp_path)

    @pytest.mark.parametrize(
        ("name", "problem"),
        [
            ("twelve keys", {"scores": [[str(i * j % 5) for j in range(12)] for i in range(12)], "visible": "causal"}),
            ("long decimals", {"scores": [[f"{i + 1}.{'7' * 17}{j}" for j in range(6)] for i in range(6)]}),
            (
                "forty queries",
                {
                    "X": [[i % 3, (i * i) % 5 - 2] for i in range(40)],
                    **{w: [[1, 0], [1, 1]] for w in ("w_q", "w_k", "w_v")},
                    "visible": "causal",
                },
            ),
            ("symbols", {"scores": [["a", "b", "x_1"]], "V": [["alpha", 1], [0, "c"], ["1/2", "ln 2"]]}),
            ("a bias", {"scores": [[0, 1]], "bias": [["-oo", "sqrt(3)"]], "V": [["e^(1/3)"], ["pi"]]}),
            ("a batch", {"scores": [[[0, 1]], [[0, 2]]], "V": [[[1], [2]], [[3], [4]]]}),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_solutions_fit_their_page_whatever_their_size(
        self, tmp_path: Path, name: str, problem: dict[str, object]
    ) -> None:
        solved = Problem.from_data(problem, name).solution
        check_log(compiled(solution(solved, "tex"), tmp_path))

    def test_twelve_columns_raise_what_amsmath_allows(self, tmp_path: Path) -> None:
        extra = "[[exercise.answer]]\nname = 'wide'\nvalue = '[1,2,3,4,5,6,7,8,9,10,11,12]'\n"
        written = key(one_exercise(tmp_path, "Wide.", extra=extra.replace("'", '"')), "tex")
        assert r"\setcounter{MaxMatrixCols}{12}" in written
        check_log(compiled(written, tmp_path))
        assert "MaxMatrixCols" not in key(one_exercise(tmp_path, "Narrow."), "tex")

    def test_a_wide_formula_of_an_author_is_broken(self, tmp_path: Path) -> None:
        row = " & ".join(["123456"] * 5)
        parts = r", \quad ".join(rf"{name} = \begin{{bmatrix}}{row}\end{{bmatrix}}" for name in "ABCD")
        written = key(one_exercise(tmp_path, f"Let\n\n$${parts}$$\n\nand ${parts}$ hold."), "tex")
        assert written.count(r"\begin{gathered}") == 2
        check_log(compiled(written, tmp_path))


class TestMarkdown:
    @pytest.mark.parametrize("name", exercise_names())
    def test_every_formula_passes_katex(self, name: str) -> None:
        report = katex_report(key(load_exercises(name), "md"))
        assert report.errors == ()
        assert report.count > 100

    def test_every_formula_of_every_kind_of_answer(self, tmp_path: Path) -> None:
        assert katex_report(key(small_file(tmp_path), "md")).errors == ()

    def test_twelve_columns(self, tmp_path: Path) -> None:
        extra = '[[exercise.answer]]\nname = "wide"\nvalue = "[1/2,2,3,4,5,6,7,8,9,10,11,12]"\n'
        assert katex_report(key(one_exercise(tmp_path, "Wide.", extra=extra), "md")).errors == ()


class TestPdf:
    def test_a_key_as_pdf(self, tmp_path: Path) -> None:
        require("tex")
        write_key(small_file(tmp_path), tmp_path / "new" / "key.pdf")
        assert (tmp_path / "new" / "key.pdf").read_bytes().startswith(b"%PDF")
        assert [path.name for path in (tmp_path / "new").iterdir()] == ["key.pdf"]

    def test_without_pdflatex_the_error_says_what_to_install(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(DocumentError, match=r"pdflatex is not installed.*apt-get install texlive-latex-base"):
            write_key(small_file(tmp_path), tmp_path / "key.pdf")
        assert not (tmp_path / "key.pdf").exists()

    def test_the_first_error_of_tex_is_shown(self, tmp_path: Path) -> None:
        require("tex")
        with pytest.raises(
            DocumentError, match=r"refused the document: Undefined control sequence\. \(line 3: \\nonsense\)"
        ):
            pdf.write_pdf(
                "\\documentclass{article}\n\\begin{document}\n\\nonsense\n\\end{document}", tmp_path / "x.pdf"
            )
        assert not (tmp_path / "x.pdf").exists()

    def test_tex_may_not_run_programs(self, tmp_path: Path) -> None:
        require("tex")
        attack = f"x\\immediate\\write18{{touch {tmp_path}/pwned}}"
        pdf.write_pdf(f"\\documentclass{{article}}\\begin{{document}}{attack}\\end{{document}}", tmp_path / "x.pdf")
        assert not (tmp_path / "pwned").exists()

    def test_tex_may_not_read_elsewhere(self, tmp_path: Path) -> None:
        require("tex")
        (tmp_path / "secret.tex").write_text("secret")
        attack = f"x\\input{{{tmp_path}/secret.tex}}"
        with pytest.raises(DocumentError, match="refused"):
            pdf.write_pdf(f"\\documentclass{{article}}\\begin{{document}}{attack}\\end{{document}}", tmp_path / "x.pdf")


class TestTemplates:
    def test_an_undefined_name_is_an_error(self) -> None:
        template = environment(LatexLooks(), is_latex=True).from_string("<< nothing >>")
        with pytest.raises(jinja2.UndefinedError):
            template.render()

    def test_what_no_writer_wrote_is_escaped(self) -> None:
        template = environment(LatexLooks(), is_latex=True).from_string("<< a >> << b >>")
        assert template.render(a=r"\input{x}", b=Written(r"\emph{x}")) == r"\textbackslash{}input\{x\} \emph{x}"
