"""WordPiece as in the course, figure by figure, and its exact comparison of scores."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_one_go import train_wordpiece

from bpe_core import BpeError
from bpe_core.lessons.wordpiece import count_pairs, count_words
from tests.test_worked_examples import COURSE

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def test_the_figures_of_the_course():
    learned = train_wordpiece(HUG, num_merges=3)
    assert set(learned.alphabet) == {"b", "h", "p", "##g", "##n", "##s", "##u"}
    first, second, third = learned.steps
    at_first = {one.pair: one for one in count_pairs(first.splits, [*HUG.values()])}
    assert at_first["##u", "##g"].count == 20 == max(one.count for one in at_first.values())
    assert {str(one.score) for pair, one in at_first.items() if "##u" in pair} == {"1/36"}
    assert (first.best.pair, str(first.best.score), first.made, first.tied) == (
        ("##g", "##s"),
        "1/20",
        "##gs",
        1,
    )
    # All remaining pairs have the same score; the first is merged.
    assert (second.best.pair, second.made) == (("h", "##u"), "hu")
    assert second.tied == len(count_pairs(second.splits, [*HUG.values()]))
    assert (third.best.pair, str(third.best.score), third.made) == (("hu", "##gs"), "1/15", "hugs")
    assert learned.splits == (
        ("hu", "##g"),
        ("p", "##u", "##g"),
        ("p", "##u", "##n"),
        ("b", "##u", "##n"),
        ("hugs",),
    )


def test_an_earlier_printing_of_the_course_erred_at_its_third_merge():
    # In an earlier version, (hu, ##g) shared the best score, 1/15; but ##g occurs 15 times, in pug too.
    third = train_wordpiece(HUG, num_merges=3).steps[2]
    scores = {one.pair: one.score for one in count_pairs(third.splits, [*HUG.values()])}
    assert scores["hu", "##g"] == Fraction(2, 45) < scores["hu", "##gs"]
    assert max(score for pair, score in scores.items() if "hu" not in pair) == Fraction(1, 21)


def test_the_words_of_the_course_are_encoded_by_the_longest_match():
    learned = train_wordpiece(HUG, num_merges=3)
    assert learned.encode_word("hugs") == ["hugs"]
    assert learned.encode_word("bugs") == ["b", "##u", "##gs"]
    assert learned.encode_word("mug") is None
    assert learned.encode_word("bum") is None


def test_the_corpus_of_the_course():
    words = count_words("\n".join(COURSE))
    assert words["This"] == 3
    assert words["."] == 4
    assert len(words) == 30
    learned = train_wordpiece(words, num_merges=25)
    assert len(learned.alphabet) == 40
    scores = {one.pair: one.score for one in count_pairs(learned.steps[0].splits, [*words.values()])}
    assert scores["T", "##h"] == Fraction(125, 1000)
    assert float(scores["##h", "##i"]) == 0.03409090909090909
    assert float(scores["##i", "##s"]) == 0.02727272727272727
    assert (learned.steps[0].best.pair, learned.steps[0].best.score) == (("a", "##b"), Fraction(1, 5))
    printed = (
        "ab ##fu Fa Fac ##ct ##ful ##full ##fully Th ch ##hm cha chap chapt ##thm Hu Hug Hugg sh th is ##thms "
        "##za ##zat ##ut"
    )
    assert [step.made for step in learned.steps] == printed.split()
    assert learned.encode_word("Hugging") == ["Hugg", "##i", "##n", "##g"]
    assert learned.encode_word("HOgging") is None


def test_words_are_cut_as_tokenizers_cuts_them_for_bert():
    from tokenizers.pre_tokenizers import BertPreTokenizer

    for text in [*COURSE, "a_b $5.00 <x>  naïve—yes «no» 1+1=2 ~ ` ^\n\tend", "don't 雨。 ok"]:
        words = [word for word, _ in BertPreTokenizer().pre_tokenize_str(text)]
        counted = count_words(text)
        assert [*counted] == list(dict.fromkeys(words))
        assert sum(counted.values()) == len(words)


def test_as_tokenizers_encodes_with_the_same_vocabulary():
    from tokenizers.models import WordPiece

    learned = train_wordpiece(count_words("\n".join(COURSE)), num_merges=25)
    vocabulary = {token: number for number, token in enumerate(["[UNK]", *learned.vocabulary])}
    peer = WordPiece(vocab=vocabulary, unk_token="[UNK]", max_input_chars_per_word=100)  # noqa: S106 - no password
    for word in ["This", "Hugging", "tokenization", "thms", "HOgging", "chapters", "x", "Fully", "about"]:
        assert (learned.encode_word(word) or ["[UNK]"]) == [token.value for token in peer.tokenize(word)]


@given(st.dictionaries(st.text("ab#", min_size=1, max_size=5), st.integers(1, 10**6), max_size=6))
def test_every_merge_has_the_best_score_and_is_the_first_that_has(words):
    learned = train_wordpiece(words, num_merges=8)
    for step in learned.steps:
        scores = {one.pair: one.score for one in count_pairs(step.splits, [*words.values()])}
        best = [pair for pair, score in scores.items() if score == max(scores.values())]
        assert (step.best.pair, step.tied) == (best[0], len(best))
    for word, split in zip(words, learned.splits, strict=True):
        assert split[0] + "".join(token[2:] for token in split[1:]) == word


def test_scores_that_floats_cannot_tell_apart_are_told_apart():
    # As floats, 9007199254740993 / (...) and the next fraction are equal.
    big = 2**53
    words = {"ab": big + 1, "cd": big}
    learned = train_wordpiece(words, num_merges=1)
    assert learned.steps[0].best.pair == ("c", "##d")
    assert learned.steps[0].tied == 1


def test_too_much_work_is_refused_before_it_is_begun():
    with pytest.raises(BpeError, match="the limit for these words"):
        train_wordpiece({"a" * 1001: 1}, num_merges=1001)
