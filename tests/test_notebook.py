"""The extension for IPython and Jupyter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import require


@pytest.fixture
def shell(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    require("ipython")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    from IPython.core.interactiveshell import InteractiveShell

    one: Any = InteractiveShell.instance()
    one.history_manager.enabled = False
    one.extension_manager.load_extension("symattn.notebook")
    yield one
    one.history_manager.end_session()
    InteractiveShell.clear_instance()


def test_a_cell_with_text_and_python(shell: Any) -> None:
    found = shell.run_cell("y = ln 99\nz = 1/2\ny + z", store_history=False)
    assert found.success
    data, _ = shell.display_formatter.format(found.result)
    assert data["text/plain"] == "(2*ln(99) + 1)/2\n≈ 5.095119850"
    assert data["text/latex"].startswith("$")


def test_names_of_the_notebook_stand_in_texts(shell: Any) -> None:
    shell.run_cell("w = 1/2", store_history=False)
    assert shell.run_cell("2w + 1", store_history=False).result == 2


def test_a_cell_of_unfinished_mathematics_is_an_error_and_no_crash(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not shell.run_cell("1 +* 2", store_history=False).success
    assert "ReadError" in capsys.readouterr().out


def test_magics_still_work(shell: Any) -> None:
    assert shell.run_cell("%who_ls", store_history=False).success
