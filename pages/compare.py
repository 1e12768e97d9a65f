"""Several tokenizers on one text, and one text in many languages."""

from functools import partial

from explorer_ui.page.page import draw_place
from explorer_ui.places.compare.differences.differences import show_compare
from explorer_ui.places.compare.languages.languages import show_languages
from explorer_ui.places.train.several_languages.several_languages import show_parity_training

draw_place(
    "compare",
    {
        "Compare": show_compare,
        "Languages": partial(show_languages, training=show_parity_training),
    },
)
