"""One class: what all its followers see, who follows, and the counts of the answers.

Nothing here reads a clock or sends anything: the time is an argument, in seconds of any monotonic clock.
"""

import gzip
import hashlib
import json
import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from explorer_ui.present.classroom.questions import (
    MAX_PROMPT,
    ClassError,
    Papers,
    Question,
    StrangerError,
    integer,
    question_of,
)
from explorer_ui.present.classroom.tries import digest_of

MAX_SCENE = 400_000
"""The largest scene (text, merges, settings), in bytes of JSON; the text of a lecture takes a fifth."""

MAX_STEP = 1_000_000
"""The largest step or vocabulary size: the largest published vocabulary is a fifth of this."""

MAX_FOLLOWERS = 1_200
"""The maximum number of followers of a class who can answer; later ones can only watch."""

MAX_FROM_ADDRESS = 600
"""The maximum number of such followers at one address: a school often has a single public address."""

LATE = 1.0
"""For how many seconds after the time is up an answer still counts, since it may have been sent in time."""

ABSENCE = 60.0
"""For how many seconds a silent follower keeps the right to answer."""


@dataclass
class _Follower:
    address: bytes
    seen: float
    streams: int = 0


class Classroom:
    """One class, from its opening to its end.

    >>> room = Classroom(proof="", ticket="t", now=0.0)
    >>> room.tell({"step": 3, "question": {"prompt": "Which?", "options": ["a", "b"]}}, now=1.0)
    >>> voter = room.admit(None, address="192.0.2.1", now=2.0)
    >>> room.vote(voter, number=room.state()["question"]["number"], option=0, now=3.0)
    >>> room.tally(now=4.0)
    {'followers': 1, 'answered': 1}
    >>> room.tell({"uncover": [0]}, now=5.0)
    >>> room.state()["question"]["counts"]
    [1, 0]
    """

    def __init__(self, *, proof: str, ticket: str, now: float) -> None:
        self.proof, self.ticket, self.last_sign, self.last_act = proof, ticket, now, now
        self.scene: bytes = b""
        # The address in the QR code of the class, and the code as `qr_path` returns it.
        self.qr: tuple[str, str, int] | None = None
        self.scene_id: str | None = None
        self._step = 0
        self._covered = False
        self._question: Question | None = None
        # A class that is opened again uses other question numbers than before: no old answer matches them.
        self._asked = secrets.randbelow(1 << 40)
        self._followers: dict[str, _Follower] = {}
        self._secret = secrets.token_bytes(16)
        self._papers = Papers()

    # ------------------------------------------------ the teacher

    def tell(self, message: Mapping[str, Any], *, now: float) -> None:
        """Change what everybody sees; either all of the message is applied or none of it.

        Args:
            message: Any of "scene" (an object that the player draws), "step", "covered" (whether the next step
                is hidden), "question" (an object as `question_of` takes it, or None to remove the previous
                one), "uncover" (the right answer; None if the teacher does not know it) and, after that, "explain"
                (the reason in words, which may be empty).
            now: The time.

        Raises:
            ClassError: the message is invalid, or exceeds a limit; or a question is open, and the message changes what is shown but
                neither closes nor answers the question; the change could reveal the answer.
        """
        known = {"scene", "step", "covered", "question", "uncover", "explain"}
        if not message.keys() <= known or len(message.keys() & {"question", "uncover", "explain"}) > 1:
            raise ClassError("A message must contain a scene, a step, a question or an answer.")
        open_question = self._question is not None and self._question.answer is None
        if message and not message.keys() & {"question", "uncover"} and open_question:
            raise ClassError("A question is open in the class. Reveal its answer first.")
        step = integer(message.get("step", self._step), below=MAX_STEP + 1, what="step")
        covered = message.get("covered", self._covered)
        if not isinstance(covered, bool):
            raise ClassError("The value of covered must be true or false.")
        scene = _scene(message["scene"]) if "scene" in message else None
        question = self._question
        if "question" in message:
            question = question_of(message["question"], self._papers, number=self._asked + 1, now=now)
        answer = None
        if "uncover" in message:
            if question is None:
                raise ClassError("There is no question to answer.")
            right = message["uncover"]
            answer = None if right is None else question.kind.read(right)
        if "explain" in message and (question is None or question.answer is None):
            raise ClassError("There is no answer to explain.")
        reason = _reason(message["explain"]) if "explain" in message else None
        self.last_sign = self.last_act = now
        self._step, self._covered = step, covered
        if scene is not None:
            self.scene, self.scene_id = scene
        if question is not self._question:
            self._question = question
            self._asked += question is not None
        if question is not None and "uncover" in message:
            question.reveal(answer, followers=len(self._followers))
        if question is not None and reason is not None:
            question.reason = reason

    def tally(self, *, now: float) -> dict[str, Any]:
        """Return the numbers of followers and answers, and the answers once revealed.

        The call counts as a request of the teacher.
        """
        self.last_sign = now
        self._forget_the_gone(now)
        question = self._question
        told: dict[str, Any] = {"followers": len(self._followers)}
        told["answered"] = question.num_answers if question else 0
        if question is None:
            return told
        told |= {**question.kind.live(), **question.result}
        if question.answer is None and question.until is not None:
            told["left"] = max(0, math.ceil(question.until - now))
        return told

    # ------------------------------------------------ everybody

    def state(self) -> dict[str, Any]:
        """Return what everybody sees; the scene itself is requested by its id."""
        return {
            "scene": self.scene_id,
            "step": self._step,
            "covered": self._covered,
            "question": self._question.shown() if self._question else None,
        }

    def admit(self, voter: str | None, *, address: str, now: float) -> str | None:
        """Admit a follower, and return the id under which one answer counts.

        Args:
            voter: The id that the follower got before, if any.
            address: The follower's address; a digest of it is kept while they are connected.
            now: The time.

        Returns:
            The same id if it is still known; or a new one. If a limit is reached, it replaces the id that was silent
            longest, without an open connection and an answer to the open question; None if there is no such id.
        """
        if voter is not None and voter in self._followers:
            self._followers[voter].seen = now
            return voter
        self._forget_the_gone(now)
        place = digest_of(address, secret=self._secret)
        from_there = sum(follower.address == place for follower in self._followers.values())
        here = from_there >= MAX_FROM_ADDRESS
        if here or len(self._followers) >= MAX_FOLLOWERS:
            # Somebody who collects ids keeps no later phone out, and cannot answer a question twice.
            answered = self._question.answered if self._question else {}
            silent = [
                known
                for known, follower in self._followers.items()
                if not follower.streams and known not in answered and (follower.address == place or not here)
            ]
            if not silent:
                return None
            del self._followers[min(silent, key=lambda known: self._followers[known].seen)]
        # A phone that reconnects by itself does not count as activity.
        if voter is None:
            self.last_act = now
        voter = secrets.token_urlsafe(12)
        self._followers[voter] = _Follower(address=place, seen=now)
        return voter

    def num_followers(self, *, now: float) -> int:
        """Return the number of followers who are connected, or were a moment ago."""
        self._forget_the_gone(now)
        return len(self._followers)

    def opened(self, voter: str | None) -> None:
        """Record an open connection: while it is open, its follower counts as present."""
        if voter in self._followers:
            self._followers[voter].streams += 1

    def closed(self, voter: str | None, *, now: float) -> None:
        """Record the end of such a connection."""
        follower = self._followers.get(voter or "")
        if follower:
            follower.streams -= 1
            follower.seen = now

    def vote(self, voter: object, *, number: object, option: object, now: float) -> None:
        """Count a follower's first answer, which cannot be changed.

        Raises:
            ClassError: the question, option or follower does not exist, the follower has already answered, or
                the time is up.
        """
        question = self._question
        if question is None or question.number != number or question.answer is not None:
            raise ClassError("This question is over.")
        if question.until is not None and now > question.until + LATE:
            raise ClassError("The time is up.")
        follower = self._followers.get(voter) if isinstance(voter, str) else None
        if follower is None or not isinstance(voter, str):
            raise StrangerError("Only followers of the class can answer.")
        question.take(voter, option)
        follower.seen = self.last_act = now

    def _forget_the_gone(self, now: float) -> None:
        gone = [
            voter
            for voter, follower in self._followers.items()
            if follower.streams == 0 and now - follower.seen > ABSENCE
        ]
        for voter in gone:
            del self._followers[voter]
            if self._question:
                # This id is not used again: a returning follower gets another one.
                self._question.answered.pop(voter, None)


def _scene(value: object) -> tuple[bytes, str]:
    # Stored in the form in which it is sent: packed once, not for each of three hundred phones.
    if not isinstance(value, dict):
        raise ClassError("A scene must be an object.")
    try:
        data = json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")
    except (ValueError, RecursionError) as error:
        raise ClassError("A scene must not contain infinite numbers or be nested too deeply.") from error
    if len(data) > MAX_SCENE:
        raise ClassError(
            f"This text with its merges takes {len(data):,} bytes; the limit of a class is {MAX_SCENE:,}. "
            "Use a shorter text."
        )
    return gzip.compress(data, 6, mtime=0), hashlib.blake2b(data, digest_size=8).hexdigest()


def _reason(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_PROMPT:
        raise ClassError(f"A reason must have at most {MAX_PROMPT} characters.")
    return value
