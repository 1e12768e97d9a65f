"""The cases that take turns: each has one within some days, and all other tests run every day."""

from types import SimpleNamespace

from tests.sampling import DAYS, cases_of_today

TAKES_TURNS = {"test_pages", "test_words"}


def item(name: str) -> SimpleNamespace:
    return SimpleNamespace(
        nodeid=name,
        get_closest_marker=lambda mark: mark == "in_turns" and name.partition("[")[0] in TAKES_TURNS,
    )


def test_each_case_has_its_turn_once_and_what_takes_no_turns_runs_each_day():
    pages = [item(f"test_pages[{name}[1]]") for name in "abcdefg"]
    words = [item(f"test_words[{name}]") for name in "ab"]
    others = [item("test_start"), item("test_files[a]"), item("test_files[b]")]
    items = [others[0], *pages, *others[1:], *words]
    days = [cases_of_today(items, day) for day in range(739_000, 739_000 + DAYS)]
    for day in days:
        assert [one for one in items if one in day] == day
        assert [one for one in day if one in others] == others
        assert len([one for one in day if one in pages]) in (1, 2)
    turns = [one for day in days for one in day if one not in others]
    assert sorted(one.nodeid for one in turns) == sorted(one.nodeid for one in (*pages, *words))
