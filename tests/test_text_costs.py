"""The figures of Compare, each compared with a naive computation, and the tables with tiktoken."""

import json
import math
import re
import statistics
from bisect import bisect_right
from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import accumulate, chain

import numpy as np
import pytest
import regex
import tokenizers
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe_core import BpeError, load_published
from bpe_core.fast import split as fast_split
from bpe_core.formats import read
from bpe_core.in_parts import finished
from bpe_core.lessons.compare.text_costs import CostTally, MeasuredText
from bpe_core.lessons.metrics import WORD_PATTERN
from bpe_core.lessons.several_texts import MAX_OFFERED_FIELDS, _records, text_fields, texts_of_jsonl
from bpe_core.lessons.tokens.token_boundaries import cut_in_parts
from explorer_ui.command_line import compare
from explorer_ui.visit.samples import parallel_texts, sample_text
from tests.operations import calls_of
from tests.peers import tiktoken_encoding, trained_in_bytes

NUMBERS = "7 42 365 1,024 3024 31415926535 2718281828 x100000y\n\n \nand 12\n"


def costs_of(texts, tokenizer, *, by_line=False):
    tally = CostTally(tokenizer.vocab_size)
    for text in texts:
        cut = finished(cut_in_parts(tokenizer, text))
        tally.add(MeasuredText.of(text, by_line=by_line), cut.ids, cut.boundaries)
    return tally.costs()


def naive_shares(texts, places_of, word):
    """The shares of words in one token, of numbers in single digits, and in groups of three, by loops over the boundaries."""
    whole, digits, thousands = [], [], []
    for text, places in zip(texts, places_of, strict=True):

        def inside(match, text=text, places=places):
            start, end = (len(text[:at].encode()) for at in match.span())
            return {place - start for place in places if start < place < end}

        whole += [not inside(match) for match in regex.finditer(word, text)]
        for match in re.finditer("[0-9]{2,}", text):
            length = len(match[0])
            digits.append(inside(match) == set(range(1, length)))
            if length > 3:
                thousands.append(inside(match) == set(range(length - 3, 0, -3)))
    found = {"whole_words": whole, "digits": digits, "thousands": thousands}
    return {name: statistics.mean(shares) if shares else None for name, shares in found.items()}


def naive(texts, name):
    """The same figures by loops over tiktoken's tokens, according to their definitions."""
    encoding = tiktoken_encoding(name)
    ids = [encoding.encode_ordinary(text) for text in texts]
    counts = Counter(chain.from_iterable(ids))
    places = [accumulate(map(len, encoding.decode_tokens_bytes(row))) for row in ids]
    total = sum(counts.values())
    moment = math.fsum((count / total) ** 2.5 for count in counts.values())
    size = len(encoding.token_byte_values()) + len(encoding.special_tokens_set)
    lengths = sorted(len(row) for text, row in zip(texts, ids, strict=True) if text.strip())
    return {
        "tokens": total,
        "used": len(counts),
        "median": statistics.median_low(lengths),
        "most": lengths[math.ceil(0.95 * len(lengths)) - 1],
        "renyi_efficiency": math.log(moment) / -1.5 / math.log(size),
        **naive_shares(texts, map(set, places), WORD_PATTERN),
    }


CORPORA = {
    "languages": [*parallel_texts().values()],
    "lines": sample_text("prose").splitlines(),
    # The first characters of two, three and four bytes.
    "sizes": ["\x7f\x80 one two 12", "\u07ff\u0800 one two 345", "\uffff\U00010000 one 6789"],
    "numbers": [NUMBERS, "1 22 333 4444", "", "  "],
}


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_the_figures_are_those_of_loops_over_tiktokens_tokens(name: str, corpus: str) -> None:
    costs = costs_of(CORPORA[corpus], load_published(name))
    expected = naive(CORPORA[corpus], name)
    if corpus == "languages":  # half of the letters are in scripts without spaces
        expected["whole_words"] = costs.whole_words
    assert {key: getattr(costs, key) for key in expected} == pytest.approx(expected)


@cache
def normalizing(normalizer):
    """A tokenizer of bytes with a normalizer, ours and the peer."""
    peer = trained_in_bytes(["low low é é ḗ"], 262, normalizer=getattr(tokenizers.normalizers, normalizer)())
    return read({"tokenizer.json": peer.to_str().encode()}), peer


