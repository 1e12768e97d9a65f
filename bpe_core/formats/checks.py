"""What the readers of all formats check, and how they say what is wrong.

A file is a stranger's. Nothing is built from it before everything in it was checked, and whatever is wrong
ends in one sentence: which file, which line or key, what was expected, what was found.
"""

import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, TypeAlias

from bpe_core.alphabets import BYTE_GLYPHS, BYTE_OF_GLYPH
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.sandbox.safe_split import OwnSplit, PatternRefused, split_safely
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError, Pair

MAX_FILE = 40 * 2**20
"""The largest file that is read unless the caller says otherwise, in bytes; Gemma 3's has 33 MB."""

MAX_TOKEN = 2**16
"""The longest token, in bytes: 32 merges that double each other would make one of 4 GB."""

MAX_VOCAB = 4 * 2**20
"""The most bytes that all tokens together may have: GPT-4o's have 1.4 million, Command-R's 1.9.

Short lines can make many long tokens, so that a file of a few KB would cost seconds later.
"""

MAX_SPECIAL = 2_000
"""The most special tokens: every text is searched for all of them."""

MAX_STEPS = 16
"""How many steps may change a text before it is cut, and how many may cut it; those in use have five."""

MAX_STEP_TEXT = 256
"""The longest string that a step looks for or puts in, in characters."""

MAX_ADDED_TEXT = 1_000
"""The longest added or special token, in characters."""

MAX_ADDED_LENGTHS = 64
"""How many lengths the added or special tokens may have that begin with one character: all are tried where it stands."""

MAX_ADDED = 20_000
"""The most added tokens of a file with steps, which are found by their first characters; Gemma 3 has 6,415."""

MAX_VALUES = 2_000_000
"""The most commas in a JSON, and the most brackets: a list or a key takes a hundred times the memory of its two bytes.

Gemma 3's file has 1.3 million commas and half a million lists.
"""

MAX_ID = 2**31 - 1
"""The largest id: ids are kept in 32 bits with a sign."""

Merges: TypeAlias = list[tuple[Pair, int]]


class FormatError(BpeError):
    """A file cannot be read, or a format cannot hold a tokenizer; the message is one sentence."""


class NeedsStepsError(FormatError):
    """A file asks for more than plain byte-level BPE; some reader may know what it asks for."""


def more(file: str, where: str, *, expected: str, found: str) -> NeedsStepsError:
    """Return the error of a reader of plain byte-level BPE for what goes beyond it; arguments as for `wrong`."""
    return NeedsStepsError(str(wrong(file, where, expected=expected, found=found)))


def wrong(file: str, where: str, *, expected: str, found: str) -> FormatError:
    """Return the error of a reader; `where` is a line or key, or empty if the whole file is meant.

    >>> print(wrong("a.tiktoken", "line 3", expected="a token and its rank", found="1 word"))
    a.tiktoken, line 3: expected a token and its rank, found 1 word.
    """
    place = f"{file}, {where}" if where else file
    return FormatError(f"{place}: expected {expected}, found {found}.")


def cannot_hold(title: str, reason: str) -> FormatError:
    """Return the error of a writer: the format of this title cannot hold the tokenizer, for this reason."""
    return FormatError(f"{title} cannot hold this tokenizer: {reason}.")


def shown(value: object) -> str:
    """Describe what was found, shortly, however large it is.

    >>> shown("low"), shown(True), shown([1, 2]), shown(None)
    ("'low'", 'true', 'a list of 2', 'null')
    """
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    # A long string is cut before it is quoted, so that quoting costs no more than what is shown.
    text = repr(value[:60] if isinstance(value, str | bytes) else value)
    return text if len(text) <= 40 else f"{text[:36]} ..."


def shown_token(token: bytes) -> str:
    r"""Quote a token: as text where its bytes are text, as bytes where they are not.

    >>> shown_token(b" the"), shown_token(b"\xe2")
    ("' the'", "b'\\xe2'")
    """
    try:
        return shown(token.decode("utf-8"))
    except UnicodeDecodeError:
        return shown(token)


# ---- text, lines, JSON


def check_size(data: bytes, file: str, max_bytes: int) -> None:
    """Raise `FormatError` for a file that is too large."""
    if len(data) > max_bytes:
        megabytes = f"{max_bytes / 2**20:,.0f} MB at most"
        raise wrong(file, "", expected=megabytes, found=f"{len(data) / 2**20:,.0f} MB")


def read_text(data: bytes, file: str, max_bytes: int) -> str:
    """Return the text of a file: not too large, not empty, strict UTF-8; a byte order mark is skipped."""
    check_size(data, file, max_bytes)
    if not data:
        raise wrong(file, "", expected="a tokenizer", found="an empty file")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{data[error.start]:02X}, which is none"
        raise wrong(file, f"line {line}", expected="text in UTF-8", found=found) from None


