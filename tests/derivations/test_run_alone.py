"""Each derivation runs alone: in a fresh process, from an empty folder, and leaves nothing behind."""

from __future__ import annotations

import ast
import re

import pytest

from symattn.data import derivations_folder
from symattn.problems.library import derivation_names, find
from tests.derivations.scripts import CLAIMS, SCRIPTS, run_of, shown_by


def test_there_is_a_script_for_every_published_result() -> None:
    assert len(SCRIPTS) == 19


def test_the_folder_says_what_is_in_it() -> None:
    listed = re.findall(
        r"^\| `(\w+)` \|", (derivations_folder() / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
class TestEveryScript:
    def test_it_runs_alone_and_writes_nothing_but_its_claims(self, name: str) -> None:
        run = run_of(name)
        assert (run.status, run.errors, run.left) == (0, "", ())
        assert run.output

    def test_it_states_each_claim_under_a_label_of_its_own(self, name: str) -> None:
        labels = [line.partition(" = ")[0] for line in run_of(name).output.splitlines() if not line.startswith("  ")]
        assert len(labels) == len(set(labels))

    def test_it_shows_exact_forms_and_decimals(self, name: str) -> None:
        shown = shown_by(run_of(name).output)
        assert shown
        for value in shown.values():
            assert [len(row) for row in value.exact] == [len(row) for row in value.decimals]

    def test_it_reads_like_its_text(self, name: str) -> None:
        """Own words with a source, a main, no bare assert and none of the functions that guess."""
        source = SCRIPTS[name].read_text(encoding="utf-8")
        tree = ast.parse(source)
        assert "\nSource: " in (ast.get_docstring(tree) or "")
        assert "main" in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not (names | attributes) & {"simplify", "nsimplify", "evalf", "N", "float", "cancel", "together"}
        assert names & set(CLAIMS)
        assert len(source.splitlines()) <= 150

    def test_it_is_found_by_name(self, name: str) -> None:
        assert name in derivation_names()
        assert find(name) == SCRIPTS[name]
