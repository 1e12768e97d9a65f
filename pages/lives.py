"""Lives: each learned token over the steps of the training."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.lives import show_token_lives

settings = open_page("Lives")
with contained():
    show_token_lives(settings)
close_page("Lives")
