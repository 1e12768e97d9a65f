"""Train: the main job. Paste a text, train on it, step through every merge."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.train import show_training

settings = open_page("Train")
with contained():
    show_training(settings)
close_page("Train")
