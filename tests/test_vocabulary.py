"""The columns of a vocabulary and the values derived from them, compared with tiktoken and naive loops."""

import statistics
import unicodedata
from contextlib import suppress
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from in_one_go import find_reachable

from bpe_core import RECIPES, BpeError, SecondStage, Tokenizer, load_published
from bpe_core.lessons.vocabulary.vocabulary import (
    KINDS,
    SCRIPTS,
    find_tokens,
    oddest_tokens,
    rare_parts,
    token_table,
    tokens_made_of,
)
from bpe_core.lessons.vocabulary.vocabulary_figures import lengths_by_rank
from explorer_ui.visit.samples import sample_text
from tests.format_samples import learn
from tests.peers import tiktoken_encoding

NAMES = ("gpt2", "cl100k_base", "o200k_base", "tekken")


@cache
def table_of(name):
    return token_table(load_published(name))


@cache
def trained(recipe="gpt2", text=None, num_merges=300):
    return learn(sample_text("prose") if text is None else text, recipe, num_merges)


def decoded(token):
    try:
        return token.decode()
    except UnicodeDecodeError:
        return None


def kind_by_hand(token):
    if (text := decoded(token)) is None:
        return "partial character"
    found = {unicodedata.category(character)[0] for character in text if not character.isspace()}
    kinds = {"L": "word", "M": "word", "N": "number"}
    named = {kinds.get(letter, "punctuation, sign or control") for letter in found}
    return "white space" if not named else named.pop() if len(named) == 1 else "mixed"


@pytest.mark.parametrize("name", NAMES)
def test_columns_are_those_of_tiktokens_tokens(name):
    table, theirs = table_of(name), tiktoken_encoding(name)
    ids, tokens, ranks = table.token_ids.tolist(), list(table.token_bytes), theirs._mergeable_ranks
    assert tokens == theirs.decode_tokens_bytes(ids)
    assert len(ids) == load_published(name).vocab_size
    assert table.lengths.tolist() == [*map(len, tokens)]
    assert table.characters.tolist() == [
        -1 if (text := decoded(token)) is None else len(text) for token in tokens
    ]
    assert table.leading_space.tolist() == [token[:1] == b" " for token in tokens]
    made = np.flatnonzero(table.left >= 0)
    assert len(made) == len(ranks) - 256
    by_id = dict(zip(ids, tokens, strict=True))
    for row in made.tolist():
        assert by_id[int(table.left[row])] + by_id[int(table.right[row])] == tokens[row]
        assert table.ranks[row] == ranks[tokens[row]]


def test_kinds_are_those_of_the_unicode_categories():
    table = table_of("gpt2")
    special = set(load_published("gpt2").special_tokens.values())
    for token_id, token, kind in zip(table.token_ids.tolist(), table.token_bytes, table.kinds, strict=True):
        # str.isspace treats four control characters (U+001C to U+001F) as white space; patterns do not.
        if not any(0x1C <= byte <= 0x1F for byte in token):
            assert KINDS[kind] == ("special" if token_id in special else kind_by_hand(token))
    marks = token_table(trained(text="\u0301\u0308", recipe="characters", num_merges=0))
    assert {KINDS[kind] for kind in marks.kinds} == {kind_by_hand("\u0301".encode())} == {"word"}


def test_lengths_are_the_first_decile_the_median_and_the_last_decile():
    table = table_of("gpt2")
    bands = lengths_by_rank(table, bands=60, least=20)
    # GPT-2's ids are its ranks.
    for band, part in zip(bands, np.array_split(table.lengths[table.ranks >= 0], 60), strict=True):
        deciles = statistics.quantiles(part.tolist(), n=10, method="inclusive")
        found = (band.low, band.middle, band.high)
        assert found == pytest.approx((deciles[0], statistics.median(part.tolist()), deciles[8]))


@pytest.mark.parametrize(
    ("text", "script"),
    [
        *((" the", "Latin"), ("Привет", "Cyrillic"), (" ال", "Arabic"), ("你", "Chinese characters")),
        *(("の", "Japanese kana"), ("다", "Korean hangul"), ("ー", "none"), ("123", "none"), ("...", "none")),
    ],
)
def test_script_of_the_first_letter(text, script):
    table = token_table(trained(text=text * 3, recipe="bytes", num_merges=len(text.encode()) - 1))
    rows = find_tokens(table, text, "text").tolist()
    assert {list(SCRIPTS)[table.scripts[row]] for row in rows} == {script}


@pytest.mark.parametrize(
    ("query", "by", "found"),
    [
        ("0xE2 0x80", "bytes", lambda token_id, token: b"\xe2\x80" in token),
        ("e4bda0", "bytes", lambda token_id, token: "你".encode() in token),
        ("262, 1000-1003 50256", "id", lambda token_id, token: token_id in {262, *range(1000, 1004), 50256}),
        (" ", "text", lambda token_id, token: b" " in token),
        ("\ud800", "text", lambda token_id, token: "\ufffd".encode() in token),
        ("", "text", lambda token_id, token: True),
        ("  ", "id", lambda token_id, token: True),
        ("7-3", "id", lambda token_id, token: False),
        ("=SUM(1)", "text", lambda token_id, token: False),
    ],
)
def test_a_search_finds_what_a_loop_finds(query, by, found):
    table = table_of("gpt2")
    rows = find_tokens(table, query, by).tolist()
    items = enumerate(zip(table.token_ids.tolist(), table.token_bytes, strict=True))
    assert rows == [row for row, (token_id, token) in items if found(token_id, token)]


