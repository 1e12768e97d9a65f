"""Challenge: questions on the visitor's own text, with the reason after each answer."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.quiz.challenge import show_challenge

draw_page("Challenge", show_challenge)
