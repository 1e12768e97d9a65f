"""Every figure in the texts of the course and of the glossary agrees with tiktoken."""

import re
import unicodedata
from itertools import pairwise, product
from pathlib import Path

import pytest
import regex
from tokenizers.pre_tokenizers import ByteLevel

from bpe_core import load_published, train
from bpe_core.chat.chat import encode_chat
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.messages import Message
from explorer_ui.parts.say.lists import marked
from explorer_ui.visit.samples import parallel_texts, sample_text
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.course import PAGES
from explorer_ui.words.glossary import TERMS, terms_in
from explorer_ui.words.scenes import PUZZLES, Scene
from tests.apps import markup, open_app
from tests.peers import LaterEncoding
from tests.sampling import IN_TURNS
from tests.textbook import fewest_tokens

GPT2, GPT4, GPT4O = (LaterEncoding(name) for name in ("gpt2", "cl100k_base", "o200k_base"))


def puzzle(words: str) -> Scene:
    return next(item for item in PUZZLES if words in item.label)


def pieces(encoding, text: str) -> list[str]:
    return [token.decode() for token in encoding.decode_tokens_bytes(encoding.encode_ordinary(text))]


def quoted(text: str) -> list[str]:
    """The code in a text, with · replaced by a space."""
    return [code.replace("·", " ") for code in re.findall(r"`([^`]+)`", text)]


def numbers(text: str) -> list[float]:
    """The figures in a text, outside its code."""
    prose = re.sub(r"`[^`]+`|GPT-\d", "", text)
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", prose)]


@pytest.mark.parametrize(
    ("words", "encoding", "ids"),
    [
        ("the” two tokens", GPT4, {"the": [1820], " the": [279], "The": [791], " The": [578]}),
        ("strawberry", GPT4, {" strawberry": [73700], "strawberry": [496, 675, 15717]}),
        ("glitch token", GPT2, {" SolidGoldMagikarp": [43453]}),
        ("glitch token", LaterEncoding("r50k_base"), {" SolidGoldMagikarp": [43453]}),
        ("space at the end", GPT2, {" ": [220]}),
        ("endoftext", GPT4, {"<|endoftext|>": [100257]}),
    ],
)
def test_ids_that_an_answer_names(words: str, encoding, ids: dict[str, list[int]]) -> None:
    for text, expected in ids.items():
        assert encoding.encode(text, allowed_special="all") == expected
        assert {*expected} <= {*numbers(puzzle(words).words)}


@pytest.mark.parametrize(
    ("words", "cut"),
    [
        ("glitch token", [(GPT2, " SolidGoldMagikarp"), (GPT4, " SolidGoldMagikarp")]),
        ("endoftext", [(GPT4, "<|endoftext|>")]),
        ("embeddings", [(GPT2, " the"), (GPT2, "re")]),
    ],
)
def test_tokens_that_an_answer_names(words: str, cut: list[tuple]) -> None:
    assert quoted(puzzle(words).words) == [
        token for encoding, text in cut for token in pieces(encoding, text)
    ]


def test_numbers() -> None:
    cut = [*pieces(GPT2, " 481"), *pieces(GPT4, "1234"), *pieces(GPT4, "12345")]
    assert quoted(puzzle("numbers").words) == [*pieces(GPT2, " 480"), " 481", *cut]


def test_a_space_at_the_end_changes_the_tokens() -> None:
    whole, prompt = pieces(GPT2, "Once upon a time"), pieces(GPT2, "Once upon a ")
    assert (whole[-1], len(whole), prompt[-1]) == (" time", 4, " ")


def test_indentation() -> None:
    answer = puzzle("indentation").words
    only_spaces = [token for token in GPT2.token_byte_values() if not token.strip(b" ")]
    assert only_spaces == [b" "]
    assert pieces(GPT2, "        return") == [" "] * 7 + [" return"]
    assert pieces(GPT4, "        return") == [" " * 7, " return"]
    assert max(len(token) for token in GPT4.token_byte_values() if not token.strip(b" ")) == 128
    code = sample_text("code python")
    costs = [len(encoding.encode_ordinary(code)) for encoding in (GPT2, GPT4)]
    assert {*costs, 128} <= set(numbers(answer))


