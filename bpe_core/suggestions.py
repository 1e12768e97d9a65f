"""Suggestions for a mistyped name."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that suggests the most similar known word, ignoring case; "" if no word is similar.

    >>> did_you_mean("GTP2", ["gpt2", "qwen3"]), did_you_mean("llama", ["gpt2", "qwen3"])
    (" Did you mean 'gpt2'?", '')
    """
    by_lower = {name.lower(): name for name in known}
    found = get_close_matches(word[:100].lower(), by_lower, n=1)
    return f" Did you mean {by_lower[found[0]]!r}?" if found else ""
