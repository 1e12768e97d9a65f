"""A tokenizer without a merge, compared with naive loops that skip it, tiktoken and Hugging Face tokenizers."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import tokenizers
from tokenizers import AddedToken

from bpe_core import RECIPES, BpeError, SecondStage, Tokenizer, load_published, reference, train
from bpe_core.alphabets import BaseVocabulary
from bpe_core.formats import FormatError, read, write
from bpe_core.lessons.vocabulary.removed_merges import (
    _BLOCK,
    MAX_REMADE,
    has_merges_to_remove,
    without_merges,
    without_merges_in_parts,
)
from bpe_core.pretokenization import split
from bpe_core.tokenizer.rules import RankTable
from bpe_core.tokenizer.sentencepiece import PieceRules
from explorer_ui.visit.samples import sample_text
from tests.format_samples import STRINGS, by_tiktoken, learn
from tests.peers import tokenizer_json

MAGIKARP = " SolidGoldMagikarp"
TEXTS = [*STRINGS, sample_text("prose")[:3_000], sample_text("code python")[:2_000], "the theory, together"]


def naive_by_ranks(chunk: bytes, ranks: dict[bytes, int]) -> list[int]:
    """Repeatedly merge the neighbours whose bytes have the lowest rank."""
    parts = [bytes([byte]) for byte in chunk]
    while found := [
        (ranks[left + right], at) for at, (left, right) in enumerate(pairwise(parts)) if left + right in ranks
    ]:
        _, at = min(found)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return [ranks[part] for part in parts]


def encoded_naively(tokenizer: Tokenizer, text: str, removed: int) -> list[int]:
    """Encode with the ranks or the merges that are left."""
    ranks = {token: rank for token, rank in (tokenizer.mergeable_ranks or {}).items() if rank != removed}
    rules = {pair: (at, made) for at, (pair, made) in enumerate(tokenizer.merges) if made != removed}
    is_list = tokenizer.recipe.encode_order == "merge-list"
    by_rules = reference.encode_by_merge_list if is_list else reference.encode_by_rank
    ids: list[int] = []
    for chunk in split(text, tokenizer.recipe.split_pattern):
        if ranks:
            ids += naive_by_ranks(chunk.encode(), ranks)
        else:
            units = chunk.encode() if tokenizer.recipe.alphabet != "characters" else map(ord, chunk)
            ids += by_rules([tokenizer.base.id_of_unit[unit] for unit in units], rules)
    return ids


@pytest.mark.parametrize("recipe", ["bytes", "gpt2", "gpt4", "characters", "hf-course"])
def test_what_a_training_learned_is_encoded_as_a_naive_loop_does(recipe: str) -> None:
    dice, differ = random.Random(recipe), 0
    for name in ("prose", "code python"):
        source = sample_text(name)[:2_500]
        tokenizer = learn(source, recipe, 120)
        for _ in range(20):
            removed = dice.choice(tokenizer.merges)[1]
            without = without_merges(tokenizer, [removed])
            left = tokenizer.vocab.keys() - {removed, *without.also_gone}
            assert without.tokenizer.vocab == {token_id: tokenizer.vocab[token_id] for token_id in left}
            for _ in range(10):
                start = dice.randrange(len(source) - 30)
                text = source[start : start + dice.randint(1, 30)]
                now = without.tokenizer.encode(text)
                assert now == encoded_naively(tokenizer, text, removed)
                differ += now != tokenizer.encode(text)
    assert differ > 10


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
def test_a_table_of_ranks_is_merged_as_a_naive_loop_does(name: str) -> None:
    tokenizer, dice, source = load_published(name), random.Random(name), sample_text("prose")
    learned = [token_id for token_id in set(tokenizer.encode(source)) if len(tokenizer.vocab[token_id]) > 4]
    for removed in dice.sample(sorted(learned), 2):
        without = without_merges(tokenizer, [removed]).tokenizer
        where = source.index(tokenizer.decode([removed]))
        for _ in range(30):
            text = source[max(where - dice.randint(0, 20), 0) : where + dice.randint(1, 20)]
            assert without.encode(text) == encoded_naively(tokenizer, text, removed)


def test_a_token_of_a_table_is_reached_through_another_pair_or_goes_too() -> None:
    gpt2 = load_published("gpt2")
    removed = gpt2.encode_single_token(" t")
    without = without_merges(gpt2, [removed])
    ranks = {token: rank for token, rank in (gpt2.mergeable_ranks or {}).items() if rank != removed}
    for token, rank in ranks.items():
        if b" t" in token:
            comes_back = naive_by_ranks(token, ranks) == [rank]
            assert comes_back == (rank not in without.also_gone)
    assert gpt2.vocab[262] == b" the"
    assert 262 in without.other_pair
    assert by_tiktoken(without.tokenizer).encode(" the") == [262]


def test_in_a_list_of_merges_a_token_goes_if_every_pair_that_makes_it_needs_one_that_is_gone() -> None:
    # The tokens are ab, abc, bc and abcd.
    merges = [((97, 98), 256), ((256, 99), 257), ((98, 99), 258), ((257, 100), 259)]
    same = {byte: byte for byte in range(256)}
    # a and bc would spell abc, but no merge joins them.
    without = without_merges(Tokenizer.from_merges(merges, id_of_byte=same, split_pattern=None), [256])
    assert without.also_gone == (257, 259)
    assert without.tokenizer.encode("abcd") == [97, 258, 100]


def test_a_token_with_two_merges_stays_while_one_of_them_does() -> None:
    vocab = {token: number for number, token in enumerate(("a", "b", "c", "ab", "bc", "abc", "cab"))}
    merges = [("a", "b"), ("b", "c"), ("ab", "c"), ("a", "bc"), ("c", "ab")]
    made = tokenizers.Tokenizer(tokenizers.models.BPE(vocab, merges, ignore_merges=True))
    tokenizer = read({"tokenizer.json": made.to_str().encode()})
    without = without_merges(tokenizer, [3])
    assert without.also_gone == (6,)
    peer = read_by_peer(write(without.tokenizer, "huggingface"))
    for text in ("abc", "ab", "cab", "bcabcab"):
        assert without.tokenizer.encode(text) == peer.encode(text).ids
    assert without.tokenizer.encode("abc") == [5]
    assert without.tokenizer.encode("cab") == [2, 0, 1]


def read_by_peer(files: Mapping[str, bytes]) -> tokenizers.Tokenizer:
    peer = tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())
    peer.encode_special_tokens = True  # as plain text
    return peer


def assert_peers_agree(
    without: Tokenizer, texts: list[str], files: Mapping[str, bytes]
) -> tokenizers.Tokenizer:
    by_ranks, by_merges = by_tiktoken(without), read_by_peer(files)
    for text in texts:
        expected = without.encode_ordinary(text)
        assert by_ranks.encode_ordinary(text) == by_merges.encode(text).ids == expected
    return by_merges


@pytest.mark.parametrize("token", [MAGIKARP, " t"])
def test_what_is_saved_of_a_table_gives_tiktoken_and_hugging_face_the_same_ids(token: str) -> None:
    gpt2 = load_published("gpt2")
    without = without_merges(gpt2, [gpt2.encode_single_token(token)]).tokenizer
    files = write(without, "huggingface")
    peer = assert_peers_agree(without, [*TEXTS, MAGIKARP, f"a{MAGIKARP}!"], files)
    assert peer.token_to_id("<|endoftext|>") == gpt2.eot_token
    for back in (read(write(without, "own")), read(files)):
        assert back.encode(MAGIKARP) == without.encode(MAGIKARP)
    if token != MAGIKARP:
        with pytest.raises(FormatError, match="no merge of two tokens of lower rank makes"):
            write(without, "gpt2")


def test_what_is_saved_of_a_training_gives_tiktoken_and_hugging_face_the_same_ids() -> None:
    tokenizer = learn(sample_text("prose")[:4_000], "gpt4", 200)
    for _, removed in tokenizer.merges[::40]:
        without = without_merges(tokenizer, [removed]).tokenizer
        assert_peers_agree(without, TEXTS, write(without, "huggingface"))


def test_what_is_saved_of_a_tokenizer_with_a_pipeline_keeps_the_ids_of_added_tokens() -> None:
    qwen = load_published("qwen3")
    without = without_merges(qwen, qwen.encode(" the")).tokenizer
    peer = read_by_peer(write(without, "huggingface"))
    added = {token["content"]: token["id"] for token in tokenizer_json("qwen3")["added_tokens"]}
    assert {token: peer.token_to_id(token) for token in added} == added
    for text in TEXTS[:5]:
        assert without.encode_ordinary(text) == peer.encode(text).ids
    assert peer.encode(" the").tokens != ["Ġthe"]


def read_with_special(files: Mapping[str, bytes]) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_buffer(files["tokenizer.json"])


def with_a_shared_id() -> tokenizers.Tokenizer:
    """A tokenizer of Hugging Face whose vocabulary has a gap: its added token <x> gets the id of a merged token."""
    text = "low lower lowest newer newest wider the the cat cat " * 3
    learned = Tokenizer.from_history(train(text, recipe="gpt2", num_merges=20))
    peer = read_with_special(write(without_merges(learned, [273]).tokenizer, "huggingface"))
    peer.add_special_tokens(["<x>", "<y>"])
    assert peer.token_to_id("<x>") == max(peer.get_vocab(with_added_tokens=False).values())
    return peer


def test_an_added_token_that_shares_an_id_keeps_it_or_the_file_is_not_written() -> None:
    peer = with_a_shared_id()
    tokenizer = read({"tokenizer.json": peer.to_str().encode()})
    files = write(tokenizer, "huggingface")
    text = "the cat<x><y>"
    for again in (peer, read_with_special(files), tokenizers.Tokenizer.from_str(peer.to_str())):
        assert tokenizer.encode(text, allowed_special="all") == again.encode(text).ids
    assert read(files).encode(text, allowed_special="all") == peer.encode(text).ids
    # With one more gap, <x> has its id if <y> is listed; with two, the library would give it a smaller one.
    fewer = without_merges(tokenizer, [272])
    assert not fewer.also_gone
    ids = fewer.tokenizer.encode(text, allowed_special="all")
    assert read_with_special(write(fewer.tokenizer, "huggingface")).encode(text).ids == ids
    fewest = without_merges(fewer.tokenizer, [271])
    assert not fewest.also_gone
    with pytest.raises(FormatError, match="'<x>' shares its id with another token"):
        write(fewest.tokenizer, "huggingface")


def test_an_added_token_whose_id_another_one_has_taken_is_not_found_again_in_what_is_saved() -> None:
    peer = with_a_shared_id()
    content = json.loads(peer.to_str())
    number = len(content["model"]["vocab"])
    # <a> is counted and gets the id of <b>, which the vocabulary lists.
    content["model"]["vocab"]["<b>"] = number + 1
    flags = {key: flag for key, flag in content["added_tokens"][0].items() if key not in ("id", "content")}
    content["added_tokens"] = [{"id": number, "content": token, **flags} for token in ("<a>", "<b>", "<c>")]
    peer = tokenizers.Tokenizer.from_str(json.dumps(content))
    tokenizer = read({"tokenizer.json": json.dumps(content).encode()})
    files = write(tokenizer, "huggingface")
    for text in ("<a>", "<b>", "<c>", "the<a>"):
        ids = peer.encode(text).ids
        assert tokenizer.encode(text, allowed_special="all") == ids
        assert read_with_special(files).encode(text).ids == ids
    longer = Tokenizer.from_history(train("zq zq", start_from=tokenizer, num_merges=1))
    text = "the zq<a><b><c>"
    ids = longer.encode(text, allowed_special="all")
    assert read_with_special(write(longer, "huggingface")).encode(text).ids == ids


def peer_of_characters(token: AddedToken, **options: Any) -> tokenizers.Tokenizer:
    """A tokenizer of Hugging Face whose base units are characters, which has one added token."""
    peer = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token="<unk>", **options))  # noqa: S106
    peer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    prefix = options.get("continuing_subword_prefix") or ""
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=60, special_tokens=["<unk>"], continuing_subword_prefix=prefix, show_progress=False
    )
    peer.train_from_iterator(["low lower lowest newer 5 wider"] * 3, trainer)
    peer.add_tokens([token])
    return peer


def steps_of_llama(peer: tokenizers.Tokenizer) -> None:
    """Write ▁ before the text and for each space, as Llama 2 does."""
    steps = [tokenizers.normalizers.Prepend("▁"), tokenizers.normalizers.Replace(" ", "▁")]
    peer.pre_tokenizer, peer.normalizer = None, tokenizers.normalizers.Sequence(steps)


def in_lower_case(peer: tokenizers.Tokenizer) -> None:
    peer.normalizer = tokenizers.normalizers.Lowercase()


@pytest.mark.parametrize(
    ("token", "options", "change", "text", "is_kept"),
    [
        (AddedToken("€", single_word=True), {}, None, "5€ €", False),
        (AddedToken("€"), {}, None, "5€ €", True),
        (AddedToken("€ low", single_word=True), {}, None, "5€ low", True),
        (AddedToken("##ž"), {"continuing_subword_prefix": "##"}, None, "wž", False),
        (AddedToken("q", normalized=False), {}, in_lower_case, "Q", False),
        (AddedToken("€"), {}, steps_of_llama, "5€", False),
        (AddedToken("<0x0A>"), {"byte_fallback": True}, steps_of_llama, "5\n", False),
    ],
)
def test_no_ordinary_text_becomes_an_added_token_of_one_base_unit_after_saving(
    token: AddedToken,
    options: dict[str, Any],
    change: Callable[[tokenizers.Tokenizer], None] | None,
    text: str,
    is_kept: bool,
) -> None:
    peer = peer_of_characters(token, **options)
    if change:
        change(peer)
    given = peer.token_to_id(token.content)
    tokenizer = read({"tokenizer.json": peer.to_str().encode()})
    without = without_merges(tokenizer, [tokenizer.merges[-1][1]]).tokenizer
    before = without.encode(text)
    # What a file would have to contain, so that the token keeps its id.
    content = json.loads(peer.to_str())
    content["model"]["vocab"] |= {token.content: given}
    assert (tokenizers.Tokenizer.from_str(json.dumps(content)).encode(text).ids == before) == is_kept
    if not is_kept:
        with pytest.raises(FormatError, match=f"'{token.content}' must be in its vocabulary to keep its id"):
            write(without, "huggingface")
        return
    files = write(without, "huggingface")
    assert read(files).encode(text) == read_by_peer(files).encode(text).ids == before


@pytest.mark.parametrize("whole_chunks", [False, True])
def test_the_token_for_unknown_characters_stays(whole_chunks: bool) -> None:
    strings = [*"lowerx", "lo", "low", "lowe", "er"]
    ids = {string: token_id for token_id, string in enumerate(strings)}
    merges = [("l", "o"), ("lo", "w"), ("low", "e"), ("e", "r")]
    peer = tokenizers.Tokenizer(
        tokenizers.models.BPE(ids, merges, unk_token="low", ignore_merges=whole_chunks)  # noqa: S106
    )
    tokenizer = read({"tokenizer.json": peer.to_str().encode()})
    # The token is the unknown one, whatever makes it: "€e" is low + e, so its merge with e stays too.
    without = without_merges(tokenizer, [ids["lo"]])
    assert without.also_gone == ()
    files = write(without.tokenizer, "huggingface")
    for text in ("low", "€", "€ex", "lowex", "lo€", "lower€r"):
        expected = read_by_peer(files).encode(text).ids
        assert without.tokenizer.encode(text) == read(files).encode(text) == expected
        assert without.tokenizer.decode_tokens_bytes(expected)
    assert without.tokenizer.encode("€") == [ids["low"]]
    assert without.tokenizer.encode("€e") == [ids["lowe"]]
    assert (without.tokenizer.encode("low") == [ids["low"]]) == whole_chunks
    with pytest.raises(BpeError, match="The token 'low' stands for unknown characters"):
        without_merges(tokenizer, [ids["er"], ids["low"]])


def test_a_second_stage_begins_after_as_many_merges_less() -> None:
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=3))
    tokenizer = Tokenizer.from_history(train("no way no way no way by by", recipe=recipe, num_merges=6))
    for number, fewer in ((0, True), (3, False)):
        without = without_merges(tokenizer, [tokenizer.merges[number][1]])
        stage = without.tokenizer.recipe.second_stage
        left = [new_id for _, new_id in tokenizer.merges[:3] if new_id in without.tokenizer.vocab]
        assert stage
        assert stage.after == len(left)
        assert (len(left) < 3) == fewer
        assert without.tokenizer.decode(without.tokenizer.encode("no way by")) == "no way by"


def test_what_no_merge_makes_cannot_be_removed() -> None:
    gpt2 = load_published("gpt2")
    for token_id in (gpt2.eot_token, gpt2.encode("a")[0], 999_999):
        with pytest.raises(BpeError, match=f"No merge makes the token {token_id}"):
            without_merges(gpt2, [token_id])


def test_a_tokenizer_that_merges_by_scores_has_no_merge_to_remove() -> None:
    strings = {"a": 0, "b": 1, "ab": 2}
    by_score = PieceRules((), BaseVocabulary("bytes", {}, {}, {}), {}, strings, {"ab": 0})
    tokenizer = replace(load_published("gpt2"), rules=by_score)
    assert not has_merges_to_remove(tokenizer)
    with pytest.raises(BpeError, match="merges by scores"):
        without_merges(tokenizer, [2])


def powers_of_a(*longest: int) -> Tokenizer:
    tokens = [*(bytes([byte]) for byte in range(256)), *(b"a" * 2**power for power in range(1, 16))]
    tokens += (b"a" * length for length in longest)
    return Tokenizer.from_ranks(
        {token: rank for rank, token in enumerate(tokens)}, name="powers", split_pattern=None
    )


def test_pauses_are_counted_in_bytes_and_not_in_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = powers_of_a(65_533, 65_534, 65_535, *range(2_048, 2_100))
    merged: list[int] = []
    monkeypatch.setattr(RankTable, "last_pair", lambda self, rank: merged.append(len(self.vocab[rank])))
    pauses = [sum(merged) for _ in without_merges_in_parts(tokenizer, {256})]
    # The two tables, with and without the token, merge its bytes once each.
    assert sum(merged) > 10 * 2 * _BLOCK
    assert max(end - start for start, end in pairwise([0, *pauses, sum(merged)])) <= 2 * (_BLOCK + 65_536)


def test_a_table_whose_long_tokens_would_all_be_merged_again_is_refused(monkeypatch):
    tokenizer = powers_of_a(*range(65_500, 65_536))
    monkeypatch.setattr(RankTable, "last_pair", None)
    size = sum(len(token) for token in tokenizer.vocab.values() if b"aa" in token and token != b"aa")
    with pytest.raises(BpeError, match=f"have {size:,} bytes.*the limit is {MAX_REMADE:,}"):
        without_merges(tokenizer, [256])
    # Published tables stay far below the limit.
    ranks = load_published("o200k_base").mergeable_ranks or {}
    assert 0 < sum(len(token) for token in ranks if b"er" in token) < MAX_REMADE / 4
