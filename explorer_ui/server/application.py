"""The app as an ASGI application: `streamlit run app.py` looks for one and starts it instead of the page.

If the pages are started in another way (by a test, by another host's runner), this module is not used. The
pages work nevertheless; a feature that needs a route says so on its page.
"""

from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from explorer_ui.server.class_routes import class_routes
from explorer_ui.server.compressed import CompressedStatics
from explorer_ui.server.document import StyledDocument
from explorer_ui.server.headers import SecurityHeaders
from explorer_ui.server.housekeeping import housekeeping
from explorer_ui.server.kept_files import kept_file_routes
from explorer_ui.server.requests import RequestLimits
from explorer_ui.server.uploads import UploadLimits

ROUTES: list[BaseRoute] = [*class_routes(), *kept_file_routes()]
"""The app's own routes, in addition to Streamlit's."""

# The first is the outermost: every response gets the headers, including rejections.
MIDDLEWARE = [
    Middleware(SecurityHeaders),
    Middleware(RequestLimits),
    Middleware(UploadLimits),
    Middleware(CompressedStatics),
    Middleware(StyledDocument),
]

__all__ = ["MIDDLEWARE", "ROUTES", "housekeeping"]
