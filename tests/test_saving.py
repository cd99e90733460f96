"""Files are written whole, or left as they were."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from symattn.errors import OutputError
from symattn.saving import refuse_to_replace, write_whole


def test_a_file_is_replaced_and_keeps_its_rights_and_links_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "key.md", tmp_path / "link.md"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_whole(link, "new ½ \ud800")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new ½ \\ud800"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert [each.name for each in sorted(tmp_path.iterdir())] == ["key.md", "link.md"]


def test_folders_are_made_and_long_names_have_room(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b" / ("n" * 251 + ".md")
    write_whole(target, b"x")
    assert target.read_bytes() == b"x"


@pytest.mark.parametrize("failing", ["replace", "fsync"])
def test_where_writing_fails_the_old_file_stays(failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "key.md"
    target.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, refuse)
    with pytest.raises(OutputError, match=r"key\.md: cannot be written: No space left"):
        write_whole(target, "new")
    monkeypatch.undo()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_device_is_written_to_and_stays_one() -> None:
    write_whole(os.devnull, "nothing")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_what_cannot_be_a_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for bad in (
        tmp_path,
        tmp_path / "file" / "below",
        tmp_path / "a\0b",
        tmp_path / ("x" * 300),
        Path("/proc/no/such"),
    ):
        with pytest.raises(OutputError):
            write_whole(bad, "x")


def test_an_input_is_never_the_output_whatever_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = tmp_path / "in.toml"
    given.touch()
    (tmp_path / "soft.md").symlink_to(given)
    os.link(given, tmp_path / "hard.md")
    monkeypatch.chdir(tmp_path)
    for name in ("in.toml", "./in.toml", "soft.md", "hard.md", f"../{tmp_path.name}/in.toml", str(given)):
        with pytest.raises(OutputError, match="would be lost"):
            refuse_to_replace(name, ["absent", given])
    with given.open() as opened, pytest.raises(OutputError):
        refuse_to_replace("soft.md", [opened.fileno()])
    refuse_to_replace("other.md", [given, "a\0b"])
