"""The state of a class, without a server: what everybody sees, who may answer, what is refused, when it ends."""

import json
import math
import random
import string
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.lessons.quiz.misconceptions import version_of
from explorer_ui.present import classroom
from explorer_ui.present.classroom import questions
from explorer_ui.present.classroom import school as schools
from explorer_ui.present.classroom import state as states
from explorer_ui.present.classroom.asked import counted_as
from explorer_ui.present.classroom.codes import LETTERS, code_of, is_code, is_key, ticket_of
from explorer_ui.present.classroom.questions import MAX_GAME, MAX_GAME_MERGES, ClassError
from explorer_ui.present.classroom.school import MAX_IDLE, MAX_SILENCE, QUIET, TRIES_IN_ALL, School
from explorer_ui.present.classroom.state import ABSENCE, MAX_FOLLOWERS, MAX_SCENE, Classroom
from explorer_ui.present.classroom.tries import Tries

KEY, OTHER = "ab" * 32, "cd" * 32
KEYS = [f"{number:064x}" for number in range(200)]
QUESTION = {"prompt": "Which pair is merged next?", "options": [[97, 98], [98, 99], "neither"]}


@pytest.fixture
def room() -> Classroom:
    return Classroom(proof="", ticket="t", now=0.0)


def ask(room: Classroom, question: object = QUESTION, *, now: float = 1.0) -> int:
    room.tell({"question": question}, now=now)
    number: int = room.state()["question"]["number"]
    return number


def follow(room: Classroom, address: str = "192.0.2.1", *, now: float = 1.0) -> str:
    voter = room.admit(None, address=address, now=now)
    assert voter is not None
    return voter


def refuses(room, voter, option, *, number, now, says=None):
    """Check that an answer is refused, and what the follower is told."""
    with pytest.raises(ClassError, match=says):
        room.vote(voter, number=number, option=option, now=now)


def opened(school: School, key: str = KEY, *, address: str = "", now: float = 0.0) -> Classroom:
    """Open a class, and return it."""
    return school.taught(school.open(key, address=address, now=now), key, now=now)


def test_counts_are_seen_when_the_answer_is_uncovered_and_a_reason_after_it(room: Classroom) -> None:
    with pytest.raises(ClassError, match="no answer to explain"):
        room.tell({"explain": "It occurs most often."}, now=0.0)
    number = ask(room)
    for option in (0, 0, 2):
        room.vote(follow(room), number=number, option=option, now=2.0)
    assert room.state()["question"] == QUESTION | {"number": number}
    assert room.tally(now=3.0) == {"followers": 3, "answered": 3}
    with pytest.raises(ClassError, match="question is open"):
        room.tell({"explain": "It occurs most often."}, now=2.0)
    room.tell({"uncover": [1]}, now=4.0)
    uncovered = QUESTION | {"number": number, "answer": [1], "counts": [2, 0, 1], "present": 3}
    assert room.state()["question"] == uncovered
    for wrong in (None, 7, "x" * 401):
        with pytest.raises(ClassError, match="reason"):
            room.tell({"explain": wrong}, now=4.0)
    room.tell({"explain": "It occurs most often."}, now=5.0)
    assert room.state()["question"] == uncovered | {"reason": "It occurs most often."}
    room.tell({"question": None}, now=5.0)
    assert room.state()["question"] is None


def test_those_who_answered_and_have_left_count_as_present(room: Classroom) -> None:
    number = ask(room)
    for option in (0, 2):
        room.vote(follow(room), number=number, option=option, now=2.0)
    room.tally(now=2.0 + ABSENCE + 1)
    room.tell({"uncover": [0]}, now=2.0 + ABSENCE + 1)
    told = room.state()["question"]
    assert (told["counts"], told["present"]) == ([1, 0, 1], 2)