@pytest.mark.parametrize(
    ("query", "by"),
    [("E4 B", "bytes"), ("zz", "bytes"), ("12a", "id"), ("1--2", "id"), ("-5", "id"), ("1e99", "id")],
)
def test_a_query_that_cannot_be_read_is_named(query, by):
    with pytest.raises(BpeError, match=f"'{query.split()[-1]}'|'{query}'"):
        find_tokens(table_of("gpt2"), query, by)


@pytest.mark.parametrize("recipe", RECIPES)
def test_parts_and_what_is_made_of_a_token_equal_a_loop_over_the_merges(recipe):
    tokenizer = trained(recipe)
    table, made_by = token_table(tokenizer), {}
    for merge, new_id in tokenizer.merges:
        if tokenizer.parts(new_id) == merge:
            for part in merge:
                made_by.setdefault(part, set()).add(new_id)
    assert table.token_ids.tolist() == sorted(tokenizer.vocab)
    for row, token_id in enumerate(table.token_ids.tolist()):
        pair = (int(table.left[row]), int(table.right[row]))
        assert pair == (tokenizer.parts(token_id) or (-1, -1))
        found = table.token_ids[tokens_made_of(table, token_id)].tolist()
        assert set(found) == made_by.get(token_id, set())
        if pair != (-1, -1):
            assert tokenizer.merges[table.ranks[row]] == (pair, token_id)


def test_the_oddest_of_gpt2_hold_the_names_that_became_known_as_glitch_tokens():
    # Rumbelow and Watkins, SolidGoldMagikarp (plus, prompt generation), 2023, list these.
    table = table_of("gpt2")
    first = b"|".join(table.token_bytes[row] for row in oddest_tokens(table)[:40])
    for known in (b" SolidGoldMagikarp", b" RandomRedditorWithNo", b" externalToEVAOnly"):
        assert known in first.split(b"|")
    assert {b"rawdownloadcloneembedreportprint", b"cloneembedreportprint"} <= {*first.split(b"|")}


def test_no_other_token_is_made_of_what_is_odd():
    table = table_of("gpt2")
    odd = oddest_tokens(table)[:100]
    parts = rare_parts(table, odd)
    made_of = [tokens_made_of(table, table.token_bytes.index(part)).tolist() for part in parts]
    assert made_of == [[row] for row in odd.tolist()]
    # But others can contain it: " constitutional" contains what " unconstitutional" is made of.
    assert sum(sum(part in token for token in table.token_bytes) > 2 for part in parts) > 30


@pytest.mark.parametrize("name", ["gpt2", "tekken"])
def test_what_comes_back_from_its_own_text_is_what_tiktoken_gives_back(name):
    tokenizer, theirs = load_published(name), tiktoken_encoding(name)
    found = find_reachable(tokenizer, table_of(name))
    special = set(tokenizer.special_tokens.values())
    own = {id_: decoded(token) for id_, token in tokenizer.vocab.items() if id_ not in special}
    alone = [id_ for id_, text in own.items() if text is not None and theirs.encode_ordinary(text) == [id_]]
    assert list(found.alone) == sorted(alone)
    assert all(token_id in theirs.encode_ordinary(text) for token_id, text in found.inside.items())
    groups = [*found.alone, *found.inside, *found.not_found, *found.never, *special]
    assert sorted(groups) == sorted(tokenizer.vocab)
    # Thirteen bytes are in no text.
    everything = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    absent = set(range(256)) - set(everything.encode())
    assert set(found.never) == {tokenizer.base.id_of_unit[byte] for byte in absent}


IN_STAGES = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all", after=100))


@pytest.mark.parametrize("recipe", [*RECIPES.values(), IN_STAGES], ids=[*RECIPES, "in stages"])
def test_what_is_out_of_reach_never_appears_and_every_witness_holds(recipe):
    tokenizer = trained(recipe)
    found = find_reachable(tokenizer, token_table(tokenizer))
    alone = []
    for id_, token in sorted(tokenizer.vocab.items()):
        # A sign of the alphabet that no text can contain is an error.
        with suppress(BpeError):
            if id_ not in tokenizer.special_tokens.values() and tokenizer.encode_ordinary(
                token.decode("utf-8", "ignore")
            ) == [id_]:
                alone.append(id_)
    assert list(found.alone) == alone
    assert all(id_ in tokenizer.encode_ordinary(witness) for id_, witness in found.inside.items())
    assert set(found.never).isdisjoint(tokenizer.encode_ordinary(sample_text("prose")))
    assert recipe is not IN_STAGES or any(b" " in tokenizer.vocab[id_][1:] for id_ in alone)


def test_a_token_that_no_merge_makes_is_reached_only_if_whole_chunks_are_looked_up():
    bytes_alone = {byte: byte for byte in range(256)}
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"low": 256}
    whole = Tokenizer.from_ranks(ranks, split_pattern="gpt2")
    assert whole.encode("low") == [256]
    assert 256 in find_reachable(whole, token_table(whole)).alone
    # b and c are merged first, so the merge of ab and c finds no ab.
    merges = (((98, 99), 256), ((97, 98), 257), ((257, 99), 258))
    missed = Tokenizer.from_merges(merges, id_of_byte=bytes_alone, split_pattern=None)
    assert "merging" in find_reachable(missed, token_table(missed)).never[258]
    assert 258 not in missed.encode_ordinary("abc xabcx aabcc")
