"""The front door: what this is, one text to begin with, and the way in."""

from explorer_ui.failures import contained
from explorer_ui.frame import open_page
from explorer_ui.landing import show_landing

settings = open_page("Start")
with contained():
    show_landing(settings)
