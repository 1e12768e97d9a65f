"""Train: the main task. Paste a text, train on it, step through every merge."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.train.watch_it_learn.train import show_training

draw_page("Train", show_training)
