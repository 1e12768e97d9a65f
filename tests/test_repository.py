"""Files that code hosts read, such as workflows: each can be parsed, and they agree with each other."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read_yaml(path: str | Path) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def test_the_version_is_the_same_everywhere() -> None:
    assert read_yaml("CITATION.cff")["version"] == PROJECT["version"]
    # The release workflow searches for these lines.
    assert f'\nversion = "{PROJECT["version"]}"\n' in (ROOT / "pyproject.toml").read_text("utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_workflow_tests_every_python_that_is_promised() -> None:
    tested = set(read_yaml(".github/workflows/test.yml")["jobs"]["linux"]["strategy"]["matrix"]["python"])
    promised = {one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)}
    assert promised <= tested
    assert PROJECT["requires-python"].removeprefix(">=") == min(promised, key=lambda one: int(one[2:]))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_names_the_commit_of_each_action_and_what_there_is(workflow: Path) -> None:
    """A tag can be moved to other code, but a commit cannot.

    The exception is the publishing action, which a person enables and pins.
    """
    steps = [step for job in read_yaml(workflow)["jobs"].values() for step in job["steps"]]
    for action in [step["uses"] for step in steps if "uses" in step]:
        assert re.search(r"@[0-9a-f]{40}$", action) or "gh-action-pypi-publish" in action
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = " ".join(re.findall(r"^([a-z][a-z -]*):", makefile, re.MULTILINE)).split()
    for line in [line for step in steps for line in step.get("run", "").splitlines()]:
        assert not line.startswith("make ") or line.split()[1] in targets
        for file in re.findall(r"--requirement (\S+)|python (\S+\.py)", line):
            assert (ROOT / "".join(file)).exists()


def test_the_files_that_are_named_to_be_run_exist() -> None:
    named_in = [ROOT / "Makefile", ROOT / "CONTRIBUTING.md", *WORKFLOWS, *(ROOT / "docs").glob("*.md")]
    named = {
        file for path in named_in for file in re.findall(r"\btests/[\w/]+(?:\.\w+)+", path.read_text("utf-8"))
    }
    assert len(named) > 10
    assert [file for file in sorted(named) if not (ROOT / file).exists()] == []


def test_a_release_has_a_wheel_for_each_platform_with_the_compiled_file_in_it() -> None:
    jobs = read_yaml(".github/workflows/release.yml")["jobs"]
    (build,) = (step["env"] for step in jobs["wheels"]["steps"] if "CIBW_BUILD" in step.get("env", {}))
    kinds = {one.removeprefix("cp311-").partition("_")[0] for one in build["CIBW_BUILD"].split()}
    assert kinds == {"manylinux", "musllinux", "macosx", "win"}
    assert set(build["CIBW_ARCHS_MACOS"].split()) == {"arm64", "x86_64"}
    assert "native.library is not None" in build["CIBW_TEST_COMMAND"]
    publish = jobs["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    # A version is published only if a person has allowed it, and then completely.
    assert "vars." in publish["if"]
    assert set(publish["needs"]) == {"source", "wheels"}


def test_who_runs_the_image_runs_it_alike() -> None:
    image = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    ports = re.findall(r"^EXPOSE (\d+)$", image, re.MULTILINE)
    app = read_yaml("deploy/compose.yaml")["services"]["app"]
    # Paths in the file are relative to its folder.
    built = ROOT / "deploy" / app["build"]["context"]
    assert (built / app["build"]["dockerfile"]).is_file()
    # Only localhost can connect.
    assert app["ports"] == [f"127.0.0.1:{port}:{port}" for port in ports]
    assert app["read_only"] is True
    assert app["cap_drop"] == ["ALL"]
    head = yaml.safe_load((ROOT / "docs" / "space" / "README.md").read_text("utf-8").split("---\n")[1])
    assert (head["sdk"], [str(head["app_port"])]) == ("docker", ports)
    # A Space has one licence: that of the code.
    assert head["license"] == PROJECT["license"].partition(" AND ")[0].lower()
    # A Space shows up to 60 characters.
    assert len(head["short_description"]) <= 60
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert [str(port) for port in container["forwardPorts"]] == ports


def test_every_link_to_a_file_leads_to_one_and_every_table_has_its_head() -> None:
    folders = [ROOT / name for name in ("docs", ".github", "bpe_core")]
    for page in [*ROOT.glob("*.md"), *(page for folder in folders for page in folder.rglob("*.md"))]:
        text = page.read_text("utf-8")
        for link in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
        lines = ["", *text.splitlines(), ""]
        for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
            if line.startswith("|") and not before.startswith("|"):
                assert re.fullmatch(r"[|:-]+", after.replace(" ", "")), f"{page}: {line}"


def test_the_moving_picture_is_small_and_moves() -> None:
    path = ROOT / "docs" / "merging.webp"
    assert path.stat().st_size < 500_000
    with Image.open(path) as picture:
        assert getattr(picture, "n_frames", 1) > 10