def numbered_lines(text: str) -> Iterator[tuple[str, str]]:
    r"""Yield ("line 1", first line), ("line 2", second line), ..., whether lines end in \n or \r\n.

    >>> list(numbered_lines("a\r\nb\n"))
    [('line 1', 'a'), ('line 2', 'b')]
    """
    lines = enumerate(io.StringIO(text, newline="\n"), 1)
    return ((f"line {number}", line.removesuffix("\n").removesuffix("\r")) for number, line in lines)


def read_json(data: bytes, file: str, max_bytes: int) -> dict[str, Any]:
    """Return the object that a JSON file holds; duplicate keys, NaN and deep nesting are refused."""

    def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
            raise wrong(file, f"key {shown(twice)}", expected="each key once", found="it twice")
        return found

    def no_constant(name: str) -> None:
        raise wrong(file, "", expected="JSON", found=f"{name}, which JSON does not have")

    text = read_text(data, file, max_bytes)
    if data.count(b",") > MAX_VALUES or data.count(b"[") + data.count(b"{") > MAX_VALUES:
        raise wrong(file, "", expected=f"{MAX_VALUES:,} keys and values at most", found="more")
    try:
        parsed = json.loads(text, object_pairs_hook=no_duplicates, parse_constant=no_constant)
    except FormatError:
        raise
    except json.JSONDecodeError as error:
        near = shown(text[error.pos : error.pos + 20]) if error.pos < len(text) else "the end of the file"
        where = f"line {error.lineno}, column {error.colno}"
        raise wrong(file, where, expected="JSON", found=near) from None
    except RecursionError:
        raise wrong(
            file, "", expected="JSON of a few levels", found="lists or objects nested too deep"
        ) from None
    except ValueError:
        raise wrong(
            file, "", expected="ids of ten digits at most", found="a number of thousands of digits"
        ) from None
    return read_object(parsed, file, "")


def read_object(value: object, file: str, where: str) -> dict[str, Any]:
    """Return a value that must be a JSON object."""
    if not isinstance(value, dict):
        raise wrong(file, where, expected="an object", found=shown(value))
    return value


def read_list(value: object, file: str, where: str) -> list[Any]:
    """Return a value that must be a JSON list."""
    if not isinstance(value, list):
        raise wrong(file, where, expected="a list", found=shown(value))
    return value


def read_string(value: object, file: str, where: str) -> str:
    r"""Return a value that must be a string, without the lone surrogates that JSON can write as \ud800."""
    if not isinstance(value, str):
        raise wrong(file, where, expected="a string", found=shown(value))
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise wrong(
            file, where, expected="text", found=f"{shown(value)}, which holds half a character"
        ) from None
    return value


def read_id(value: object, file: str, where: str) -> int:
    """Return a value that must be an id: an integer, no truth value and no fraction, not out of range."""
    if type(value) is not int or not 0 <= value <= MAX_ID:
        raise wrong(file, where, expected=f"an id from 0 to {MAX_ID}", found=shown(value))
    return value


def read_flag(value: object, file: str, where: str) -> bool:
    """Return a value that must be true or false."""
    if not isinstance(value, bool):
        raise wrong(file, where, expected="true or false", found=shown(value))
    return value


def read_digits(digits: str, file: str, where: str) -> int:
    """Return an id that is written in decimal digits."""
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        raise wrong(file, where, expected=f"an id from 0 to {MAX_ID}", found=shown(digits))
    return read_id(int(digits), file, where)


# ---- vocabularies and merges


def read_glyph_vocab(vocab: Mapping[str, object], file: str, where: str = "") -> dict[str, int]:
    """Return a vocabulary, token in byte glyphs -> id: all 256 bytes, no id twice, no token too long.

    `where` is the key of the vocabulary in the file, or empty if the file is nothing else.
    """
    checked: dict[str, int] = {}
    token_of_id: dict[int, str] = {}
    total = 0
    for token, value in vocab.items():
        total += len(token)
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and 0 <= value <= MAX_ID
            and value not in token_of_id
            and 0 < len(token) <= MAX_TOKEN
            and total <= MAX_VOCAB
            and BYTE_OF_GLYPH.keys() >= set(token)
        ):
            checked[token] = value
            token_of_id[value] = token
            continue
        # What is said of an entry is put together only where it is wrong: there are hundreds of thousands.
        place = f"{where and where + ', '}key {shown(token)}"
        id_ = read_id(value, file, place)
        if id_ in token_of_id:
            other = f"{id_}, the id of {shown(token_of_id[id_])}"
            raise wrong(file, place, expected="an id of its own", found=other)
        if not token:
            raise more(file, place, expected="a token", found="an empty one")
        check_length(len(token), total, file, place)
        stranger = next(glyph for glyph in token if glyph not in BYTE_OF_GLYPH)
        expected = "a special token, or a token in GPT-2's glyphs of the 256 bytes"
        raise more(file, place, expected=expected, found=f"the character {shown(stranger)}")
    if (missing := next((glyph for glyph in BYTE_GLYPHS if glyph not in checked), None)) is not None:
        found = f"none for byte 0x{BYTE_OF_GLYPH[missing]:02X} ({missing})"
        raise more(file, where, expected="a token for each of the 256 bytes", found=found)
    return checked


