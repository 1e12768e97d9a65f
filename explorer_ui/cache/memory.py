"""How much memory this process may use: that of its container, or of the machine."""

import os
from collections.abc import Iterator
from pathlib import Path

_UNKNOWN = 2 * 2**30  # the limit in deploy/compose.yaml, for systems that do not report one


def memory_limit(root: Path = Path("/")) -> int:
    """Return how many bytes of memory this process may use: the minimum of the limits of its cgroups and the machine's memory.

    `root` is where /proc and /sys are.

    >>> memory_limit() > 100_000_000
    True
    """
    return min([*_limits_of_cgroups(root), _memory_of_machine()])


def within_memory(most: int, *, memory: int | None = None) -> int:
    """Return a limit in bytes: `most`, or an eighth of the memory if that is less.

    >>> within_memory(512_000_000, memory=2 * 2**30), within_memory(512_000_000, memory=64 * 2**30)
    (268435456, 512000000)
    """
    return min(most, (memory_limit() if memory is None else memory) // 8)


def _limits_of_cgroups(root: Path) -> Iterator[int]:
    # Each line names a hierarchy (0 is version 2), its controllers, and the path of this process in it. A
    # container may see only the end of that path, so every group on the way up is read, including the root
    # that it sees.
    try:
        lines = (root / "proc/self/cgroup").read_text("utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0":
            top, name = root / "sys/fs/cgroup", "memory.max"
        elif "memory" in controllers.split(","):
            top, name = root / "sys/fs/cgroup/memory", "memory.limit_in_bytes"
        else:
            continue
        group = top / path.lstrip("/")
        for folder in (group, *group.parents):
            if folder.is_relative_to(top):
                yield from _number_in(folder / name)


def _number_in(path: Path) -> Iterator[int]:
    try:
        yield int(path.read_text("utf-8"))
    except (OSError, ValueError):  # there is no such file, or it says "max"
        return


def _memory_of_machine() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return _UNKNOWN
