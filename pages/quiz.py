"""Questions about the visitor's text."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.quiz.challenge import show_challenge

draw_place("quiz", {"Challenge": show_challenge})
