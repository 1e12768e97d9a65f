"""The terms of byte-pair encoding, each with one sentence and one example, from `glossary.toml`."""

import re
from dataclasses import dataclass

from explorer_ui.words.written import written


@dataclass(frozen=True, slots=True)
class Term:
    """A term, what it means in one sentence, and an example; code is in backticks, a leading space is `·`."""

    name: str
    sentence: str
    example: str


TERMS = tuple(Term(**row) for row in written("glossary")["terms"])
"""All terms, in the order in which the course uses them."""

_BY_NAME = {one.name: one for one in TERMS}

# The longest name first, so that "chunk boundary" does not match as "chunk"; in the singular or the plural.
_NAMES = re.compile(
    rf"(?<![\w-])({'|'.join(sorted(_BY_NAME, key=len, reverse=True))})s?(?![\w-])".replace("y|", "(?:y|ie)|"),
    re.IGNORECASE,
)


def terms_in(sentence: str) -> tuple[Term, ...]:
    """Return the terms that occur in a sentence, each once, in order of occurrence.

    >>> [one.name for one in terms_in("Token boundaries are not chunks; a token is.")]
    ['token boundary', 'chunk', 'token']
    """
    names = (re.sub("ie$", "y", found[1].lower()) for found in _NAMES.finditer(sentence))
    return tuple(_BY_NAME[name] for name in dict.fromkeys(names))
