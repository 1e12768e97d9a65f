"""Vocabularies as core samples: their kinds, their common order, and the facts that the family tree states."""

import base64
import re
import unicodedata
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import load_published
from bpe_core.lessons.compare.core_samples import CORE_KINDS, CoreSample, core_sample, kinship, pairs_by_age
from bpe_core.lessons.vocabulary.vocabulary import token_table
from bpe_core.tables import mergeable_ranks
from explorer_ui.places.compare.family_tree import family_tree
from explorer_ui.places.compare.family_tree.family_tree import (
    ROWS,
    Family,
    cores_data,
    family_of,
    sentence_of,
    tokens_there,
)
from explorer_ui.words.course import page_of
from tests.apps import open_app, words
from tests.format_samples import learn

ROOT = Path(__file__).parents[1]
FAMILY = "Family tree"
NAMES = ("gpt2", "p50k_base", "cl100k_base", "olmo2", "qwen3", "o200k_base")


@cache
def sample(name: str) -> CoreSample:
    return core_sample(load_published(name), token_table(load_published(name)))


@cache
def listed(name: str) -> tuple[bytes, ...]:
    """The tokens in the order of their ranks, of Qwen in that of their ids."""
    if name == "qwen3":
        # What was added by hand begins with the end of a text.
        qwen = load_published(name)
        return tuple(qwen.vocab[token_id] for token_id in range(qwen.special_tokens["<|endoftext|>"]))
    ranks = mergeable_ranks(name)
    return tuple(sorted(ranks, key=ranks.__getitem__))


@cache
def family() -> Family:
    return family_of({name: load_published(name) for name in NAMES})


def naive_kind(token: bytes) -> str:
    """What a token consists of, by the names of its characters."""
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return "parts of characters"
    inner = text.strip()
    letters = (unicodedata.name(one, "") for one in inner if unicodedata.category(one)[0] == "L")
    for first in letters:
        if first.startswith("LATIN"):
            return "Latin letters"
        return "Chinese characters" if first.startswith("CJK UNIFIED") else "other scripts"
    is_number = bool(inner) and all(unicodedata.category(one)[0] == "N" for one in inner)
    return "digits" if is_number else "space and punctuation"


@pytest.mark.parametrize("name", ["cl100k_base", "qwen3"])
def test_the_kinds_are_those_of_the_names_of_characters(name: str) -> None:
    found, vocab = sample(name), load_published(name).vocab
    rows = zip(found.token_ids[::37].tolist(), found.kinds[::37].tolist(), strict=True)
    wrong = [vocab[id_] for id_, kind in rows if CORE_KINDS[kind] != naive_kind(vocab[id_])]
    # Marks and letters without such a name: full-width letters, signs with the script of a letter.
    assert len(wrong) <= 0.01 * len(found.kinds[::37]), wrong


@pytest.mark.parametrize("per_row", [1, 7, 400, 10**6])
def test_each_row_adds_up_to_its_tokens(per_row: int) -> None:
    kinds = sample("gpt2").kinds
    parts = [kinds[start : start + per_row] for start in range(0, len(kinds), per_row)]
    expected = [np.bincount(part, minlength=len(CORE_KINDS)).tolist() for part in parts]
    assert sample("gpt2").rows(per_row).tolist() == expected


@given(st.permutations(range(9)), st.permutations(range(3, 12)), st.integers(0, 9))
def test_the_common_order_is_the_longest_one(one: list[int], other: list[int], length: int) -> None:
    elder, younger = ([b"%d" % each for each in row[:length]] for row in (one, other))
    found = kinship(elder, younger)
    longest = max(
        size
        for size in range(length + 1)
        if any(
            [token for token in younger if token in part] == list(part) for part in combinations(elder, size)
        )
    )
    assert len(found.elder) == longest
    assert [elder[at] for at in found.elder] == [younger[at] for at in found.younger]
    assert (np.diff(found.elder) > 0).all()
    assert (np.diff(found.younger) > 0).all()
    assert found.shared == len({*elder} & {*younger})


def test_tokens_that_a_vocabulary_has_twice_are_in_the_order_of_the_same_vocabulary() -> None:
    # Llama 2 has a token for each byte, and for each letter.
    tokens = [b"A", b"B", b" the", b"B", b"A"]
    found = kinship(tokens, tokens)
    assert found.elder.tolist() == found.younger.tolist() == [0, 1, 2, 3, 4]
    assert found.shared == 5
    assert kinship(tokens, [b"A"]).shared == kinship([b"A"], tokens).shared == 1


def test_qwen_grew_on_gpt_4() -> None:
    elder, younger = listed("cl100k_base"), listed("qwen3")
    rest = [token for token in elder if not re.fullmatch(rb"\d{2,3}", token)]
    assert len(elder) - len(rest) == 1_100
    assert list(younger[: len(rest)]) == rest
    assert len(younger) - len(rest) == 52_487
    assert sentence_of(family(), "qwen3") == (
        "Qwen 3 begins with 99,156 of the 100,256 tokens of GPT-4, in the same order, without the 1,100 tokens of 2 or 3 "
        "digits; then 52,487 more, mostly Chinese characters and then other scripts."
    )


def test_codex_added_24_runs_of_spaces_and_olmo_has_the_tokens_of_gpt_4() -> None:
    assert listed("p50k_base")[:50_256] == listed("gpt2")
    assert listed("p50k_base")[50_256:] == tuple(b" " * number for number in range(2, 26))
    assert sentence_of(family(), "p50k_base") == (
        "Codex begins with all 50,256 tokens of GPT-2, in the same order; then 24 more, mostly space and punctuation."
    )
    assert listed("olmo2") == listed("cl100k_base")
    assert sentence_of(family(), "olmo2") == (
        "OLMo 2 begins with all 100,256 tokens of GPT-4, in the same order; nothing more."
    )


