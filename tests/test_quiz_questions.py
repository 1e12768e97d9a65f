"""The questions of the Quiz: other libraries and naive loops confirm the right answer, and no option is impossible."""

import re
import unicodedata
from collections import Counter
from functools import cache, reduce
from itertools import accumulate, chain, pairwise
from pathlib import Path
from random import Random

import pytest
import regex

from bpe_core import BRANCHES, RECIPES, Tokenizer, load_published, train
from bpe_core.lessons.quiz.by_hand import hand_cut, has_blocked, words
from bpe_core.lessons.quiz.misconceptions import (
    LESSON_KINDS,
    TEXTS,
    LessonQuestion,
    lesson_question,
    version_of,
)
from bpe_core.lessons.quiz.missed import Missed
from bpe_core.lessons.tokens.single_words import RankedMerge
from explorer_ui.visit.samples import parallel_texts
from explorer_ui.visit.settings import DEFAULT_TEXT
from tests.peers import tiktoken_encoding
from tests.sampling import IN_TURNS

SAMPLES = {
    path.stem: path.read_bytes().decode()
    for path in (Path(__file__).parent.parent / "sample_texts").rglob("*.txt")
}
PUBLISHED = ("gpt2", "cl100k_base", "o200k_base")
GPT2 = "|".join(branch.pattern for branch in BRANCHES["gpt2"])


def questions(text: str, times: int = 12) -> list[LessonQuestion]:
    made = (lesson_question(kind, text, Random(seed)) for kind in LESSON_KINDS for seed in range(times))
    return [question for question in made if question]


@cache
def asked_everywhere() -> list[LessonQuestion]:
    texts = (TEXTS[0], TEXTS[1], SAMPLES["prose"])
    return [*version_of(0), *version_of(1), *chain.from_iterable(map(questions, texts))]


def tokens(text: str, name: str = "cl100k_base") -> tuple[bytes, ...]:
    encoding = tiktoken_encoding(name)
    return tuple(encoding.decode_tokens_bytes(encoding.encode_ordinary(text)))


def ids(*texts: str) -> str:
    encoding = tiktoken_encoding("cl100k_base")
    return ", ".join(str(id_) for text in texts for id_ in encoding.encode_ordinary(text))


def pairs_of(text: str) -> list[tuple[bytes, bytes]]:
    """All pairs of neighbouring bytes within the chunks of GPT-2's pattern."""
    chunks = [chunk.encode() for chunk in regex.findall(GPT2, text)]
    return [(bytes([a]), bytes([b])) for chunk in chunks for a, b in pairwise(chunk)]


def merged(parts, ranks):
    """Merge by lowest rank in a naive loop; returns the parts, and the ranks in the order of the merges."""
    parts, order = list(parts), []
    while found := [(ranks[pair], at) for at, pair in enumerate(pairwise(parts)) if pair in ranks]:
        rank, at = min(found)
        order.append(rank)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return tuple(parts), order


def first_ranks(most: int) -> dict[tuple[bytes, bytes], int]:
    """The first merges of GPT-2, whose ids after the 256 bytes are in the order of the merges."""
    encoding, ids = tiktoken_encoding("gpt2"), range(256, 256 + most)
    learned = zip(map(encoding.decode_single_token_bytes, ids), ids, strict=True)
    return {(token[:at], token[at:]): id_ for token, id_ in learned for at in range(1, len(token))}


def in_bytes(word: bytes) -> list[bytes]:
    return [bytes([byte]) for byte in word]


