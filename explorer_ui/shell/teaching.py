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
            "Ask how many r's the word has, and what the model receives instead of letters. Then type "
            "a word that somebody calls out.",
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
            "Nothing is counted any more: the merge with the lowest rank goes first. Change one letter and see which "
            "merges still apply.",
            _BREAD | {"tokenizer": "trained", "encode_text": "The butter is better today."},
        ),
        Scene(
            "8 to 10",
            "Compare",
            "Scroll to the seventeen languages. Ask which are expensive and why: training data, bytes per letter, and the "
            "split pattern.",
            {"text": DEFAULT_TEXT, "compared": ["gpt2", "cl100k_base", "o200k_base"]},
        ),
    ),
    "A lesson of forty-five minutes": (
        Scene(
            "0 to 5",
            "Bytes",
            "What is a text to a machine? Ask how many characters the family is, then touch it to see its bytes.",
            {"text": "Café 你好 👩‍👩‍👧"},
        ),
        Scene(
            "5 to 10",
            "Chunks",
            "Why is the text split before anything is merged? Choose another pattern and look at the numbers and "
            "the apostrophes.",
            {"text": DEFAULT_TEXT, "split_pattern": "gpt2"},
        ),
        Scene(
            "10 to 22",
            "Train",
            "Open a class: phones follow by a code. Do three merges, ask for the next pair, reveal the "
            "answers, merge. Then everybody merges freely for five minutes: who has fewer tokens than "
            "BPE after ten merges?",
            _BREAD,
        ),
        Scene(
            "22 to 26",
            "Train",
            "A tie: several pairs share the highest count. Change the tie-break rule and compare what is learned.",
            _BREAD | {"text": "low lower new newer"},
        ),
        Scene(
            "26 to 31",
            "Tokens",
            "The same word at the beginning and after a space: two different tokens. Touch both and read their ids.",
            {"text": "the cat and the hat", "tokenizer": "o200k_base"},
        ),
        Scene(
            "31 to 36",
            "Growth",
            "Move the vocabulary size from 256 to its maximum. Ask how much the first thousand tokens save, "
            "and how much the last hundred thousand.",
            {"text": DEFAULT_TEXT},
        ),
        Scene(
            "36 to 40",
            "Ways",
            "Byte-pair encoding does not search for the fewest tokens. Touch a longer token and read which merge "
            "was earlier.",
            {"text": "supercalifragilistic", "tokenizer": "cl100k_base"},
        ),
        Scene(
            "40 to 45",
            "Challenge",
            "Ask the class: all phones show the question, and you reveal their answers. Ten questions "
            "can be printed with a key, or imported into Moodle.",
            _BREAD | {"challenge_kind": "any"},
        ),
    ),
}
"""The lessons by their names, each with its scenes in order."""
