"""First merges: five words with their counts, merged five times by hand."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.start.your_turn import show_first_merges

draw_page("First merges", show_first_merges)
