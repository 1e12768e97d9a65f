"""Mistral's `tekken.json`: a pattern, and ranks that follow the ids of special tokens.

    config            pattern, default_vocab_size, default_num_special_tokens
    special_tokens    rank and token_str of each, from 0; the first files have none, and mean a fixed list
    vocab             rank, token_bytes in Base64, from 0; the id is the rank and the number of special tokens

Only the first of the vocabulary are used, as many as `default_vocab_size` leaves. It is read and not written.
Source: mistralai/mistral-common 1.13, `tokens/tokenizers/tekken.py`.
"""

from collections.abc import Mapping
from typing import Any

from bpe_core.formats.checks import (
    MAX_FILE,
    MAX_SPECIAL,
    check_count,
    read_id,
    read_json,
    read_list,
    read_object,
    read_string,
    shown,
    shown_token,
    wrong,
)
from bpe_core.formats.format import ReadFormat, Sure, reads_one
from bpe_core.formats.split_patterns import read_pattern
from bpe_core.formats.tiktoken_ranks import read_base64
from bpe_core.formats.vocabularies import check_length, check_special
from bpe_core.tables import TABLES, published_table, recovered_merges
from bpe_core.tokenizer import Tokenizer


def read_tekken(
    data: bytes, *, name: str = "tekken.json", max_bytes: int = MAX_FILE, own_patterns: bool = True
) -> Tokenizer:
    """Read a `tekken.json`; raises `FormatError` for one that is wrong."""
    content = read_json(data, name, max_bytes)
    config = read_object(content.get("config"), name, "key config")
    pattern = read_pattern(
        read_string(config.get("pattern"), name, "key config.pattern"),
        name,
        "key config.pattern",
        own_patterns=own_patterns,
    )
    size, reserved = (
        read_id(config.get(key), name, f"key config.{key}")
        for key in ("default_vocab_size", "default_num_special_tokens")
    )
    if reserved > MAX_SPECIAL:
        where = "key config.default_num_special_tokens"
        raise wrong(name, where, expected=f"{MAX_SPECIAL} at most", found=str(reserved))
    listed = read_list(content.get("vocab"), name, "key vocab")
    if not 0 <= size - reserved <= len(listed):
        where = "key config.default_vocab_size"
        expected = f"{reserved} special tokens, and as many others as there are or fewer"
        raise wrong(name, where, expected=expected, found=f"{size} for {len(listed)} tokens")
    ranks: dict[bytes, int] = {}
    total = 0
    for rank, entry in enumerate(listed[: size - reserved]):
        where = f"vocab[{rank}]"
        found = read_object(entry, name, where)
        if found.get("rank") != rank:
            raise wrong(name, f"{where}.rank", expected=str(rank), found=shown(found.get("rank")))
        token = read_base64(read_string(found.get("token_bytes"), name, f"{where}.token_bytes"), name, where)
        if token in ranks:
            raise wrong(name, where, expected="each token once", found=f"{shown_token(token)} again")
        total += len(token)
        check_length(len(token), total, name, where)
        ranks[token] = reserved + rank
    for byte in range(256):
        if bytes([byte]) not in ranks:
            raise wrong(
                name,
                "key vocab",
                expected="a token for each of the 256 bytes",
                found=f"none for 0x{byte:02X}",
            )
    special = _special_tokens(content.get("special_tokens"), reserved, name)
    table = published_table(ranks)
    return Tokenizer.from_ranks(
        ranks,
        split_pattern=pattern,
        special_tokens=check_special(
            ((f"special_tokens[{id_}]", token, id_) for token, id_ in special.items()), ranks.values(), name
        ),
        recovered_merges=recovered_merges(table) if table else None,
        name=name,
    )


def _special_tokens(part: object, reserved: int, file: str) -> Mapping[str, int]:
    if part is None:
        given = [token for token in TABLES["tekken"].special_tokens if not token.startswith("<SPECIAL_")]
    else:
        given = []
        listed = read_list(part, file, "key special_tokens")
        check_count(len(listed), reserved, "special tokens", file, "key special_tokens")
        for number, value in enumerate(listed):
            where = f"special_tokens[{number}]"
            entry: dict[str, Any] = read_object(value, file, where)
            if entry.get("rank") != number:
                raise wrong(file, f"{where}.rank", expected=str(number), found=shown(entry.get("rank")))
            given.append(read_string(entry.get("token_str"), file, f"{where}.token_str"))
    if len(given) > reserved or len(set(given)) < len(given):
        expected = f"{reserved} different special tokens at most"
        raise wrong(
            file, "key special_tokens", expected=expected, found=f"{len(given)}, {len(set(given))} different"
        )
    return {token: id_ for id_, token in enumerate(given)} | {
        f"<SPECIAL_{id_}>": id_ for id_ in range(len(given), reserved)
    }


def _matches(name: str, start: bytes) -> Sure:
    if start.startswith(b"{") and b'"default_num_special_tokens"' in start:
        return Sure.BY_FIRST_BYTES
    return Sure.BY_OWN_NAME if name.endswith("tekken.json") else Sure.NOT


TEKKEN = ReadFormat(
    name="tekken",
    files="Mistral's tekken.json",
    suffixes=(".json",),
    keeps_pattern=True,
    matches=_matches,
    read=reads_one(read_tekken),
)
"""The format of mistral-common, which is only read."""