def test_while_a_question_is_open_nothing_else_is_shown(room: Classroom) -> None:
    assert room.state() == {"scene": None, "step": 0, "covered": False, "question": None}
    room.tell({"scene": {"text": "YQ=="}, "step": 7, "covered": True}, now=1.0)
    first = room.state()
    assert first | {"step": 7, "covered": True} == first
    room.tell({"scene": {"text": "Yg=="}}, now=2.0)
    assert room.state()["scene"] != first["scene"]
    assert room.state() | {"scene": None} == first | {"scene": None}
    number = ask(room)
    voter = follow(room)
    shown = room.state()
    # As another window of the same teacher would send it.
    for message in ({"step": 8}, {"scene": {"text": "Yg=="}}, {"covered": False}):
        with pytest.raises(ClassError, match="question is open"):
            room.tell(message, now=2.0)
        assert room.state() == shown
    room.vote(voter, number=number, option=1, now=3.0)
    room.tell({"uncover": [1], "step": 8}, now=4.0)
    assert room.state()["step"] == 8
    room.tell({"step": 9}, now=5.0)
    ask(room)
    room.tell({"question": None, "step": 3}, now=6.0)
    assert room.state()["step"] == 3


def test_an_answer_counts_once(room: Classroom) -> None:
    number, voter = ask(room), follow(room)
    room.vote(voter, number=number, option=1, now=2.0)
    for option in (0, 1, 2):
        refuses(room, voter, option, number=number, now=3.0, says="already")
    # A follower who comes back, also from another address, is the same.
    room.opened(voter)
    room.closed(voter, now=3.0)
    assert room.admit(voter, address="198.51.100.7", now=20.0) == voter
    refuses(room, voter, 0, number=number, now=21.0, says="already")
    room.tell({"uncover": [1]}, now=22.0)
    assert room.state()["question"]["counts"] == [0, 1, 0]
    refuses(room, follow(room), 0, number=number, now=23.0, says="over")


CRAFTED = [-1, 3, 10**30, True, 1.0, "1", None, [1], {}]
STRANGERS = [None, "", "made up", 7, ["x"], {"a": 1}]


def test_a_crafted_answer_and_that_of_a_stranger_count_for_nothing(room: Classroom) -> None:
    over, number, voter = ask(room), ask(room), follow(room)
    answers = [(voter, option) for option in CRAFTED] + [(stranger, 0) for stranger in STRANGERS]
    for who, option, asked in [*((*answer, number) for answer in answers), (voter, 0, over)]:
        refuses(room, who, option, number=asked, now=2.0)
        assert room.tally(now=3.0)["answered"] == 0
    room.vote(voter, number=number, option=0, now=4.0)


def test_those_who_answer_and_go_for_ever_are_not_kept(room, monkeypatch):
    monkeypatch.setattr(states, "MAX_FOLLOWERS", 20)
    monkeypatch.setattr(states, "MAX_FROM_ADDRESS", 10)
    number, kept = ask(room, now=0.0), room._question.answered
    for minute in range(5):
        now = minute * (ABSENCE + 1)
        for address in ("192.0.2.1", "192.0.2.2"):
            while voter := room.admit(None, address=address, now=now):
                room.vote(voter, number=number, option=0, now=now)
    assert room.tally(now=now)["answered"] == 5 * 20
    assert len(kept) == 20


def test_neither_addresses_nor_who_answered_what_are_kept(room: Classroom) -> None:
    number, voter = ask(room), follow(room, "192.0.2.77")
    assert "192.0.2.77" not in repr(vars(room)) + repr(room.state())
    room.vote(voter, number=number, option=1, now=2.0)
    question = room._question
    assert question.answered == {voter: 1}
    assert question.kind.counts == [0, 1, 0]
    room.tell({"uncover": [1]}, now=3.0)
    assert question.answered == {}


ROWS = [[1, [97, 97, 97, 98, 97, 97, 98]], [2, [98, 97, 97]], [1, [99]]]
PLAY = {"prompt": "Fewer?", "game": {"rows": ROWS, "merges": 3, "first_id": 256}}


def naive_tokens(pairs: list[list[int]]) -> int | None:
    """How many tokens some merges leave, by a naive loop over the text; None if a pair does not occur."""
    chunks = [list(ids) for times, ids in ROWS for _ in range(times)]
    for new_id, pair in enumerate(pairs, start=256):
        found = False
        for ids in chunks:
            at = 0
            while at < len(ids) - 1:
                if ids[at : at + 2] == pair:
                    ids[at : at + 2] = [new_id]
                    found = True
                at += 1
        if not found:
            return None
    return sum(map(len, chunks))


