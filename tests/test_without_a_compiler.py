"""The C file elsewhere: without a compiler everything works and says nothing; other systems, as far as can be checked."""

import importlib.machinery
import os
import shutil
import subprocess
import sys
from ctypes import CDLL
from pathlib import Path

import pytest

import build_native
from bpe_core.fast import native

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("compiler", ["no-such-compiler", shutil.which("false")])
def test_nothing_is_built_and_nothing_is_said(compiler, tmp_path, monkeypatch, capfd):
    if compiler is None:
        pytest.skip("this system has no command `false`")
    target = tmp_path / build_native.TARGET.name
    monkeypatch.setattr(build_native, "TARGET", target)
    monkeypatch.setenv("CC", compiler)
    monkeypatch.setenv("PATH", "")
    build_native.build_if_older()
    assert not list(tmp_path.iterdir())
    assert capfd.readouterr() == ("", "")


def test_without_the_built_file_python_does_the_same(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "bpe_core", tmp_path / "bpe_core", ignore=ignored)
    program = """
import bpe_core
from bpe_core.fast import native
history = bpe_core.train("low lower lowest", num_merges=2)
print(bpe_core.__file__, native.library, bpe_core.Tokenizer.from_history(history).encode("slow"))
print(bpe_core.load_published("gpt2").encode("hello world!"))
"""
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "BPE_CORE_PURE": "0"}
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [
        f"{tmp_path / 'bpe_core' / '__init__.py'} None [115, 257]",
        "[31373, 995, 0]",
    ]
    assert ran.stderr == ""


def test_it_is_built_where_python_looks_for_it() -> None:
    assert build_native.TARGET.name.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))


def test_for_windows_every_function_is_exported_and_none_is_used_that_is_not_there(tmp_path: Path) -> None:
    options = [
        *("-D_WIN32", '-D__declspec(dllexport)=__attribute__((visibility("default")))'),
        # Hide functions that are not exported, and give aligned_alloc a name that is in no library.
        *("-fvisibility=hidden", "-Daligned_alloc=no_such_function"),
    ]
    done = build_native.build(tmp_path / "windows.so", *options)
    if done is None:
        pytest.skip("there is no compiler")
    assert done.returncode == 0, done.stderr.decode()
    library = CDLL(str(tmp_path / "windows.so"))
    assert all(library[name] for name in native._SIGNATURES)
    assert native.c_int32.in_dll(library, "bpe_interface").value == native._INTERFACE
