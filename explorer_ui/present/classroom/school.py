"""All classes of one process: who may open one, who may join one, and when each ends."""

import secrets
from collections import Counter

from explorer_ui.present.classroom.codes import code_of, proof_of, same, ticket_of
from explorer_ui.present.classroom.state import Classroom
from explorer_ui.present.classroom.tries import Tries, digest_of

MAX_CLASSES = 40
"""The maximum number of open classes."""

MAX_SILENCE = 7_200.0
"""A class ends this many seconds after its teacher's last request."""

MAX_IDLE = 14_400.0
"""A class ends this many seconds after anybody last did anything; requests that an open tab sends by itself do not count.

The teacher's browser knows the limit (`IDLE` in `present/classroom/teaching.js`), and does not reopen such a class."""

MAX_FOLLOWED = 4
"""The maximum number of classes of one address that are not closed for others because they have followers."""

QUIET = 300.0
"""If there are too many classes, one whose teacher has been silent for this many seconds may be closed for a new one."""

TRIES_PER_ADDRESS = 60
"""The maximum number of wrong codes from one address in a minute: a lecture hall often shares one address."""

TRIES_IN_ALL = 120
"""The maximum number of wrong codes in a minute. An attack of two hours tries 14,400 of 113 million codes: with forty
classes, one such attack in 200 finds a class, and one in 8,000 finds a particular class."""


class School:
    """The open classes, by their codes.

    Args:
        max_classes: The maximum number of open classes.

    >>> school = School()
    >>> code = school.open("00" * 32, now=0.0)
    >>> school.ticket(code, address="192.0.2.1", now=1.0) == ticket_of("00" * 32)
    True
    """

    def __init__(self, *, max_classes: int = MAX_CLASSES) -> None:
        self._rooms: dict[str, Classroom] = {}
        # A digest of the address that opened each open class.
        self._openers: dict[str, bytes] = {}
        self._secret = secrets.token_bytes(16)
        self._max_classes = max_classes
        self._tries = Tries(per_address=TRIES_PER_ADDRESS, in_all=TRIES_IN_ALL, seconds=60)

    def __len__(self) -> int:
        return len(self._rooms)

    def __contains__(self, room: object) -> bool:
        return any(room is one for one in self._rooms.values())

    def open(self, key: str, *, address: str = "", now: float) -> str | None:
        """Open the class of a key, or find the open one; returns its code.

        If the limit of classes is reached, another class is closed: the one whose teacher has been silent
        longest, if for more than `QUIET` seconds. Otherwise, of the addresses with at least two more classes
        than this one, the address with the most loses its class with the fewest followers. Classes with
        followers are not closed, up to `MAX_FOLLOWED` for each address. Returns None if no class can be closed,
        or if another key has the same code.
        """
        self.sweep(now=now)
        code = code_of(key)
        room = self._rooms.get(code)
        if room:
            if not same(room.proof, proof_of(key)):
                return None
            room.last_sign = now
            return code
        opener = digest_of(address, secret=self._secret)
        if len(self._rooms) >= self._max_classes and not self._give_way(opener, now):
            return None
        self._rooms[code] = Classroom(proof=proof_of(key), ticket=ticket_of(key), now=now)
        self._openers[code] = opener
        return code

    def taught(self, code: str, key: str, *, now: float) -> Classroom | None:
        """Return the class that this key opened, for its teacher."""
        room = self._find(code, now)
        return room if room and same(room.proof, proof_of(key)) else None

    def followed(self, code: str, ticket: str, *, now: float) -> Classroom | None:
        """Return the class that this ticket belongs to, for a follower."""
        room = self._find(code, now)
        return room if room and same(room.ticket, ticket) else None

    def must_wait(self, address: str, *, now: float) -> bool:
        """Return whether too many wrong codes were tried, from this address or in total."""
        return self._tries.spent(address, now=now)

    def ticket(self, code: str, *, address: str, now: float) -> str | None:
        """Return the ticket for a code, or None; a wrong code is counted; check `must_wait` first."""
        room = self._find(code, now)
        if room:
            return room.ticket
        self._tries.count(address, now=now)
        return None

    def close(self, code: str) -> None:
        """End a class and delete all its data."""
        self._rooms.pop(code, None)
        self._openers.pop(code, None)

    def sweep(self, *, now: float) -> None:
        """End the classes whose teachers have been silent, or in which nothing has happened, for too long."""
        for code in [code for code, room in self._rooms.items() if _is_over(room, now)]:
            self.close(code)

    def _find(self, code: str, now: float) -> Classroom | None:
        room = self._rooms.get(code)
        return room if room and not _is_over(room, now) else None

    def _give_way(self, opener: bytes, now: float) -> bool:
        spare = self._spare(now)
        quiet = [code for code in spare if now - self._rooms[code].last_sign > QUIET]
        had = Counter(self._openers.values())
        crowd = [code for code in spare if had[self._openers[code]] >= had[opener] + 2]
        if quiet:
            self.close(min(quiet, key=lambda code: self._rooms[code].last_sign))
        elif crowd:
            self.close(max(crowd, key=lambda code: (had[self._openers[code]], -spare[code])))
        return bool(quiet or crowd)

    def _spare(self, now: float) -> dict[str, int]:
        """Return the classes that may be closed, with the number of their followers."""
        # Without a limit, one address could follow all its classes itself, and keep everybody else out.
        followers = {code: room.num_followers(now=now) for code, room in self._rooms.items()}
        kept = Counter[bytes]()
        for code in sorted(followers, key=lambda code: -followers[code]):
            opener = self._openers[code]
            if followers[code] and kept[opener] < MAX_FOLLOWED:
                kept[opener] += 1
                del followers[code]
        return followers


def _is_over(room: Classroom, now: float) -> bool:
    return now - room.last_sign > MAX_SILENCE or now - room.last_act > MAX_IDLE
