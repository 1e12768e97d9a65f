"""Finds the matches of a pattern, and the branch that produced each; the sandbox loads only this module."""

from array import array
from collections.abc import Iterator
from typing import Any


def matches(matcher: Any, text: str, **options: Any) -> Iterator[Any]:
    """Yield the matches of a compiled pattern, one after another; some may be empty.

    After an empty match, the search continues one character further, and an empty match at the end of the
    previous match is skipped, as in tiktoken and Hugging Face tokenizers, but not in `regex`.

    >>> import regex
    >>> [match.span() for match in matches(regex.compile("a*|b"), "baab")]
    [(0, 0), (1, 3), (4, 4)]
    """
    at, last = 0, -1
    for match in matcher.finditer(text, **options):
        start, end = match.span()
        if start == end:
            break
        yield match
        at = last = end
    else:
        return
    while at <= len(text) and (found := matcher.search(text, at, **options)):
        start, end = found.span()
        if start == end == last:
            at += 1
        else:
            yield found
            at = last = end


def branch_numbers(
    regex: Any, matcher: Any, branches: list[str], text: str, spans: "array[int]", **options: Any
) -> "array[int] | None":
    r"""Return which branch produced each span of the text, or None if that cannot be determined.

    `matcher` is the compiled pattern, `branches` are its top-level alternatives; `spans` has the start and
    end of each nonempty match. The pattern is matched again with each branch in its own group: a(b)|c becomes
    (?P<_0>a(b))|(?P<_1>c). The outermost group closes last, so `lastgroup` names the branch. But the new
    groups renumber backreferences (\1). If the rewritten pattern therefore splits the text differently, the
    result is None.

    >>> import regex
    >>> matcher, spans = regex.compile("[0-9]|[a-z]+"), array("i", [0, 2, 2, 3])
    >>> branch_numbers(regex, matcher, ["[0-9]", "[a-z]+"], "ab1", spans).tolist()
    [1, 0]
    """
    groups = "|".join(f"(?P<_{number}>{branch})" for number, branch in enumerate(branches))
    try:
        grouped = regex.compile(groups, matcher.flags)
    except regex.error:
        return None
    numbers = array("h")
    index = 0
    for match in matches(grouped, text, **options):
        start, end = match.span()
        if start == end:
            continue
        name = match.lastgroup or ""
        same = spans[index : index + 2].tolist() == [start, end]
        if not (same and name[1:].isdigit()):
            return None
        numbers.append(int(name[1:]))
        index += 2
    return numbers if index == len(spans) else None
