"""A vocabulary as columns, for searching, drawing and finding anomalies; `vocabulary_figures` has its statistics.

Columns of numbers are arrays with one element per token, so that 200,000 tokens are sorted or counted at once.
"""

from bisect import bisect_left
from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import regex

from bpe_core.alphabets import IntArray, from_glyphs, replace_lone_surrogates
from bpe_core.sandbox.safe_split import PatternRefused, search_safely
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError
from bpe_core.unicode16 import CLASSES, class_table

SearchBy = Literal["text", "prefix", "regex", "bytes", "id"]

KINDS = (
    "word",
    "number",
    "punctuation, sign or control",
    "mixed",
    "white space",
    "partial character",
    "special",
)
"""What a token consists of, apart from white space around it: letters and marks, digits, other characters, or a mixture."""

SCRIPTS = {
    "none": "",
    "Latin": r"\p{Latin}",
    "Cyrillic": r"\p{Cyrillic}",
    "Greek": r"\p{Greek}",
    "Arabic": r"\p{Arabic}",
    "Hebrew": r"\p{Hebrew}",
    "Chinese characters": r"\p{Han}",
    "Japanese kana": r"\p{Hiragana}\p{Katakana}",
    "Korean hangul": r"\p{Hangul}",
    "Devanagari": r"\p{Devanagari}",
    "Bengali": r"\p{Bengali}",
    "Gurmukhi": r"\p{Gurmukhi}",
    "Gujarati": r"\p{Gujarati}",
    "Odia": r"\p{Oriya}",
    "Tamil": r"\p{Tamil}",
    "Telugu": r"\p{Telugu}",
    "Kannada": r"\p{Kannada}",
    "Malayalam": r"\p{Malayalam}",
    "Sinhala": r"\p{Sinhala}",
    "Thai": r"\p{Thai}",
    "Lao": r"\p{Lao}",
    "Khmer": r"\p{Khmer}",
    "Burmese": r"\p{Myanmar}",
    "Tibetan": r"\p{Tibetan}",
    "Georgian": r"\p{Georgian}",
    "Armenian": r"\p{Armenian}",
    "Ethiopic": r"\p{Ethiopic}",
    "another": r"\P{Common}",
}
r"""The scripts that are distinguished, with their character classes; the first match counts.

`none` means no letter of any script: digits, punctuation, white space, parts of characters.
"""


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class TokenTable:
    """A vocabulary as columns, one row per token, in the order of the ids.

    `lengths` count bytes; `characters` count code points, -1 if the bytes are not valid UTF-8. `ranks` are the
    ranks of the merges, `left` and `right` the ids of the parts; all three are -1 for a token that no merge
    makes. In a rank table the rank is the id. `scripts` is the index in `SCRIPTS` of the script of the first
    letter, `kinds` the index in `KINDS`. `leading_space` says whether the token begins with byte 32.
    """

    token_ids: IntArray
    token_bytes: tuple[bytes, ...]
    lengths: IntArray
    characters: IntArray
    ranks: IntArray
    left: IntArray
    right: IntArray
    scripts: npt.NDArray[np.uint8]
    kinds: npt.NDArray[np.uint8]
    leading_space: npt.NDArray[np.bool_]

    def row_of(self, token_id: int) -> int | None:
        """Return the row of an id, or None if there is no such token."""
        row = bisect_left(self.token_ids, token_id)  # NumPy would convert all ids to the type of this one
        return row if row < len(self.token_ids) and self.token_ids[row] == token_id else None


def token_table(tokenizer: Tokenizer) -> TokenTable:
    """Return the vocabulary of a tokenizer as columns.

    >>> from bpe_core import train
    >>> table = token_table(Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=3)))
    >>> table.token_bytes[256:], table.left[256:].tolist(), table.right[256:].tolist()
    ((b'lo', b'low', b' low'), [108, 256, 32], [111, 119, 257])
    """
    items = sorted(tokenizer.vocab.items())
    token_ids = np.array([token_id for token_id, _ in items], np.int32)
    token_bytes = tuple(token for _, token in items)
    ranks, left, right = _merge_columns(tokenizer, token_ids)
    special = np.isin(token_ids, list(tokenizer.special_tokens.values()))
    characters, scripts, kinds = text_columns(token_bytes)
    kinds[special] = KINDS.index("special")
    return TokenTable(
        token_ids=token_ids,
        token_bytes=token_bytes,
        lengths=np.array([len(token) for token in token_bytes], np.int32),
        characters=characters,
        ranks=ranks,
        left=left,
        right=right,
        scripts=scripts,
        kinds=kinds,
        leading_space=np.array([token.startswith(b" ") for token in token_bytes], np.bool_),
    )


