"""Finds the branch of a split pattern that produced each match; the sandbox loads only this module."""

from array import array
from typing import Any


def branch_numbers(
    regex: Any, matcher: Any, branches: list[str], text: str, spans: "array[int]", **options: Any
) -> "array[int] | None":
    r"""Return which branch produced each span of the text, or None if that cannot be determined.

    `matcher` is the compiled pattern, `branches` are its top-level alternatives; `spans` has the start and
    end of each nonempty match. The pattern is matched again with each branch in its own group: a(b)|c becomes
    (?P<_0>a(b))|(?P<_1>c). The outermost group closes last, so `lastgroup` names the branch. But the new
    groups renumber backreferences (\1), and a flag such as (?i) now ends with its group. If the rewritten
    pattern therefore splits the text differently, the result is None.

    >>> import regex
    >>> matcher, spans = regex.compile("[0-9]|[a-z]+"), array("i", [0, 2, 2, 3])
    >>> branch_numbers(regex, matcher, ["[0-9]", "[a-z]+"], "ab1", spans).tolist()
    [1, 0]
    """
    # In a verbose pattern, a | may be part of a comment.
    if matcher.flags & regex.VERBOSE:
        return None
    groups = "|".join(f"(?P<_{number}>{branch})" for number, branch in enumerate(branches))
    try:
        matches = regex.compile(groups, matcher.flags).finditer(text, **options)
    except regex.error:
        return None
    numbers = array("h")
    index = 0
    for match in matches:
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
