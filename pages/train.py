"""Train on a text, and step through every merge."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.train.watch_it_learn.train import show_training

draw_place("train", {"Train": show_training})
