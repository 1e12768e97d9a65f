"""The address of this computer in its network, under which phones can open a class."""

import socket
from urllib.parse import urlsplit

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_EVERYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104 - only compared with a server's setting
_DOCUMENTATION = ("192.0.2.1", 9)  # RFC 5737: no computer has this address


def own_address() -> str | None:
    """Return the address that this computer has in its network, or None if it is in none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_DOCUMENTATION)  # a datagram socket: this only chooses the interface
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address in _LOOPBACK else address


def reachable(address: str, *, listens_on: str | None, own: str | None) -> str:
    """Return an address of the app as other computers can open it, if the server listens to them.

    >>> reachable("http://localhost:8501/class", listens_on="0.0.0.0", own="192.168.1.5")
    'http://192.168.1.5:8501/class'
    >>> reachable("http://localhost:8501/class", listens_on="127.0.0.1", own="192.168.1.5")
    'http://localhost:8501/class'
    """
    parts = urlsplit(address)
    if parts.hostname not in _LOOPBACK or (listens_on or "") not in _EVERYWHERE or own is None:
        return address
    port = "" if parts.port is None else f":{parts.port}"
    return parts._replace(netloc=f"{own}{port}").geturl()