def recomputed(question: LessonQuestion) -> object:  # noqa: PLR0911 - one for each kind
    """The right answer, without the project's engine."""
    first = next((shown for shown in question.subject if isinstance(shown, str)), "")
    match question.kind:
        case "longest" | "space" | "numbers" | "special":
            return tokens(first)
        case "counting":
            encoding = tiktoken_encoding("gpt2")
            written = set(encoding.token_byte_values())
            known = [pair for pair in pairs_of(first) if b"".join(pair) in written]
            return min(known, key=lambda pair: encoding.encode_single_token(b"".join(pair)))
        case "ties":
            counts = Counter(pairs_of(first))
            assert sum(count == max(counts.values()) for count in counts.values()) > 2
            return max(counts, key=lambda pair: counts[pair])  # of several, the first
        case "decoding":
            return ids(first)
        case "overlaps":
            return len(re.sub(f"{first[0]}{first[0]}", "x", first))
        case "inside":
            return ids(f" {first}")
        case "per_word":
            return len(tokens(first))
        case "more_merges":
            (early,) = question.subject
            assert isinstance(early, tuple)
            word = b"".join(part for part in early if isinstance(part, bytes))
            most = int(re.search(r"[\d,]+", question.prompt)[0].replace(",", ""))  # type: ignore[index]
            assert merged(in_bytes(word), first_ranks(most))[0] == early
            assert set(accumulate(map(len, tokens(word.decode(), "gpt2")))) < set(accumulate(map(len, early)))
            return tokens(word.decode(), "gpt2")
        case "languages":
            english, foreign = (str(shown) for shown in question.subject)
            assert f" {len(tokens(english, 'gpt2'))} tokens" in question.prompt
            assert "each letter takes one or two tokens" in question.reason
            parts = [at for at, token in enumerate(tokens(foreign, "gpt2")) for _ in token]
            ends = list(accumulate(len(letter.encode()) for letter in foreign))
            taken = [parts[one:other] for one, other in pairwise([0, *ends]) if other - one > 1]
            assert {len(set(of_letter)) for of_letter in taken} <= {1, 2}
            assert all(one[0] < other[-1] for one, other in pairwise(taken)), "no token has two letters"
            return len(tokens(foreign, "gpt2"))
        case "prompt_end":
            prompt, following = re.findall("“(.*?)”", question.prompt)
            return (*tokens(prompt)[-2:], *tokens(following))
        case "halves":
            one, two = re.findall(r"“(\w+)” alone (\d+)", question.prompt)
            assert one[0] + two[0] == first
            assert [len(tokens(half)) for half, _ in (one, two)] == [int(one[1]), int(two[1])]
            return len(tokens(first))
    raise AssertionError(question.kind)


