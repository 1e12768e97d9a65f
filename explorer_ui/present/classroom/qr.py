"""The QR code of an address, as an SVG path."""

import segno


def qr_path(address: str) -> tuple[str, int]:
    """Return an SVG path of unit squares, and the side length including the margin of four squares.

    Error correction M: a projected picture is bright and large, and fewer squares can be read from farther
    away.

    >>> path, side = qr_path("https://example.org/class/BREADS")
    >>> path[:12], side
    ('M4 4h7v1h-7z', 37)
    """
    # micro=False: phones do not read Micro QR codes.
    code = segno.make(address, error="m", micro=False)
    parts = []
    for y, row in enumerate(code.matrix):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                parts.append(f"M{start + 4} {y + 4}h{x - start}v1h-{x - start}z")
            x += 1
    return "".join(parts), len(code.matrix) + 8
