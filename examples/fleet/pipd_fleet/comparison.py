"""What screens show, beside what they should."""

import json
from typing import Any

from .outside import parsed
from .screens import Screen


class Picture:
    """What is known of each screen: what the broker keeps of availability and state."""

    def __init__(self) -> None:
        self._online: dict[str, bool] = {}
        self._states: dict[str, Any] = {}

    def take(self, screen: str, kind: str, payload: bytes) -> None:
        """Something that came, of the topic that ends with `kind`."""
        if kind == "availability":
            self._online[screen] = payload == b"online"
        else:
            self._states[screen] = parsed(payload)

    def knows(self, screens: list[Screen]) -> bool:
        """Whether all that can be said of them is there; one that is offline has said its last."""
        return all(
            screen.id in self._online
            and (not self._online[screen.id] or screen.id in self._states)
            for screen in screens
        )

    def findings(self, screens: list[Screen]) -> dict[str, str]:
        """What is not as it should be, by screen; also screens that are not in the list."""
        found = {}
        for screen in screens:
            finding = self._finding(screen)
            if finding:
                found[screen.id] = finding
        listed = {screen.id for screen in screens}
        for name in self._online:
            if name not in listed and self._online[name]:
                found[name] = "is not in the list"
        return found

    def _finding(self, screen: Screen) -> str:
        if screen.id not in self._online:
            return "was never here"
        if not self._online[screen.id]:
            return "is offline"
        state = self._states.get(screen.id)
        if not isinstance(state, dict):
            return "has no state"
        return "; ".join(differences(screen.shows, state))


def differences(expected: dict[str, Any], state: dict[str, Any], path: str = "") -> list[str]:
    """How a state differs in what is expected of it: `main is "a", not "b"`."""
    found = []
    for name, value in expected.items():
        actual = state.get(name)
        if isinstance(value, dict) and isinstance(actual, dict):
            found += differences(value, actual, f"{path}{name}.")
        elif actual != value:
            found.append(f"{path}{name} is {json.dumps(actual)}, not {json.dumps(value)}")
    return found
