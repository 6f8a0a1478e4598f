"""What comes from others: screens, the broker, commands. It can be anything."""

import json
from typing import Any


def parsed(payload: bytes) -> Any:
    """What some JSON says; None for what is none."""
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return None


def shown(text: str) -> str:
    """A text that steers no terminal and makes no line of its own, of 300 characters at most."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[:300])
