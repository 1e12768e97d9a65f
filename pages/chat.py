"""What a model receives of a conversation."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.chat.chat import show_chat

draw_place("chat", {"Chat": show_chat})