PAIRS = st.lists(st.sampled_from([97, 98, 99, 256, 257, 258]), min_size=2, max_size=2)


@given(st.lists(st.lists(PAIRS, min_size=1, max_size=3), max_size=12))
def test_the_tokens_of_a_game_are_counted_here_and_the_best_try_counts(tries: list[list[list[int]]]) -> None:
    room = Classroom(proof="", ticket="t", now=0.0)
    number, voters = ask(room, PLAY, now=0.0), [follow(room), follow(room)]
    best: dict[str, int] = {}
    first: list[list[int]] = []
    for index, pairs in enumerate(tries):
        voter, tokens = voters[index % 2], naive_tokens(pairs)
        if tokens is None:
            refuses(room, voter, pairs, number=number, now=1.0, says="does not occur")
            continue
        room.vote(voter, number=number, option=pairs, now=1.0)
        if tokens < min(best.values(), default=99):
            first = pairs
        best[voter] = min(tokens, best.get(voter, tokens))
    told = room.tally(now=2.0)
    assert told["answered"] == len(best)
    assert told["tokens"] == [[n, list(best.values()).count(n)] for n in sorted(set(best.values()))]
    assert "tokens" not in room.state()["question"]
    room.tell({"uncover": [8]}, now=3.0)
    assert (room.state()["question"]["winner"], room.state()["question"]["tokens"]) == (first, told["tokens"])


def test_a_game_is_played_by_those_who_are_there_until_it_is_stopped(room: Classroom) -> None:
    number = ask(room, PLAY | {"seconds": 60}, now=0.0)
    ada, bob, eve = follow(room), follow(room), follow(room)
    crafted: list[object] = [
        [], [[97, 98]] * 4, [[97, 98, 99]], [[97, -1]], [[97, True]], [[97, 1 << 32]], [[97, "98"]], [97, 98],
        "97", None, 3, {"tokens": 1}, [[257, 97]], [[97, 98], [97, 98]], [[[97], 98]],
    ]  # fmt: skip
    for answer in crafted:
        refuses(room, ada, answer, number=number, now=1.0)
    assert room.tally(now=1.0)["answered"] == 0
    room.vote(ada, number=number, option=[[97, 97]], now=1.0)
    room.vote(bob, number=number, option=[[98, 97]], now=1.0)
    room.vote(bob, number=number, option=[[97, 97], [256, 98]], now=1.0)
    room.vote(eve, number=number, option=[[97, 98]], now=1.0)
    refuses(room, ada, [[97, 97]], number=number, now=62.0, says="time is up")
    refuses(room, "somebody", [[97, 97]], number=number, now=3.0, says="Only followers")
    room.tell({"uncover": [9]}, now=4.0)
    refuses(room, ada, [[97, 97]], number=number, now=5.0, says="over")
    assert room._question.answered == {}


def test_what_a_game_keeps_and_does_is_bounded(room, monkeypatch):
    longest = {"rows": [[1, [97, 98] * 500]], "merges": 10, "first_id": 256}
    number = ask(room, {"prompt": "?", "game": longest}, now=0.0)
    answer = [[97, 98]] + [[255 + n, 255 + n] for n in range(1, 9)]
    merges = Mock(wraps=questions.merge_pair)
    with monkeypatch.context() as patch:
        patch.setattr(questions, "merge_pair", merges)
        for _ in range(3):
            room.vote(follow(room), number=number, option=answer, now=1.0)
    assert 0 < sum(len(call.args[0]) for call in merges.mock_calls) <= 3 * MAX_GAME * MAX_GAME_MERGES
    for index in range(MAX_FOLLOWERS):
        voter = room.admit(None, address=f"198.51.{index % 8}.1", now=1.0)
        if voter:
            room.vote(voter, number=number, option=answer[: 1 + index % 9], now=1.0)
    told = room.tally(now=2.0)
    assert told["answered"] == MAX_FOLLOWERS
    assert len(json.dumps(told)) < 3_000
    room.tell({"uncover": [7]}, now=3.0)
    assert len(json.dumps(room.state())) < 2_000
    assert len(room._question.kind._best[1]) <= MAX_GAME_MERGES


