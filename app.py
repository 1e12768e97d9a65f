"""The front door: what this is, one text to begin with, and the way in."""

from explorer_ui.frame.failures import contained
from explorer_ui.frame.page import open_page
from explorer_ui.views.start import show_landing

settings = open_page("Start")
with contained():
    show_landing(settings)
