"""Train on a text, and step through every merge."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.train.several_languages.several_languages import show_parity_training
from explorer_ui.places.train.watch_it_learn.train import show_training

draw_place("train", {"Train": show_training, "Several languages": show_parity_training})
