"""An earlier file is replaced by a whole one, or stays as it was."""

import os
import shlex
import subprocess
from errno import EACCES, EBUSY
from pathlib import Path
from typing import IO, Any

import pytest

from bpe_core.whole_files import write_files
from tests.commands import PROGRAM, printed, run_checkout

pytestmark = pytest.mark.skipif(os.name == "nt", reason="limits, links and permissions of POSIX")


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = command.replace("bpe-explorer", shlex.join(PROGRAM))
    # Where files have a limit, the compiled file of a module would be cut off too, and be read by later tests.
    command = f"export PYTHONDONTWRITEBYTECODE=1; {command}"
    return run_checkout(["/bin/bash", "-c", command], cwd=folder, text=True)


@pytest.mark.parametrize(
    ("command", "too_large"),
    [
        ("train text --merges 9 --out t.json", "t.json"),
        ("train text --merges 9 --format gpt2 --out pair", "pair/encoder.json"),
        ("train text --merges 9 --out t.model", "t.vocab"),  # the small t.model is written first
        ("page text --out page.html", "page.html"),
    ],
)
def test_what_cannot_be_written_to_its_end_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, too_large: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("low lower lowest", "utf-8")
    printed(*shlex.split(command.replace("9", "3")))

    def contents() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    before = contents()
    done = run(f"ulimit -f 1; bpe-explorer {command}", tmp_path)
    assert (done.returncode, done.stderr) == (1, f"bpe-explorer: error: {too_large}: File too large\n")
    assert contents() == before


def test_only_the_content_of_a_file_changes(tmp_path: Path) -> None:
    old = {name: tmp_path / name for name in ("script", "target", "link", "one", "other")}
    for name in ("script", "target", "one"):
        old[name].write_text("old", "utf-8")
    old["script"].chmod(0o754)
    old["link"].symlink_to("target")
    old["other"].hardlink_to(old["one"])
    write_files({old[name]: b"new" for name in ("script", "link", "one")})
    assert {name: path.read_text("utf-8") for name, path in old.items()} == dict.fromkeys(old, "new")
    assert (old["script"].stat().st_mode & 0o777, old["link"].is_symlink()) == (0o754, True)
    assert old["other"].samefile(old["one"])
    write_files({tmp_path / "fresh": b""})
    (tmp_path / "usual").write_text("", "utf-8")
    assert (tmp_path / "fresh").stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*old, "fresh", "usual"])


def test_a_result_is_written_to_stdout_and_into_a_pipe(tmp_path: Path) -> None:
    Path(tmp_path, "text").write_text("low lower lowest", "utf-8")
    train = "bpe-explorer train text --merges 3 --format tiktoken --quiet --out"
    run(f"{train} plain", tmp_path)
    expected = Path(tmp_path, "plain").read_text("utf-8")
    assert run(f"{train} /dev/stdout", tmp_path).stdout == expected
    run(f"{{ {train} /dev/stdout; echo end; }} >> redirected", tmp_path)
    assert Path(tmp_path, "redirected").read_text("utf-8") == f"{expected}end\n"
    assert run(f"{train} >(cat); wait", tmp_path).stdout == expected


def test_where_none_can_be_made_a_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mounted"
    path.write_text("old", "utf-8")

    opened = Path.open

    def only_existing(one: Path, mode: str = "r", *given: Any, **named: Any) -> IO[Any]:
        if mode == "xb":
            raise PermissionError(EACCES, "Permission denied")
        return opened(one, mode, *given, **named)

    def no_mount_point(*_: object) -> None:
        raise OSError(EBUSY, "Device or resource busy")

    for name, refused in (("open", only_existing), ("replace", no_mount_point)):
        with monkeypatch.context() as patched:
            patched.setattr(Path, name, refused)
            write_files({path: name.encode()})
        assert [(one.name, one.read_text("utf-8")) for one in tmp_path.iterdir()] == [("mounted", name)]