@pytest.mark.parametrize("normalizer", ["NFC", "NFD", "NFKC", "Lowercase"])
@example(text="e\u0304\u0301e\u0304\u0301 e\u0304\u0301\n" * 3)
@example(text="ﷺ ﬁ\nÉ ½")
@given(text=st.text(alphabet="lowOé ḗÉ\u0301\u0304e\nﬁﷺ½İ"))
def test_the_tokens_of_a_changed_text_are_those_of_its_lines_and_words(normalizer: str, text: str) -> None:
    """Several tokens can begin in one character of the text, which a normalizer changed."""
    ours, peer = normalizing(normalizer)
    costs = costs_of([text], ours, by_line=True)
    spans = peer.encode(text).offsets
    assert len(spans) == costs.tokens == len(ours.encode_ordinary(text))
    begins = [match.start() for match in re.finditer(r"[^\n]*\S[^\n]*", text)]
    lines = [0] * len(begins)
    for start, _ in spans if lines else []:
        lines[max(bisect_right(begins, start) - 1, 0)] += 1
    if lines:
        lines.sort()
        assert costs.median == statistics.median_low(lines)
        assert costs.most == lines[math.ceil(0.95 * len(lines)) - 1]
    words = [match.span() for match in regex.finditer(WORD_PATTERN, text)]
    if costs.tokens_per_word is not None:
        whole = [sum(start < end_ and begin < end for start, end in spans) == 1 for begin, end_ in words]
        assert costs.whole_words == pytest.approx(statistics.mean(whole))
    for name, cost in compare._costs({"it": ours}, [("", text)])[0].items():
        assert (name, cost) == ("it", costs)


def test_a_sign_before_a_text_is_a_token_of_its_own() -> None:
    """The ▁ that begins a text takes nothing from the word after it; those of the peer tell where tokens begin."""
    tokens = ["▁", "l", "o", "w", "lo", "low", "\n"]
    peer = tokenizers.Tokenizer(
        tokenizers.models.BPE({token: at for at, token in enumerate(tokens)}, [("l", "o"), ("lo", "w")])
    )
    peer.normalizer = tokenizers.normalizers.Sequence(
        [tokenizers.normalizers.Prepend("▁"), tokenizers.normalizers.Replace(" ", "▁")]
    )
    ours = read({"tokenizer.json": peer.to_str().encode()})
    text = "low low\nlow"
    assert ours.encode(text) == peer.encode(text).ids == [0, 5, 0, 5, 6, 5]
    costs = costs_of([text], ours, by_line=True)
    assert (costs.tokens, costs.median, costs.most, costs.whole_words) == (6, 1, 5, 1.0)


@given(text=st.text(alphabet="a1 \né你🥖\ud800", max_size=30))
def test_any_text_can_be_measured(text: str) -> None:
    costs = costs_of([text], load_published("gpt2"), by_line=True)
    assert costs.size == len(text.encode("utf-8", "replace").replace(b"?", b"\xef\xbf\xbd"))
    assert costs.units == len([line for line in text.split("\n") if line.strip()])


@settings(max_examples=150)
@given(text=st.text(alphabet="ab 123", max_size=24), data=st.data())
def test_words_and_numbers_are_those_of_a_naive_count(text: str, data: st.DataObject) -> None:
    boundaries = data.draw(st.sets(st.integers(1, max(len(text) - 1, 1)))) if len(text) > 1 else set()
    tally = CostTally(1_000)
    ids = [0] * (len(boundaries) + 1)
    tally.add(MeasuredText.of(text, by_line=False), ids, np.array(sorted(boundaries), int))
    costs, expected = tally.costs(), naive_shares([text], [boundaries], "[a-z0-9]+")
    assert {name: getattr(costs, name) for name in expected} == pytest.approx(expected)


def test_a_tokenizer_without_known_boundaries_has_the_figures_that_need_none() -> None:
    tally = CostTally(10)
    tally.add(MeasuredText.of("low 12", by_line=True), [1, 2, 2], None)
    costs = tally.costs()
    assert (costs.tokens, costs.median, costs.whole_words, costs.digits) == (3, 3, None, None)
    # Nor has one whose boundaries are known in another text only.
    tally.add(MeasuredText.of("low 12", by_line=True), [1, 2], np.array([3]))
    costs = tally.costs()
    assert (costs.tokens, costs.whole_words, costs.digits) == (5, None, None)


