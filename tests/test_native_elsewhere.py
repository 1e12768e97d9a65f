"""The C file on other systems, as far as this system's compiler can check."""

import importlib.machinery
from ctypes import CDLL
from pathlib import Path

import pytest

import build_native
from bpe_core.fast import native


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