def test_gaps_are_counted_and_compared_with_the_tokenizers_own(room: Classroom) -> None:
    number = ask(room, {"prompt": "Where?", "gaps": 4}, now=0.0)
    answers: list[list[int]] = [[], [1], [0, 1, 2, 3], [1, 3], [3, 1]]
    for answer in answers:
        voter = follow(room)
        for crafted in ([4], [-1], [1, 1], ["1"], "1", 1, None, [True], [[1]]):
            refuses(room, voter, crafted, number=number, now=1.0)
        room.vote(voter, number=number, option=answer, now=1.0)
        refuses(room, voter, [], number=number, now=1.0, says="already")
    assert room.tally(now=2.0) == {"followers": 5, "answered": 5}
    room.tell({"uncover": [1, 3]}, now=3.0)
    shown = room.state()["question"]
    assert shown["counts"] == [sum(gap in answer for answer in answers) for gap in range(4)]
    right = [sum((gap in answer) == (gap in {1, 3}) for gap in range(4)) for answer in answers]
    assert shown["found"] == [right.count(gaps) for gaps in range(5)]


def test_if_the_teacher_does_not_know_the_answer_only_what_was_placed_is_shown(room: Classroom) -> None:
    number = ask(room, {"prompt": "Where?", "gaps": 3}, now=0.0)
    for answer in ([2], [0, 2], [0]):
        room.vote(follow(room), number=number, option=answer, now=1.0)
    room.tell({"uncover": None}, now=2.0)
    asked = {"number": number, "prompt": "Where?", "options": [], "gaps": 3}
    assert room.state()["question"] == asked | {"answer": [], "counts": [2, 0, 2], "people": 3, "present": 3}
    refuses(room, follow(room), [], number=number, now=3.0, says="over")


def test_after_the_time_is_up_no_answer_counts(room: Classroom) -> None:
    one, two = follow(room, now=100.0), follow(room, now=100.0)
    room.tell({"question": QUESTION | {"seconds": 20}}, now=100.0)
    shown = room.state()["question"]
    assert shown["until"] == 120.0
    assert room.tally(now=105.5)["left"] == 15
    room.vote(one, number=shown["number"], option=1, now=120.9)
    refuses(room, two, 1, number=shown["number"], now=121.1, says="time is up")
    told = room.tally(now=500.0)
    assert (told["left"], told["answered"]) == (0, 1)


def test_who_has_gone_is_forgotten_and_who_listens_is_not(room: Classroom) -> None:
    gone, listening = follow(room), follow(room)
    room.opened(gone)
    room.opened(listening)
    room.closed(gone, now=10.0)
    assert room.tally(now=1000.0)["followers"] == 1
    assert room.admit(listening, address="", now=1001.0) == listening
    assert room.admit(gone, address="", now=1001.0) not in {gone, None}
    # Whoever has only lost the connection has some time to come back.
    room.closed(listening, now=2000.0)
    assert room.num_followers(now=2000.0 + ABSENCE) == 1


def test_followers_are_bounded_in_all_and_from_one_address(room, monkeypatch):
    monkeypatch.setattr(states, "MAX_FOLLOWERS", 5)
    monkeypatch.setattr(states, "MAX_FROM_ADDRESS", 3)

    def join(address: str) -> bool:
        voter = room.admit(None, address=address, now=1.0)
        room.opened(voter)
        return voter is not None

    assert [join("192.0.2.1") for _ in range(50)] == [True] * 3 + [False] * 47
    assert [join(f"198.51.100.{n}") for n in range(4)] == [True, True, False, False]


