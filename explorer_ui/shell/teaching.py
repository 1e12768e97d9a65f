"""Two lessons with the app: what to show, what to ask, and what to set for it."""

from dataclasses import dataclass, field
from typing import Any

from explorer_ui.shell.settings import DEFAULT_TEXT


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene of a lesson: its minutes, its page with what is set there, what to do and to ask."""

    minutes: str
    page: str
    words: str
    state: dict[str, Any] = field(default_factory=dict)


_BREAD: dict[str, Any] = {"text": DEFAULT_TEXT, "recipe": "gpt2", "num_merges": 100, "skip_rare": True}

LESSONS: dict[str, tuple[Scene, ...]] = {
    "A lesson of ten minutes": (
        Scene(
            "0 to 2",
            "Tokens",
            "Ask how many letters r the word has, and what the model is given instead of letters. Then let "
            "somebody call out another word and type it.",
            {"text": "strawberry", "tokenizer": "o200k_base"},
        ),
        Scene(
            "2 to 6",
            "Train",
            "One press of the right arrow is one merge. Do three, say what the table says, then press Predict "
            "and let the class name the next pair.",
            _BREAD,
        ),
        Scene(
            "6 to 8",
            "Encode",
            "Nothing is counted any more: the rule of lowest rank goes first. Change one letter and see which "
            "rules still find their pair.",
            _BREAD | {"tokenizer": "trained", "encode_text": "The butter is better today."},
        ),
        Scene(
            "8 to 10",
            "Compare",
            "Scroll to the seventeen languages. Ask whose languages are dear, and what the tokenizer must have "
            "read most.",
            {"text": DEFAULT_TEXT, "compared": ["gpt2", "cl100k_base", "o200k_base"]},
        ),
    ),
    "A lesson of forty-five minutes": (
        Scene(
            "0 to 5",
            "Bytes",
            "What is a text to a machine? Ask for the number of characters of the last sign before you show its "
            "bytes.",
            {"text": "Café 你好 👩‍👩‍👧"},
        ),
        Scene(
            "5 to 10",
            "Chunks",
            "Why is the text cut before anything is merged? Choose another pattern and look at the numbers and "
            "the apostrophes.",
            {"text": DEFAULT_TEXT, "split_pattern": "gpt2"},
        ),
        Scene(
            "10 to 22",
            "Train",
            "Open a class: phones follow by a code. Do three merges, ask for the next pair, uncover the "
            "answers, merge. Then let everybody try a free hand for five minutes: who needs fewer tokens than "
            "BPE after ten merges?",
            _BREAD,
        ),
        Scene(
            "22 to 26",
            "Train",
            "A tie: several pairs lead with the same count. Change the rule for equal counts and compare what "
            "is learned.",
            _BREAD | {"text": "low lower new newer"},
        ),
        Scene(
            "26 to 31",
            "Tokens",
            "The same word at the beginning and after a space is two tokens. Touch both, read their ids.",
            {"text": "the cat and the hat", "tokenizer": "o200k_base"},
        ),
        Scene(
            "31 to 36",
            "Growth",
            "Drag the size of the vocabulary from 256 to the whole. Ask what the first thousand tokens bought, "
            "and what the last hundred thousand.",
            {"text": DEFAULT_TEXT},
        ),
        Scene(
            "36 to 40",
            "Ways",
            "Byte-pair encoding does not look for the fewest tokens. Touch a longer token and read which rule "
            "was earlier.",
            {"text": "supercalifragilistic", "tokenizer": "cl100k_base"},
        ),
        Scene(
            "40 to 45",
            "Challenge",
            "Ask the class: all phones show the question, and you uncover what they answered. Ten questions "
            "can be printed with a key, or taken to Moodle.",
            _BREAD | {"challenge_kind": "any"},
        ),
    ),
}
"""The lessons by their names, each with its scenes in order."""
