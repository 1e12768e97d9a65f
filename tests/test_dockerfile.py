"""The image contains the app, and runs it as an unprivileged user; its steps run here without an engine."""

import os
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.driver import free_port
from tests.dockerfile import build, context, healthy, nobody_can_run, running

ROOT = Path(__file__).parents[1]
LINES = [
    line.split() for line in (ROOT / "deploy" / "Dockerfile").read_text("utf-8").splitlines() if line.strip()
]
COPIED = {
    word for words in LINES if words[0] == "COPY" for word in words[1:-1] if not word.startswith(("-", "/"))
}


def test_what_is_copied_is_not_ignored() -> None:
    ignore = (ROOT / "deploy" / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert {line[1:].partition("/")[0] for line in ignore if line.startswith("!")} == COPIED
    assert "*" in ignore


def test_what_is_installed_is_what_was_tested() -> None:
    install = next(words for words in LINES if words[:3] == ["RUN", "pip", "install"])
    assert install[-3:] == ["--require-hashes", "--requirement", "requirements.lock"]


def test_it_is_run_by_a_user_without_rights_and_answers_other_machines() -> None:
    instructions = [words[0] for words in LINES]
    # 127.0.0.1 within a container cannot be reached from outside.
    assert '"--server.address=0.0.0.0",' in LINES[instructions.index("CMD")]
    assert ["USER", "explorer"] in LINES
    assert instructions.index("USER") < instructions.index("CMD")
    assert "HEALTHCHECK" in instructions


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that an unprivileged user can read, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.skipif(os.name == "nt", reason="the steps are those of a shell")
def test_after_its_steps_the_app_runs_from_an_empty_root(folder: Path) -> None:
    image = build(folder)
    app = image.root / "app"
    assert {path.name for path in image.root.iterdir()} == {"app"}
    # Only the named files of the checkout were copied and compiled.
    assert {path.name for path in app.iterdir()} - {"__pycache__"} == {
        "app.py", "LICENSE", "requirements.lock", ".streamlit", "bpe_core", "explorer_ui", "pages", "sample_texts",
    }  # fmt: skip
    assert list(app.rglob("__pycache__"))
    assert {path for path in context() if path.suffix == ".py"} - {Path("build_native.py")} == {
        path.relative_to(app) for path in app.rglob("*.py")
    }
    before = set(app.rglob("*"))
    port = free_port()
    with running(image, folder, port) as process:
        assert healthy(image, folder, port), (folder / "log").read_text("utf-8", "replace")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=180) as answer:
            assert answer.status == 200
        if nobody_can_run(folder) and Path("/proc").is_dir():
            assert Path(f"/proc/{process.pid}").stat().st_uid == 65534
    assert set(app.rglob("*")) == before
