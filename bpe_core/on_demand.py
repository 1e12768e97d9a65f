"""Loads a module when it is first used: the only place in the engine that imports late."""

from importlib import import_module
from typing import Any


def member(dotted: str) -> Any:
    """Return a module by its name, or a member of a module: its name follows a colon.

    >>> member("bpe_core.types:BpeError").__name__, member("bpe_core.types").__name__
    ('BpeError', 'bpe_core.types')
    """
    module, _, name = dotted.partition(":")
    loaded = import_module(module)
    return getattr(loaded, name) if name else loaded
