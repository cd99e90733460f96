"""What is written reads back to the same relation: every small relation, every family, every system."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.conventions import SYSTEMS, from_system, to_system
from symattn.conventions.fills import DTYPES
from symattn.errors import ConventionError
from symattn.visibility import Visibility
from tests.conventions.relations import SMALL_SHAPES, all_relations, families

DENSE = {name for name, convention in SYSTEMS.items() if "[T_q, T_k]" in convention.form.text()}
FAMILIES = list(families())
# Systems that write alike: one of them stands for all on every small relation.
ALIKE = {(convention.form, convention.context("float32").fill): name for name, convention in SYSTEMS.items()}


def written(relation: Visibility, name: str, dtype: str = "float32") -> object | None:
    """What the system is given, or None where it refuses."""
    try:
        return to_system(relation, name, dtype)
    except ConventionError:
        return None


def leaves(value: object) -> list[object]:
    """Everything in nested lists and mappings that is neither."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("name", ALIKE.values())
def test_every_small_relation_comes_back_or_is_refused(name: str) -> None:
    kept = 0
    for shape in SMALL_SHAPES:
        for relation in all_relations(*shape):
            value = written(relation, name)
            if value is not None:
                kept += 1
                assert from_system(value, name, shape) == relation
    assert kept == sum(1 << T_q * T_k for T_q, T_k in SMALL_SHAPES) if name in DENSE else kept > 0


@pytest.mark.parametrize("name", ALIKE.values())
def test_the_families_come_back_or_are_refused(name: str) -> None:
    kept = 0
    for what, relation in FAMILIES:
        value = written(relation, name)
        if value is not None:
            kept += 1
            assert from_system(value, name, relation.shape) == relation, what
    assert kept == len(FAMILIES) if name in DENSE else 0 < kept < len(FAMILIES)


@pytest.mark.parametrize("name", SYSTEMS)
def test_systems_that_write_alike_do(name: str) -> None:
    convention = SYSTEMS[name]
    representative = ALIKE[convention.form, convention.context("float32").fill]
    for relation in all_relations(2, 2):
        value = written(relation, name)
        assert value == written(relation, representative)
        assert value is None or from_system(value, name, (2, 2)) == relation


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", sorted(DENSE))
def test_every_number_format_comes_back(name: str, dtype: str) -> None:
    for relation in all_relations(2, 2):
        assert from_system(to_system(relation, name, dtype), name, dtype=dtype) == relation


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_written_is_exact(name: str) -> None:
    for _, relation in FAMILIES[::37]:
        for leaf in leaves(written(relation, name) or []):
            assert leaf is None or isinstance(leaf, bool | int | Fraction | str)
            assert not isinstance(leaf, float)


def test_two_systems_that_disagree_on_true_are_each_other_turned_around() -> None:
    for relation in all_relations(2, 3):
        kept, hidden = to_system(relation, "torch-sdpa"), to_system(relation, "torch-mha")
        assert hidden == to_system(~relation, "torch-sdpa")
        assert kept == to_system(~relation, "torch-mha")