def test_an_id_as_large_as_a_file_can_have_takes_no_memory() -> None:
    tally = CostTally(2)
    tally.add(MeasuredText.of("ab", by_line=True), [2**31 - 1, 0], np.array([1]))
    assert tally.costs().used == 2


def test_nothing_has_no_figures() -> None:
    assert CostTally(0).costs().row("a", first=CostTally(0).costs())["bytes per token"] is None


# ---- JSON Lines


def test_the_texts_of_json_lines_are_those_of_a_field() -> None:
    texts = ["low", "", "two\nlines", "=1+1", "é\u2028你"]
    lines = "\n".join(json.dumps({"id": 1, "a": text, "b": "x"}, ensure_ascii=False) for text in texts)
    assert text_fields(lines) == ["a", "b"]
    assert [*texts_of_jsonl(f"\ufeff{lines}\r\n\n", "a", name="f")] == texts


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "f: line 4 is not valid JSON"),
        ("1" * 5_000, "f: line 4 is not valid JSON"),
        ("[" * 100_000, "f: line 4 is not valid JSON: it is nested too deeply"),
        ("[]", "f: line 4 has no text in the field 'a'"),
        ('{"a": 5}', "f: line 4 has no text in the field 'a'"),
        ("{}", "f: line 4 has no text in the field 'a'"),
    ],
)
def test_a_broken_line_is_named(line: str, said: str) -> None:
    with pytest.raises(BpeError, match=re.escape(said)):
        [*texts_of_jsonl(f'{{"a": ""}}\n{{"a": ""}}\n\n{line}\n', "a", name="f")]


@pytest.mark.parametrize("lines", ["", "\n", "{", "[1]", '"text"', "{}"])
def test_a_file_without_records_has_no_fields(lines: str) -> None:
    assert text_fields(lines) == []


@given(st.text("\n\n \r\ufeff\u2028\x0b\x1c0"))
def test_the_lines_are_those_of_a_loop_over_the_line_ends(lines: str) -> None:
    found, expected = ([], [])
    with suppress(BpeError):
        found.extend(_records(lines, "f"))
    with suppress(ValueError):
        for number, line in enumerate(lines.removeprefix("\ufeff").split("\n"), 1):
            if line.strip():
                expected.append((number, json.loads(line)))
    assert found == expected


def test_blank_lines_take_no_work_each() -> None:
    blank = "\n \r\n\u00a0\n" * 100_000
    texts, calls = calls_of(
        lambda: [*texts_of_jsonl(f'{blank}{{"a": "low"}}\n{blank}{{"a": ""}}{blank}', "a", name="f")]
    )
    assert texts == ["low", ""]
    assert calls < 1_000
    with pytest.raises(BpeError, match="f: line 300001 is not valid JSON"):
        [*texts_of_jsonl(f"{blank}x", "a", name="f")]


def test_only_the_first_fields_of_a_record_are_offered() -> None:
    record = {str(number): "" for number in range(1_000)}
    assert text_fields(json.dumps(record)) == [*record][:MAX_OFFERED_FIELDS]


@pytest.mark.parametrize("several", [False, True])
@settings(max_examples=60, deadline=None)
@given(
    text=st.lists(
        st.sampled_from(["a", " ", "\n", "12345", "don't", "字", "。", "e\u0301", "  ", "\t", "low"])
    ).map("".join)
)
def test_the_costs_of_blocks_are_those_of_the_text(several: bool, text: str) -> None:
    tokenizers = {name: load_published(name) for name in ("gpt2", "cl100k_base", "qwen3")}
    texts = [("", text), ("", text[::-1])] if several else [("", text)]

    def printed() -> list[dict[str, object]]:
        costs, refused = compare._costs(tokenizers, texts)
        assert not refused
        rows = [cost.row(name, first=costs["gpt2"]) for name, cost in costs.items()]
        return [{column: compare._rounded(value) for column, value in row.items()} for row in rows]

    expected = printed()
    assert all(tokenizer.may_be_cut for tokenizer in tokenizers.values())
    for block in (1, 4):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fast_split, "_BLOCK", block)
            assert printed() == expected
