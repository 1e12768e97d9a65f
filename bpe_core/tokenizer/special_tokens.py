"""Decides which special tokens in a text become their ids and which are rejected, by tiktoken's policy."""

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Literal, TypeAlias, TypedDict

from bpe_core.alphabets import check_text
from bpe_core.pipeline.added_tokens import AddedToken, Finder, StringFinder
from bpe_core.types import BpeError

Allowed: TypeAlias = Literal["all"] | AbstractSet[str]
Disallowed: TypeAlias = Literal["all"] | Collection[str]


class SpecialPolicy(TypedDict, total=False):
    """The options of `Tokenizer.encode`, for functions that forward them."""

    allowed_special: Allowed
    disallowed_special: Disallowed


class SpecialTokenError(BpeError):
    """A text contains a special token that the caller did not allow.

    `token` is the token, `position` the index of its first character in the text.

    >>> SpecialTokenError("<|end|>", 4).position
    4
    """

    def __init__(self, token: str, position: int) -> None:
        super().__init__(
            f"The text contains the disallowed special token {token!r} at position {position}. To encode it as "
            f"that token, pass allowed_special={{{token!r}}}; to encode it as ordinary text, pass "
            "disallowed_special=()."
        )
        self.token = token
        self.position = position


def refuse_special(
    text: str, special_tokens: Mapping[str, int], allowed: Allowed, disallowed: Disallowed
) -> AbstractSet[str]:
    """Return the special tokens that are allowed; raises `SpecialTokenError` if the text contains a rejected one.

    In `disallowed`, "all" means all special tokens that are not allowed; a token in both sets is rejected.
    Raises `TypeError` for a text that is not a string, and for a string other than "all" in place of a set;
    `BpeError` if `disallowed` contains an empty string.

    >>> sorted(refuse_special("ab", {"<e>": 9, "<s>": 8}, {"<e>"}, "all"))
    ['<e>']
    """
    check_text(text)
    for option, named in (("allowed_special", allowed), ("disallowed_special", disallowed)):
        if isinstance(named, str) and named != "all":
            raise TypeError(f'{option} must be "all" or a set of special tokens, not the string {named!r}')
    known = special_tokens.keys()
    wanted = set(known) if allowed == "all" else set(allowed)
    refused = known - wanted if disallowed == "all" else set(disallowed)
    if "" in refused:
        raise BpeError(
            "disallowed_special contains an empty string, which occurs in every text. Leave it out."
        )
    if found := first_special(text, refused):
        raise SpecialTokenError(*found)
    return wanted & known


def first_special(text: str, tokens: Iterable[str]) -> tuple[str, int] | None:
    """Return the special token that comes first in a text and its index, the longest of several; None if there is none.

    >>> first_special("a<e>x<s>", {"<s>": 8, "<e>": 9, "<e>x": 7})
    ('<e>x', 1)
    """
    wanted = frozenset(tokens)
    found = next(finder_of(wanted).matches(text), None) if wanted else None
    return found and (text[slice(*found)], found[0])


@lru_cache(maxsize=16)
def finder_of_special(tokens: frozenset[tuple[str, int]]) -> Finder:
    """Return a finder of special tokens (token, id), which prefers the longest at each place.

    >>> finder_of_special(frozenset({("<e>", 9)})).token_of["<e>"].token_id
    9
    """
    return Finder([(content, AddedToken(content=content, token_id=token_id)) for content, token_id in tokens])


@lru_cache(maxsize=16)
def finder_of(tokens: frozenset[str]) -> StringFinder:
    """Return a finder of strings, which prefers the longest at each place."""
    return StringFinder(tokens)
