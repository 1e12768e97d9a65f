"""The glossary: one definition of each term, the same on the docs page, with examples that are recomputed here."""

import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
import regex

from bpe_core import load_published
from bpe_core.chat.chat import encode_chat
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.messages import Message
from explorer_ui.parts.say.lists import marked
from explorer_ui.visit.samples import parallel_texts
from explorer_ui.words.course import PAGES
from explorer_ui.words.glossary import TERMS, terms_in
from tests import test_words
from tests.apps import markup, open_app
from tests.test_words import GPT2, GPT4, pieces

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"
EXAMPLES = {one.name: one.example for one in TERMS}


def quoted(name: str) -> list[str]:
    return test_words.quoted(EXAMPLES[name])


def numbers(name: str) -> list[float]:
    return test_words.numbers(EXAMPLES[name])


def chunks(encoding, text: str) -> list[str]:
    return regex.findall(encoding._pat_str, text)


def test_the_docs_page_says_the_same() -> None:
    """To change a term, edit `explorer_ui/words/glossary.toml`, and paste what this test expects into the page."""
    listed = "\n\n".join(f"**{one.name}**: {one.sentence}  \n*{one.example}*" for one in TERMS)
    assert PAGE.read_text("utf-8").partition("\n\n**")[2] == listed.removeprefix("**") + "\n"


def test_a_term_is_defined_once_in_one_sentence() -> None:
    names = [one.name for one in TERMS]
    assert len(set(names)) == len(names) >= 20
    for one in TERMS:
        assert one.sentence.endswith(".")
        assert ". " not in one.sentence
        assert len(one.sentence.split()) <= 25


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_question_of_a_page_explains_its_terms_and_its_help_says_the_rest(page) -> None:
    explained = markup(open_app(page.name))
    for one in terms_in(f"{page.question} {page.explanation}"):
        said = f"<strong>{one.name}</strong>: {marked(one.sentence)} <em>{marked(one.example)}</em>"
        assert said in explained
    assert not page.more or f"<p>{marked(page.more)}</p></div></details>" in explained


def test_a_term_within_a_longer_one_or_a_word_is_not_a_term_by_itself() -> None:
    found = terms_in("Special tokens; byte-pair encoding; tokenizers.")
    assert [one.name for one in found] == ["special token"]


def test_tokens_and_ids() -> None:
    word, *tokens = quoted("token")
    assert pieces(GPT4, word) == tokens
    [the] = quoted("id")
    assert GPT4.encode_ordinary(the) == numbers("id")
    apart, together = quoted("vocabulary")
    assert len(pieces(GPT4, apart)) == 3
    assert GPT4.encode_ordinary(together) == numbers("vocabulary")
    split = quoted("token boundary")[0]
    assert pieces(GPT2, split.replace("|", "")) == split.split("|")
    assert numbers("token boundary") == [split.count("|")]


def test_bytes_characters_and_gaps() -> None:
    letter, shown = quoted("byte")
    assert letter.encode().hex(" ") == shown
    [thumb] = quoted("character")
    assert numbers("character") == [len(thumb), len(thumb.encode())]
    [text] = quoted("base unit")
    assert numbers("base unit") == [len(text.encode()), len(text)]
    [word] = quoted("gap")
    assert numbers("gap") == [len(word), len(word) - 1]


def test_chunks() -> None:
    text, *parts = quoted("chunk")
    assert chunks(GPT2, text) == parts
    assert numbers("chunk") == [len(parts)]
    assert set(quoted("chunk boundary")) <= set(parts)
    digits, *parts = quoted("split pattern")
    assert chunks(GPT4, digits) == parts


def test_pairs() -> None:
    word, *letters = quoted("pair")
    assert list(pairwise(word)) == list(zip(letters[::2], letters[1::2], strict=True))
    run, *pair = quoted("pair count")
    assert numbers("pair count") == [[*pairwise(run)].count(tuple(pair)), run.count("".join(pair))]
    frequent, *_, even, first, second = quoted("tie-break")
    assert [[*pairwise(frequent)].count(pair) for pair in (("a", "b"), ("b", "a"))] == [2, 1]
    assert numbers("tie-break") == [2]
    assert len(set(pairwise(even))) == len([*pairwise(even)]) == 3
    assert next(pairwise(even)) == (first, second)
    text, left, right, made = quoted("merge")
    assert left + right == made
    assert max(pairwise(text), key=[*pairwise(text)].count) == (left, right)


def test_ranks() -> None:
    """Computed by the textbook loop over tiktoken's table."""
    ranks = {token: rank for token, rank in GPT2._mergeable_ranks.items() if rank >= 256}
    now = [letter.encode() for letter in quoted("rank")[0]]
    applied = []
    while found := [ranks[left + right] for left, right in pairwise(now) if left + right in ranks]:
        applied.append(min(found))
        at = [ranks.get(left + right) for left, right in pairwise(now)].index(applied[-1])
        now[at : at + 2] = [now[at] + now[at + 1]]
    assert [*applied, 256] == numbers("rank")


def test_sizes() -> None:
    base, merges, special, size = numbers("vocabulary size")
    assert base + merges + special == size == GPT2.n_vocab
    assert base + merges == len(GPT2._mergeable_ranks)
    [written] = quoted("special token")
    assert numbers("special token") == [GPT2.eot_token, len(GPT2.encode_ordinary(written))]
    [text] = quoted("bytes per token")
    count = len(GPT2.encode_ordinary(text))
    assert numbers("bytes per token") == [len(text), count, len(text) / count]
    texts = [parallel_texts()[name] for name in ("English", "Hindi")]
    fertility = [round(len(GPT2.encode_ordinary(text)) / len(text.split()), 2) for text in texts]
    assert numbers("fertility") == fertility


def test_what_is_around_the_text() -> None:
    accented, letter = quoted("normalizer")[-1], quoted("normalizer")[0]
    assert unicodedata.normalize("NFC", f"{letter}\u0301") == accented
    assert numbers("normalizer") == [2, len(accented)]
    [message] = quoted("chat template")
    told = [Message("user", message)]
    chat = encode_chat(load_published("qwen3"), TEMPLATES["qwen3"], told, policy="refuse")
    assert numbers("chat template") == [chat.of_template]
    assert len(chat.ids) == chat.of_template + 1
