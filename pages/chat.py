"""Chat: messages in the chat template in which a model sees them."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.chat import show_chat

settings = open_page("Chat")
with contained():
    show_chat(settings)
close_page("Chat")
