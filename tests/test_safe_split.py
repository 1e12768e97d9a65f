"""Untrusted patterns: they split as `regex` does, and can do no harm."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import SPLIT_PATTERNS, branch_numbers, pretokenize
from bpe_core.pretokenization import split_branches
from bpe_core.sandbox import safe_split as module
from bpe_core.sandbox.safe_split import MAX_PATTERN, MAX_PATTERN_TEXT, OwnSplit, PatternRefused, split_safely


def cut(text: str, pattern: str, **limits) -> OwnSplit:
    split = split_safely(text, pattern, **limits)
    assert isinstance(split, OwnSplit), split
    return split


def refusal(text: str, pattern: str, **limits) -> PatternRefused:
    split = split_safely(text, pattern, **limits)
    assert isinstance(split, PatternRefused), split
    assert split.message
    return split


@settings(max_examples=10)
@given(TEXTS, st.sampled_from(list(SPLIT_PATTERNS)))
def test_the_published_patterns_cut_as_they_do_at_home(text: str, name: str) -> None:
    split = cut(text, SPLIT_PATTERNS[name])
    assert split.chunks() == pretokenize(text, name)
    assert split.branches_known
    assert "|".join(split.branches) == SPLIT_PATTERNS[name]


RUN_CHILD = module._run_child
NEVER_ENDS = subprocess.CompletedProcess([], -27, b"", b"")
PATTERNS = [
    r"\w+|\s+|[^\w\s]+", r"a(b)?|(?:c|d)+", r"(?i)A|B+", r"(?<=a)b|(?<!a)c", r"a(?=b)|b(?!a)",
    r"(a|ab)(c|bcd)?|[|a]", r"(?i)a|x+", r"a(?i)b|C", r"(?:(a)|(b))c?|\n", r"[[:alpha:]]+|\d", r"a|", r"x*", r"^.|.$",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("text", ["", "abab cab\nABC a|b 12 xx aa bcd cd e\u0301 👩🏽‍🚀"])
def test_pieces_are_the_matches_and_what_lies_between(text: str, pattern: str) -> None:
    split = cut(text, pattern)
    chunks = split.chunks()
    assert "".join(chunk.text for chunk in chunks) == text
    matches = list(branch_numbers.matches(regex.compile(pattern), text))
    assert chunks == pretokenize(text, pattern)
    found = [match.span() for match in matches if match.group()]
    taken = [chunk for chunk in chunks if chunk.branch >= 0]
    assert [(chunk.start, chunk.start + len(chunk.text)) for chunk in taken] == found
    assert split.empty_matches == len(matches) - len(found)
    assert split.branches_known
    # A chunk has the first branch that matches at its start; alone, this branch matches the same text.
    flags = regex.compile(pattern).flags
    branches = [regex.compile(branch, flags) for branch in split_branches(pattern)]
    for chunk in taken:
        matching = [(number, branch.match(text, chunk.start)) for number, branch in enumerate(branches)]
        number, match = next((number, match) for number, match in matching if match)
        assert (chunk.branch, chunk.text) == (number, match.group())


@pytest.mark.parametrize("pattern", [r"(a)\1|b", r"b|(.)\1", r"(.)\1+|b"])
def test_where_branches_cannot_be_told_there_is_one(pattern: str) -> None:
    split = cut("aab abx b", pattern)
    assert split.chunks() == pretokenize("aab abx b", pattern)
    assert (split.branches_known, split.branches) == (False, (pattern,))
    found = [match.group() for match in regex.finditer(pattern, "aab abx b")]
    assert {chunk.branch for chunk in split.chunks()} <= {-1, 0}
    assert [chunk.text for chunk in split.chunks() if chunk.branch == 0] == found


@pytest.mark.parametrize("pattern", ["a|(b", "[a", "a)", "*a", r"\p{Nonsense}", "(?<=a", "a{2,1}"])
def test_a_syntax_error_is_shown_where_it_is(pattern: str) -> None:
    with pytest.raises(regex.error) as error:
        regex.compile(pattern)
    refused = refusal("text", pattern)
    assert refused.kind == "syntax"
    assert refused.position == error.value.pos
    assert error.value.msg in refused.message


@pytest.mark.parametrize(
    ("kinds", "pattern"),
    [
        ({"timeout"}, "(a|aa)+$"),
        ({"timeout", "memory"}, "(((a{100}){100}){100}){100}"),
        ({"timeout", "memory"}, "(?:aa?){1000000}"),
        ({"too-nested"}, "(" * 900 + ")" * 900),
    ],
)
def test_a_bomb_is_stopped(kinds: set[str], pattern: str) -> None:
    assert refusal("a" * 60 + "b", pattern, cpu_seconds=1, memory_bytes=2**29).kind in kinds


@pytest.mark.parametrize(
    ("does", "kind"), [("time.sleep(600)", "timeout"), ("os.kill(os.getpid(), signal.SIGSEGV)", "crash")]
)
def test_a_child_that_does_nothing_is_ended_by_the_clock_and_one_that_crashes_is_told_of(
    monkeypatch, tmp_path, does: str, kind: str
) -> None:
    child = tmp_path / "child.py"
    child.write_text(f"import os, signal, time; {does}")
    monkeypatch.setattr(module, "_CHILD", child)
    assert refusal("a", "a", wall_seconds=0.5 if kind == "timeout" else 3_600).kind == kind


@pytest.mark.parametrize(
    "pattern", ["(?r)a", "(?p)a|ab", "(?P<n>a)(?P=n)", "(?x) a # b", "(?R)", r"a\X", "[a--b]"]
)
def test_what_tiktoken_reads_otherwise_is_refused(pattern: str) -> None:
    assert refusal("aab", pattern).kind == "dialect"


def test_limits_on_length() -> None:
    assert refusal("a", "a" * (MAX_PATTERN + 1)).kind == "pattern-too-long"
    assert refusal("a" * (MAX_PATTERN_TEXT + 1), "a").kind == "text-too-long"
    assert len(cut("ab" * (MAX_PATTERN_TEXT // 2), "a|b").ends) == MAX_PATTERN_TEXT
    assert len(cut("aa", "a|" * (MAX_PATTERN // 2)).branches) == MAX_PATTERN // 2 + 1


def test_no_more_patterns_run_at_once_than_there_are_slots(monkeypatch) -> None:
    slots = module.LeastDebtFirst(1)
    monkeypatch.setattr(module, "_QUICK_SLOTS", slots)
    assert slots.acquire(timeout=0)
    assert refusal("a", "a", wall_seconds=0.1).kind == "busy"
    slots.release()
    assert cut("a", "a")


@pytest.mark.parametrize(
    ("debts", "expected"), [([0, 0, 0, 0, 0], [4, 3, 2, 1, 0]), ([9, 2.5, 0.5, 2.5, 4.5], [2, 3, 1, 4, 0])]
)
def test_of_those_that_wait_the_one_with_the_least_debt_is_next_and_then_the_newest(debts, expected):
    slots = module.LeastDebtFirst(1)
    came: list[int] = []

    def wait(number: int) -> None:
        assert slots.acquire(timeout=60, debt=debts[number])
        came.append(number)
        slots.release()

    with_all_waiting(slots, [partial(wait, number) for number in range(5)])
    assert came == expected


def with_all_waiting(slots, calls) -> None:
    """Make calls that all wait for the only slot, one after the other, and then release it."""
    assert slots.acquire(timeout=0)
    with ThreadPoolExecutor(len(calls)) as visitors:
        for number, call in enumerate(calls, 1):
            visitors.submit(call)
            while len(slots._waiting) < number:
                time.sleep(0.01)
        slots.release()


def order_of_trying(monkeypatch, slots: str, visitors) -> list[object]:
    """The order in which the patterns of visitors are tried that wait for one of the slots, the quick or the others."""
    order: list[object] = []

    def note(task, text, *, timeout):
        if slots == "_SLOTS" and task["cpu_seconds"] <= module.QUICK_SECONDS:
            return NEVER_ENDS
        order.append(task["pattern"])
        return subprocess.CompletedProcess([], 0, b'{"outcome": "flag"}\n', b"")

    monkeypatch.setattr(module, "_run_child", note)
    monkeypatch.setattr(module, slots, module.LeastDebtFirst(1))
    calls = [partial(split_safely, "a", f"{who}", visitor=who, wall_seconds=60) for who in visitors]
    with_all_waiting(getattr(module, slots), calls)
    return order


def test_a_longer_honest_pattern_is_tried_before_those_of_visitors_who_were_stopped(monkeypatch, tried):
    """Ten visitors wait with their second bomb when an honest pattern comes that needs more than the quick slots give."""
    for number in range(10):
        assert refusal(f"first {number}", "b+", visitor=number).kind == "timeout"
    order = order_of_trying(monkeypatch, "_SLOTS", [*range(5), "honest", *range(5, 10)])
    # The order of the others depends on the seconds that each has wasted.
    assert order[0] == "honest"
    assert sorted(order[1:]) == [f"{number}" for number in range(10)]


def test_a_visitor_whose_pattern_finished_comes_before_unknown_ones(monkeypatch) -> None:
    """Ten new visitors wait with a bomb each; the visitor whose first search was answered is next, though the oldest."""
    module._DEBTS.clear()
    assert cut("a", "a", visitor="honest")
    assert order_of_trying(monkeypatch, "_QUICK_SLOTS", ["honest", *range(10)])[0] == "honest"


def test_a_visitor_whose_pattern_had_too_little_time_has_no_debt(monkeypatch) -> None:
    module._DEBTS.clear()

    def out_of_time(task, text, *, timeout):
        raise subprocess.TimeoutExpired("child", timeout)

    monkeypatch.setattr(module, "_run_child", out_of_time)
    refused = refusal("a", "a", visitor="me")
    assert "this server is busy" in refused.message
    assert not module._DEBTS
    assert refused not in module._STOPPED.values()


@pytest.mark.parametrize("pattern", ["^(a|aa)+$", "^((a|aa)+)+b", "(((a{99}){99}){99}){99}"])
def test_a_search_is_stopped_at_a_sample_with_the_longest_texts(monkeypatch, pattern: str) -> None:
    """The longest text is the last of many; without the sample this bomb would have a thousand seconds."""
    monkeypatch.setattr(module, "SEARCH_SECONDS", 1_000)
    texts = [*map(str, range(20_000)), "a" * 128 + "c"]
    found = module.search_safely(texts, pattern, wall_seconds=600, cpu_seconds=1, visitor="sample")
    assert isinstance(found, PatternRefused)
    assert found.kind in ("timeout", "memory")


def test_an_honest_pattern_passes_by_those_that_take_long(monkeypatch) -> None:
    """Ten visitors send slow patterns; while all wait, a normal pattern gets its answer, five times of five."""
    bombs_may_end = Event()
    trying: list[str] = []

    def slow_motion(task, text, *, timeout):
        if task["pattern"] != "b+":
            return RUN_CHILD(task, text, timeout=timeout)
        if task["cpu_seconds"] > module.QUICK_SECONDS:
            trying.append("long")
            bombs_may_end.wait(60)
        return NEVER_ENDS

    monkeypatch.setattr(module, "_run_child", slow_motion)
    with ThreadPoolExecutor(10) as visitors:
        bombs = [visitors.submit(split_safely, f"{number}", "b+", visitor=number) for number in range(10)]
        try:
            while module._SLOTS._free:
                time.sleep(0.01)
            for number in range(5):
                assert cut(f"honest {number}", r"\p{L}+|\s+")
            assert len(trying) == max(2, os.cpu_count() or 1)
            assert not any(bomb.done() for bomb in bombs)
        finally:
            bombs_may_end.set()
    assert {bomb.result().kind for bomb in bombs} == {"timeout"}


def test_of_one_visitor_one_pattern_is_tried_at_a_time(monkeypatch) -> None:
    with module._turn_of("me", time.monotonic() + 60):
        assert split_safely("a", "a", wall_seconds=0.05, visitor="me").kind == "busy"
        assert isinstance(split_safely("a", "a", visitor="you"), OwnSplit)
    assert isinstance(split_safely("a", "a", visitor="me"), OwnSplit)


def test_what_was_stopped_is_not_tried_again(tried) -> None:
    module._STOPPED.clear()
    for _ in range(2):
        assert refusal("a" * 60 + "b", "(a|aa)+$", visitor="again").kind == "timeout"
    # In a quick slot, and in another.
    assert len(tried) == 2


@pytest.fixture
def tried(monkeypatch) -> list[dict[str, object]]:
    """The tasks that were tried, of which none ends."""
    module._DEBTS.clear()
    tasks: list[dict[str, object]] = []

    def never_ends(task, text, *, timeout):
        tasks.append(task)
        return NEVER_ENDS

    monkeypatch.setattr(module, "_run_child", never_ends)
    return tasks


def test_a_visitor_whose_pattern_was_stopped_takes_no_quick_slot_with_the_next(monkeypatch, tried) -> None:
    """Fifteen visitors with five slow patterns each use the quick slots fifteen times, not seventy-five times."""
    for bomb in range(5):
        for visitor in range(15):
            assert refusal(f"{bomb} of {visitor}", "b+", visitor=visitor).kind == "timeout"
    quick = [task for task in tried if task["cpu_seconds"] == module.QUICK_SECONDS]
    assert len(quick) == 15
    assert len(tried) == 75 + 15
    # Slower patterns run with low priority.
    assert {task["niceness"] for task in quick} == {0}
    assert {task["niceness"] for task in tried if task not in quick} == {19}
    # The first pattern that finishes clears the record.
    monkeypatch.setattr(module, "_run_child", RUN_CHILD)
    monkeypatch.setattr(module, "_QUICK_SLOTS", module.LeastDebtFirst(1))
    assert module._QUICK_SLOTS.acquire(timeout=0)
    assert refusal("a", "a", visitor="new", wall_seconds=0.1).kind == "busy"
    assert cut("a", "a", visitor=0)
    assert refusal("b", "b", visitor=0, wall_seconds=0.1).kind == "busy"


def test_a_bomb_that_has_waited_in_vain_is_not_forgiven(monkeypatch, tried) -> None:
    monkeypatch.setattr(module, "_SLOTS", module.LeastDebtFirst(1))
    assert module._SLOTS.acquire(timeout=0)
    for bomb in range(5):
        assert refusal(f"vain {bomb}", "b+", visitor="me", wall_seconds=0.1).kind == "busy"
    assert [task["cpu_seconds"] for task in tried] == [module.QUICK_SECONDS]


def test_a_pattern_may_take_little_of_the_memory_of_a_server() -> None:
    """All slots together stay within the memory that the app leaves free in a container of two gigabytes."""
    assert 4 * module.MEMORY_BYTES <= 2**30
    assert "256 MB" in module._SENTENCES["memory"]
    text = ("word 12 " * MAX_PATTERN_TEXT)[:MAX_PATTERN_TEXT]
    assert cut(text, SPLIT_PATTERNS["o200k_base"])


def test_windows_has_no_such_limits_and_says_so(monkeypatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    refused = refusal("a", "a")
    assert refused.kind == "unsupported-system"
    assert "Windows" in refused.message


def test_lone_surrogates_count_as_the_replacement_character() -> None:
    split = cut("a\ud800b", "[\ud800a]+")
    assert [chunk.text for chunk in split.chunks()] == ["a\ufffd", "b"]


@settings(max_examples=15)
@given(st.text("ab é🙂\n", max_size=12), st.text(r"ab|()[]{}*+?.^$\-,:=!<P#12 wsKRX", max_size=10))
def test_no_pattern_raises_or_loses_a_character(text: str, pattern: str) -> None:
    split = split_safely(text, pattern, cpu_seconds=1)
    if isinstance(split, OwnSplit):
        assert "".join(chunk.text for chunk in split.chunks()) == text
        assert all(-1 <= number < len(split.branches) for number in split.taken_by.tolist())
