"""Where a run took place: machine and versions, as every table of results must say."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import which

PACKAGES = ("symattn", "python-flint", "sympy", "mpmath", "symengine")
PROGRAMS = {"maxima": ["maxima", "--version"], "giac": ["giac", "--version"]}


def machine() -> str:
    """Processor, cores, system and Python in one line."""
    cores = os.cpu_count()
    return (
        f"{_processor()}, {cores} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def versions() -> dict[str, str | None]:
    """The version of each package and program, None where it is not installed."""
    found: dict[str, str | None] = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    for name, command in PROGRAMS.items():
        found[name] = _program_version(command) if which(command[0]) else None
    return found


def _program_version(command: list[str]) -> str:
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    words = [word for word in (run.stdout + run.stderr).split() if word[:1].isdigit() and "." in word]
    return words[0].rstrip(",") if words else "installed"
