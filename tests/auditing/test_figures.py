"""The lists of figures of the two source texts: consistent, and their verdicts recomputed without the package."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import mpmath
import pytest

from tests.auditing.judges.documents import overlap

LISTS = sorted((Path(__file__).parent / "figures").glob("*.toml"))


def entries(path: Path, key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))[key]
    return found


def values() -> dict[str, Any]:
    """What the expressions of the lists are worth, worked out without any reader of expressions."""
    e, r = mpmath.e, mpmath.exp(1 / mpmath.sqrt(2))
    full, causal = 2 * r + 1, r + 1 + r**2
    return {
        "1/(1+e)": 1 / (1 + e),
        "e/(1+e)": e / (1 + e),
        "e/(1+e)+0.5": e / (1 + e) + mpmath.mpf("0.5"),
        "e/(1+e)-0.5": e / (1 + e) - mpmath.mpf("0.5"),
        "0.5-e/(1+e)": mpmath.mpf("0.5") - e / (1 + e),
        "2*e/(2*e+1)": 2 * e / (2 * e + 1),
        "4*e/(2*e+1)": 4 * e / (2 * e + 1),
        "r/(2*r+1)": r / full,
        "(2+2*r)/(2+r)": (2 + 2 * r) / (2 + r),
        "r/(r+1+r**2)": r / causal,
        "1/(r+1+r**2)": 1 / causal,
        "r**2/(r+1+r**2)": r**2 / causal,
        "(r+1+2*r**2)/(r+1+r**2)": (r + 1 + 2 * r**2) / causal,
        "(2+2*r**2)/(r+1+r**2)": (2 + 2 * r**2) / causal,
        "log(2)": mpmath.log(2),
        "-log(199/200)": -mpmath.log(mpmath.mpf(199) / 200),
        "-log(19/20)": -mpmath.log(mpmath.mpf(19) / 20),
    }


def rounding(value: Any, places: int) -> str:
    """The decimal half away from zero; none of the values is near a tie."""
    scaled = int(mpmath.nint(abs(value) * mpmath.mpf(10) ** places))
    digits = str(scaled).rjust(places + 1, "0")
    return ("-" if value < 0 else "") + digits[:-places] + "." + digits[-places:]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_places_do_not_overlap_and_statements_are_known(path: Path) -> None:
    statements = tomllib.loads(path.read_text(encoding="utf-8"))["statements"]
    figures = [*entries(path, "figure"), *entries(path, "other")]
    for figure in figures:
        first, last = figure["columns"]
        assert last - first + 1 == len(figure["printed"])
    spans = [(f["line"], (f["columns"][0], f["columns"][1] + 1)) for f in figures]
    for index, (line, span) in enumerate(spans):
        assert not any(line == other and overlap(span, taken) for other, taken in spans[:index])
    named = {figure["statement"] for figure in [*entries(path, "figure"), *entries(path, "word")]}
    assert named | {need for needs in statements.values() for need in needs} <= set(statements)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_rounded_figures_are_the_rounding_of_their_value(path: Path) -> None:
    with mpmath.workdps(60):
        for figure in entries(path, "figure"):
            assert ("value" in figure) >= (figure["verdict"] in ("rounded", "float noise"))
            if "value" not in figure:
                continue
            printed, value = figure["printed"], values()[figure["value"]]
            right = rounding(value, len(printed.partition(".")[2]))
            if figure["verdict"] == "float noise":
                assert printed != right
                assert abs(mpmath.mpf(printed) - value) < 2 * mpmath.mpf(2) ** -52
            else:
                assert printed == right


def test_the_lists_are_as_long_as_they_were_when_made() -> None:
    first, second = ([figure["role"] for figure in entries(path, "figure")] for path in (LISTS[0], LISTS[1]))
    assert (len(first), first.count("claim")) == (275, 249)
    assert (len(second), second.count("claim")) == (10, 5)
