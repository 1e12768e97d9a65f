"""What a request to a class contains: the key, the address, and the JSON object."""

import asyncio
import ipaddress
import json
from typing import Any, NoReturn
from urllib.parse import urlsplit

from starlette.requests import Request

MAX_SECONDS = 20.0
"""How long a message may take to arrive."""


async def object_of(request: Request, *, most: int) -> dict[str, Any] | None:
    """Return the JSON object of a request; None if it is not one, has more bytes than `most`, or arrives too slowly."""
    data = bytearray()
    try:
        async with asyncio.timeout(MAX_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > most:
                    return None
        message = json.loads(data, parse_constant=_no_number)
    except (TimeoutError, ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def bearer(request: Request) -> str:
    """Return the bearer token of a request, or whatever is in its place."""
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def place_of(request: Request) -> str:
    """Return the address of a request, as rate limits count it."""
    return counted_as(request.client.host) if request.client else ""


def counted_as(host: str) -> str:
    """Return the key under which an address is counted: for IPv6 its first 48 bits.

    One client can have all addresses that begin with them.

    >>> counted_as("192.0.2.1"), counted_as("::ffff:192.0.2.1"), counted_as("2001:db8:1:2:3:4:5:6")
    ('192.0.2.1', '192.0.2.1', '2001:db8:1::/48')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 80 << 80, 48)))


def is_own(address: str, request: Request) -> bool:
    """Return whether an address belongs to this app's classes: QR codes are drawn only for such addresses."""
    if len(address) > 300 or not address.endswith("/class") or not address.isascii():
        return False
    try:
        if urlsplit(address).port == 0:
            return False
    except ValueError:  # half of an IPv6 address, or a port that does not exist
        return False
    host = request.headers.get("host", "")
    return any(address.startswith(f"{scheme}://{host}/") for scheme in ("http", "https"))


def _no_number(name: str) -> NoReturn:
    # Python's JSON accepts these names and writes them, but browsers cannot parse them.
    raise ValueError(f"{name} is not valid JSON")
