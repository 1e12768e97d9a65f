"""A computation that its page runs item by item ends when the visitor leaves."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from streamlit.runtime.scriptrunner import get_script_run_ctx

import explorer_ui.places.tokens.prompt_end.prompt_end as prompt_component
import explorer_ui.places.tokens.two_halves.two_halves as seam_component
from explorer_ui.places.compare.family_tree import family_tree
from explorer_ui.places.train.several_languages import several_languages
from explorer_ui.tokenizers import leaving, tokenizers, training_runs
from explorer_ui.words import course
from tests.apps import open_app

ONE_LETTER = "a" * 1_000_000
DIFFERENT = "".join(map(chr, range(0x4E00, 0x4F00))) * 2
BYTES = {"text": DIFFERENT, "recipe": "bytes"}
WORDS = "".join(f"{number:x} " for number in range(12_000))
LEAVES_AT = 3

PAGES = {
    "prompt": (prompt_component, {"tokenizer": "o200k_base", "text": ONE_LETTER}),
    "seam": (seam_component, {"tokenizer": "o200k_base", "text": ONE_LETTER}),
    "family tree": (family_tree, {"compared": ["gpt2", "cl100k_base", "qwen3", "o200k_base"]}),
    **dict.fromkeys(("train", "by hand", "save", "homework", "lives", "challenge"), (training_runs, BYTES)),
    "train, second stage": (leaving, {"text": DIFFERENT, "below": "superbpe"}),
    "train, fork": (training_runs, BYTES | {"below": "fork"}),
    **dict.fromkeys(("tokens", "pieces"), (tokenizers, {"text": WORDS, "tokenizer": "qwen2.5"})),
    **dict.fromkeys(("compare", "prices"), (leaving, {"text": WORDS, "compared": ["deepseek_v3"]})),
    "several languages": (several_languages, {"text": ONE_LETTER}),
    "vocabulary": (leaving, {"text": "", "tokenizer": "gpt2", "vocabulary_list": "reach"}),
    "chat": (leaving, {"text": WORDS, "tokenizer": "gpt2"}),
    "sizes": (leaving, {"text": WORDS, "counted_with": "gpt2"}),
    "growth": (leaving, {"text": ONE_LETTER[:1_000], "grown": ["qwen2.5"]}),
}
"""Each computation that takes more than a second of CPU time for the page's largest input, and its loop."""

BOUNDED = {
    "bits", "bytes", "characters", "chunks", "encode", "decode", "ways", "disguises", "languages",
    "first merges", "tokenizer file",
}  # fmt: skip
"""The pages that take at most a second; `benchmarks/hostile.py` measures it."""


def test_every_page_is_named():
    named = {name.partition(",")[0] for name in PAGES} | BOUNDED
    assert named == {page.name.lower() for page in course.PAGES} - {"start"}
    assert not BOUNDED & PAGES.keys()


@pytest.mark.parametrize("name", PAGES)
def test_no_step_is_done_for_a_visitor_who_has_left(name):
    module, state = PAGES[name]
    done, most = [0], [0]
    while_wanted = leaving.while_wanted

    def leaves(items: Iterator[object], *, every: int = 1) -> Iterator[object]:
        most[0] = -(-LEAVES_AT // every) * every
        yield from while_wanted(counted(items, done), every=every)

    with patch.object(module, "while_wanted", leaves):
        open_app(name.partition(",")[0].capitalize(), **state)
    assert done == most


def counted(items: Iterator[object], done: list[int]) -> Iterator[object]:
    """Pass items on and count them; the visitor leaves after `LEAVES_AT`."""
    for item in items:
        done[0] += 1
        if done[0] == LEAVES_AT:
            context = get_script_run_ctx()
            assert context is not None
            context.script_requests.request_stop()
        yield item
