"""Every figure in the texts of the course agrees with tiktoken."""

import re
from itertools import product

import pytest
import regex
from tokenizers.pre_tokenizers import ByteLevel

from bpe_core import train
from explorer_ui.visit.samples import parallel_texts, sample_text
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.course import PAGES
from explorer_ui.words.scenes import PUZZLES, Scene
from tests.peers import LaterEncoding
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
    assert {len(letter.encode()) for letter in "αβγφ"} == {2}
    assert {len(letter.encode()) for letter in "बकर"} == {3}


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
    of_gpt4o = [GPT4O.n_vocab, 1, *special, special[1] - special[0] - 1]
    assert numbers(puzzle("vocabulary size").words) == [
        256,
        50_000,
        1,
        50_257,
        256,
        199_742,
        2,
        200_000,
        *of_gpt4o,
    ]
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
