"""Every figure in the texts of the course agrees with tiktoken."""

import re

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


def pieces(encoding, text: str) -> list[bytes]:
    return encoding.decode_tokens_bytes(encoding.encode_ordinary(text))


def quoted(text: str) -> list[str]:
    """The tokens in an answer, with · replaced by a space."""
    return [token.replace("·", " ") for token in re.findall(r"`([^`]+)`", text)]


def numbers(text: str) -> list[int]:
    return [int(number.replace(",", "")) for number in re.findall(r"\b\d[\d,]*\d\b|\b\d\b", text)]


def test_the_and_the_with_a_space() -> None:
    answer = puzzle("the” two tokens").words
    for form, token_id in (("the", 1820), (" the", 279), ("The", 791), (" The", 578)):
        assert GPT4.encode_ordinary(form) == [token_id]
        assert form in quoted(answer)
        assert token_id in numbers(answer)


def test_strawberry() -> None:
    answer = puzzle("strawberry").words
    assert GPT4.encode_ordinary("a strawberry")[1:] == [73700]
    assert GPT4.encode_ordinary("strawberry") == [496, 675, 15717]
    assert pieces(GPT4, "strawberry") == [b"str", b"aw", b"berry"]
    assert {73700, 496, 675, 15717} <= set(numbers(answer))


def test_a_glitch_token_by_that_name() -> None:
    answer = puzzle("glitch token").words
    name = " SolidGoldMagikarp"
    assert GPT2.encode_ordinary(name) == LaterEncoding("r50k_base").encode_ordinary(name) == [43453]
    assert quoted(answer) == [name, *(token.decode() for token in pieces(GPT4, name))]
    assert 43453 in numbers(answer)
    assert len(pieces(GPT4, name)) == 5


def test_numbers() -> None:
    answer = puzzle("numbers").words
    assert pieces(GPT2, " 480") == [b" 480"]
    assert pieces(GPT2, " 481") == [b" 48", b"1"]
    assert pieces(GPT4, "1234") == [b"123", b"4"]
    assert pieces(GPT4, "12345") == [b"123", b"45"]
    assert quoted(answer) == [" 480", " 481", " 48", "1", "123", "4", "123", "45"]


def test_indentation() -> None:
    answer = puzzle("indentation").words
    only_spaces = [token for token in GPT2.token_byte_values() if not token.strip(b" ")]
    assert only_spaces == [b" "]
    assert pieces(GPT2, "        return") == [b" "] * 7 + [b" return"]
    assert pieces(GPT4, "        return") == [b" " * 7, b" return"]
    assert max(len(token) for token in GPT4.token_byte_values() if not token.strip(b" ")) == 128
    code = sample_text("code python")
    costs = [len(encoding.encode_ordinary(code)) for encoding in (GPT2, GPT4)]
    assert costs == [1005, 513]
    assert {*costs, 128} <= set(numbers(answer))


def test_other_languages() -> None:
    answer = puzzle("languages").words
    texts = parallel_texts()
    costs = [
        len(encoding.encode_ordinary(texts[name]))
        for encoding in (GPT2, GPT4O)
        for name in ("English", "Greek", "Hindi")
    ]
    assert costs == [80, 470, 561, 79, 158, 121]
    chunks = [len(regex.findall(encoding._pat_str, texts["Hindi"])) for encoding in (GPT2, GPT4O)]
    assert chunks == [229, 90]
    assert set(chunks) <= set(numbers(answer))
    assert set(costs) <= set(numbers(answer))
    assert {len(letter.encode()) for letter in "αβγφ"} == {2}
    assert {len(letter.encode()) for letter in "बकर"} == {3}


def test_a_space_at_the_end() -> None:
    answer = puzzle("space at the end").words
    whole, prompt = GPT2.encode_ordinary("Once upon a time"), GPT2.encode_ordinary("Once upon a ")
    assert len(whole) == 4
    assert GPT2.decode_tokens_bytes(whole)[-1] == b" time"
    assert prompt[-1] == 220
    assert whole[: len(prompt)] != prompt
    assert 220 in numbers(answer)


def test_end_of_text() -> None:
    answer = puzzle("endoftext").words
    assert pieces(GPT4, "<|endoftext|>") == [b"<", b"|", b"endo", b"ft", b"ext", b"|", b">"]
    assert GPT4.encode("<|endoftext|>", allowed_special="all") == [100257]
    with pytest.raises(ValueError, match="disallowed"):
        GPT4.encode("<|endoftext|>")
    assert quoted(answer) == ["<", "|", "endo", "ft", "ext", "|", ">"]
    assert 100257 in numbers(answer)


def test_visible_characters_for_bytes() -> None:
    written = ByteLevel(add_prefix_space=False, use_regex=False)
    texts = (" ", "\n", " the", "東")
    assert quoted(puzzle("Ġ").words)[1:] == [written.pre_tokenize_str(text)[0][0] for text in texts]


def test_other_ids_for_the_same_text() -> None:
    answer = puzzle("encode the text again").words
    ids = [GPT4.encode_single_token(token) for token in quoted(answer)]
    assert numbers(answer)[1:] == ids  # after the 4 in "GPT-4"
    assert GPT4.encode_ordinary("HAVING") == ids[:2]
    assert GPT4.decode(ids[:2]) == GPT4.decode(ids[2:]) == "HAVING"


def test_patterns_of_two_libraries() -> None:
    assert pieces(GPT4, "1234567")[0] == b"123"
    first = [regex.findall(encoding._pat_str, "1234567") for encoding in (GPT2, GPT4)]
    assert first == [["1234567"], ["123", "456", "7"]]


def test_vocabulary_size() -> None:
    found = numbers(puzzle("vocabulary size").words)
    assert found[1:9] == [256, 50_000, 1, 50_257, 256, 199_742, 2, 200_000]
    special = sorted(GPT4O._special_tokens.values())
    assert found[9:] == [GPT4O.n_vocab, 1, *special, special[1] - special[0] - 1]
    for encoding, special, size in ((GPT2, 1, 50_257), (GPT4O, 2, 200_000)):
        tokens = encoding.token_byte_values()
        assert len(encoding.special_tokens_set) == special
        assert len(tokens) + special == size


def test_merges_that_beat_the_rule() -> None:
    item = puzzle("most frequent pair")
    state = item.state
    history = train(state["text"], recipe=state["recipe"], num_merges=state["num_merges"], min_count=1)
    assert quoted(item.words) == [
        state["text"],
        *(history.vocab[merge.new_id].decode() for merge in history.merges),
    ]
    tokens, best = len(history.tokens_at(2)[1]), fewest_tokens(history, 2)
    assert numbers(item.words) == [tokens, best]
    assert best < tokens


def test_ids_next_to_each_other() -> None:
    assert quoted(puzzle("embeddings").words) == [" the", "re"]
    assert GPT2.decode_tokens_bytes([262, 260]) == [b" the", b"re"]


@pytest.mark.parametrize("item", PUZZLES, ids=lambda item: item.label)
def test_a_puzzle_leads_to_a_page_and_sets_what_pages_keep(item: Scene) -> None:
    assert item.page in {page.name for page in PAGES}
    assert item.state.keys() <= DEFAULTS.keys()
