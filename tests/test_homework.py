"""Lists of merges in common notations, and the usual mistake that explains a difference."""

import json
import pickle
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import get_args
from unittest.mock import patch

import pytest
import tokenizers

from bpe_core import RECIPES, BpeError, TieBreak, Tokenizer, to_glyphs, train
from bpe_core.formats import write
from bpe_core.in_parts import finished
from bpe_core.lessons.train.merge_lists import in_bytes, read_merge_file, read_merges
from bpe_core.lessons.train.mistakes import Mistake, explain, without_overlaps
from bpe_core.lessons.train.printed import first_difference, spelled_merges
from bpe_core.pretokenization import split
from explorer_ui.places.train.homework import printed as printed_view
from explorer_ui.places.train.homework.printed import explanation_in_words
from explorer_ui.tokenizers.uploads_read import MEGABYTE
from explorer_ui.visit.limits import MAX_LIST_MB, MAX_MERGES
from explorer_ui.visit.samples import sample_text
from tests.apps import open_app, upload, words
from tests.test_course_exercise import in_bytes as learned_by_a_loop
from tests.test_course_exercise import merged

PROSE = sample_text("prose")[:2_000]
STORY = "".join(f"{line}<|endoftext|>" for line in PROSE.splitlines())
OURS = replace(RECIPES["gpt2"], tie_break="highest-bytes", special_tokens=("<|endoftext|>",))


def explained(text, merges, recipe=OURS):
    history = train(text, recipe=recipe, num_merges=len(merges))
    found = first_difference(history, merges)
    assert found is not None
    return finished(explain(text, recipe, merges, agrees=found.step))


def test_every_form_of_a_list_is_read_as_the_same_merges(tmp_path):
    history = train("é né\n né 'n' é \"n\" \\", recipe="gpt2", num_merges=9)
    merges = spelled_merges(history)
    tokenizer = Tokenizer.from_history(history)
    glyphs = [[to_glyphs(side) for side in pair] for pair in merges]
    files = [
        write(tokenizer, "gpt2")["vocab.bpe"],
        json.dumps(glyphs).encode(),
        json.dumps(glyphs, indent=1).encode(),
        json.dumps([*map(" ".join, glyphs)]).encode(),
        "\n".join(map(repr, merges)).encode(),
        repr(merges).encode(),
        "\n".join(map(" ".join, glyphs)).encode(),
    ]
    theirs = tokenizers.Tokenizer.from_str(write(tokenizer, "huggingface")["tokenizer.json"].decode())
    theirs.model.save(str(tmp_path))
    files.append((tmp_path / "merges.txt").read_bytes())
    # An editor may save the same list in UTF-16, or with a byte order mark.
    files += [file.decode().encode(encoding) for file in files for encoding in ("utf-16", "utf-8-sig")]
    for file in files:
        assert in_bytes(read_merge_file(file), "bytes") == merges, file[:80]
    for half in (r'[["\ud800", "a"]]', '[["\ud800", "a"]]'):
        assert in_bytes(read_merges(half), "bytes") == [("\ufffd".encode(), b"a")]


def test_quotes_commas_and_escapes_are_those_of_the_notation_and_not_of_the_sides():
    pairs = [("'re", "G"), (",", "G"), ("G", ","), (",", ",")]
    assert read_merges("\n".join(map(" ".join, pairs))) == pairs
    pairs += [("\xa0", "\u200b"), ("\n", "\U000e0020"), ("r", "_")]
    printed = [*map(repr, pairs[:-1]), "('r', '</w>')"]
    for text in ("\n".join(printed), f"[{', '.join(printed)}]"):
        assert read_merges(text) == pairs
    for text in ("u, g", "'u', 'g'", '"u" "g"', "('u', 'g'): 20", "`u` + `g`"):
        assert read_merges(text) == [("u", "g")]


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (pickle.dumps([(b"a", b"b")]), "pickle"),
        (b"a b\n\xff c", "The list is not valid UTF-8: byte 0xff at offset 4"),
        (b"a b\nabc", "Line 2"),
        (b'[["a", "b"], ["a"]]', "two strings"),
        (b'[["a", "b"], [1, 2]]', "two strings"),
        (b'[["a", "b"]', "JSON"),
        (b"[" * 100_000, "JSON|nest|lists|Line"),
        (b"[(101, 32), (256, 97)]", "print the bytes"),
        (b"[(a, b)]", "print the bytes"),
    ],
)
def test_what_is_no_list_is_refused_by_what_it_is(file, says):
    with pytest.raises(BpeError, match=says):
        read_merge_file(file)


@pytest.mark.parametrize(
    "text", ["(" * 50_000, "b'" * 50_000, "[(b'\\" * 20_000, "'\\'" * 50_000, "\\" * 99_999]
)
def test_hostile_lists_are_read_or_refused(text):
    with suppress(BpeError):
        assert read_merges(text) is not None


