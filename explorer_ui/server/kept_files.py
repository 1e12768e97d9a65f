"""The routes for files that browsers keep, since their addresses change with their content.

They are the modules of the components, and what a browser needs to encode text while it is typed: merges, and
character categories.
"""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from explorer_ui.browser import assets
from explorer_ui.browser.encoder import live
from explorer_ui.cache.bounded import cached
from explorer_ui.server.compressed import Compressed, accepts_gzip, answer, compress
from explorer_ui.visit.base_path import base_path


def kept_file_routes() -> list[BaseRoute]:
    """Return the routes, and make the pages use them."""
    live.base_path, assets.base_path = f"{base_path()}/encoder", f"{base_path()}/modules"
    return [
        _route(live.base_path, _encoder_file, "application/octet-stream"),
        _route(assets.base_path, _component_file, "text/javascript"),
    ]


@cached
def _encoder_file(address: str, packed: bool) -> Compressed | bytes:  # noqa: FBT001 - the cache takes no keywords
    return _kept(live.encoder_file(address), packed=packed)


@cached
def _component_file(address: str, packed: bool) -> Compressed | bytes:  # noqa: FBT001
    return _kept(assets.component_file(address), packed=packed)


def _kept(data: bytes | None, *, packed: bool) -> Compressed | bytes:
    # Raised, not returned: otherwise any number of addresses without a file would fill the cache.
    if data is None:
        raise FileNotFoundError
    return compress(data) if packed else data


def _route(base_path: str, file_at: Callable[[str, bool], Compressed | bytes], media_type: str) -> BaseRoute:
    # A function that is not asynchronous runs in a thread.
    def serve(request: Request) -> Response:
        packed = accepts_gzip(request.headers.get("accept-encoding", ""))
        try:
            file = file_at(request.path_params["address"], packed)
        except FileNotFoundError:
            return PlainTextResponse("File not found.", 404)
        return answer(request.headers, file, media_type=media_type)

    return Route(f"{base_path}/{{address}}", serve)
