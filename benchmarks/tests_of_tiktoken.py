"""Runs tiktoken's own tests with `bpe_core` in its place: `make peers`.

They come from the source package of the installed version, which is unpacked into a temporary folder. There a
module `tiktoken` puts `bpe_core` in its own place, so that every `import tiktoken` gets it.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import tiktoken

ROOT = Path(__file__).parents[1]
PRIVATE = (
    "tests/test_encoding.py::test_encode_bytes",
    "tests/test_encoding.py::test_hyp_encode_bytes",
)
"""The tests of a private method of tiktoken, `_encode_bytes`."""

IN_ITS_PLACE = 'import sys, bpe_core; sys.modules["tiktoken"] = bpe_core\n'


def main() -> int:
    """Run the tests, and return the exit code of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--no-binary", "tiktoken"]
        subprocess.run([*pip, "--dest", folder, f"tiktoken=={tiktoken.__version__}"], check=True)
        (source,) = Path(folder).glob("tiktoken-*.tar.gz")
        unpacked = Path(folder) / source.name.removesuffix(".tar.gz")
        with tarfile.open(source) as archive:
            # Only the tests: tiktoken's package would be found before the module.
            tests = [one for one in archive if one.name.startswith(f"{unpacked.name}/tests/")]
            archive.extractall(folder, tests, filter="data")
        (unpacked / "tiktoken.py").write_text(IN_ITS_PLACE, "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
        deselected = [part for test in PRIVATE for part in ("--deselect", test)]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        return subprocess.run([*command, *deselected], cwd=unpacked, env=environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
