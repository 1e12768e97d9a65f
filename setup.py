"""The one thing that pyproject.toml cannot say: what lies beside the packages goes into the wheel too.

    app.py                     explorer_ui/installed/app.py
    pages/train.py      ->     explorer_ui/installed/pages/train.py
    .streamlit/config.toml     explorer_ui/installed/.streamlit/config.toml

`explorer_ui.root` finds it there.
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

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002 - as setuptools has it
        """Return every file that is built, those copied here too."""
        return [*super().get_outputs(include_bytecode), *map(str, self._beside().values())]

    def _beside(self) -> dict[Path, Path]:
        files = (path for pattern in BESIDE for path in Path().glob(pattern) if path.is_file())
        return {path: Path(self.build_lib) / INSTALLED / path for path in files}


setup(cmdclass={"build_py": BuildWithWhatLiesBeside})