@pytest.mark.parametrize("kind", LESSON_KINDS)
def test_the_right_answer_is_recomputed_and_no_option_is_impossible(kind: str) -> None:
    asked = [question for question in asked_everywhere() if question.kind == kind]
    assert len(asked) > 24
    for question in asked:
        right = question.options[question.answer]
        assert right == recomputed(question), question
        assert len(set(map(str, question.options))) == len(question.options) in {3, 4}
        assert [not belief for belief in question.beliefs].count(True) == 1
        assert question.beliefs[question.answer] == ""
        assert len(set(question.beliefs)) == len(question.beliefs)
        told = "".join(shown for shown in question.subject if isinstance(shown, str))
        if kind == "decoding":
            assert f" ids {right} " not in question.prompt
        if kind == "overlaps":
            size = len(told)
            assert sorted(question.options) == [1, size // 2, size // 2 + 1, size]
        for option in question.options:
            if isinstance(option, int):
                assert 1 <= option <= len(told.encode())


@pytest.mark.parametrize("text", [*TEXTS, DEFAULT_TEXT, SAMPLES["prose"]])
def test_the_first_merge_is_the_one_that_the_encoder_applies_first(text: str) -> None:
    gpt2 = load_published("gpt2")
    for seed in range(60):
        question = lesson_question("counting", text, Random(seed))
        word, *merges = question.subject
        first = gpt2.trace(word).applied[0].pair
        assert question.options[question.answer] == (gpt2.vocab[first[0]], gpt2.vocab[first[1]])
        listed = [(one.left, one.right) for one in merges if isinstance(one, RankedMerge)]
        assert set(question.options) <= set(listed)
        assert listed[0] == question.options[question.answer]
        assert len(regex.findall(GPT2, word)) == 1, "of two chunks, the first is finished first"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("language", ["French", "German", "Spanish", "Turkish"])
def test_a_word_that_is_asked_about_is_a_word_of_the_text(language, form):
    text = unicodedata.normalize(form, parallel_texts()[language])
    whole = {*regex.findall(r"[\p{L}\p{M}\p{N}]+", text), "stop"}
    asked = [one for one in questions(text, 20) if one.kind not in {"overlaps", "numbers", "languages"}]
    assert len(asked) > 60
    for question in asked:
        match question.kind:
            case "prompt_end":
                told = " ".join(re.findall("“(.*?)”", question.prompt))
            case "special":
                told = str(question.subject[0]).partition(" <")[0]
            case "more_merges":
                told = b"".join(question.subject[0]).decode()
            case _:
                told = str(question.subject[0])
        assert whole.issuperset(regex.findall(r"[\p{L}\p{M}\p{N}]+", told)), question


PARTS_OF_WORDS = (
    "aujourd'hui quelqu’un don't ask her for", "mp3player", "Groß\xadmutter", "İstanbul'daki",
    " " * 3_994 + "earthenware",
)  # fmt: skip


@pytest.mark.parametrize("text", PARTS_OF_WORDS)
@pytest.mark.parametrize("kind", ["longest", "inside", "halves", "prompt_end"])
def test_a_part_of_a_word_is_no_word(text: str, kind: str) -> None:
    assert lesson_question(kind, text, Random(1)) is None


def test_a_vowel_sign_is_no_punctuation_mark_and_a_sentence_does_not_end_within_a_number() -> None:
    question = lesson_question("per_word", "नमस्ते दुनिया, आप कैसे हैं?", Random(1))
    marks = question.beliefs.index("a word or a punctuation mark is a token")
    assert question.options[marks] == 5 + 2
    sentence = "The strawberries cost about 3.14 euros at www.example.org."
    assert lesson_question("per_word", sentence, Random(1)).subject == (sentence,)


def test_the_two_versions_ask_the_same_kinds_about_different_texts() -> None:
    for one, other in zip(version_of(0), version_of(1), strict=True):
        assert one.kind == other.kind
        assert (one.prompt, one.subject) != (other.prompt, other.subject)
        if not isinstance(one.options[one.answer], int):
            assert one.options[one.answer] != other.options[other.answer]
        # What most people believe of the first merge is an option in both.
        if one.kind == "counting":
            assert "the pairs of the word are counted" in {*one.beliefs} & {*other.beliefs}
    assert len({question.answer for question in version_of(0)}) > 2


def test_no_place_among_the_options_is_better_than_another() -> None:
    answers = Counter(question.answer for question in asked_everywhere() if len(question.options) == 4)
    assert max(answers.values()) < 1.5 * sum(answers.values()) / 4


@pytest.mark.parametrize("text", ["", "a", "日本語", "\n\n", "\x00", "<|endoftext|>", "é" * 9])
def test_a_text_without_a_question_gives_none_and_no_error(text: str) -> None:
    for question in questions(text, 3):
        assert question.options[question.answer] == recomputed(question)


@IN_TURNS
@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("sample", ["prose", "hindi", "japanese"])
def test_a_word_to_tokenize_by_hand_needs_only_the_merges_shown(name: str, sample: str) -> None:
    for seed in range(30):
        question = hand_cut(load_published(name), words(SAMPLES[sample]), Random(seed))
        assert question
        work = question.work
        assert work.tokens == tokens(work.word, name)
        assert 3 <= len(work.merges) <= 12, "there is something to choose"
        if sample == "prose":
            assert has_blocked(work)
        ranks = {(merge.left, merge.right): merge.rank for merge in work.merges}
        assert merged(in_bytes(work.word.encode()), ranks)[0] == work.tokens
        applied = filter(None, work.closed_by)
        assert all(ranks[merge.left, merge.right] == merge.rank for merge in applied)
        ends = set(accumulate(map(len, work.tokens)))
        for gap, end in enumerate(list(accumulate(map(len, work.units)))[:-1]):
            assert (end in ends) == bool(question.answer >> gap & 1) == (work.closed_by[gap] is None)


@pytest.mark.parametrize("recipe", RECIPES)
def test_by_hand_the_merges_are_applied_as_the_question_says(recipe: str) -> None:
    text = "the baker breaks the bread before breakfast and the butter is better"
    tokenizer = Tokenizer.from_history(train(text, recipe=recipe, num_merges=40))
    asked = [hand_cut(tokenizer, words(text), Random(seed)) for seed in range(20)]
    for question in filter(None, asked):
        merges = [merge for merge in question.work.merges if merge.number is not None]
        ranks = {(merge.left, merge.right): merge.rank for merge in merges}
        in_order = sorted(merges, key=lambda merge: merge.number)
        assert merged(question.work.units, ranks)[1] == [merge.rank for merge in in_order]
    # Merging in passes has another order, so that nothing is asked.
    assert any(asked) == (recipe != "word-marker")


def test_a_tokenizer_of_characters_is_asked_only_what_it_can_write() -> None:
    tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="characters", num_merges=4))
    for seed in range(10):
        question = hand_cut(tokenizer, ["slower", "blower", "lowest"], Random(seed))
        assert question is None or question.work.word != "blower"
    assert hand_cut(tokenizer, ["日本語"], Random(1)) is None


def test_of_many_missed_questions_the_last_ones_are_asked_again() -> None:
    names = [f"{number} {number:016x}" for number in range(12)]
    missed = reduce(Missed.with_one, names, Missed())
    assert [name for name, _ in missed.due] == names[-8:]
    assert [name for name, _ in missed.with_one(names[6]).due] == [*names[4:6], *names[7:], names[6]]
    assert Missed.read(missed.written) == missed


def test_each_of_several_questions_that_were_missed_in_a_row_is_asked_again_once() -> None:
    names = [f"{number} {number:016x}" for number in range(3)]
    missed, asked, name = Missed(), [], ""
    for turn in range(20):
        missed, name = Missed.read(missed.written).after_one_more(asked_again=bool(name))
        asked += [name] if name else []
        if turn < len(names):
            missed = missed.with_one(names[turn])
    assert asked == names
