"""Train on a text and step through every merge, make merges by hand, save what was learned, and check a list of merges."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.train.by_hand.by_hand import show_by_hand
from explorer_ui.places.train.homework.printed import show_homework
from explorer_ui.places.train.save.save import show_files
from explorer_ui.places.train.several_languages.several_languages import show_parity_training
from explorer_ui.places.train.watch_it_learn.train import show_training

draw_place(
    "train",
    {
        "Train": show_training,
        "By hand": show_by_hand,
        "Several languages": show_parity_training,
        "Save": show_files,
        "Homework": show_homework,
    },
)
