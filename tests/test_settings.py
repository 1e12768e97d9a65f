"""The settings file: Streamlit starts without a warning if it cannot read it, so a test reads it."""

import tomllib
from pathlib import Path

from streamlit import config

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
