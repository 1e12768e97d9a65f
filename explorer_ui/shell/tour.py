"""The guided tour: a few things to do, page after page, and what to notice each time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TourStep:
    """One step of the tour: on which page, what to do there, and what to say once it was done.

    It counts as done when one of the values kept under the names in `watched` has changed. `control` selects what is
    to be used there. `loan` is what the step sets, until it is left.
    """

    page: str
    sentence: str
    watched: tuple[str, ...]
    noticed: str
    control: str
    loan: Mapping[str, Any] = field(default_factory=dict)


TOUR = (
    TourStep(
        "Start",
        "Type a word or a sentence of your own into the text box.",
        ("text",),
        "GPT-4o's merges are applied to your text. It comes with you to every page.",
        ".st-key-text_box",
    ),
    TourStep(
        "Bytes",
        "Each character has its bytes below it. Edit this text: add a letter, an accent or an emoji.",
        ("text",),
        "The bytes changed with the characters. Merging starts from them.",
        ".st-key-text_box",
        {"text": "Café, कॉफ़ी, 👩‍🚀"},
    ),
    TourStep(
        "Chunks",
        "Colours show how a pattern splits the text before anything is merged. Choose another pattern.",
        ("split_pattern",),
        "The chunks changed, most of all in the numbers. No merge crosses a chunk boundary.",
        ".st-key-split_pattern",
        {"text": "It's 12345 o'clock; isn't 1234567 late?", "split_pattern": "gpt2"},
    ),
    TourStep(
        "Train",
        "Press the arrow to the right of Play: that is one merge.",
        ("step",),
        "The most frequent pair became one token wherever it occurred.",
        ".st-key-player",
        {"text": "hug pug pun bun hugs hug pug hugs", "recipe": "gpt2", "num_merges": 10},
    ),
    TourStep(
        "Encode",
        "These merges were learned before. Press the arrow to the right of Play to apply the first one.",
        ("encode_step",),
        "The pair with the lowest rank was merged. Encoding learns nothing.",
        ".st-key-encoder",
        {"encode_text": "unbelievable", "tokenizer": "cl100k_base"},
    ),
    TourStep(
        "Tokens",
        "Choose another tokenizer for your text.",
        ("tokenizer",),
        "The same text has other tokens: each tokenizer has its own list of merges.",
        ".st-key-tokenizer",
    ),
    TourStep(
        "Growth",
        "Move the slider, or press Play: the vocabulary grows, and your text gets shorter.",
        ("growth_size",),
        "A vocabulary contains all smaller ones: its first merges are theirs.",
        ".st-key-growth",
    ),
    TourStep(
        "Prompt",
        "Move the end of the prompt back by some letters, and watch the last tokens.",
        ("prompt_end", "text"),
        "The last tokens of a prompt can change with the next letter. That was the tour; your text is as you left it.",
        ".st-key-prompt",
        {"text": "The cat sat on the ", "tokenizer": "cl100k_base"},
    ),
)
"""The tour, in the order of the course."""
