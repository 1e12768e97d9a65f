"""The limits follow from the memory of the container, and together they stay within it."""

from pathlib import Path

import pytest
import yaml

from bpe_core.sandbox import safe_split
from bpe_core.sandbox.safe_split import MEMORY_BYTES
from explorer_ui.cache.bounded import MAX_CACHE
from explorer_ui.cache.memory import memory_limit, within_memory
from explorer_ui.server.uploads import MAX_UPLOADS

ROOT = Path(__file__).parents[1]
HERE = memory_limit(Path("/nowhere"))


@pytest.mark.parametrize(
    ("groups", "files", "limit"),
    [
        # The files that a process in a Docker container finds, with version 2 or 1 of cgroups.
        ("0::/\n", {"memory.max": "2147483648\n"}, 2**31),
        ("4:memory:/docker/abc\n0::/\n", {"memory/memory.limit_in_bytes": "1073741824\n"}, 2**30),
        # A systemd service in a slice with its own limit.
        ("0::/a.slice/b.service\n", {"a.slice/memory.max": "1000000000", "a.slice/b.service/memory.max": "max"}, 10**9),
        ("0::/a.slice/b.service\n", {"a.slice/memory.max": "2000000000", "a.slice/b.service/memory.max": "9"}, 9),
        ("5:cpu,memory:/x\n", {"memory/x/memory.limit_in_bytes": "500000000"}, 500_000_000),
        # Without a limit: the memory of the machine.
        ("0::/\n", {"memory.max": "max\n"}, HERE),
        ("4:memory:/\n", {"memory/memory.limit_in_bytes": "9223372036854771712\n"}, HERE),
        ("3:cpuset:/\n", {}, HERE),
    ],
)  # fmt: skip
def test_the_memory_of_a_container_is_known(tmp_path, groups, files, limit):
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text(groups)
    for name, content in files.items():
        path = tmp_path / "sys/fs/cgroup" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    assert memory_limit(tmp_path) == limit


@pytest.mark.parametrize(
    ("processors", "memory", "slots"),
    [(1, 2**34, 2), (2, 2**31, 2), (64, 2**31, 2), (64, 2**34, 16), (4, 2**28, 1)],
)
def test_patterns_run_at_once_as_the_memory_has_room(monkeypatch, processors, memory, slots):
    for name in ("_PROCESSORS", "_QUICK_SLOTS", "_SLOTS"):
        monkeypatch.setattr(safe_split, name, getattr(safe_split, name))
    monkeypatch.setattr(safe_split, "_PROCESSORS", processors)
    assert safe_split.limit_slots(memory // 2) == slots
    for row in (safe_split._QUICK_SLOTS, safe_split._SLOTS):
        assert [row.acquire(timeout=0) for _ in range(slots + 1)] == [True] * slots + [False]


def test_the_limits_together_stay_within_the_container(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_QUICK_SLOTS", "_SLOTS"):
        monkeypatch.setattr(safe_split, name, getattr(safe_split, name))
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
    assert compose["services"]["app"]["mem_limit"] == "2g"
    memory = 2 * 2**30
    # A process takes up to 1.6 times what the cache counts (docs/security_promises.md), and 150 MB by itself.
    shared = 1.6 * within_memory(MAX_CACHE, memory=memory)
    uploads = within_memory(MAX_UPLOADS, memory=memory)
    # Two queues of patterns, even on a machine with many processors.
    monkeypatch.setattr(safe_split, "_PROCESSORS", 64)
    patterns = 2 * safe_split.limit_slots(memory // 2) * MEMORY_BYTES
    assert shared + uploads + patterns + 150_000_000 < memory
    # With much memory, the limits equal the table in docs/limits.md.
    assert within_memory(MAX_CACHE, memory=2**34) == MAX_CACHE
