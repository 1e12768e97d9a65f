"""Train: the main job. Paste a text, train on it, step through every merge."""

from explorer_ui.failures import contained
from explorer_ui.frame import close_page, open_page
from explorer_ui.stage import show_training

settings = open_page("Train")
with contained():
    show_training(settings)
close_page("Train")