def find_tokens(table: TokenTable, query: str, by: SearchBy, *, visitor: Hashable = None) -> IntArray:
    """Return the rows that match a query, in the order of the ids; int32.

    `text` and `prefix` compare the bytes that are meant (`bytes_meant`), `bytes` takes hex such as `E4 BD`,
    `id` takes ids or ranges such as `5, 10-20`, `regex` takes a regular expression, which `search_safely` runs
    for a `visitor` on texts with U+FFFD in place of invalid UTF-8. An empty query matches everything. Raises `BpeError` for an invalid
    query, and for an expression that takes too long.

    >>> from bpe_core import train
    >>> table = token_table(Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=3)))
    >>> find_tokens(table, "ow", "text").tolist(), find_tokens(table, "6c 6f", "bytes").tolist()
    ([257, 258], [256, 257, 258])
    >>> find_tokens(table, "lo", "prefix").tolist(), find_tokens(table, "3-4, 256", "id").tolist()
    ([256, 257], [3, 4, 256])
    >>> [table.token_bytes[row] for row in find_tokens(table, "^ ?l.*w$", "regex")]
    [b'low', b' low']
    """
    if not query.strip() and (by in ("bytes", "id") or not query):
        return np.arange(len(table.token_ids), dtype=np.int32)
    if by == "id":
        wanted = np.zeros(len(table.token_ids), np.bool_)
        for first, last in _read_ranges(query):
            wanted |= (table.token_ids >= first) & (table.token_ids <= last)
        return np.flatnonzero(wanted).astype(np.int32)
    if by == "regex":
        texts = [token.decode("utf-8", "replace") for token in table.token_bytes]
        found = search_safely(texts, query, visitor=visitor)
        if isinstance(found, PatternRefused):
            raise BpeError(found.message)
        return found
    needle = _read_hex(query) if by == "bytes" else bytes_meant(table, query)
    tokens = enumerate(table.token_bytes)
    if by == "prefix":
        return np.array([row for row, token in tokens if token.startswith(needle)], np.int32)
    return np.array([row for row, token in tokens if needle in token], np.int32)


def bytes_meant(table: TokenTable, query: str) -> bytes:
    """Return the bytes of a query: UTF-8, or if no token has them, what the query spells in a tokenizer's files.

    There Ġ is a space and Ã© is é (the byte glyphs of GPT-2), or ▁ is a space (SentencePiece).

    >>> from bpe_core import load_published
    >>> bytes_meant(token_table(load_published("gpt2")), "Ġthe")
    b' the'
    """
    query = replace_lone_surrogates(query)
    typed = query.encode("utf-8")
    spelled = [typed, query.replace("▁", " ").encode("utf-8")]
    with suppress(BpeError):
        spelled.append(from_glyphs(query))
    return next((each for each in spelled if any(each in token for token in table.token_bytes)), typed)


def filter_tokens(
    table: TokenTable,
    rows: IntArray,
    *,
    script: str | None = None,
    kind: str | None = None,
    shortest: int | None = None,
    longest: int | None = None,
) -> IntArray:
    """Return the given rows whose tokens have a script in `SCRIPTS`, a kind in `KINDS`, and a length in bytes.

    >>> from bpe_core import train
    >>> table = token_table(Tokenizer.from_history(train("low 12", recipe="characters", num_merges=1)))
    >>> found = filter_tokens(table, find_tokens(table, "", "text"), kind="word", longest=1)
    >>> [table.token_bytes[row] for row in found]
    [b'l', b'o', b'w']
    """
    wanted = np.ones(len(rows), np.bool_)
    if script is not None:
        wanted &= table.scripts[rows] == list(SCRIPTS).index(script)
    if kind is not None:
        wanted &= table.kinds[rows] == KINDS.index(kind)
    if shortest is not None:
        wanted &= table.lengths[rows] >= shortest
    if longest is not None:
        wanted &= table.lengths[rows] <= longest
    return rows[wanted]


