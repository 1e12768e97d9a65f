"""Bytes on their way to the browser."""

import base64


def base64_of(data: bytes) -> str:
    """Write bytes as text that JSON can carry; `bytesOf` in shared/payload.js reads it.

    >>> base64_of(b"low")
    'bG93'
    """
    return base64.b64encode(data).decode("ascii")
