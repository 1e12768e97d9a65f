"""The browser's encoder gives the engine's ids for all of Unicode and for hard texts; it runs in Node here."""

from itertools import pairwise

import pytest

from bpe_core import load_published
from bpe_core.tables import TABLES
from explorer_ui.browser.encoder import live
from explorer_ui.parts.text_box import text_box
from tests.apps import open_app
from tests.live_encoder import (
    DIGEST_OF_CLASSES,
    DIGESTS_OF_TEXTS,
    ENCODERS,
    digest_of_classes,
    digests_of_texts,
    encoder_data,
    in_node,
    texts,
    texts_of_characters,
)
from tests.sampling import IN_TURNS

SPECIAL = f"""(asked) => Promise.all(asked.map(async ([data, text, policy]) => {{
    {ENCODERS}
    return (await encoderOf(data)).encode(text, policy);
}}))"""


# The others differ from one of these in their special tokens alone.
@IN_TURNS
@pytest.mark.parametrize(
    "name", {(table.split_pattern, table.merges): name for name, table in reversed(TABLES.items())}.values()
)
def test_the_browser_gives_the_ids_of_the_engine(name: str) -> None:
    hard = texts()
    if name == TABLES[name].split_pattern:  # others share pattern and merges with one of these
        hard += texts_of_characters()
    assert in_node(DIGEST_OF_CLASSES, [encoder_data(name)]) == digest_of_classes(name)
    assert in_node(DIGESTS_OF_TEXTS, [encoder_data(name), hard]) == digests_of_texts(name, hard)


@pytest.mark.parametrize("name", ["gpt2", "p50k_edit", "o200k_harmony", "tekken"])
def test_special_tokens_are_what_the_engine_makes_of_them(name: str) -> None:
    tokenizer, data = load_published(name), encoder_data(name)
    text = "a<|endoftext|> b<|endofprompt|><|endoftext|><|fim_suffix|>\n<s>[INST]</s><|endoftext"
    asked = [[data, text, policy] for policy in ("ordinary", "special", "refuse")]
    *encodings, refused, accepted = in_node(SPECIAL, [*asked, [data, "<|endoftext ", "refuse"]])
    for encoded, allowed in zip(encodings, (set(), "all"), strict=True):
        starts = [*encoded["chunks"], len(encoded["ids"])]
        chunks = tokenizer.encode_chunks(text, allowed_special=allowed, disallowed_special=())
        assert [encoded["ids"][a:b] for a, b in pairwise(starts)] == chunks
    assert refused is None
    assert accepted


@pytest.mark.parametrize(
    ("chosen", "name", "table"), [("gpt2", "GPT-2", "gpt2"), ("trained", "GPT-4o", "o200k_base")]
)
def test_below_the_text_are_tokens_of_the_chosen_tokenizer_if_a_browser_has_it(
    monkeypatch: pytest.MonkeyPatch, chosen: str, name: str, table: str
) -> None:
    rows = []
    monkeypatch.setattr(live, "base_path", "/encoder")
    monkeypatch.setattr(text_box, "text_box", lambda data, **_: rows.append(data["live"]))
    open_app("Train", tokenizer=chosen)
    assert rows[-1]["name"] == name
    assert rows[-1]["encoder"]["parts"].startswith(f"/encoder/{table}.parts.")