def test_other_languages() -> None:
    answer = puzzle("languages").words
    texts = parallel_texts()
    named = product((GPT2, GPT4O), ("English", "Greek", "Hindi"))
    costs = [len(encoding.encode_ordinary(texts[name])) for encoding, name in named]
    chunks = [len(regex.findall(encoding._pat_str, texts["Hindi"])) for encoding in (GPT2, GPT4O)]
    assert {*chunks, *costs} <= set(numbers(answer))


def test_visible_characters_for_bytes() -> None:
    written = ByteLevel(add_prefix_space=False, use_regex=False)
    texts = (" ", "\n", " the", "東")
    assert quoted(puzzle("Ġ").words)[1:] == [written.pre_tokenize_str(text)[0][0] for text in texts]


def test_other_ids_for_the_same_text() -> None:
    answer = puzzle("encode the text again").words
    ids = [GPT4.encode_single_token(token) for token in quoted(answer)]
    assert numbers(answer) == ids
    assert GPT4.encode_ordinary("HAVING") == ids[:2]
    assert GPT4.decode(ids[:2]) == GPT4.decode(ids[2:]) == "HAVING"


def test_vocabulary_size() -> None:
    special = sorted(GPT4O._special_tokens.values())
    sizes = [256, 50_000, 1, 50_257, 256, 199_742, 2, 200_000]
    of_gpt4o = [GPT4O.n_vocab, 1, *special, special[1] - special[0] - 1]
    assert numbers(puzzle("vocabulary size").words) == [*sizes, *of_gpt4o]
    for encoding, special, size in ((GPT2, 1, 50_257), (GPT4O, 2, 200_000)):
        tokens = encoding.token_byte_values()
        assert len(encoding.special_tokens_set) == special
        assert len(tokens) + special == size


def test_merges_that_beat_the_rule() -> None:
    item = puzzle("most frequent pair")
    state = item.state
    history = train(state["text"], recipe=state["recipe"], num_merges=state["num_merges"], min_count=1)
    learned = [history.vocab[merge.new_id].decode() for merge in history.merges]
    assert quoted(item.words) == [state["text"], *learned]
    tokens, best = len(history.tokens_at(2)[1]), fewest_tokens(history, 2)
    assert numbers(item.words) == [tokens, best]
    assert best < tokens


@pytest.mark.parametrize("item", PUZZLES, ids=lambda item: item.label)
def test_a_puzzle_leads_to_a_page_and_sets_what_pages_keep(item: Scene) -> None:
    assert item.page in {page.name for page in PAGES}
    assert item.state.keys() <= DEFAULTS.keys()


# ---- the glossary: one definition of each term, the same on the docs page, with examples that are computed here

GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"
EXAMPLES = {one.name: one.example for one in TERMS}


def chunks(encoding, text: str) -> list[str]:
    return regex.findall(encoding._pat_str, text)


def test_the_docs_page_says_the_same() -> None:
    """To change a term, edit `explorer_ui/words/glossary.toml`, and paste what this test expects into the page."""
    listed = "\n\n".join(f"**{one.name}**: {one.sentence}  \n*{one.example}*" for one in TERMS)
    assert GLOSSARY.read_text("utf-8").partition("\n\n**")[2] == listed.removeprefix("**") + "\n"


def test_a_term_is_defined_once_in_one_sentence() -> None:
    names = [one.name for one in TERMS]
    assert len(set(names)) == len(names) >= 20
    for one in TERMS:
        assert one.sentence.endswith(".")
        assert ". " not in one.sentence
        assert len(one.sentence.split()) <= 25


@IN_TURNS
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
    word, *tokens = quoted(EXAMPLES["token"])
    assert pieces(GPT4, word) == tokens
    [the] = quoted(EXAMPLES["id"])
    assert GPT4.encode_ordinary(the) == numbers(EXAMPLES["id"])
    apart, together = quoted(EXAMPLES["vocabulary"])
    assert len(pieces(GPT4, apart)) == 3
    assert GPT4.encode_ordinary(together) == numbers(EXAMPLES["vocabulary"])
    split = quoted(EXAMPLES["token boundary"])[0]
    assert pieces(GPT2, split.replace("|", "")) == split.split("|")
    assert numbers(EXAMPLES["token boundary"]) == [split.count("|")]


