"""An installed package has what a checkout has: a wheel, built from the source archive, works in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from symattn.data import derivations_folder, exercises_folder, templates_folder
from tests.support import ROOT, require

RUN_ALL = """
from runpy import run_path
from symattn.data import derivations_folder
for path in sorted(derivations_folder().glob("*.py")):
    print(path)
    run_path(str(path), run_name="__main__")
"""


def run(*arguments: str, cwd: Path, path: Path | None = None) -> str:
    environment = {**os.environ, "PYTHONPATH": str(path) if path else ""}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel that is built from it, not from the checkout."""
    require("build")
    folder = tmp_path_factory.mktemp("archives")
    run("-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT), cwd=folder)
    return folder


@pytest.fixture(scope="module")
def installed(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder into which the wheel, and nothing else, is installed."""
    folder = tmp_path_factory.mktemp("installed")
    (wheel,) = archives.glob("*.whl")
    run("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(folder), str(wheel), cwd=folder)
    return folder


def files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc" and not path.name.startswith(".")
    }


def test_the_source_archive_is_complete_and_clean(archives: Path) -> None:
    (archive,) = archives.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert {"LICENSE", "CHANGELOG.md", "README.md", "Makefile", "symattn/py.typed", "tests/katex/check.mjs"} <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name or ".venv" in name]


def test_the_wheel_carries_every_derivation_and_template(installed: Path) -> None:
    data = installed / "symattn" / "_data"
    assert files_below(data / "derivations") == files_below(derivations_folder())
    assert files_below(data / "templates") == files_below(templates_folder())
    assert (installed / "symattn" / "py.typed").is_file()


def test_the_installed_package_finds_its_own_data(installed: Path, tmp_path: Path) -> None:
    code = "from symattn.data import *; print(templates_folder(), derivations_folder(), exercises_folder(), sep='\\n')"
    folders = [Path(line) for line in run("-c", code, cwd=tmp_path, path=installed).splitlines()]
    assert len(folders) == 3
    assert all(folder.is_dir() and folder.is_relative_to(installed) for folder in folders)


def test_every_installed_derivation_proves_its_claims(installed: Path, tmp_path: Path) -> None:
    output = run("-c", RUN_ALL, cwd=tmp_path, path=installed)
    assert output.count(f"{installed}") == len(list(derivations_folder().glob("*.py"))) > 0
    assert not list(tmp_path.iterdir())


def test_the_checkout_finds_its_own_data() -> None:
    assert templates_folder() == ROOT / "templates"
    assert derivations_folder() == ROOT / "derivations"
    assert exercises_folder() == ROOT / "derivations" / "exercises"


def test_the_installed_command_lists_what_there_is(installed: Path, tmp_path: Path) -> None:
    assert "masks-and-heads" in run("-m", "symattn", "list", cwd=tmp_path, path=installed)
