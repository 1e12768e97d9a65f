"""Repeated runs of ids are those of a naive quadratic search, also where they overlap and lie inside each other."""

from random import Random

import pytest

from bpe_core.chat.repeats import Repeat, find_repeats, seen_earlier


def naive_runs(ids: list[int], at_least: int) -> dict[tuple[int, ...], list[int]]:
    """Each run that occurs more than once and cannot be extended in either direction, with its places."""
    places: dict[tuple[int, ...], list[int]] = {}
    for start in range(len(ids)):
        for end in range(start + at_least, len(ids) + 1):
            places.setdefault(tuple(ids[start:end]), []).append(start)

    def neighbours(run: tuple[int, ...], step: int) -> set[object]:
        at = [start - 1 if step < 0 else start + len(run) for start in places[run]]
        return {ids[one] if 0 <= one < len(ids) else f"end {one}" for one in at}

    return {
        run: starts
        for run, starts in places.items()
        if len(starts) > 1 and len(neighbours(run, -1)) > 1 and len(neighbours(run, 1)) > 1
    }


def naive_repeats(ids: list[int], at_least: int) -> list[Repeat]:
    """Take the run that saves most, forget its places, and again."""
    runs, taken, found = naive_runs(ids, at_least), [False] * len(ids), []
    while True:
        best = None
        for run, starts in runs.items():
            free: list[int] = []
            for start in starts:
                if not any(taken[start : start + len(run)]) and (not free or start >= free[-1] + len(run)):
                    free.append(start)
            if len(free) > 1:
                key = (-len(run) * (len(free) - 1), -len(run), free[0])
                best = min(best, (key, len(run), free)) if best else (key, len(run), free)
        if best is None:
            return found
        _, length, free = best
        found.append(Repeat(length, tuple(free)))
        for start in free:
            taken[start : start + length] = [True] * length


def random_ids(random: Random) -> list[int]:
    ids = [random.randrange(random.choice([1, 2, 3, 9])) for _ in range(random.randrange(60))]
    for _ in range(random.randrange(4)):
        start = random.randrange(len(ids) + 1)
        at = random.randrange(len(ids) + 1)
        ids[at:at] = ids[start : start + random.randrange(20)]
    return ids


def test_repeats_are_those_of_a_quadratic_search_and_what_was_seen_that_of_each_window() -> None:
    for seed in range(300):
        random = Random(seed)
        ids, size = random_ids(random), random.randint(1, 5)
        assert find_repeats(ids, size) == naive_repeats(ids, size), seed
        windows = [tuple(ids[start : start + size]) for start in range(len(ids) - size + 1)]
        again = [start for start, window in enumerate(windows) if window in windows[:start]]
        expected = [any(start <= at < start + size for start in again) for at in range(len(ids))]
        assert seen_earlier(ids, size).tolist() == expected, seed


@pytest.mark.parametrize("ids", [[], [1], [1] * 5_000, [1, 2] * 5_000, [*range(3_000)] * 3])
def test_lists_of_one_kind_end(ids: list[int]) -> None:
    found = find_repeats(ids)
    assert [repeat.length * len(repeat.starts) for repeat in found] == ([] if len(ids) < 2 else [len(ids)])
