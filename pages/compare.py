"""Compare: up to four tokenizers on one text, and what one meaning costs in many languages."""

from explorer_ui.compare_view import show_compare
from explorer_ui.failures import contained
from explorer_ui.frame import close_page, open_page

settings = open_page("Compare")
with contained():
    show_compare(settings)
close_page("Compare")
