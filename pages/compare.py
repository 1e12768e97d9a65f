"""Compare: up to four tokenizers on one text, and what one meaning costs in many languages."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.compare import show_compare

settings = open_page("Compare")
with contained():
    show_compare(settings)
close_page("Compare")
