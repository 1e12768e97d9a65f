"""Reads Mistral's `tekken.json`: a split pattern, special tokens, and a table of other tokens with higher ids.

    config            pattern, default_vocab_size, default_num_special_tokens
    special_tokens    rank and token_str of each, from 0; the first files lack them, and use a fixed list
    vocab             rank, from 0, and token_bytes in Base64; the id is the rank plus the number of special
                      tokens

Only as many entries of the vocabulary are used as `default_vocab_size` allows. The format is not written.
Source: mistralai/mistral-common 1.13, `tokens/tokenizers/tekken.py`.
"""

from collections.abc import Mapping

from bpe_core.formats.checks import MAX_FILE, MAX_SPECIAL, Part, check_count, read_json, shown_token
from bpe_core.formats.format import ReadFormat, Sure, by_start_or_name
from bpe_core.formats.split_patterns import read_pattern
from bpe_core.formats.tiktoken_ranks import read_base64
from bpe_core.formats.vocabularies import check_bytes, check_length, check_special
from bpe_core.tables import TABLES, published_table, recovered_merges
from bpe_core.tokenizer import Tokenizer


def read_tekken(
    data: bytes, *, name: str = "tekken.json", max_bytes: int = MAX_FILE, own_patterns: bool = True
) -> Tokenizer:
    """Read a `tekken.json`; raises `FormatError` if it is invalid."""
    content = read_json(data, name, max_bytes)
    config = content.at("config")
    pattern = config.at("pattern")
    split_pattern = read_pattern(pattern.string(), name, pattern.where, own_patterns=own_patterns)
    size, reserved = (config.at(f"default_{key}") for key in ("vocab_size", "num_special_tokens"))
    check_count(reserved.id(), MAX_SPECIAL, "special tokens", name, reserved.where)
    vocab = content.at("vocab")
    there = len(vocab.list())
    others = size.id() - reserved.id()
    if not 0 <= others <= there:
        expected = f"{reserved.id()} special tokens, and at most as many others as vocab has"
        raise size.wrong(expected, f"{size.id()} for {there} tokens")
    ranks: dict[bytes, int] = {}
    total = 0
    for rank in range(others):
        entry = vocab.entry(rank)
        _check_rank(entry, rank)
        token = read_base64(entry.at("token_bytes").string(), name, entry.where)
        if token in ranks:
            raise entry.wrong("each token once", f"{shown_token(token)} again")
        total += len(token)
        check_length(len(token), total, name, entry.where)
        ranks[token] = reserved.id() + rank
    check_bytes(ranks, name, "key vocab")
    special = _special_tokens(content.at("special_tokens"), reserved.id())
    table = published_table(ranks)
    return Tokenizer.from_ranks(
        ranks,
        split_pattern=split_pattern,
        special_tokens=check_special(
            ((f"special_tokens[{id_}]", token, id_) for token, id_ in special.items()), ranks.values(), name
        ),
        recovered_merges=recovered_merges(table) if table else None,
        name=name,
    )


def _check_rank(entry: Part, rank: int) -> None:
    if (found := entry.at("rank")).value != rank:
        raise found.wrong(str(rank))


def _special_tokens(part: Part, reserved: int) -> Mapping[str, int]:
    given = [token for token in TABLES["tekken"].special_tokens if not token.startswith("<SPECIAL_")]
    if part.value is not None:
        given = []
        for number, entry in enumerate(part.entries(reserved, "special tokens")):
            _check_rank(entry, number)
            given.append(entry.at("token_str").string())
    if len(given) > reserved or len(set(given)) < len(given):
        found = f"{len(given)}, {len(set(given))} different"
        raise part.wrong(f"{reserved} or fewer different special tokens", found)
    return {token: id_ for id_, token in enumerate(given)} | {
        f"<SPECIAL_{id_}>": id_ for id_ in range(len(given), reserved)
    }


TEKKEN = ReadFormat(
    name="tekken",
    files="Mistral's tekken.json",
    suffixes=(".json",),
    matches=by_start_or_name(
        rb'\{.*"default_num_special_tokens"', Sure.BY_FIRST_BYTES, "tekken.json", Sure.BY_OWN_NAME
    ),
    read=read_tekken,
)
"""The format of mistral-common, which can be read but not written."""
