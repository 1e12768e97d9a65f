"""The limits follow from the memory of the container, and together they stay within it."""

from pathlib import Path

import pytest
import yaml

from bpe_core.sandbox.safe_split import MEMORY_BYTES
from explorer_ui.cache.bounded import MAX_CACHE
from explorer_ui.cache.memory import memory_limit, within_memory
from explorer_ui.server.uploads import MAX_UPLOADS

ROOT = Path(__file__).parents[1]
HERE = memory_limit(Path("/nowhere"))


@pytest.mark.parametrize(
    ("groups", "files", "limit"),
    [
        # As a container of Docker sees itself, version 2 and 1.
        ("0::/\n", {"memory.max": "2147483648\n"}, 2**31),
        ("4:memory:/docker/abc\n0::/\n", {"memory/memory.limit_in_bytes": "1073741824\n"}, 2**30),
        # A service of systemd in a slice with a limit of its own.
        ("0::/a.slice/b.service\n", {"a.slice/memory.max": "1000000000", "a.slice/b.service/memory.max": "max"}, 10**9),
        ("0::/a.slice/b.service\n", {"a.slice/memory.max": "2000000000", "a.slice/b.service/memory.max": "9"}, 9),
        ("5:cpu,memory:/x\n", {"memory/x/memory.limit_in_bytes": "500000000"}, 500_000_000),
        # Without a limit: the memory of the machine.
        ("0::/\n", {"memory.max": "max\n"}, HERE),
        ("4:memory:/\n", {"memory/memory.limit_in_bytes": "9223372036854771712\n"}, HERE),
        ("3:cpuset:/\n", {}, HERE),
    ],
)  # fmt: skip
def test_the_memory_of_a_container_is_known(
    tmp_path: Path, groups: str, files: dict[str, str], limit: int
) -> None:
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text(groups)
    for name, content in files.items():
        path = tmp_path / "sys/fs/cgroup" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    assert memory_limit(tmp_path) == limit


def test_the_limits_together_stay_within_the_container() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    assert compose["services"]["app"]["mem_limit"] == "2g"
    memory = 2 * 2**30
    # A process takes up to 1.6 times what the cache counts (SECURITY.md), and 150 MB by itself.
    shared = 1.6 * within_memory(MAX_CACHE, memory=memory)
    uploads = within_memory(MAX_UPLOADS, memory=memory)
    patterns = 4 * MEMORY_BYTES  # on two processors
    assert shared + uploads + patterns + 150_000_000 < memory
    # On a machine with plenty they are what the table in SECURITY.md says.
    assert within_memory(MAX_CACHE, memory=2**34) == MAX_CACHE
