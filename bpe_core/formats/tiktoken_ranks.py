"""tiktoken's `.tiktoken`: one line per token, with its bytes in Base64 and its rank, which is its id.

    IQ== 0
    Ig== 1
    IHQ= 256

It does not contain special tokens or the split pattern (a published table is recognized by its content). It
does not contain merges either: any two adjacent tokens may merge if their joined bytes are in the file. Ids
may have gaps, which tiktoken accepts too.

tiktoken's rule gives the same ids as a list of merges if and only if, for each token, the merges of lower
rank reduce its bytes to the two parts that its own merge joins. That always holds for merges learned from a
text: before the merge that makes a token, no merge crosses the token's borders, so its bytes are merged as if
they were alone. It may not hold for a list of merges written by hand, and then writing is refused:

    b c -> bc, a b -> ab, ab c -> abc      the bytes "abc" become a | bc, which only tiktoken would merge

Source: openai/tiktoken, `load.py`.
"""

import base64
import binascii
from collections.abc import Mapping
from itertools import pairwise

from bpe_core.formats.checks import (
    MAX_FILE,
    Part,
    cannot_hold,
    read_digits,
    read_lines,
    shown,
    shown_token,
    wrong,
)
from bpe_core.formats.format import Format, Sure, by_start_or_name
from bpe_core.formats.split_patterns import NOT_GIVEN, NotGiven, pattern_beside
from bpe_core.formats.vocabularies import (
    all_merges,
    check_byte_level,
    check_bytes,
    check_length,
    check_special,
    ordinary_vocab,
)
from bpe_core.tables import recovered_merges
from bpe_core.tokenizer import Tokenizer, apply_by_lowest_rank
from bpe_core.tokenizer.reachable import reachable_ranks

_TITLE = "A .tiktoken file"
_FIRST_LINE = rb"[A-Za-z0-9+/]+={0,2} [0-9]+\r?\n"  # by content, since Meta names such a file tokenizer.model


