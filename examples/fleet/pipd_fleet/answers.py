"""Who has done what a group was told."""

import json
from collections.abc import Iterable

from .outside import parsed


# What a pipd obeys, as pipd(8) has it: it says nothing to anything else.
COMMANDS = ("main", "pip", "pip_stream", "corner", "size", "playlist", "next", "previous", "show",
            "message", "snapshot")


class Answers:
    """What came of one command: everybody's answer, until all are there."""

    def __init__(self, members: Iterable[str], command_id: str) -> None:
        """`command_id` is what the results of the command repeat."""
        self.missing = set(members)
        self.done: set[str] = set()
        # Why not, by screen.
        self.refused: dict[str, str] = {}
        # Those that are in the group as well, and not in the list.
        self.strangers: set[str] = set()
        self._command_id = command_id

    def take(self, screen: str, payload: bytes) -> None:
        """A result that came; those of other commands are passed over."""
        result = parsed(payload)
        if not isinstance(result, dict) or result.get("id") != self._command_id:
            return
        if screen not in self.missing:
            if screen not in self.done and screen not in self.refused:
                self.strangers.add(screen)
            return
        self.missing.remove(screen)
        if result.get("ok") is True:
            self.done.add(screen)
        else:
            self.refused[screen] = str(result.get("detail", ""))

    @property
    def are_complete(self) -> bool:
        return not self.missing


def payload(command: str, value: str, command_id: str) -> bytes:
    """A command as a broker carries it: a value, or the JSON of show, message and snapshot."""
    if command in ("show", "message", "snapshot"):
        body = parsed((value or "{}").encode())
        if not isinstance(body, dict):
            raise ValueError(f"{command} takes an object of JSON")
        return json.dumps({**body, "id": command_id}).encode()
    return json.dumps({"value": value, "id": command_id}).encode()