def test_the_right_list_has_no_difference_and_a_mistake_is_recognised():
    parts = [part for part in STORY.split("<|endoftext|>") if part]
    right, *wrong = (
        learned_by_a_loop(Counter(chunks), 60)
        for chunks in (
            [chunk for part in parts for chunk in split(part, "gpt2")],
            split(STORY, "gpt2"),
            parts,
        )
    )
    assert first_difference(train(STORY, recipe=OURS, num_merges=60), right) is None
    first_seen = train(STORY, recipe=replace(OURS, tie_break="first-seen"), num_merges=60)
    mistakes = (Mistake("special tokens"), Mistake("chunks"), Mistake("tie-break", "first-seen"))
    for merges, mistake in zip([*wrong, spelled_merges(first_seen)], mistakes, strict=True):
        assert explained(STORY, merges).mistakes == (mistake,)


def test_another_split_pattern_and_another_rule_are_recognised():
    text = "In 1234 and 12345 we'll see 1234 and 123456;\n\n we'LL see 12345 and 1234. We'Ll see 1234567." * 3
    for pattern in ("cl100k_base", "o200k_base"):
        merges = learned_by_a_loop(Counter(split(text, pattern)), 20)
        told = explained(text, merges)
        assert told.agrees == 20
        assert told.mistakes[0].kind == "split pattern"
    told = explained(text, spelled_merges(train(text, recipe="gpt4", num_merges=20)))
    assert told.agrees == 20
    assert told.mistakes[1:] == (Mistake("tie-break", "first-seen"),)


def test_overlaps_that_count_once_are_recognised():
    # A loop that skips the rest of a counted pair, as in many solutions.
    text = "aaa aaa aaa bc bc bc bc bcd aad"
    rows = [[bytes([byte]) for byte in chunk.encode()] for chunk in split(text, "gpt2")]
    merges = []
    for _ in range(4):
        counts: Counter[tuple[bytes, bytes]] = Counter()
        for row in rows:
            at = 0
            while at < len(row) - 1:
                pair = (row[at], row[at + 1])
                counts[pair] += 1
                at += 2 if pair[0] == pair[1] == (row[at + 2] if at + 2 < len(row) else None) else 1
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        rows = [merged(row, best) for row in rows]
    told = explained(text, merges, replace(OURS, special_tokens=()))
    assert told.mistakes == (Mistake("overlaps"),)
    assert "count once" in explanation_in_words(told, 4)
    told = explained(text, merges, RECIPES["gpt2"])
    assert told.mistakes == (Mistake("overlaps"), Mistake("tie-break", "highest-bytes"))


@pytest.mark.parametrize("name", ["gpt2", "characters", "hf-course", "word-marker"])
@pytest.mark.parametrize("rule", get_args(TieBreak))
def test_without_overlaps_training_is_the_textbook_by_every_rule_and_alphabet(name, rule):
    # Where no pair has equal sides, counting without overlaps changes nothing.
    text = "é~ !x é~ !x<|endoftext|> no~é\u4f60!x\u4f60 on! né"
    begun = train(text, recipe=name, num_merges=0, special_tokens=["<|endoftext|>"])
    history = train(text, recipe=name, num_merges=9, tie_break=rule, special_tokens=["<|endoftext|>"])
    assert all(left != right for left, right in spelled_merges(history))
    assert [*islice(without_overlaps(begun, rule), 9)] == spelled_merges(history)


@pytest.mark.parametrize(
    ("alphabet", "expected"),
    [("bytes", b" "), ("byte-glyphs", b" "), ("word-marker", b" "), ("characters", "Ġ".encode())],
)
def test_the_sign_for_a_space_is_one_where_the_alphabet_has_it(alphabet, expected):
    assert in_bytes([("Ġ", "t"), (b"x", "y")], alphabet) == [(expected, b"t"), (b"x", b"y")]


def test_what_no_mistake_explains_is_told_with_what_was_tried():
    told = explained("low low lower", [(b"x", b"y")], RECIPES["gpt2"])
    assert told.mistakes == ()
    assert "Tried: other tie-break rules" in explanation_in_words(told, 1)


def test_the_page_explains_a_list_of_ones_own():
    text = "low lower lowest newest widest new wide"
    merges = learned_by_a_loop(Counter(split(text, "gpt2")), 5)
    app = open_app("Homework", text=text, printed_example="own", recipe="gpt2", num_merges=9)
    with patch.object(printed_view, "_MOST_TEXT", len(text)):  # as long as a text may be
        app.text_area(key="printed_list").set_value("\n".join(map(repr, merges))).run()
    assert not app.exception
    told = "Training learns your whole list of 5 merges if **ties are broken by greatest bytes**."
    assert told in words(app)


def test_a_file_with_a_list_is_limited_on_the_server_too_and_read_once():
    app = open_app("Homework", text="a b a b", printed_example="own", num_merges=1)
    with patch.object(printed_view, "read_merge_file", wraps=read_merge_file) as reads:
        upload(app, ("a.txt", b"\n" * (MAX_LIST_MB * MEGABYTE + 1)), key="list_upload")
        assert "a.txt: 2,097,153 bytes; the limit is 2,097,152 (2 MB)" in words(app)
        assert not reads.called
        upload(app, ("b.txt", b"a b\n" * (MAX_MERGES + 5)), key="list_upload")
        app.run()
    assert reads.call_count == 1
    assert len(app.dataframe[-1].value) == MAX_MERGES
    assert f"The first {MAX_MERGES:,} of {MAX_MERGES + 5:,}." in words(app)
    with patch.object(printed_view, "MAX_MERGES", MAX_MERGES + 5):
        assert "The first" not in words(app.run())