def read_glyph_merges(
    vocab: Mapping[str, int], merges: Iterable[tuple[str, str, str]], file: str, vocab_file: str
) -> Merges:
    """Return merges as ids; each is made of earlier tokens and makes a listed one.

    `merges` yields (place in the file, left token, right token), in byte glyphs. Every token of the
    vocabulary that is longer than a byte must be made by one of them.
    """
    made = {token for token in vocab if len(token) == 1}
    checked: dict[Pair, int] = {}
    for where, left, right in merges:
        for part in (left, right):
            if part not in made:
                is_known = "one that only a later merge makes" if part in vocab else "no such token"
                expected = f"{shown(part)} to be a byte or made by an earlier merge"
                raise (more if part in vocab else wrong)(file, where, expected=expected, found=is_known)
        joined = left + right
        if joined not in vocab:
            expected = f"a merge that makes a token of {vocab_file}"
            raise wrong(file, where, expected=expected, found=f"{shown(joined)}, which is none")
        pair = vocab[left], vocab[right]
        if pair in checked:
            raise more(file, where, expected="each merge once", found=f"{shown(f'{left} {right}')} again")
        checked[pair] = vocab[joined]
        made.add(joined)
    if (unmade := next((token for token in vocab if token not in made), None)) is not None:
        found = f"none for {shown(unmade)}, id {vocab[unmade]}"
        raise more(file, "", expected="a merge for each token that is longer than a byte", found=found)
    return list(checked.items())


def check_length(length: int, total: int, file: str, where: str) -> None:
    """Refuse a token of so many bytes, or one that brings all tokens to `total` bytes, if that is too much."""
    if length > MAX_TOKEN:
        raise wrong(file, where, expected=f"a token of {MAX_TOKEN} bytes at most", found=f"one of {length}")
    if total > MAX_VOCAB:
        raise wrong(file, where, expected=f"{MAX_VOCAB} bytes at most in all tokens", found="more")


class AddedLengths:
    """Counts how long the strings are that a text is searched for, and refuses what makes that slow."""

    def __init__(self) -> None:
        self._of_first: dict[str, set[int]] = {}

    def check(self, string: str, file: str, where: str) -> None:
        """Raise `FormatError` for a string that is too long, or of one length too many of those that begin as it does."""
        if len(string) > MAX_ADDED_TEXT:
            expected = f"{MAX_ADDED_TEXT} characters at most"
            raise wrong(file, where, expected=expected, found=str(len(string)))
        lengths = self._of_first.setdefault(string[0], set())
        lengths.add(len(string))
        if len(lengths) > MAX_ADDED_LENGTHS:
            expected = f"{MAX_ADDED_LENGTHS} lengths at most of those that begin with {shown(string[0])}"
            raise wrong(file, where, expected=expected, found="more")


def check_special(
    found: Iterable[tuple[str, str, int]], ordinary_ids: Iterable[int], file: str
) -> dict[str, int]:
    """Return the special tokens, token -> id: none empty, none twice, each with an id of its own.

    `found` yields (place in the file, token, id); `ordinary_ids` are those of all other tokens.
    """
    taken = set(ordinary_ids)
    lengths = AddedLengths()
    special: dict[str, int] = {}
    for where, token, id_ in found:
        if not token:
            raise wrong(file, where, expected="a special token", found="an empty one")
        if token in special:
            raise wrong(file, where, expected="each special token once", found=f"{shown(token)} again")
        if id_ in taken:
            expected = f"an id of its own for the special token {shown(token)}"
            raise wrong(file, where, expected=expected, found=f"{id_}, which another token has")
        if len(special) == MAX_SPECIAL:
            raise wrong(file, where, expected=f"{MAX_SPECIAL} special tokens at most", found="more")
        lengths.check(token, file, where)
        special[token] = id_
        taken.add(id_)
    return special


# ---- split patterns

_SAME_CUTS: Mapping[str, str] = {
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": "gpt2",
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s": "gpt2",
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]"
    r"|\s+(?!\S)|\s+": "cl100k_base",
}
"""Other ways to write a published pattern that cut every text alike: minbpe's two, and tiktoken's for GPT-2."""

