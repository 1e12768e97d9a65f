"""Chat: messages in the chat template, as a model sees them."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.chat.chat import show_chat

draw_page("Chat", show_chat)