def write_tiktoken(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return the file, without special tokens and split pattern.

    Raises `FormatError` if tiktoken's rule would give other ids than the merges.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=2))
    >>> write_tiktoken(tokenizer)["tokenizer.tiktoken"].splitlines()[-2:]
    [b'bG8= 256', b'bG93 257']
    """
    check_byte_level(tokenizer, _TITLE)
    ranks = ordinary_vocab(tokenizer, _TITLE)
    if tokenizer.mergeable_ranks is None:
        _check_ranks_say_the_same(tokenizer)
    lines = (b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in ranks.items())
    return {"tokenizer.tiktoken": b"".join(lines)}


def _check_ranks_say_the_same(tokenizer: Tokenizer) -> None:
    merges = all_merges(tokenizer, _TITLE)
    for (_, before), (_, new_id) in pairwise(merges):
        if new_id <= before:
            raise cannot_hold(
                _TITLE,
                f"its ids must be in the order of the merges, but id {new_id} is learned after id {before}",
            )
    # If merging the bytes of a token makes that token, its last merge joined the token's own two parts.
    reachable = reachable_ranks(merges)
    if all(reachable):
        return
    rank = reachable.index(False)
    pair, new_id = merges[rank]
    token = tokenizer.vocab[new_id]

    def lower(left: int, right: int) -> int | None:
        found = tokenizer.rank_of(left, right)
        return found if found is not None and found < rank else None

    ids, _ = apply_by_lowest_rank(
        [tokenizer.base.id_of_unit[byte] for byte in token], lower, tokenizer.rules.new_ids
    )
    parts = " | ".join(shown_token(tokenizer.vocab[part]) for part in pair)
    left_over = " | ".join(shown_token(tokenizer.vocab[part]) for part in ids[:4])
    reason = (
        f"its merge {rank} joins {parts}, but the earlier merges make {left_over} of these bytes, "
        "and tiktoken, which only compares bytes, would give other ids"
    )
    raise cannot_hold(_TITLE, reason)


def read_tiktoken(
    data: bytes,
    *,
    name: str = "tokenizer.tiktoken",
    max_bytes: int = MAX_FILE,
    split_pattern: str | NotGiven | None = NOT_GIVEN,
    special_tokens: Mapping[str, int] | None = None,
) -> Tokenizer:
    """Read a rank table; the caller passes what the file does not contain.

    `split_pattern` may be omitted if the table is a published one; otherwise raises `NeedsPatternError`.
    Raises `FormatError` for an invalid file, for special tokens that do not fit the file, and for a split
    pattern that cannot be used.
    """
    ranks = read_ranks(data, name=name, max_bytes=max_bytes)
    token_of_rank = {rank: token for token, rank in ranks.items()}
    ranks.pop(b"", None)
    check_bytes(ranks, name, "")
    where = "special tokens"
    special = (
        (where, Part(token, name, where).string(), Part(id_, name, where).id())
        for token, id_ in (special_tokens or {}).items()
    )
    special_ids = check_special(special, token_of_rank, name)
    # The options are checked last, so that an invalid file is reported first.
    split_pattern, table = pattern_beside(split_pattern, ranks, name)
    return Tokenizer.from_ranks(
        ranks,
        split_pattern=split_pattern,
        special_tokens=special_ids,
        # The merges of a published table are known, so they need not be recovered, which takes seconds.
        recovered_merges=recovered_merges(table) if table else None,
        name=name,
    )


def read_ranks(data: bytes, *, name: str, max_bytes: int = MAX_FILE) -> dict[bytes, int]:
    """Return the rank of each token, of the empty token too; raises `FormatError` for an invalid file."""
    ranks: dict[bytes, int] = {}
    token_of_rank: dict[int, bytes] = {}
    total = 0
    for where, line in read_lines(data, name, max_bytes):
        if not line:
            continue
        # Like tiktoken, split the bytes of the line: only at ASCII white space.
        words = [word.decode("utf-8") for word in line.encode("utf-8").split(None, 2)]
        if len(words) != 2:
            raise wrong(name, where, expected="a token in Base64 and its rank", found=shown(line))
        # Whisper's file ends in "=", which Python decodes to an empty token; encoding never gives its id.
        token = b"" if words[0] == "=" else read_base64(words[0], name, where)
        rank = read_digits(words[1], name, where)
        if token in ranks:
            found = f"{shown_token(token)} a second time; its first rank is {ranks[token]}"
            raise wrong(name, where, expected="each token once", found=found)
        if rank in token_of_rank:
            found = f"{rank}, the rank of {shown_token(token_of_rank[rank])}"
            raise wrong(name, where, expected="an unused rank", found=found)
        ranks[token] = rank
        token_of_rank[rank] = token
        total += len(token)
        check_length(len(token), total, name, where)
    return ranks


def read_base64(word: str, file: str, where: str) -> bytes:
    """Return the bytes of a token; raises `FormatError` if it is not Base64, or not in canonical form."""
    # A lower bound of the size: the exact size depends on the padding.
    check_length(len(word) // 4 * 3 - 2, 0, file, where)
    try:
        token = base64.b64decode(word.encode("utf-8"), validate=True)
    except (binascii.Error, ValueError):
        token = b""
    # Base64 has spare bits, so different words can mean the same bytes; only one of them is canonical.
    if not token or base64.b64encode(token).decode("ascii") != word:
        raise wrong(file, where, expected="a token in Base64", found=shown(word))
    return token


TIKTOKEN = Format(
    name="tiktoken",
    title="tiktoken ranks (.tiktoken)",
    files="tiktoken .tiktoken",
    suffixes=(".tiktoken",),
    mime="text/plain",
    keeps_pattern=False,
    keeps_special=lambda _: False,
    note=(
        "For byte-level recipes. Contains only the tokens and their ranks: special tokens and the split "
        "pattern are left out, so pass them to tiktoken with the file."
    ),
    write=write_tiktoken,
    matches=by_start_or_name(_FIRST_LINE, Sure.BY_KIND, ".tiktoken", Sure.BY_NAME),
    read=read_tiktoken,
)
"""The format of tiktoken."""
