"""Where `app.py`, `pages/`, `sample_texts/` and the settings lie."""

from pathlib import Path

_INSTALLED = Path(__file__).parent / "installed"

IS_INSTALLED = _INSTALLED.is_dir()
"""Whether this is the installed package, and not a checkout."""

ROOT = _INSTALLED if IS_INSTALLED else Path(__file__).parents[1]
"""The root of the checkout; where the package is installed, the folder in it that `setup.py` filled from there.

>>> (ROOT / "app.py").is_file()
True
"""
