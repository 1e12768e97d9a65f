"""The edition without a server: its files, their sizes, and where they are written."""

import gzip
import re
import sys
from functools import cache
from html import escape
from pathlib import Path

import pytest

from explorer_ui.elements.elements import FILE, VOCABULARIES
from explorer_ui.site.files import MARK, WORKER, site_files
from explorer_ui.words.scenes import PUZZLES
from tests.commands import printed

files = cache(site_files)


def written(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*")}


def test_it_opens_with_at_most_300_kb_as_a_host_sends_it_with_the_vocabulary_for_typed_text() -> None:
    sent = [gzip.compress(files()[name]) for name in ("index.html", FILE, "gpt2.js")]
    assert len(sent[0]) <= 27_000
    assert len(sent[1]) <= 92 * 1024
    assert sum(map(len, sent)) <= 300_000


def test_the_page_allows_its_own_script_and_files_alone_and_names_no_other_host() -> None:
    page = files()["index.html"].decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert re.fullmatch(r"'sha256-[\w+/=]+' 'self' file:", rules["script-src"])
    assert rules["connect-src"] == "'self'"
    assert not {"frame-src", "object-src"} & rules.keys()
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", page)
    assert page.count("</script>") == 3


def test_a_puzzle_about_a_text_can_be_seen_above_with_what_the_site_has() -> None:
    html = files()["index.html"].decode()
    for scene in PUZZLES:
        puzzle = html[html.index(f"<summary>{escape(scene.label)}</summary>") :].partition("</details>")[0]
        is_here = scene.state.get("tokenizer", "trained") in ("trained", *VOCABULARIES)
        assert ("data-state" in puzzle) == bool(scene.state.get("text") and is_here), scene.label


def test_the_same_sources_make_the_same_files_and_other_ones_another_version() -> None:
    assert site_files() == files()
    assert files()[WORKER].startswith(MARK)
    assert b"Copyright (c) 2022 OpenAI" in files()["NOTICE.md"]
    assert re.search(rb'"version": "[0-9a-f]{16}"', files()[WORKER])


def test_the_command_writes_the_files_and_over_an_earlier_site(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    assert "10 files" in printed("site", folder)
    assert written(folder) == files()
    (folder / "index.html").write_bytes(b"")
    (folder / "CNAME").write_bytes(b"bpe.example.org")
    printed("site", folder)
    assert written(folder) == {**files(), "CNAME": b"bpe.example.org"}
    assert [path.name for path in tmp_path.iterdir()] == ["public"]


@pytest.mark.parametrize("name", ["index.html", "thesis.txt", WORKER])
def test_a_folder_with_other_files_is_refused_and_stays_as_it_is(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"mine")
    assert "contains no earlier site" in printed("site", tmp_path, status=2)
    assert written(tmp_path) == {name: b"mine"}


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
def test_a_link_in_the_folder_is_refused_so_that_nothing_outside_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    folder.mkdir()
    (folder / WORKER).write_bytes(MARK)
    outside = tmp_path / "outside.html"
    outside.write_bytes(b"mine")
    (folder / "index.html").symlink_to(outside)
    assert "is a link" in printed("site", folder, status=2)
    assert outside.read_bytes() == b"mine"
