"""Ways: every way to split a word into tokens."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.tokens.other_splits.other_splits import show_all_ways

draw_page("Ways", show_all_ways)