def test_whoever_collects_ids_shuts_out_no_phone_that_comes_later(room, monkeypatch):
    monkeypatch.setattr(states, "MAX_FOLLOWERS", 8)
    monkeypatch.setattr(states, "MAX_FROM_ADDRESS", 6)
    hall, number = "192.0.2.1", ask(room)
    listening, answered = follow(room, hall), follow(room, hall)
    room.opened(listening)
    room.vote(answered, number=number, option=0, now=1.0)
    for now in range(2, 50):
        assert room.admit(None, address=hall, now=now)
        assert room.num_followers(now=now) <= 6
    # The phones that come later answer; who listens or has answered is still known.
    phones = [follow(room, hall, now=50.0) for _ in range(4)]
    for phone in phones:
        room.vote(phone, number=number, option=1, now=51.0)
    for known in (listening, answered, *phones):
        assert room.admit(known, address=hall, now=52.0) == known
    # Everybody here listens or has answered: an id that answers and is replaced would answer twice.
    assert room.admit(None, address=hall, now=53.0) is None
    assert room.tally(now=54.0)["answered"] == 5
    room.tell({"uncover": [1]}, now=55.0)
    assert room.admit(None, address=hall, now=56.0)
    # Another address takes no place of this one as long as the class has room, and then one of its silent ids.
    assert [room.admit(None, address="198.51.100.1", now=57.0) is not None for _ in range(3)] == [True] * 3
    assert room.num_followers(now=58.0) == 8
    assert room.admit(listening, address=hall, now=58.0) == listening


SOUND = {"prompt": "?", "options": ["a", "b"]}
GAME = {"rows": [[1, [1, 2]]], "merges": 2, "first_id": 9}
# `{"text":""}` takes eleven bytes.
LONGEST = {"text": "a" * (MAX_SCENE - 11)}
LONG = {"text": "a" * (MAX_SCENE - 10)}
OPTIONS = (["a"], ["a"] * 13, ["a", "b" * 201], ["a", [1, 2, 3]], ["a", [1, -2]], ["a", {"html": "<b>"}])
ROWS_OF_GAMES = ([], [[1, []]], [[0, [1]]], [[1, [9]]], [[1, 2]], [[1, [1] * 1_001]], 7)
GAMES = ({"merges": 0}, {"merges": 11}, {"first_id": 1 << 32}, {"more": 1})
QUESTIONS = [
    "Which?",
    *(SOUND | {"prompt": prompt} for prompt in ("", "?" * 401)),
    *(SOUND | {"options": options} for options in OPTIONS),
    *(SOUND | more for more in ({"more": 1}, {"gaps": 2})),
    *(SOUND | {"seconds": seconds} for seconds in (-1, 601, 1.5, "20", True)),
    *({"prompt": "?", "gaps": gaps} for gaps in (0, 61)),
    *({"prompt": "?", "game": GAME | {"rows": rows}} for rows in ROWS_OF_GAMES),
    *({"prompt": "?", "game": GAME | wrong} for wrong in GAMES),
]
UNSOUND: list[dict[str, object]] = [
    {"words": "hello"},
    *({"step": step} for step in (-1, 1_000_001, "1", True, 1.5)),
    *({"covered": covered} for covered in (1, None, "yes")),
    *({"scene": scene} for scene in ("text", None, LONG, {"x": math.inf})),
    *({"uncover": right} for right in ([0, 0], [3], [-1], [True], "0")),
    {"question": SOUND, "uncover": [0]},
    *({"question": question} for question in QUESTIONS),
]


@pytest.mark.parametrize("message", UNSOUND, ids=lambda message: str(message)[:40])
def test_an_unsound_message_changes_nothing(room: Classroom, message: dict[str, object]) -> None:
    if "uncover" in message:
        ask(room)
    before = room.state()
    with pytest.raises(ClassError):
        room.tell({"step": 3} | message, now=2.0)
    assert room.state() == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    max_leaves=12,
)
PARTS = st.sampled_from(["scene", "step", "question", "uncover", "prompt", "options", "game", "gaps"])


@given(st.dictionaries(PARTS, JSON, max_size=4))
def test_any_message_is_taken_or_refused(message: dict[str, object]) -> None:
    room = Classroom(proof="", ticket="", now=0.0)
    ask(room)
    try:
        room.tell(message, now=1.0)
    except ClassError:
        return
    assert len(json.dumps(room.state())) < 10_000


def test_what_everybody_is_sent_at_each_step_is_small(room: Classroom) -> None:
    room.tell({"scene": LONGEST, "step": 1_000_000}, now=0.0)
    room.tell({"question": {"prompt": "?" * 400, "options": ["b" * 200] * 12}}, now=0.0)
    assert len(json.dumps(room.state())) < 4_000


