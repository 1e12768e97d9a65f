"""A `tokenizer.json` of any kind of BPE is read, and gives the ids that Hugging Face tokenizers gives."""

import json
from functools import cache
from itertools import pairwise

import pytest
from in_one_go import find_reachable
from tokenizers import AddedToken, Regex, decoders, models, normalizers, pre_tokenizers, trainers
from tokenizers import Tokenizer as Peer

from bpe_core import BpeError, SpecialTokenError, Tokenizer, load_published
from bpe_core.fast import native
from bpe_core.formats import FormatError, read_huggingface, write
from bpe_core.lessons.tokens.ways import chunks_of, count_cuts, fates, token_arcs
from bpe_core.lessons.vocabulary.vocabulary import token_table
from bpe_core.pipeline.known_patterns import WITH_PIPELINE
from bpe_core.published import WITH_PIPELINE as PUBLISHED_WITH_PIPELINE
from bpe_core.tokenizer.whole_texts import encoder_of_whole_texts
from bpe_core.types import BOUNDARY
from tests.format_samples import added_token
from tests.peers import like_llama, tokenizer_json
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

TRAINED_ON = (
    "The baker's daughter bakes bread before daybreak, 365 loaves; don't ask. It costs 12 or 1,024 euros.\n"
    "Ein Bäcker bäckt Brötchen für 7 Bürger. Café, naïve, ﬁne. 你好，世界。こんにちは 42円\n"
) * 3
HARD = (
    "", "Hello world", " bread", "bread ", "two  spaces   three\n\n\nlines\r\n\ttabs", "DON'T we'LL ſ'S", "1234567 12 1,024 ²½",
    "e\u0301 é Å ﬁ ㋿", "你好，世界 こんにちは 한국어", "👩‍👩‍👧 🥖", "\u088f \U00016121", "a\x00b", "<s>hi</s> <mask> bread", "a <mask> b  <mask>  c",
    "xmaskx mask", "▁a ▁▁b", "b" * 200, "BREAD Bread bread", "\u088fmask mask\u088f", "BRead",
)  # fmt: skip
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
SEQUENCE = pre_tokenizers.Sequence


def split(pattern: str, behavior: str = "isolated") -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.Split(Regex(pattern), behavior)


def build(*, cut=None, normalizer=None, added=(), alphabet=True, unknown=None, **model) -> Peer:
    special = [token for token in ("<s>", "</s>", "<unk>") if token != unknown]
    peer = Peer(models.BPE(unk_token=unknown, **model))
    if normalizer:
        peer.normalizer = normalizer
    if cut:
        peer.pre_tokenizer = cut
    first = pre_tokenizers.ByteLevel.alphabet() if alphabet else []
    trainer = trainers.BpeTrainer(
        vocab_size=420,
        initial_alphabet=first,
        special_tokens=([unknown] if unknown else []) + special,
        show_progress=False,
        **{key: value for key, value in model.items() if key.endswith("fix") and value},
    )
    peer.train_from_iterator([TRAINED_ON], trainer)
    peer.add_tokens(list(added))
    return peer


def content_of(kind: str, **keys: object) -> dict:
    """The content of a file, some keys replaced."""
    return json.loads(built(kind).to_str()) | keys


def opened(content: dict, **options: bool) -> Tokenizer:
    return read_huggingface(json.dumps(content).encode(), **options)


