"""Challenge: predict, then see: questions on the visitor's own text, with the reason after each answer."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.challenge import show_challenge

settings = open_page("Challenge")
with contained():
    show_challenge(settings)
close_page("Challenge")