def test_a_class_opens_again_under_its_code_on_a_server_that_knows_nothing_and_keeps_no_key() -> None:
    before, after = School(), School()
    code = before.open(KEY, now=0.0)
    assert after.open(KEY, now=50.0) == code == code_of(KEY)
    for school in (before, after):
        assert school.followed(code, ticket_of(KEY), now=51.0)
        assert KEY not in str(vars(school.taught(code, KEY, now=51.0)))


def test_two_keys_of_one_code_are_two_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schools, "code_of", lambda _key: "BREADS")
    school = School()
    assert school.open(KEY, now=0.0) == "BREADS"
    assert school.open(OTHER, now=1.0) is None
    assert school.taught("BREADS", OTHER, now=2.0) is None
    assert ticket_of(KEY) != ticket_of(OTHER)


def test_codes_are_spread_over_all_letters_and_only_a_key_is_a_key() -> None:
    rng = random.Random(1)
    codes = {code_of(rng.randbytes(32).hex()) for _ in range(500)}
    assert len(codes) == 500
    assert all(map(is_code, codes))
    assert set("".join(codes)) == set(LETTERS)
    assert set(string.ascii_uppercase) - set(LETTERS) == set("IONV")
    for text in (KEY.upper(), KEY[:-1], KEY + "0", KEY + "\n", "ü" * 64, "٣" * 64, 5, None):
        assert not is_key(text)


def test_a_class_ends_two_hours_after_the_last_sign() -> None:
    school, code = School(), code_of(KEY)
    opened(school).tally(now=1000.0)
    assert school.followed(code, ticket_of(KEY), now=1000.0 + MAX_SILENCE)
    assert school.followed(code, ticket_of(KEY), now=1001.0 + MAX_SILENCE) is None
    assert school.ticket(code, address="", now=1001.0 + MAX_SILENCE) is None
    school.sweep(now=1001.0 + MAX_SILENCE)
    assert len(school) == 0


def test_a_class_that_nobody_ends_ends_by_itself() -> None:
    school, code = School(), code_of(KEY)
    room = opened(school)
    voter, now = follow(room, now=0.0), 0.0
    room.opened(voter)
    number = ask(room, now=0.0)
    # Each of these acts shows that somebody still uses the class.
    for act in ("join", "vote", "step"):
        now += MAX_IDLE / 2
        room.tally(now=now)
        if act == "join":
            follow(room, now=now)
        elif act == "vote":
            room.vote(voter, number=number, option=0, now=now)
        else:
            room.tell({"question": None, "step": 1}, now=now)
    room.closed(voter, now=now)
    # All night, an open tab asks for the counts, and a phone reconnects.
    while now < 3 * MAX_IDLE:
        room = school.taught(code, KEY, now=now)
        if room is None:
            break
        room.tally(now=now)
        room.admit(voter, address="192.0.2.1", now=now)
        now += 120
    assert now == 2.5 * MAX_IDLE + 120
    # The teacher's tab does not open it again.
    script = Path(classroom.__file__).with_name("teaching.js").read_text("utf-8")
    assert f"const IDLE = {int(MAX_IDLE * 1000):_};" in script
    assert school.followed(code, ticket_of(KEY), now=now) is None
    school.sweep(now=now)
    assert len(school) == 0


def test_classes_are_bounded_and_the_quiet_give_way() -> None:
    school = School(max_classes=3)
    for number, key in enumerate(KEYS[:3]):
        school.open(key, now=10.0 * number)
    assert school.open(KEYS[3], now=30.0) is None
    assert len(school) == 3
    assert school.open(KEYS[3], now=QUIET + 1) is not None
    assert len(school) == 3
    gone = [school.taught(code_of(key), key, now=QUIET + 1) is None for key in KEYS[:3]]
    assert gone == [True, False, False]