MASK = AddedToken("<mask>", lstrip=True, rstrip=False, normalized=False)
WORD = AddedToken("mask", single_word=True, normalized=False)
FIRST = {
    "what the course trains: not all bytes": {"cut": pre_tokenizers.ByteLevel(False), "alphabet": False},
    "a space before the text": {"cut": pre_tokenizers.ByteLevel(add_prefix_space=True)},
    "NFKC": {"cut": pre_tokenizers.ByteLevel(False), "normalizer": normalizers.NFKC()},
    "lower case and a suffix, as CLIP": {
        "cut": SEQUENCE([split(WITH_PIPELINE["CLIP"][0], "removed"), BYTES]),
        "normalizer": normalizers.Sequence([normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]),
        "end_of_word_suffix": "</w>",
        "unknown": "<unk>",
    },
    "no normalizer though written": {"cut": pre_tokenizers.ByteLevel(False), "normalizer": normalizers.Sequence([])},
    "added tokens of every kind": {
        "cut": pre_tokenizers.ByteLevel(False),
        "normalizer": normalizers.Lowercase(),
        "added": [MASK, WORD, AddedToken("Brot", normalized=True), AddedToken("  ", rstrip=True)],
    },
    "characters, Metaspace, unknown": {"cut": pre_tokenizers.Metaspace(), "alphabet": False, "unknown": "<unk>"},
    "no cut at all, ▁ by the normalizer": {
        "cut": None,
        "normalizer": normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]),
        "alphabet": False,
    },
    "words and signs, a prefix within": {"cut": pre_tokenizers.Whitespace(), "alphabet": False, "continuing_subword_prefix": "##"},
    "GPT-1: words cleaned as BERT's, a suffix": {
        "cut": pre_tokenizers.BertPreTokenizer(),
        "normalizer": normalizers.BertNormalizer(lowercase=True),
        "alphabet": False,
        "end_of_word_suffix": "</w>",
        "unknown": "<unk>",
    },
    "cleaned as BERT's, with accents": {
        "cut": SEQUENCE([pre_tokenizers.Whitespace(), pre_tokenizers.Metaspace(prepend_scheme="first")]),
        "normalizer": normalizers.BertNormalizer(lowercase=False),
        "alphabet": False,
    },
    "bytes as glyphs by the normalizer": {"cut": split(r"Ġ?[^Ġ]+"), "normalizer": normalizers.ByteLevel()},
    "a token next to letters that only a later Unicode knows": {
        "cut": pre_tokenizers.ByteLevel(False),
        "added": [AddedToken("mask", single_word=True), AddedToken("\u088f mask", single_word=True, normalized=False)],
    },
    "spaces with what is before them": {"cut": pre_tokenizers.Split(" ", "merged_with_previous"), "alphabet": False},
}  # fmt: skip


PLAIN, SPACES = "added tokens, nothing else", "spaces with what is before them"


@cache
def built(kind: str) -> Peer:
    if kind == PLAIN:
        added = [AddedToken(content, normalized=True) for content in (" ", "BROT", "brot")]
        return build(cut=pre_tokenizers.ByteLevel(False), added=added)
    return fallback_tokenizer() if kind == "Llama's" else build(**FIRST[kind])


def both(kind: str) -> tuple[Tokenizer, Peer]:
    return read_huggingface(built(kind).to_str().encode()), built(kind)


@pytest.mark.parametrize("kind", FIRST)
def test_a_file_with_steps_gives_the_librarys_ids(kind):
    ours, peer = both(kind)
    assert_same_ids(ours, peer, HARD)
    written = write(ours, "huggingface")["tokenizer.json"].decode()
    again = Peer.from_str(written)
    assert_same_ids(ours, again, HARD[4:6])
    if not ours.steps.is_empty:
        assert json.loads(again.to_str()) == json.loads(peer.to_str())


def test_what_is_not_read_of_a_file_is_written_again_half_a_character_too():
    unread = '{"type": "BertProcessing", "sep": ["\\ud800", 1], "cls": ["🥖", 2]}'
    file = json.dumps(content_of(SPACES, post_processor="?")).replace('"?"', unread)
    written = write(read_huggingface(file.encode()), "huggingface")["tokenizer.json"]
    assert json.loads(written) == json.loads(file)


def test_a_file_nested_as_deep_as_can_be_read_is_refused_or_kept():
    file = json.dumps(content_of(SPACES, unread="?"))
    told = set()
    for depth in range(900, 1_000):
        nested = file.replace('"?"', "[" * depth + "]" * depth).encode()
        try:
            told.add(read_huggingface(nested).name)
        except FormatError as error:
            told.add(str(error))
    too_deep = "tokenizer.json: expected JSON of a few levels, found lists or objects nested too deep."
    assert told <= {"tokenizer.json", too_deep}


def assert_same_ids(ours, peer, texts) -> None:
    for text in texts:
        expected = peer.encode(text, add_special_tokens=False).ids
        assert ours.encode(text, allowed_special="all") == expected, text


