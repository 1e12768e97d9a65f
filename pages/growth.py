"""Growth: your own text under every vocabulary size."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger import show_growing

draw_page("Growth", show_growing)