def test_whoever_opens_all_classes_there_can_be_keeps_nobody_out() -> None:
    school = School(max_classes=4)

    def opens(number: int, host: int) -> bool:
        return school.open(KEYS[number], address=f"192.0.2.{host}", now=0.0) is not None

    followed, *_ = [opened(school, key, address="192.0.2.1") for key in KEYS[:4]]
    follow(followed, now=0.0)
    # A new class of another address replaces one that nobody follows.
    assert [opens(4, 1), opens(5, 2)] == [False, True]
    assert len(school) == 4
    assert followed in school
    assert [opens(4, 1), opens(6, 2), opens(7, 2), opens(7, 3)] == [False, True, False, True]
    assert followed in school
    # Nothing is stored about closed classes.
    assert len(school._openers) == 4


def test_forty_other_addresses_close_no_class_that_has_followers() -> None:
    school, now = School(), 0.0
    rooms = [opened(school, key, address="192.0.2.1") for key in KEYS[:5]]
    for room in rooms[:3]:
        room.opened(room.admit(None, address="192.0.2.1", now=now))
    polling = rooms[3].admit(None, address="192.0.2.1", now=now)
    for number, key in enumerate(KEYS[5:120]):
        now += 10.0
        assert rooms[3].admit(polling, address="192.0.2.1", now=now)
        school.open(key, address=f"198.51.100.{number}", now=now)
    # Its teachers have been silent for long, and no class is free: only the one without followers gave way.
    assert now > QUIET
    assert [room in school for room in rooms] == [True] * 4 + [False]
    assert len(school) == schools.MAX_CLASSES


def test_of_one_addresss_classes_the_one_without_followers_gives_way() -> None:
    keys = KEYS[: schools.MAX_FOLLOWED + 2]
    school = School(max_classes=len(keys))
    rooms = [opened(school, key, address="192.0.2.1") for key in keys]
    for room in rooms[:-1]:
        room.opened(follow(room, now=0.0))
    assert school.open(KEYS[len(keys)], address="192.0.2.2", now=1.0)
    assert [room in school for room in rooms] == [True] * (len(rooms) - 1) + [False]


def test_whoever_follows_their_own_classes_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schools, "MAX_FOLLOWED", 2)
    school = School(max_classes=8)
    for key in KEYS[:8]:
        room = opened(school, key, address="192.0.2.1")
        room.opened(follow(room, now=0.0))
    for number, key in enumerate(KEYS[8:14]):
        assert school.open(key, address=f"198.51.100.{number}", now=1.0)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2:3::4", "2001:db8:1:ffff::1", True),
        ("2001:db8:1::1", "2001:db8:2::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
    ],
)
def test_the_addresses_of_one_network_count_as_one(one: str, other: str, same: bool) -> None:
    assert (counted_as(one) == counted_as(other)) is same


def guess(school: School, address: str, *, now: float) -> bool:
    """Guess the code of a class, if this address may; return whether it may."""
    if school.must_wait(address, now=now):
        return False
    assert school.ticket("AAAAAA", address=address, now=now) is None
    return True


def test_codes_cannot_be_guessed_in_the_time_of_a_lesson() -> None:
    school = School()
    school.open(KEY, now=0.0)
    addresses = [f"10.0.0.{address}" for address in range(10) for _ in range(60)]
    tried = sum(guess(school, address, now=now) for now in range(0, 7_200, 30) for address in addresses)
    assert tried <= TRIES_IN_ALL * 121
    assert tried / len(LETTERS) ** 6 < 1 / 7_500


def test_one_address_that_guesses_stops_no_other() -> None:
    school = School()
    code = school.open(KEY, now=0.0)
    assert not all(guess(school, "192.0.2.1", now=1.0) for _ in range(1000))
    assert school.must_wait("192.0.2.1", now=1.0)
    assert not school.must_wait("192.0.2.2", now=1.0)
    assert school.ticket(code, address="192.0.2.2", now=1.0) == ticket_of(KEY)


def test_tries_keep_few_digests_and_no_address() -> None:
    tries = Tries(per_address=schools.TRIES_PER_ADDRESS, in_all=TRIES_IN_ALL, seconds=60)
    for number in range(10_000):
        tries.count(f"10.0.{number // 256}.{number % 256}", now=1.0)
    assert len(tries._counts) <= TRIES_IN_ALL
    assert b"10.0" not in b"".join(tries._counts)


