"""Languages: what one paragraph costs in seventeen languages, and why."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.compare.languages.languages import show_languages

draw_page("Languages", show_languages)
