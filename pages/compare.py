"""Compare: several tokenizers on the same texts, and how their vocabularies overlap."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.compare.differences.differences import show_compare

draw_page("Compare", show_compare)
