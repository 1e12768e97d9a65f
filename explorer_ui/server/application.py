"""The app as an ASGI application: `streamlit run app.py` looks for one and starts it instead of the page.

Where somebody starts the pages otherwise (a test, another host's runner) nothing here takes part, and they work
all the same; what needs a route says so there.
"""

from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from explorer_ui.classroom.routes import class_routes
from explorer_ui.server.document import StyledDocument
from explorer_ui.server.encoder_files import encoder_routes
from explorer_ui.server.headers import SecurityHeaders
from explorer_ui.server.housekeeping import housekeeping
from explorer_ui.server.requests import RequestLimits
from explorer_ui.server.uploads import UploadLimits

ROUTES: list[BaseRoute] = [*class_routes(), *encoder_routes()]
"""Routes of our own, next to Streamlit's."""

# The first is the outermost: every answer carries the headers, refusals too.
MIDDLEWARE = [
    Middleware(SecurityHeaders),
    Middleware(RequestLimits),
    Middleware(UploadLimits),
    Middleware(StyledDocument),
]

__all__ = ["MIDDLEWARE", "ROUTES", "housekeeping"]
