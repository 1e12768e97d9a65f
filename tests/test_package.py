"""The source archive and the wheel: their requirements, metadata and contents."""

import re
import shutil
import subprocess
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from hashlib import sha256
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import build_native
from tests.installed import Installed, wheel_of
from tests.test_requirements import required

ROOT = Path(__file__).parents[1]


@pytest.fixture
def metadata(installed: Installed) -> Message:
    return message_from_bytes(in_wheel(installed.wheel, "METADATA"))


def in_wheel(path: Path, name: str) -> bytes:
    with zipfile.ZipFile(path) as wheel:
        (found,) = (held for held in wheel.namelist() if held.endswith(f".dist-info/{name}"))
        return wheel.read(found)


def source_of(installed: Installed) -> Path:
    (source,) = installed.wheel.parent.glob("*.tar.gz")
    return source


def test_the_engine_requires_two_packages_and_the_app_all_that_are_listed(metadata: Message) -> None:
    said = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    always = {str(one) for one in said if one.marker is None}
    of_the_app = {
        str(one).partition(";")[0] for one in said if one.marker and one.marker.evaluate({"extra": "app"})
    }
    assert {Requirement(one).name for one in always} == {"numpy", "regex"}
    assert always <= {str(one) for one in required("requirements.txt")} == of_the_app


def test_the_licences_are_named_and_in_the_wheel(metadata: Message, installed: Installed) -> None:
    assert metadata["License-Expression"] == "MIT AND Apache-2.0 AND Unicode-3.0"
    for name in metadata.get_all("License-File", []):
        assert in_wheel(installed.wheel, f"licenses/{name}") == (ROOT / name).read_bytes()
    notice = (ROOT / "bpe_core" / "published" / "NOTICE.md").read_text("utf-8")
    named = {f"bpe_core/published/{name}" for name in re.findall(r"`(LICENSE\S+)`", notice)}
    assert {"LICENSE", "bpe_core/published/NOTICE.md"} | named == set(metadata.get_all("License-File", []))
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])


def test_the_notice_names_every_file_of_data_and_every_chat_template(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        names = [Path(name).name for name in wheel.namelist()]
    notice = in_wheel(installed.wheel, "licenses/bpe_core/published/NOTICE.md").decode()
    # A vocabulary's two files have one row.
    data = {
        re.sub(r"(\.merges)?(\.rest)?\.zlib$", "", name)
        for name in names
        if name.endswith((".zlib", ".woff2"))
    }
    assert len(data) > 10
    templates = tomllib.loads((ROOT / "bpe_core/chat/chat_templates.toml").read_text("utf-8"))
    assert not {
        name for name in data | set(templates) if not re.search(rf"[`/]{re.escape(name)}[`.]", notice)
    }
    for maker in (
        "Copyright (c) 2022 OpenAI",
        "Copyright (c) 2019 OpenAI",
        "UNICODE LICENSE V3",
        "Meta Platforms",
    ):
        assert maker in notice


def test_the_wheel_holds_every_file_that_the_app_reads(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        held = set(wheel.namelist())
    packages = [*(ROOT / "bpe_core").rglob("*.*"), *(ROOT / "explorer_ui").rglob("*.*")]
    read = {".py", ".css", ".zlib", ".js", ".woff2"}
    wanted = {path.relative_to(ROOT).as_posix() for path in packages if path.suffix in read}
    shipped = ["app.py", ".streamlit/config.toml", "pages/*.py", "sample_texts/**/*.txt"]
    found = [path.relative_to(ROOT).as_posix() for pattern in shipped for path in ROOT.glob(pattern)]
    assert wanted | {f"explorer_ui/installed/{path}" for path in found} <= held
    assert not [name for name in held if name.startswith(("tests/", "benchmarks/", "pages/"))]


def test_an_index_shows_no_link_that_leads_nowhere(metadata: Message) -> None:
    shown = str(metadata.get_payload(decode=True), "utf-8")
    assert shown.startswith("# BPE explorer\n")
    assert not re.search(r"\]\((?!https?:|#)", shown)


def test_the_source_archive_holds_all_that_the_repository_does(installed: Installed) -> None:
    git = shutil.which("git")
    listed = git and subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, check=False)
    if not listed or listed.returncode:
        pytest.skip("this is no repository")
    with tarfile.open(source_of(installed)) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {name for name in listed.stdout.decode().splitlines() if (ROOT / name).exists()} <= held
    assert not [name for name in held if name.endswith((".so", ".pyd", ".pyc"))]


def test_the_same_sources_give_the_same_wheel_in_every_folder(installed: Installed, tmp_path: Path) -> None:
    again = wheel_of(source_of(installed), tmp_path)
    assert again.name == installed.wheel.name
    # Not the bytes, which a failure would print.
    assert sha256(again.read_bytes()).digest() == sha256(installed.wheel.read_bytes()).digest()


def test_a_wheel_names_a_platform_only_if_it_holds_the_compiled_file(
    installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if build_native.build(tmp_path / "library") is not None:
        assert "-cp311-abi3-" in installed.wheel.name
    monkeypatch.setenv("CC", shutil.which("false") or "no-such-compiler")
    wheel = wheel_of(source_of(installed), tmp_path)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert b"Root-Is-Purelib: true" in in_wheel(wheel, "WHEEL")
    with zipfile.ZipFile(wheel) as held:
        assert not [name for name in held.namelist() if name.endswith((".so", ".pyd"))]
