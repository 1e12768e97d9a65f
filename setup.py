"""The parts of the build that pyproject.toml cannot express: adds files from outside the packages to the wheel.

    app.py                     explorer_ui/installed/app.py
    pages/train.py      ->     explorer_ui/installed/pages/train.py
    .streamlit/config.toml     explorer_ui/installed/.streamlit/config.toml

`explorer_ui.root` finds them there.

A wheel names a platform only if it contains the compiled file. The same sources give the same files in every
folder.
"""

import posixpath
import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

INSTALLED = Path("explorer_ui", "installed")
BESIDE = ("app.py", "pages/*.py", ".streamlit/config.toml", "sample_texts/**/*")


class BuildWithWhatLiesBeside(build_py):
    """Copies the files from the checkout's root into the package; an editable install uses them where they are."""

    def run(self) -> None:
        """Build the packages, then copy the files."""
        super().run()
        if not self.editable_mode:
            for source, target in self._beside().items():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002 - the signature in setuptools
        """Return every file that is built, including the copied ones."""
        return [*super().get_outputs(include_bytecode), *map(str, self._beside().values())]

    def _beside(self) -> dict[Path, Path]:
        files = (path for pattern in BESIDE for path in Path().glob(pattern) if path.is_file())
        return {path: Path(self.build_lib) / INSTALLED / path for path in files}


class BuildAlikeEverywhere(build_ext):
    """Compiles the C file, which is a library and not an extension module, without the path of this folder."""

    def build_extensions(self) -> None:
        """Compile if there is a compiler."""
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args.append(f"-ffile-prefix-map={Path.cwd()}=.")
        super().build_extensions()

    def get_export_symbols(self, ext: object) -> list[str]:  # noqa: ARG002 - the signature in setuptools
        """Export no module initialization function: the C file marks what it exports."""
        return []


class WheelOfWhatWasBuilt(bdist_wheel):
    """A wheel for this platform, or for any platform if the C file could not be compiled."""

    def finalize_options(self) -> None:
        """Compile first, since the name of the wheel depends on it."""
        native = self.get_finalized_command("build_ext")
        native.run()
        if not all(Path(path).exists() for path in native.get_outputs()):
            self.distribution.ext_modules = []
        super().finalize_options()


def description() -> str:
    """Return the README for PyPI, where the files next to it are not available.

    Its links lead to the repository that `[project.urls]` names; without one, links to files become text, and
    pictures are left out.
    """
    try:
        import tomllib  # noqa: PLC0415 - Python 3.10 lacks it
    except ModuleNotFoundError:
        return ""  # pip, which reads what is built here, then says that Python 3.11 is required
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