def test_gpt_4o_was_not_grown_on_gpt_4() -> None:
    shared = {*listed("cl100k_base")} & {*listed("o200k_base")}
    assert family().parents["o200k_base"] is None
    kin = family().kinships["cl100k_base", "o200k_base"]
    assert kin.shared == len(shared) == 85_033
    assert len(kin.elder) < len(shared) / 50
    assert "Qwen 3 has 98,863 of them too, in another order" in sentence_of(family(), "o200k_base")


def test_a_training_grew_on_a_shorter_one_and_never_on_the_bytes_alone() -> None:
    gpt2, text = load_published("gpt2"), "low lower lowest slow"
    made = ((text, "gpt2", 2), (text, "gpt2", 5), (text[:9], "hf-course", 0), ("l", "characters", 0))
    short, long, empty, one = (learn(*of) for of in made)
    assert family_of({"trained": long, "gpt2": short}).parents == {"trained": "gpt2", "gpt2": None}
    longer = learn(text, "gpt2", 7)
    three = family_of({"trained": longer, "gpt2": long, "cl100k_base": short})
    assert [family_tree._depth(three, name) for name in ("cl100k_base", "gpt2", "trained")] == [0, 1, 2]
    # Both labels are in the middle of their parts.
    sizes = [one.vocab_size for one in (short, long)]
    shared = (sizes[0] // 2, f"{sizes[0]:,} of GPT-4")
    assert family_tree._marks(three, "gpt2") == [shared, (sizes[0] + (sizes[1] - sizes[0]) // 2, "3 more")]
    # What nobody learned may be in the same order all the same.
    of_two = family_of({"trained": empty, "gpt2": gpt2})
    assert sentence_of(of_two, "trained").endswith("GPT-2 has 6 of them too.")
    # The 256 bytes come first in the same order in both.
    assert family_of({"trained": long, "gpt2": gpt2}).parents == {"trained": None, "gpt2": None}
    alone = sentence_of(family_of({"characters": one}), "characters")
    assert alone.startswith("single characters: 1 token, mostly ")


def test_relatives_are_neighbours_and_bands_join_equal_tokens() -> None:
    data = cores_data(family())
    names = [core["name"] for core in data["cores"]]
    assert names == ["GPT-2", "Codex", "GPT-4", "OLMo 2", "Qwen 3", "GPT-4o"]
    assert [branch["depth"] for branch in data["branches"]] == [0, 1, 0, 1, 1, 0]
    full = (0, 50_256, 0, 50_256)
    assert data["bands"] == [[full], [], [(0, 100_256) * 2], [(0, 100_256, 0, 99_156)], []]
    for core in data["cores"]:
        rows = np.frombuffer(base64.b64decode(core["rows"]), "<u2").reshape(-1, len(CORE_KINDS))
        assert rows.sum() == core["size"]
        assert (rows[:-1].sum(axis=1) == data["per_row"]).all()
        assert len(rows) <= ROWS
    # It opens where Qwen goes beyond GPT-4.
    there = tokens_there(family(), data)
    assert (there["cores"][there["strip"]]["name"], there["first"] > 99_155) == ("Qwen 3", True)
    vocab, first = load_published("qwen3").vocab, there["first"]
    assert [base64.b64decode(token) for token in there["tokens"][:2]] == [vocab[first], vocab[first + 1]]


def test_the_page_opens_a_row_in_vocabulary() -> None:
    app = open_app(FAMILY, **page_of(FAMILY).example)
    assert not app.exception
    app.button(key="core_in_vocabulary").click().run()
    assert app.session_state.tokenizer == "qwen3"
    assert "-" in app.session_state.vocabulary_query
    assert not app.exception


def test_your_own_tokenizer_and_none_at_all() -> None:
    assert not open_app(FAMILY, compared=["trained", "gpt2", "words", "characters"]).exception
    assert not open_app(FAMILY, compared=["trained"], text="").exception
    assert "Choose published tokenizers" in words(open_app(FAMILY, compared=["words"]))


# ---- the colours of the kinds

# How colours look to people who lack one kind of cone: Machado, Oliveira and Fernandes, 2009, at full severity.
VISIONS = {
    "usual": np.eye(3),
    "protanopia": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "deuteranopia": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "tritanopia": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}


def cielab(colour: str, vision: np.ndarray) -> np.ndarray:
    rgb = np.array([*bytes.fromhex(colour)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(vision @ linear, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ seen / [0.9505, 1, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", [0, 1])
def test_no_two_kinds_look_alike_to_anybody_and_none_like_the_page(vision: str, theme: int) -> None:
    look = (ROOT / "explorer_ui/browser/look.css").read_text("utf-8")
    colours = re.findall(r"--(kind-\w+|page): light-dark\(#(\w{6}), #(\w{6})\)", look)
    assert len(colours) == len(CORE_KINDS) + 1
    seen = {name: cielab(both[theme], VISIONS[vision]) for name, *both in colours}
    for one, other in combinations(seen, 2):
        # About 2.3 is just noticeable next to each other.
        least = 11 if "page" in (one, other) else 20
        assert np.linalg.norm(seen[one] - seen[other]) > least, (one, other)


def test_the_elder_of_two_is_the_smaller_one_then_the_first() -> None:
    samples = {name: sample(name) for name in ("olmo2", "qwen3", "cl100k_base")}
    assert pairs_by_age(samples) == [("olmo2", "cl100k_base"), ("olmo2", "qwen3"), ("cl100k_base", "qwen3")]
