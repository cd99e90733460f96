"""Every figure that the texts print is shown by a derivation, digit for digit, and is what the exercise files give."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

import pytest
import sympy

import symattn as sa
from symattn.exact import ExactMatrix
from symattn.problems import ExerciseFile
from symattn.problems.stages import stage_value
from tests.derivations.places import WORDS, Place, place_of
from tests.derivations.scripts import SCRIPTS, Shown, run_of, shown_by
from tests.support import ROOT

TEXTS = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "tests" / "figures").glob("*.toml"))
}
ALL = [(text, figure) for text, listed in TEXTS.items() for figure in listed["figure"]]


def named(figures: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    return [pytest.param(text, figure, id=f"{text}:{figure['id']}") for text, figure in figures]


FIGURES = named(ALL)
OF_STAGES = named([(t, f) for t, f in ALL if "stage" in f and f["kind"] not in ("visible keys", "shape")])


@lru_cache
def shown_in(script: str) -> dict[str, Shown]:
    return shown_by(run_of(script).output)


@lru_cache
def exercises_of(text: str) -> ExerciseFile:
    return sa.load_exercises(TEXTS[text]["file"].removesuffix(".toml"))


def exact_entry(place: Place, row: int, column: int) -> Any:
    """A printed exact form as SymPy, its abbreviation r written out."""
    shown = shown_in(place.script)
    value = sa.read(shown[place.label].exact[row - 1][column - 1])
    if value.has(sympy.Symbol("r")):
        value = value.subs(sympy.Symbol("r"), sa.read(shown["r"].exact[0][0]))
    return value


def exact_entries(place: Place) -> list[Any]:
    return [exact_entry(place, row, column) for row, column in place.entries]


def decimals(place: Place) -> list[str]:
    value = shown_in(place.script)[place.label]
    return [value.decimals[row - 1][column - 1] for row, column in place.entries]


def printed_value(printed: str) -> Any:
    return sa.exact(sa.read(printed).subs(sympy.Symbol("s"), 1 / sympy.sqrt(2)))


def check_exact(place: Place, figure: dict[str, Any]) -> None:
    value = printed_value(figure["printed"])
    entries = exact_entries(place)
    assert sa.compare(entries if isinstance(value, ExactMatrix) else entries[0], value).outcome == "equal"


def check_digits(place: Place, figure: dict[str, Any]) -> None:
    assert decimals(place) == [re.sub(r"^\.", "0.", figure["printed"])]


def check_integer(place: Place, figure: dict[str, Any]) -> None:
    check_exact(place, figure)
    check_digits(place, figure)


def check_noise(place: Place, figure: dict[str, Any]) -> None:
    assert decimals(place) == [figure["rounded"]]
    assert f"{figure['printed']} is the rounding: False\n" in run_of(place.script).output


def check_keys(place: Place, figure: dict[str, Any]) -> None:
    first, dash, last = figure["printed"].partition("–")
    expected = range(int(first), int(last) + 1) if dash else map(int, figure["printed"].split(","))
    assert shown_in(place.script)[place.label].exact == [[str(key) for key in expected]]


def check_shape(place: Place, figure: dict[str, Any]) -> None:
    assert shown_in(place.script)[place.label].exact == [figure["printed"].strip("[]").split(",")]


def check_words(place: Place, figure: dict[str, Any]) -> None:
    if figure["id"] in WORDS:
        assert f"{place.label}: {WORDS[figure['id']]}\n" in run_of(place.script).output
        return
    for entry in exact_entries(place):
        away = abs(sa.exact(entry) - sa.exact(figure["means"]))
        assert away <= sa.exact(figure.get("within", "0"))


CHECKS = {
    "integer": check_integer,
    "decimal": check_digits,
    "symbolic": check_exact,
    "six decimals": check_digits,
    "16 decimals": check_digits,
    "float noise": check_noise,
    "visible keys": check_keys,
    "shape": check_shape,
    "words": check_words,
}


@pytest.mark.parametrize(("text", "figure"), FIGURES)
def test_a_derivation_shows_the_figure(text: str, figure: dict[str, Any]) -> None:
    CHECKS[figure["kind"]](place_of(text, figure), figure)


@pytest.mark.parametrize(("text", "figure"), OF_STAGES)
def test_the_exercise_file_gives_the_same_number(text: str, figure: dict[str, Any]) -> None:
    item = figure["item"] - 1 if "item" in figure else None
    stage = stage_value(exercises_of(text).problems[figure["problem"]], figure["stage"], item)
    columns = figure.get("columns") or [figure["column"]]
    found = [stage[figure["row"] - 1, column - 1] if isinstance(stage, ExactMatrix) else stage for column in columns]
    place = place_of(text, figure)
    if place.entries:
        assert sa.compare(exact_entries(place), found).outcome == "equal"
    else:
        assert figure["id"] in WORDS


def test_a_figure_without_a_derivation_is_noticed() -> None:
    with pytest.raises(KeyError):
        place_of("first_text", {"id": "new", "problem": "causal", "stage": "Q", "row": 1, "column": 1})


def test_the_other_scripts_prove_what_is_said_in_words() -> None:
    showing = {place_of(text, figure).script for text, figure in ALL}
    in_words = {"unmasked_head", "future_perturbation", "masked_batch", "words_without_order"}
    assert showing | in_words == set(SCRIPTS)
    assert not showing & in_words
