"""Seam: two texts encoded separately, and the same two as one text."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.seam import show_seams

settings = open_page("Seam")
with contained():
    show_seams(settings)
close_page("Seam")