_NAME_OF_PATTERN = {pattern: name for name, pattern in SPLIT_PATTERNS.items()} | dict(_SAME_CUTS)


_PROBE = "".join(map("".join, product([*map(chr, range(0x20, 0x7F)), *"\t\n\r\u00a0é你🙂"], repeat=2)))


def try_pattern(pattern: str) -> OwnSplit | PatternRefused:
    """Cut a text of all pairs of printable ASCII, some white space and some other characters by a pattern.

    Its `empty_matches` tell whether the pattern can match no character at all. What they miss is an empty
    match that needs three characters or more, as `(?<=abc)(?=d)`, or characters that the text lacks.

    >>> try_pattern("[a-z]+").empty_matches, try_pattern("(?<=[a-z])(?=[A-Z])").empty_matches > 0
    (0, True)
    """
    return split_safely(_PROBE, pattern)


def read_pattern(
    pattern: str, file: str, where: str, *, own_patterns: bool, may_match_nothing: bool = True
) -> str:
    """Return the name of a published pattern, or else the pattern itself if `own_patterns` allows it.

    A pattern of one's own is tried in a process of its own first (see `try_pattern`, which tells too whether
    it can match no character).
    """
    if pattern in _NAME_OF_PATTERN:
        return _NAME_OF_PATTERN[pattern]
    if not own_patterns:
        expected = f"the split pattern of {', '.join(SPLIT_PATTERNS)}"
        raise wrong(file, where, expected=expected, found=f"the pattern {shown(pattern)}")
    tried = split_safely("", pattern) if may_match_nothing else try_pattern(pattern)
    if isinstance(tried, PatternRefused):
        found = f"{shown(pattern)} ({tried.message.rstrip('.')})"
        raise wrong(file, where, expected="a split pattern that can be used", found=found)
    if tried.empty_matches and not may_match_nothing:
        expected = "a split pattern that always matches a character, since a match of none would cut too"
        raise wrong(file, where, expected=expected, found=shown(pattern))
    # In a recipe a bare name means the published pattern; here it is a pattern that finds these letters.
    return f"(?:{pattern})" if pattern in SPLIT_PATTERNS else pattern


def read_pattern_or_name(value: object, file: str, where: str, *, own_patterns: bool) -> str | None:
    """Return a split pattern that is none, the name of a published one, or a pattern (see `read_pattern`)."""
    if value is None:
        return None
    pattern = read_string(value, file, where)
    if pattern in SPLIT_PATTERNS:
        return pattern
    return read_pattern(pattern, file, where, own_patterns=own_patterns)


# ---- writing


def check_byte_level(tokenizer: Tokenizer, title: str) -> None:
    """Refuse a tokenizer whose recipe is not byte-level, normalizes, goes not by lowest rank, or lets walls fall."""
    recipe = tokenizer.recipe
    if recipe.alphabet != "bytes" or recipe.encode_order != "lowest-rank":
        reason = f"it is for tokens of all 256 bytes, and the recipe {recipe.title!r} works otherwise"
        raise cannot_hold(title, reason)
    if recipe.normalizers:
        changes = ", ".join(recipe.normalizers)
        raise cannot_hold(title, f"the recipe {recipe.title!r} changes a text before it is cut: {changes}")
    if recipe.walls_fall:
        rules = f"its first {recipe.walls_fall_at} rules may not act across walls and the others may"
        raise cannot_hold(title, f"it cannot say that {rules}")


def ordinary_vocab(tokenizer: Tokenizer, title: str) -> dict[bytes, int]:
    """Return bytes -> id, special tokens left out, in the order of the ids; no two may spell the same."""
    special = set(tokenizer.special_tokens.values())
    vocab: dict[bytes, int] = {}
    for id_, token in sorted(tokenizer.vocab.items()):
        if id_ in special:
            continue
        if token in vocab:
            reason = (
                f"it names a token by its bytes, and the ids {vocab[token]} and {id_} both spell "
                f"{shown_token(token)}"
            )
            raise cannot_hold(title, reason)
        vocab[token] = id_
    return vocab


def all_merges(tokenizer: Tokenizer, title: str) -> Merges:
    """Return the merges in the order of their ranks, those of a table of ranks recovered."""
    made = tokenizer.rules.made
    merges: Merges = []
    seen: set[Pair] = set()
    for id_, (left, right) in zip(made.ids.tolist(), made.pairs.tolist(), strict=True):
        if left < 0:
            token = shown_token(tokenizer.vocab[id_])
            raise cannot_hold(
                title, f"it lists merges, and no merge of two lower ranks makes {token}, id {id_}"
            )
        if (left, right) in seen:
            raise cannot_hold(title, "one of its merges is listed twice")
        seen.add((left, right))
        merges.append(((left, right), id_))
    return merges
