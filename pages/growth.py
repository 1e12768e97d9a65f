"""Growth: your own text under every vocabulary size."""

from explorer_ui.page.page import draw_page
from explorer_ui.views.growth import show_growing

draw_page("Growth", show_growing)