def tokens_made_of(table: TokenTable, token_id: int) -> IntArray:
    """Return the rows of the tokens that have a token as one of their two parts; int32, in the order of ids.

    >>> from bpe_core import train
    >>> table = token_table(Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=3)))
    >>> [table.token_bytes[row] for row in tokens_made_of(table, 257)]
    [b' low']
    """
    return np.flatnonzero((table.left == token_id) | (table.right == token_id)).astype(np.int32)


class MergeNode(NamedTuple):
    """A token in the drawing of a merge tree: its id, and the indices of its two parts in the list, or -1."""

    token_id: int
    left: int
    right: int


def merge_nodes(table: TokenTable, token_id: int, *, max_nodes: int) -> list[MergeNode]:
    """Return the merge tree of a token as a list: first the token, and each part after the token that contains it.

    If the tree has more than `max_nodes` nodes, the parts furthest from the token are left out: a token can
    be thousands of merges deep.

    >>> from bpe_core import train
    >>> table = token_table(Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=3)))
    >>> [tuple(node) for node in merge_nodes(table, 257, max_nodes=9)]
    [(257, 1, 2), (256, 3, 4), (119, -1, -1), (108, -1, -1), (111, -1, -1)]
    """
    nodes = [MergeNode(token_id, -1, -1)]
    index = 0
    while index < len(nodes) and len(nodes) + 2 <= max_nodes:
        row = table.row_of(nodes[index].token_id)
        if row is not None and table.left[row] >= 0:
            nodes[index] = nodes[index]._replace(left=len(nodes), right=len(nodes) + 1)
            nodes += [MergeNode(int(part[row]), -1, -1) for part in (table.left, table.right)]
        index += 1
    return nodes


def oddest_tokens(table: TokenTable) -> IntArray:
    """Return the rows of tokens with a part that no other token is made of, the longest such part first.

    Such a part comes from one string that was frequent in training, often in a name, a log or a template, such
    as `SolidGoldMagikarp` in GPT-2. Long words of ordinary language are found too. Tokens without letters are
    left out. Lengths are in characters. The result is int32.
    """
    has_letter = np.isin(table.kinds, [KINDS.index("word"), KINDS.index("mixed")])
    score, _ = _rare_parts(table)
    order = np.argsort(-score, kind="stable")
    return order[(score[order] > 1) & has_letter[order]].astype(np.int32)


def rare_parts(table: TokenTable, rows: IntArray) -> list[bytes]:
    """Return for each row the longest part of its token that no other token is made of.

    >>> from bpe_core import load_published
    >>> table = token_table(load_published("gpt2"))
    >>> rare_parts(table, find_tokens(table, " SolidGoldMag", "text"))
    [b'GoldMagikarp']
    """
    _, parts = _rare_parts(table)
    return [table.token_bytes[part] for part in parts[rows].tolist()]


def _rare_parts(table: TokenTable) -> tuple[IntArray, IntArray]:
    """Return for each token the length in characters of its longest part that is used once, and the row of that part."""
    score = np.zeros(len(table.token_ids), np.int32)
    longest = np.arange(len(table.token_ids), dtype=np.int32)
    made = np.flatnonzero(table.left >= 0)
    parts = [np.searchsorted(table.token_ids, side[made]) for side in (table.left, table.right)]
    uses = np.bincount(np.concatenate(parts), minlength=len(table.token_ids))
    for part in parts:
        lengths = np.where(uses[part] == 1, table.characters[part], 0)
        longest[made] = np.where(lengths > score[made], part, longest[made])
        score[made] = np.maximum(score[made], lengths)
    return score, longest


# ---- columns


