"""The settings file: Streamlit starts without a warning if it cannot read it, so a test reads it."""

import re
import tomllib
from pathlib import Path

from streamlit import config

import explorer_ui
from explorer_ui.browser.files import read_css

SETTINGS = tomllib.loads((Path(__file__).parents[1] / ".streamlit" / "config.toml").read_text("utf-8"))


def names(table: dict[str, object], prefix: str) -> set[str]:
    """Full names of the settings in a table: theme.dark.sidebar.textColor."""
    found: set[str] = set()
    for key, value in table.items():
        found |= names(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key}
    return found


def test_streamlit_knows_every_setting() -> None:
    assert names(SETTINGS, "") <= set(config.get_config_options())


def test_nothing_is_sent_or_shown_that_should_not_be() -> None:
    assert SETTINGS["browser"]["gatherUsageStats"] is False
    assert SETTINGS["client"]["showErrorDetails"] == "none"
    assert SETTINGS["client"]["showErrorLinks"] is False
    # Hosts whose pages may embed the app and send it messages; Streamlit's default has some of its own.
    assert SETTINGS["client"]["allowedOrigins"] == []
    # The web fonts of a theme are written as "name: address".
    assert not [value for value in SETTINGS["theme"].values() if isinstance(value, str) and "http" in value]


def test_what_is_drawn_without_streamlit_has_the_theme_s_colours_and_type() -> None:
    look = read_css("browser/look")

    values = {name: value.replace('"', "") for name, value in re.findall(r"--([\w-]+):\s*([^;]*);", look)}
    theme = SETTINGS["theme"]
    assert re.split(r",\s*", values["mono"]) == theme["codeFont"].split(", ")
    for name, option in {
        "page": "backgroundColor",
        "page-2": "secondaryBackgroundColor",
        "ink": "textColor",
        "rule": "borderColor",
        "primary": "primaryColor",
    }.items():
        assert values[name] == f"light-dark({theme['light'][option]},{theme['dark'][option]})", name
    # Nothing else names fonts for tokens, which would have other widths where it is drawn first.
    for path in Path(explorer_ui.__file__).parent.rglob("*.css"):
        assert path.name == "look.css" or "monospace" not in path.read_text("utf-8"), path
