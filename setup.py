"""What pyproject.toml cannot say: what lies next to the packages goes into the wheel too, and what is made for it.

    app.py                     explorer_ui/installed/app.py
    pages/train.py      ->     explorer_ui/installed/pages/train.py
    .streamlit/config.toml     explorer_ui/installed/.streamlit/config.toml

`explorer_ui.root` finds it there. Next to them lie each component's modules joined into one file, and a list of these,
from which Streamlit learns that it may serve them, and browsers keep them: else every change of a page sends them again.

A wheel names a platform only if it holds the compiled file. The same sources give the same files in every folder.
"""

import posixpath
import re
import runpy
import shutil
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

INSTALLED = Path("explorer_ui", "installed")
BESIDE = ("app.py", "pages/*.py", ".streamlit/config.toml", "sample_texts/**/*")
# The package itself need not be importable where it is built.
JAVASCRIPT = runpy.run_path("explorer_ui/components/files.py")


class BuildWithWhatLiesBeside(build_py):
    """Copy the files of the checkout's root into the package; an editable install finds them where they are."""

    def run(self) -> None:
        """Build the packages, then copy, and write what is made."""
        super().run()
        if not self.editable_mode:
            for source, target in self._beside().items():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
            for target, text in self._made().items():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, "utf-8", newline="\n")

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002 - as setuptools has it
        """Return every file that is built, those copied and made here too."""
        return [*super().get_outputs(include_bytecode), *map(str, [*self._beside().values(), *self._made()])]

    def _beside(self) -> dict[Path, Path]:
        files = (path for pattern in BESIDE for path in Path().glob(pattern) if path.is_file())
        return {path: Path(self.build_lib) / INSTALLED / path for path in files}

    def _made(self) -> dict[Path, str]:
        names = {path: path.rpartition("/")[2] for path in JAVASCRIPT["components"]()}
        served = [
            f'\n[[tool.streamlit.component.components]]\nname = "{name}"\nasset_dir = "components/built"\n'
            for name in names.values()
        ]
        package = Path(self.build_lib, "explorer_ui")
        return {package / "pyproject.toml": '[project]\nname = "bpe-explorer"\n' + "".join(served)} | {
            package / "components" / "built" / f"{name}.js": JAVASCRIPT["component_js"](path)
            for path, name in names.items()
        }


class BuildAlikeEverywhere(build_ext):
    """Compile the C file, which is a library of its own and no module, without the name of this folder."""

    def build_extensions(self) -> None:
        """Compile, where a compiler is found."""
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args.append(f"-ffile-prefix-map={Path.cwd()}=.")
        super().build_extensions()

    def get_export_symbols(self, ext: object) -> list[str]:  # noqa: ARG002 - as setuptools has it
        """Ask the linker for no function that starts a module: the C file marks what it exports."""
        return []


class WheelOfWhatWasBuilt(bdist_wheel):
    """A wheel for this platform, or for any where the C file could not be compiled."""

    def finalize_options(self) -> None:
        """Compile first, for the name of the wheel depends on it."""
        native = self.get_finalized_command("build_ext")
        native.run()
        if not all(Path(path).exists() for path in native.get_outputs()):
            self.distribution.ext_modules = []
        super().finalize_options()


def description() -> str:
    """Return the README as a package index shows it, far from its neighbours.

    Its links lead into the repository that `[project.urls]` names; while it names none, what links to a file is
    text, and pictures are left out.
    """
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    repository = project.get("urls", {}).get("Repository", "").rstrip("/")

    def lead(found: re.Match[str]) -> str:
        picture, text, target = found.groups()
        if not repository:
            return "" if picture else text
        kind = "raw" if picture else "blob"
        return f"{picture}[{text}]({repository}/{kind}/v{project['version']}/{posixpath.normpath(target)})"

    return re.sub(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)", lead, Path("README.md").read_text("utf-8"))


setup(
    cmdclass={
        "build_py": BuildWithWhatLiesBeside,
        "build_ext": BuildAlikeEverywhere,
        "bdist_wheel": WheelOfWhatWasBuilt,
    },
    long_description=description(),
    long_description_content_type="text/markdown",
)