def _merge_columns(tokenizer: Tokenizer, token_ids: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    ranks, left, right = (np.full(len(token_ids), -1, np.int32) for _ in range(3))
    rules = tokenizer.rules
    made = rules.made
    rows, first = np.unique(np.searchsorted(token_ids, made.ids), return_index=True)
    left[rows], right[rows] = made.pairs[first].T
    ranks[rows] = np.where(left[rows] >= 0, made.ranks[first], -1)
    several = sorted(rules.made_in_several_ways)
    for token_id, row in zip(several, np.searchsorted(token_ids, several).tolist(), strict=True):
        pair, rank = rules.parts(token_id), rules.rank_of_token(token_id)
        if pair is not None and rank is not None:
            left[row], right[row] = pair
            ranks[row] = rank
    return ranks, left, right


def text_columns(
    token_bytes: tuple[bytes, ...],
) -> tuple[IntArray, npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return for each token its characters (-1 for a part of one), the index of its script, and that of its kind.

    >>> [column.tolist() for column in text_columns((b" low", b"12"))]
    [[4, 2], [1, 0], [0, 1]]
    """
    texts = [whole_text(token) for token in token_bytes]
    characters = np.array([-1 if text is None else len(text) for text in texts], np.int32)
    scripts = np.zeros(len(texts), np.uint8)
    kinds = np.full(len(texts), KINDS.index("partial character"), np.uint8)
    joined = "".join(text for text in texts if text)
    if not joined:
        return characters, scripts, kinds
    # All characters in one array; `owner` is the token of each:  " a" "1"  ->  owner 0 0 1
    points = np.frombuffer(joined.encode("utf-32-le"), np.int32)
    owner = np.repeat(np.arange(len(texts)), np.maximum(characters, 0))
    script_of_point = _script_codes(joined)[points]
    # From last to first, so that the first character that has a script is written last.
    scripts[owner[script_of_point > 0][::-1]] = script_of_point[script_of_point > 0][::-1]
    classes = class_table()[points]
    groups = {
        "word": (classes >= CLASSES.index("Lu")) & (classes <= CLASSES.index("M")),
        "number": classes == CLASSES.index("N"),
        "punctuation, sign or control": classes == CLASSES.index("other"),
    }
    kinds[characters >= 0] = KINDS.index("white space")
    found = np.zeros(len(texts), np.uint8)
    for name, of_group in groups.items():
        has = np.zeros(len(texts), np.bool_)
        has[owner[of_group]] = True
        kinds[has] = KINDS.index(name)
        found += has
    kinds[found > 1] = KINDS.index("mixed")
    return characters, scripts, kinds


def _script_codes(text: str) -> npt.NDArray[np.uint8]:
    codes = np.zeros(0x110000, np.uint8)
    letters = "".join(regex.findall(r"[\p{L}\p{M}]", "".join(sorted(set(text)))))
    # From last to first, so that the first match is written last.
    for code, characters in reversed(list(enumerate(SCRIPTS.values()))):
        found = regex.findall(rf"[[{characters}]--\p{{Inherited}}]", letters, regex.V1) if characters else []
        codes[[ord(letter) for letter in found]] = code
    return codes


def whole_text(token: bytes) -> str | None:
    r"""Return the text of a token, or None if its bytes are not valid UTF-8.

    >>> whole_text(b" low"), whole_text(b"\xe4\xbd")
    (' low', None)
    """
    try:
        return token.decode("utf-8")
    except UnicodeDecodeError:
        return None


# ---- queries


def _read_hex(query: str) -> bytes:
    digits = regex.sub(r"0[xX]|[\s,]", "", query)
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise BpeError(
            f"{query[:40]!r} is not a sequence of bytes in hex. Write two digits for each byte, as in E4 BD A0."
        ) from None


def _read_ranges(query: str) -> Iterator[tuple[int, int]]:
    for part in query.replace(",", " ").split():
        match = regex.fullmatch(r"([0-9]{1,9})(?:[-–]([0-9]{1,9}))?", part)
        if match is None:
            raise BpeError(f"{part[:40]!r} is not an id. Write ids or ranges of ids, as in 262 or 1000-1020.")
        if any(number and number != str(int(number)) for number in match.groups()):
            raise BpeError(f"{part!r} is not an id. A comma separates ids: write 1000, not 1,000.")
        yield int(match[1]), int(match[2] or match[1])
