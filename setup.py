"""The one thing that pyproject.toml cannot say: what lies beside the packages goes into the wheel too.

    app.py                     explorer_ui/installed/app.py
    pages/train.py      ->     explorer_ui/installed/pages/train.py
    .streamlit/config.toml     explorer_ui/installed/.streamlit/config.toml

`explorer_ui.root` finds it there. Beside them lies a list of the components, from which Streamlit learns that it may serve
their JavaScript as files, which browsers keep: else every change of a page sends it again.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

INSTALLED = Path("explorer_ui", "installed")
BESIDE = ("app.py", "pages/*.py", ".streamlit/config.toml", "sample_texts/**/*")


class BuildWithWhatLiesBeside(build_py):
    """Copy the files of the checkout's root into the package; an editable install finds them where they are."""

    def run(self) -> None:
        """Build the packages, then copy."""
        super().run()
        if not self.editable_mode:
            for source, target in self._beside().items():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
            self._manifest().write_text(manifest(), "utf-8")

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002 - as setuptools has it
        """Return every file that is built, those copied here too."""
        return [
            *super().get_outputs(include_bytecode),
            *map(str, [*self._beside().values(), self._manifest()]),
        ]

    def _manifest(self) -> Path:
        return Path(self.build_lib, "explorer_ui", "pyproject.toml")

    def _beside(self) -> dict[Path, Path]:
        files = (path for pattern in BESIDE for path in Path().glob(pattern) if path.is_file())
        return {path: Path(self.build_lib) / INSTALLED / path for path in files}


def manifest() -> str:
    """Return the list of components as Streamlit looks for it in what is installed."""
    names = sorted(path.stem for path in Path("explorer_ui", "components", "built").glob("*.js"))
    lines = ['[project]\nname = "bpe-explorer"\n']
    lines += [
        f'[[tool.streamlit.component.components]]\nname = "{name}"\nasset_dir = "components/built"\n'
        for name in names
    ]
    return "\n".join(lines)


setup(cmdclass={"build_py": BuildWithWhatLiesBeside})
