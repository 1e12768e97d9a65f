"""What a model receives of a conversation."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.chat.chat import show_chat
from explorer_ui.places.chat.sizes import show_sizes

draw_place("chat", {"Chat": show_chat, "Sizes": show_sizes})
