"""The document has a font with the icons that are used; a missing icon would be invisible."""

import re
from pathlib import Path

import streamlit

ROOT = Path(__file__).parents[1]
STATIC = Path(streamlit.__path__[0]) / "static" / "static"
FONT = ROOT / "explorer_ui" / "server" / "icons.woff2"
NAMES = ROOT / "tests" / "icons.txt"
# No page has a Plotly chart or a rating.
UNUSED = ("PlotlyChart.", "Feedback.")


def used_icons() -> set[str]:
    """The names of the icons in the code of the app and of Streamlit."""
    scripts = [path for path in (STATIC / "js").glob("*.js") if not path.name.startswith(UNUSED)]
    code = [path.read_text("utf-8") for path in [*(ROOT / "explorer_ui").rglob("*.py"), *scripts]]
    return {name for text in code for name in re.findall(r":material/(\w+):", text)}


def test_the_font_is_small_and_has_every_icon_that_is_used() -> None:
    missing = used_icons() - set(NAMES.read_text("utf-8").split())
    assert not missing, f"run tests/build_icons.py: {sorted(missing)}"
    data = FONT.read_bytes()
    assert data.startswith(b"wOF2")
    assert len(data) < 10_000
