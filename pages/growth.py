"""Growth: one's own text under every size of a vocabulary."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.growth import show_growing

settings = open_page("Growth")
with contained():
    show_growing(settings)
close_page("Growth")
