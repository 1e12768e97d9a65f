"""Keeps values in the shared cache that a session would otherwise hold for minutes after its visitor has left.

A fragment, a callback and a file that is written on download hold their arguments as long as their session
exists. Here the session holds only a key. For values that are shared anyway (a training, a tokenizer, its table) only a
weak reference is stored; the rest counts towards the limit of the shared cache.
"""

import functools
from collections.abc import Callable, Hashable, Mapping
from typing import Any, ParamSpec, TypeVar
from weakref import ref

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bpe_core import Tokenizer, TrainingHistory
from bpe_core.lessons.vocabulary.vocabulary import TokenTable
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.progress import IN_FRAGMENT

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")
Arguments = tuple[Any, ...]


class EvictedError(Exception):
    """The arguments were evicted from the cache, to make room for others."""


def cached_fragment(function: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Decorate a part of a page that runs by itself, as `st.fragment` does, and contain its errors.

    When it runs by itself and its arguments were evicted, the whole page runs and passes them again. Keyword
    arguments stay with the session, so they must be small.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @contained()
    def run(fresh: list[Arguments], key: Hashable, options: Mapping[str, Any]) -> None:
        try:
            arguments = fresh.pop() if fresh else _take(key)
        except EvictedError:
            st.rerun()
        entered = IN_FRAGMENT.set(True)
        try:
            function(*arguments, **options)
        finally:
            IN_FRAGMENT.reset(entered)

    # Streamlit identifies fragments by their names.
    functools.update_wrapper(run, function)
    fragment = st.fragment(run)

    @functools.wraps(function)
    def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        fragment([args], _put(name, args), kwargs)

    return call


def cached_call(name: str, function: Callable[..., Value], *args: Any) -> Callable[[], Value]:
    """Return a function without arguments that calls `function` with `args`, for a button with this `name`.

    It raises `EvictedError` if the arguments were evicted.
    """
    key = _put(name, args)
    return lambda: function(*_take(key))


def _put(name: str, arguments: Arguments) -> Hashable:
    context = get_script_run_ctx()
    key = ("arguments", context.session_id if context else None, name)
    thin = tuple(
        ref(argument) if isinstance(argument, Tokenizer | TokenTable | TrainingHistory) else argument
        for argument in arguments
    )
    CACHE.put(key, thin)
    return key


def _take(key: Hashable) -> Arguments:
    thin = CACHE.get(key)
    if thin is None:
        raise EvictedError
    arguments = tuple(argument() if isinstance(argument, ref) else argument for argument in thin)
    if any(argument is None and thin[place] is not None for place, argument in enumerate(arguments)):
        raise EvictedError
    return arguments
