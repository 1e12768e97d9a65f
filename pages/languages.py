"""Languages: what one paragraph costs in seventeen languages, and why."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.languages import show_languages

settings = open_page("Languages")
with contained():
    show_languages(settings)
close_page("Languages")
