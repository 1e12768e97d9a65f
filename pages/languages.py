"""Languages: what one paragraph costs in seventeen languages, and why."""

from functools import partial

from explorer_ui.page.page import draw_page
from explorer_ui.places.compare.languages.languages import show_languages
from explorer_ui.places.train.several_languages.several_languages import show_parity_training

draw_page("Languages", partial(show_languages, training=show_parity_training))
