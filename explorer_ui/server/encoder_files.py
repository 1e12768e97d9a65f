"""The route for the files with which a browser encodes what is typed: merges, and character categories."""

import streamlit as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from explorer_ui.components.live import live

_KEPT = "public, max-age=31536000, immutable"


def encoder_routes() -> list[BaseRoute]:
    """Return the route, and make the pages use it."""
    prefix = st.get_option("server.baseUrlPath").strip("/")
    live.base_path = f"/{prefix}/encoder" if prefix else "/encoder"
    return [Route(f"{live.base_path}/{{address}}", _answer)]


async def _answer(request: Request) -> Response:
    data = live.encoder_file(request.path_params["address"])
    if data is None:
        return PlainTextResponse("File not found.", 404)
    return Response(data, media_type="application/octet-stream", headers={"Cache-Control": _KEPT})
