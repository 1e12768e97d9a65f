"""Loads a module when it is first used; no other part of the engine imports late."""

from importlib import import_module
from typing import Any


def member(dotted: str) -> Any:
    """Return a module by its name, or a member of a module by the name `module:member`.

    >>> member("bpe_core.types:BpeError").__name__, member("bpe_core.types").__name__
    ('BpeError', 'bpe_core.types')
    """
    module, _, name = dotted.partition(":")
    loaded = import_module(module)
    return getattr(loaded, name) if name else loaded
