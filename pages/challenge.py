"""Challenge: predict, then see: questions on the visitor's own text, with the reason after each answer."""

from explorer_ui.challenge_view import show_challenge
from explorer_ui.failures import contained
from explorer_ui.frame import close_page, open_page

settings = open_page("Challenge")
with contained():
    show_challenge(settings)
close_page("Challenge")
