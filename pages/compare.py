"""Several tokenizers on one text, and one text in many languages."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.compare.differences.differences import show_compare
from explorer_ui.places.compare.disguises.disguises import show_disguises
from explorer_ui.places.compare.family_tree.family_tree import show_family_tree
from explorer_ui.places.compare.languages.languages import show_languages
from explorer_ui.places.compare.prices.prices import show_prices

draw_place(
    "compare",
    {
        "Compare": show_compare,
        "Prices": show_prices,
        "Languages": show_languages,
        "Family tree": show_family_tree,
        "Disguises": show_disguises,
    },
)
