"""The tour: a few things to do, page after page, and what to notice each time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TourStep:
    """One step of the tour: on which page, what to do there, and what to say once it was done.

    It counts as done when one of the values kept under the names in `watched` has changed.
    """

    page: str
    sentence: str
    watched: tuple[str, ...]
    noticed: str


TOUR = (
    TourStep(
        "Start",
        "Type or paste a text of your own into the box above, or choose a sample below it.",
        ("text",),
        "The whole course now speaks of your text.",
    ),
    TourStep(
        "Bytes",
        "Here every character stands over its bytes. Press one of the buttons under “Try this”, or write an é "
        "or an emoji into your text.",
        ("text",),
        "Bytes are what merging begins with.",
    ),
    TourStep(
        "Chunks",
        "The colours show where the text is cut before anything is merged. Choose another pattern.",
        ("split_pattern",),
        "Another pattern, other cuts. No merge crosses them.",
    ),
    TourStep(
        "Train",
        "This is where tokens are learned. Press the button to the right of Play to do one merge. "
        "On a keyboard the arrow that points right does the same.",
        ("step",),
        "One pair became one token, everywhere in the text.",
    ),
    TourStep(
        "Train",
        "Choose another recipe, for example “Bytes, not cut”.",
        ("recipe",),
        "The same loop, but what may be merged has changed.",
    ),
    TourStep(
        "Encode",
        "Here the rules are applied to a new text, lowest rank first. Type another word or sentence into the "
        "box above the player.",
        ("encode_text",),
        "A new text, but no new rule: encoding only applies what was learned.",
    ),
    TourStep(
        "Decode",
        "Press “Take the ids of my text”.",
        ("ids_text",),
        "From the ids alone the same text comes back, byte for byte.",
    ),
    TourStep(
        "Tokens",
        "Choose another tokenizer: your own, or one that a known model uses.",
        ("tokenizer",),
        "The same text in other tokens: a tokenizer knows what it learned from.",
    ),
    TourStep(
        "Compare",
        "Press the button that names the tokenizers, and remove one of them, or add another.",
        ("compared",),
        "What a text costs depends on who counts.",
    ),
    TourStep(
        "Growth",
        "Move the slider, or press Play: the vocabulary grows, and your text with it.",
        ("growth_size",),
        "One vocabulary holds all the smaller ones.",
    ),
    TourStep(
        "Ways",
        "Choose another word among the small buttons, or move the slider of the dropout.",
        ("ways_chunk", "ways_dropout"),
        "So many ways to cut a word, and one that is taken.",
    ),
    TourStep(
        "Prompt",
        "Move the slider of the prompt's end back by some letters, and watch the last tokens.",
        ("prompt_end", "text"),
        "The last tokens of a prompt are not settled.",
    ),
    TourStep(
        "Lives",
        "Move the slider of the threshold.",
        ("lives_threshold",),
        "Some tokens were only scaffolds for longer ones.",
    ),
    TourStep(
        "Challenge",
        "Answer one question.",
        ("challenge_answer",),
        "That was the tour. Go anywhere from here; your text comes along.",
    ),
)
"""The tour, in the order of the course."""
