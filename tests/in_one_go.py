"""Runs computations in one go that the app runs in parts, so that it can stop when a visitor leaves."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from bpe_core.in_parts import finished
from bpe_core.lessons.vocabulary.growth import Growth, growth_in_parts
from bpe_core.lessons.vocabulary.unreachable import reachable_in_parts


def in_one_go(in_parts: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that runs all parts and returns the result."""
    return wraps(in_parts)(lambda *args, **options: finished(in_parts(*args, **options)))


growth = in_one_go(growth_in_parts)
find_reachable = in_one_go(reachable_in_parts)


def steps_under(grown: Growth, size: int) -> int:
    """Return how many steps of a growth a vocabulary of `size` tokens includes."""
    return max(int(np.searchsorted(grown.sizes, size, side="right")) - 1, 0)
