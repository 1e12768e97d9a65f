"""The image holds what the app is made of, and is run without rights."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
LINES = [line.split() for line in (ROOT / "Dockerfile").read_text("utf-8").splitlines() if line.strip()]
COPIED = {
    source
    for words in LINES
    if words[0] == "COPY"
    for source in words[1:-1]
    if not source.startswith("-") and not source.startswith("/")
}


def test_what_is_copied_is_there_and_is_all_that_the_app_imports() -> None:
    assert all((ROOT / source).exists() for source in COPIED)
    assert {"app.py", "pages", "explorer_ui", "bpe_core", "sample_texts", ".streamlit"} <= COPIED


def test_what_is_copied_is_not_ignored() -> None:
    ignore = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = {line[1:].partition("/")[0] for line in ignore if line.startswith("!")}
    assert kept == COPIED
    assert "*" in ignore


def test_what_is_installed_is_what_was_tested() -> None:
    install = next(words for words in LINES if words[:3] == ["RUN", "pip", "install"])
    assert install[-3:] == ["--require-hashes", "--requirement", "requirements.lock"]


def test_it_answers_other_machines() -> None:
    # The image's own 127.0.0.1 is out of everybody's reach.
    command = next(words for words in LINES if words[0] == "CMD")
    assert '"--server.address=0.0.0.0",' in command


def test_it_is_run_by_a_user_without_rights() -> None:
    instructions = [words[0] for words in LINES]
    assert ["USER", "explorer"] in LINES
    assert instructions.index("USER") < instructions.index("CMD")
    assert "HEALTHCHECK" in instructions
