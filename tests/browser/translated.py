"""A page as a browser's translation makes it: with "ж" for each letter."""

from pathlib import Path

TRANSLATOR = Path(__file__).with_name("translator.js").read_text("utf-8")
"""To be evaluated on a page: translates it, from now on."""


def translation(text: str) -> str:
    """Return a text as the translator writes it.

    >>> translation("2 followers")
    '2 жжжжжжжжж'
    """
    return "".join("ж" if char.isalpha() else char for char in text)
