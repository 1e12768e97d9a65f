"""Pairs of code points that are drawn again every day, since all of them are a million millions.

The seed is in the name of each test, so in each failure; SEED=739000 in the environment repeats it.
"""

import os
from functools import cache
from random import Random

SEED = int(os.environ["SEED"])
COUNT = 4096


@cache
def pairs() -> tuple[str, ...]:
    """The pairs of the day: half of them are of characters near each other, as those of one script are."""
    rng = Random(SEED)
    found = []
    while len(found) < COUNT:
        one = rng.choice((0x3000, 0x20000, 0x110000))
        first = rng.randrange(one)
        other = min(first + rng.randrange(-256, 256), 0x10FFFF) if len(found) % 2 else rng.randrange(one)
        if other >= 0 and not any(0xD800 <= code < 0xE000 for code in (first, other)):
            found.append(chr(first) + chr(other))
    return tuple(found)
