"""How many connections this process can hold open: each is an open file to the system, which allows 1,024 by default."""

import sys

if sys.platform != "win32":
    import resource

_FOR_THE_REST = 400
"""Of these files, for what is not a class: pages, their files, the sessions' websockets."""

_WANTED = 65_536


def connections_that_fit(most: int) -> int:
    """Return how many connections may stay open, up to `most`, so that the pages still answer.

    The process may have as many open files from then on as the system lets it ask for.
    """
    if sys.platform == "win32":
        return most
    now, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if now != resource.RLIM_INFINITY and now < allowed:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        except (OSError, ValueError):  # a system may say one number and allow another
            allowed = now
    return max(0, min(most, allowed - _FOR_THE_REST))