def test_a_test_is_matched_by_a_word_of_which_only_a_digest_is_kept(room: Classroom) -> None:
    voters = [follow(room) for _ in range(6)]
    for version in (0, 1):
        ask(room, {"prompt": "The test.", "options": ["a", "b"]}, now=2.0)
        room.tell({"uncover": [0]}, now=2.0)
        number = ask(room, {"prompt": "The test.", "test": version}, now=2.0)
        right = [question.answer for question in version_of(version)]
        wrong = [0 if option else 1 for option in right]
        for at, voter in enumerate(voters):
            # One stays away after the lesson, and one writes the word in another way.
            word = f"Word {at}" if version == 0 else f"  wORD{at}"
            if version == 0 or at < 5:
                known = 13 if version else 7
                answers = [*right[:known], *wrong[known:]]
                room.vote(voter, number=number, option={"word": word, "answers": answers}, now=3.0)
        bad: list[object] = [3, {"word": "x"}]
        bad += [{"word": word, "answers": right} for word in ("", "x" * 41)]
        bad += [{"word": "x", "answers": answers} for answers in (right[1:], [9] * 14, [True] * 14)]
        for sheet in bad:
            refuses(room, voters[5], sheet, number=number, now=3.0)
        room.tell({"uncover": []}, now=4.0)
        report = room.state()["question"]["report"]
        assert report["sheets"] == 6 - version
    assert (report["gain"]["pairs"], report["gain"]["gain"]) == (5, pytest.approx(6 / 7))
    assert [one["learned"] for one in report["moved"]] == [0] * 7 + [5] * 6 + [0]
    # Only the result is left, also where the answer is revealed once more.
    assert room._papers.sheets == ({}, {})
    assert "word4" not in repr(vars(room)).casefold().replace(" ", "")
    room.tell({"uncover": []}, now=5.0)
    assert room.state()["question"]["report"] == report


GAME_OF_FOUR = {"rows": [[n + 1, [97, 98 + n]] for n in range(4)], "merges": 1, "first_id": 256}


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ({"test": 1}, [{"word": word, "answers": [0] * 14} for word in "abcd"]),
        ({"gaps": 4}, [[0], [1], [2], [3]]),
        ({"game": GAME_OF_FOUR}, [[[97, 98 + n]] for n in range(4)]),
    ],
)
def test_of_one_question_few_different_answers_are_kept_and_its_result_is_computed_once(
    room, monkeypatch, question, answers
):
    monkeypatch.setattr(questions, "MAX_ANSWERS", 3)
    number = ask(room, {"prompt": "Which?", **question})
    for answer in answers[:3]:
        room.vote(follow(room), number=number, option=answer, now=2.0)
    refuses(room, follow(room), answers[3], number=number, now=2.0, says="no room")
    assert room.tally(now=2.0)["answered"] == 3
    kind = room._question.kind
    result = Mock(wraps=kind.result)
    monkeypatch.setattr(kind, "result", result)
    room.tell({"uncover": []}, now=3.0)
    shown = [room.state() for _ in range(5)]
    assert shown == [shown[0]] * 5
    assert room.tally(now=4.0)["present"] == 4
    result.assert_called_once_with([])


def test_nobody_takes_the_word_of_somebody_else(room: Classroom) -> None:
    one, other = follow(room), follow(room)
    number = ask(room, {"prompt": "The test.", "test": 0}, now=2.0)
    sheet = {"word": "zebra", "answers": [0] * 14}
    room.vote(one, number=number, option=sheet, now=3.0)
    refuses(room, other, sheet, number=number, now=3.0, says="choose another one")
    room.vote(other, number=number, option={**sheet, "word": "lynx"}, now=3.0)
    assert room.tally(now=4.0)["answered"] == 2
    # A test that is asked a second time keeps what was handed in before.
    room.tell({"uncover": []}, now=5.0)
    number = ask(room, {"prompt": "The test.", "test": 0}, now=6.0)
    refuses(room, one, sheet, number=number, now=6.0, says="has been used")
    room.vote(other, number=number, option={**sheet, "word": "otter"}, now=6.0)
    room.tell({"uncover": []}, now=7.0)
    assert room.state()["question"]["report"] == {"sheets": 3}
