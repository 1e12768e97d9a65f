"""How many connections this process can keep open: each is an open file, and the default limit is often 1,024."""

import sys

if sys.platform != "win32":
    import resource

_FOR_THE_REST = 400
"""How many open files are reserved for everything else: pages, their files, the sessions' websockets."""

_WANTED = 65_536


def connections_that_fit(most: int) -> int:
    """Return how many connections may stay open, up to `most`, so that the pages still respond.

    Raises the process's limit for open files as far as the system allows.
    """
    if sys.platform == "win32":
        return most
    now, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if now != resource.RLIM_INFINITY and now < allowed:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        except (OSError, ValueError):  # a system may report one number and allow another
            allowed = now
    return max(0, min(most, allowed - _FOR_THE_REST))