def test_bytes_characters_and_gaps() -> None:
    letter, shown = quoted(EXAMPLES["byte"])
    assert letter.encode().hex(" ") == shown
    [thumb] = quoted(EXAMPLES["character"])
    assert numbers(EXAMPLES["character"]) == [len(thumb), len(thumb.encode())]
    [text] = quoted(EXAMPLES["base unit"])
    assert numbers(EXAMPLES["base unit"]) == [len(text.encode()), len(text)]
    [word] = quoted(EXAMPLES["gap"])
    assert numbers(EXAMPLES["gap"]) == [len(word), len(word) - 1]


def test_chunks() -> None:
    text, *parts = quoted(EXAMPLES["chunk"])
    assert chunks(GPT2, text) == parts
    assert numbers(EXAMPLES["chunk"]) == [len(parts)]
    assert set(quoted(EXAMPLES["chunk boundary"])) <= set(parts)
    digits, *parts = quoted(EXAMPLES["split pattern"])
    assert chunks(GPT4, digits) == parts


def test_pairs() -> None:
    word, *letters = quoted(EXAMPLES["pair"])
    assert list(pairwise(word)) == list(zip(letters[::2], letters[1::2], strict=True))
    run, *pair = quoted(EXAMPLES["pair count"])
    assert numbers(EXAMPLES["pair count"]) == [[*pairwise(run)].count(tuple(pair)), run.count("".join(pair))]
    frequent, *_, even, first, second = quoted(EXAMPLES["tie-break"])
    assert [[*pairwise(frequent)].count(pair) for pair in (("a", "b"), ("b", "a"))] == [2, 1]
    assert numbers(EXAMPLES["tie-break"]) == [2]
    assert len(set(pairwise(even))) == len([*pairwise(even)]) == 3
    assert next(pairwise(even)) == (first, second)
    text, left, right, made = quoted(EXAMPLES["merge"])
    assert left + right == made
    assert max(pairwise(text), key=[*pairwise(text)].count) == (left, right)


def test_ranks() -> None:
    """Computed by the textbook loop over tiktoken's table."""
    ranks = {token: rank for token, rank in GPT2._mergeable_ranks.items() if rank >= 256}
    now = [letter.encode() for letter in quoted(EXAMPLES["rank"])[0]]
    applied = []
    while found := [ranks[left + right] for left, right in pairwise(now) if left + right in ranks]:
        applied.append(min(found))
        at = [ranks.get(left + right) for left, right in pairwise(now)].index(applied[-1])
        now[at : at + 2] = [now[at] + now[at + 1]]
    assert [*applied, 256] == numbers(EXAMPLES["rank"])


def test_sizes() -> None:
    base, merges, special, size = numbers(EXAMPLES["vocabulary size"])
    assert base + merges + special == size == GPT2.n_vocab
    assert base + merges == len(GPT2._mergeable_ranks)
    [written] = quoted(EXAMPLES["special token"])
    assert numbers(EXAMPLES["special token"]) == [GPT2.eot_token, len(GPT2.encode_ordinary(written))]
    [text] = quoted(EXAMPLES["bytes per token"])
    count = len(GPT2.encode_ordinary(text))
    assert numbers(EXAMPLES["bytes per token"]) == [len(text), count, len(text) / count]
    texts = [parallel_texts()[name] for name in ("English", "Hindi")]
    fertility = [round(len(GPT2.encode_ordinary(text)) / len(text.split()), 2) for text in texts]
    assert numbers(EXAMPLES["fertility"]) == fertility


def test_what_is_around_the_text() -> None:
    accented, letter = quoted(EXAMPLES["normalizer"])[-1], quoted(EXAMPLES["normalizer"])[0]
    assert unicodedata.normalize("NFC", f"{letter}\u0301") == accented
    assert numbers(EXAMPLES["normalizer"]) == [2, len(accented)]
    [message] = quoted(EXAMPLES["chat template"])
    told = [Message("user", message)]
    chat = encode_chat(load_published("qwen3"), TEMPLATES["qwen3"], told, policy="refuse")
    assert numbers(EXAMPLES["chat template"]) == [chat.of_template]
    assert len(chat.ids) == chat.of_template + 1
