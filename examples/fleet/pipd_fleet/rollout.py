"""In what order screens get something new, how fast, and when no more do."""

from collections.abc import Iterable


class Rollout:
    """What is begun when: a decision of its own, which knows no clock and starts nothing.

    Times are seconds of any clock that does not go back.
    """

    def __init__(
        self, screens: Iterable[str], at_once: int, interval: float, abort_percent: float
    ) -> None:
        """At most `at_once` are under way, each begun `interval` seconds after the one before.

        No more are begun once as many have failed as `abort_percent` of all, or more.
        """
        self._waiting = list(screens)
        self._at_once = at_once
        self._interval = interval
        self._most_failures = len(self._waiting) * abort_percent / 100
        self._earliest = float("-inf")
        self.under_way: set[str] = set()
        self.done: list[str] = []
        self.failed: list[str] = []

    @property
    def is_stopped(self) -> bool:
        """Whether too many have failed."""
        return bool(self.failed) and len(self.failed) >= self._most_failures

    @property
    def is_over(self) -> bool:
        return not self.under_way and (self.is_stopped or not self._waiting)

    @property
    def left(self) -> list[str]:
        """Those that were not begun."""
        return list(self._waiting)

    def begin(self, now: float) -> str | None:
        """The next one, which is under way from here on; None where none may begin yet."""
        if self.delay(now) != 0:
            return None
        self._earliest = now + self._interval
        screen = self._waiting.pop(0)
        self.under_way.add(screen)
        return screen

    def delay(self, now: float) -> float | None:
        """How long until the next may begin; None where one has to end before that."""
        if self.is_stopped or not self._waiting or len(self.under_way) >= self._at_once:
            return None
        return max(0.0, self._earliest - now)

    def ended(self, screen: str, succeeded: bool) -> None:
        """One that was under way has it, or has not."""
        self.under_way.remove(screen)
        (self.done if succeeded else self.failed).append(screen)
