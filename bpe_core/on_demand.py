"""Loads a module when it is first used: the one place of the engine that imports anything later than at the top."""

from importlib import import_module
from typing import Any


def member(dotted: str) -> Any:
    """Return a module, or a name of one after a colon, loaded when this is first called.

    >>> member("bpe_core.types:BpeError").__name__, member("bpe_core.types").__name__
    ('BpeError', 'bpe_core.types')
    """
    module, _, name = dotted.partition(":")
    loaded = import_module(module)
    return getattr(loaded, name) if name else loaded