BYTE_VOCABULARY = {glyph: number for number, glyph in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
FALLBACK = {f"<0x{byte:02X}>": byte for byte in range(256)}
ABCD = BYTE_VOCABULARY | {"ab": 256, "abc": 257, "bc": 258, "cd": 259, "abcd": 260}
IN_ANY_ORDER = [("ab", "c"), ("a", "bc"), ("ab", "cd"), ("b", "c"), ("a", "b"), ("c", "d"), ("abc", "d")]
LACKING = {byte: id_ for byte, id_ in FALLBACK.items() if byte != "<0xC3>"} | {"<unk>": 256, "a": 257}
# A single unit is enough to test that a chunk is looked up first: "x" is a token, but its only unit, at the end of a
# word, is "x</w>".
WORD_ENDS = {"x": 0, "x</w>": 1, "y": 2, "xy": 3, "y</w>": 4, "xy</w>": 5}


@pytest.mark.parametrize(
    ("model", "cut", "texts"),
    [
        *(
            (models.BPE(ABCD, IN_ANY_ORDER, ignore_merges=ignores), pre_tokenizers.ByteLevel(False), "abcd|abc abcd ab bc cd dcba|aabbccdd abcabcd")
            for ignores in (False, True)
        ),
        (
            models.BPE(WORD_ENDS, [("x", "y</w>")], end_of_word_suffix="</w>", ignore_merges=True),
            pre_tokenizers.Whitespace(), "x|y x|xy|xx xyx|z|z x",
        ),
        (
            models.BPE(FALLBACK | {"a": 256, "b": 257, "ab": 258}, [("a", "b")], byte_fallback=True),
            pre_tokenizers.ByteLevel(False), "ab ab|é|\x00",
        ),
        (models.BPE(LACKING, [], byte_fallback=True, unk_token="<unk>"), pre_tokenizers.Whitespace(), "aéx|éxa|xéy|éé"),  # noqa: S106
    ],
    ids=["merges in any order, several of one token", "the same, looked up", "chunks looked up first", "bytes of lacking glyphs", "a lacking byte"],
)  # fmt: skip
def test_small_models_give_the_librarys_ids(model, cut, texts):
    peer = Peer(model)
    peer.pre_tokenizer = cut
    assert_same_ids(read_huggingface(peer.to_str().encode()), peer, texts.split("|"))


def test_two_merges_that_make_one_token_though_whole_chunks_are_looked_up():
    content = tokenizer_json("gpt2")
    content["model"] |= {"ignore_merges": True, "merges": [*content["model"]["merges"], "t he"]}
    assert_same_ids(opened(content), Peer.from_str(json.dumps(content)), HARD)


def with_one_id_twice(first: str, **flags: bool) -> dict:
    """A file of two tokens and an added one: the library gives it the id 2, which the second one already has."""
    added = [added_token(content, 2, **flags) for content in (first, "new")]
    return json.loads(Peer(models.BPE({"a": 0, first: 2}, [])).to_str()) | {"added_tokens": added}


def test_added_tokens_that_the_library_gives_one_id():
    content = with_one_id_twice("b")
    assert_same_ids(opened(content), Peer.from_str(json.dumps(content)), ["ab", "anewb", "b"])


OF_NO_FILE = (
    {"type": "CharDelimiterSplit", "delimiter": "e"},
    {"type": "FixedLength", "length": 5},
    {"type": "UnicodeScripts"},
)


OF_NOTHING = {"type": "Replace", "pattern": {"Regex": "a*"}, "content": "b"}


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        # What the library does by accident.
        ({"normalizer": {"type": "Prepend", "prepend": ""}}, "prepends an empty string"),
        *(
            ({"normalizer": {"type": "Replace", "pattern": pattern, "content": "b"}}, "replaces empty matches")
            for pattern in ({"String": ""}, *({"Regex": one} for one in ("a*", r"\S{,2}", "^", r"x|\b", "(?=q)")))
        ),
        (
            {"normalizer": {"type": "Sequence", "normalizers": [OF_NOTHING, {"type": "NFC"}]}, "pre_tokenizer": None},
            "replaces empty matches .*, and another step follows",
        ),
        ({"normalizer": {"type": "Strip", "strip_left": True, "strip_right": True}}, "' ' is normalized to an empty string"),
        ({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAA"}}, "not a valid SentencePiece table"),
        # It picks one of them by chance, or mixes them up.
        ({"normalizer": {"type": "Lowercase"}}, "'BROT' and 'brot' are normalized to the same string"),
        (with_one_id_twice("Ġ", normalized=True) | {"normalizer": {"type": "NFD"}}, "expected an unused id for the added token 'new', found 2"),
        # All problems are named at once; steps that no file in use has.
        ({"normalizer": {"type": "Nonesuch"}, "pre_tokenizer": {"type": "Nowhere"}}, r"Nonesuch.*; .*Nowhere"),
        *(({"pre_tokenizer": step}, f"its pre_tokenizer '{step['type']}' is unknown") for step in OF_NO_FILE),
        # No BPE, also without a type.
        ({"model": {"vocab": [["a", -1.0]]}}, "Unigram"),
        ({"model": {"vocab": {"a": 0}, "max_input_chars_per_word": 9}}, "WordPiece"),
        ({"model": {"type": "Unigram", "vocab": {}}}, "key model.type: expected 'BPE', found Unigram.* has no merges"),
        ({"model": {"type": "WordPiece", "vocab": {}}}, "key model.type: expected 'BPE', found WordPiece.* longest match"),
        ({"model": {"type": "WordLevel", "vocab": {}}}, "key model.type: expected 'BPE', found WordLevel"),
    ],
)  # fmt: skip
def test_what_the_library_does_by_accident_or_what_is_no_bpe_is_refused_by_name(keys, words):
    content = content_of(PLAIN) | keys
    with pytest.raises(FormatError, match=words):
        opened(content)
    # It opens the steps that are refused because no file has them.
    assert keys.get("pre_tokenizer") not in OF_NO_FILE or Peer.from_str(json.dumps(content))


@pytest.mark.parametrize("normalizer", [None, {"type": "NFC"}])
def test_version_lines_and_a_repeated_merge_among_the_merges(normalizer):
    content = content_of(PLAIN, normalizer=normalizer)
    merges = [" ".join(merge) for merge in content["model"]["merges"]]
    listed = ["#version: 0.2", *merges[:9], "#version: 0.2 - more", *merges[9:], merges[0]]
    content["model"]["merges"] = listed
    assert_same_ids(opened(content), Peer.from_str(json.dumps(content)), HARD)


def test_characters_that_are_lacking_become_bytes():
    vocab = FALLBACK | {"<unk>": 256, "▁": 257, "a": 258, "b": 259, "▁a": 260, "ab": 261}
    peer = like_llama(vocab, [("▁", "a"), ("a", "b")])
    ours = read_huggingface(peer.to_str().encode())
    for text in ("ab ab", "aé 你 b", "\n<0x0A>", "", "  a"):
        ids = peer.encode(text, add_special_tokens=False).ids
        assert ours.encode(text) == ids
        assert ours.decode(ids) == peer.decode(ids)
    assert ours.written("aé  b") == " aé  b"


def with_bytes_decoded(kind: str) -> tuple[Tokenizer, Peer]:
    peer = Peer.from_str(built(kind).to_str())
    peer.decoder = decoders.ByteLevel()
    return read_huggingface(peer.to_str().encode()), peer


def test_tokens_are_decoded_and_have_the_positions_that_the_library_tells():
    ours, peer = with_bytes_decoded("what the course trains: not all bytes")
    for text in HARD:
        ids = peer.encode(text, add_special_tokens=False).ids
        assert ours.decode(ids) == peer.decode(ids, skip_special_tokens=False)
    ours, peer = with_bytes_decoded("a space before the text")
    for text in HARD:
        theirs = peer.encode(text, add_special_tokens=False)
        assert ours.offsets(theirs.ids, text=text) == theirs.offsets
        chunks = ours.split_by_tokens(text, 3, split_characters=True, allowed_special="all")
        assert b"".join(chunk.data for chunk in chunks) == text.encode()


def test_special_tokens_are_refused_or_plain_as_everywhere():
    ours, _ = with_bytes_decoded("NFKC")
    with pytest.raises(SpecialTokenError):
        ours.encode("a<s>b")
    assert len(ours.encode("<s>", disallowed_special=())) > 1
    assert ours.decode(ours.encode("a<s>b", allowed_special="all")) == "a<s>b"
    with pytest.raises(BpeError, match="does more to a text"):
        find_reachable(ours, token_table(ours))


def test_a_pattern_of_nobody_here_is_refused_where_it_must_be_known():
    peer = build(cut=SEQUENCE([split("(a+)+b"), BYTES]), normalizer=normalizers.NFC())
    assert read_huggingface(peer.to_str().encode()).encode("aab") == peer.encode("aab").ids
    quick = build(cut=SEQUENCE([split(r"\p{Lu}+|[aeiou]"), BYTES]), normalizer=normalizers.NFC())
    assert_same_ids(read_huggingface(quick.to_str().encode(), own_patterns=False), quick, HARD)
    with pytest.raises(FormatError, match="is unknown"):
        read_huggingface(peer.to_str().encode(), own_patterns=False)


def fallback_tokenizer() -> Peer:
    """A tokenizer like Llama's and Gemma's: characters, ▁ for a space, bytes for missing characters, no chunks."""
    content = content_of("no cut at all, ▁ by the normalizer", added_tokens=[])
    strings = [string for string in content["model"]["vocab"] if string not in "äé世"]
    vocab = {string: number for number, string in enumerate([*strings, *FALLBACK])}
    merges = [
        merge
        for merge in content["model"]["merges"]
        if all(side in vocab for side in (*merge, "".join(merge)))
    ]
    content["model"] |= {"vocab": vocab, "merges": merges, "byte_fallback": True}
    return Peer.from_str(json.dumps(content))


@pytest.mark.parametrize("kind", [*FIRST, "Llama's"])
def test_the_merges_of_a_trace_are_those_of_lowest_rank_and_end_in_the_ids(kind):
    ours, _ = both(kind)
    for text in HARD:
        trace = ours.trace(text)
        assert trace.ids == ours.encode_ordinary(text)
        # A naive loop over every chunk: merge the pair of lowest rank, the leftmost if there are several.
        boundaries = [gap + 1 for gap, by in enumerate(trace.closed_at.tolist()) if by == BOUNDARY]
        ids, applied = [], []
        for start, end in pairwise([0, *boundaries, len(trace.base_ids)]):
            now = trace.base_ids[start:end].tolist()
            while found := [
                (rank, at)
                for at, pair in enumerate(pairwise(now))
                if (rank := ours.rank_of(*pair)) is not None
            ]:
                rank, at = min(found)
                applied.append((rank, tuple(now[at : at + 2])))
                now[at : at + 2] = [ours.rules.new_ids[rank]]
            ids += now
        assert (ids, applied) == (trace.ids, [(merge.rank, merge.pair) for merge in trace.applied])


@pytest.mark.parametrize(
    "kind", ["Llama's", "words and signs, a prefix within", "GPT-1: words cleaned as BERT's, a suffix"]
)
def test_the_ways_of_a_tokenizer_that_begins_with_characters(kind):
    ours, _ = both(kind)
    trace = ours.trace("bakes Bäcker 你好 bread é")
    words = list(chunks_of(ours, trace, longest=20))
    assert [token_id for word in words for token_id in word.ids] == trace.ids
    for word in words:
        arcs, units = token_arcs(ours, word), len(word.base_ids)
        known = zip(arcs, fates(word, arcs), strict=True)
        assert [arc.token_id for arc, fate in known if fate.kind == "taken"] == word.ids
        if units > 10:
            continue
        # Count all ways: each gap is open or closed, and each resulting piece must be a token or a unit.
        fits = {(arc.start, arc.end) for arc in arcs}
        rows = (
            [0, *(gap + 1 for gap in range(units - 1) if choice >> gap & 1), units]
            for choice in range(1 << (units - 1))
        )
        assert count_cuts(arcs, units) == sum(all(piece in fits for piece in pairwise(row)) for row in rows)
        spelled = [ours.vocab[unit] for unit in word.base_ids.tolist()]
        for start, end, token_id in arcs:
            assert ours.vocab[token_id] == b"".join(spelled[start:end])


def test_a_word_that_is_cut_out_of_a_chunk_is_encoded_as_it_is_alone():
    tokenizer = load_published("gpt2")
    text = "slow lower lowest, and  the-slowest one"
    for part in chunks_of(tokenizer, tokenizer.trace(text), longest=48):
        alone = tokenizer.trace(tokenizer.decode(part.ids))
        assert (part.ids, part.applied) == (alone.ids, alone.applied)
        assert part.closed_at.tolist() == alone.closed_at.tolist()


def test_the_published_pipelines_go_through_c() -> None:
    if native.library:
        for tokenizer in map(load_published, PUBLISHED_WITH_PIPELINE):
            assert encoder_of_whole_texts(tokenizer.rules, dict(tokenizer.base.id_of_unit), tokenizer.steps)
