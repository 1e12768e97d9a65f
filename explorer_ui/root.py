"""The location of `app.py`, `pages/`, `sample_texts/` and the settings."""

from pathlib import Path

_INSTALLED = Path(__file__).parent / "installed"

ROOT = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[1]
"""The root of the checkout; in an installed package, the folder into which `setup.py` copied these files.

>>> (ROOT / "app.py").is_file()
True
"""
