"""The screens of a fleet, as a file lists them."""

import json
from dataclasses import dataclass
from typing import Any


class BadFile(Exception):
    """A file that cannot be used, and why."""


@dataclass(frozen=True)
class Screen:
    """One pipd, by the ID that it has at the broker.

    `address` is where it is reached otherwise; `shows` is what its state is to say: members that
    are not named may be anything.
    """

    id: str
    address: str
    groups: frozenset[str]
    shows: dict[str, Any]


def read(path: str) -> list[Screen]:
    """The screens of a file, by their IDs: {ID: {"address": …, "groups": […], "shows": {…}}}."""
    try:
        with open(path, encoding="utf-8") as file:
            listed = json.load(file)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: {error}") from error
    if not isinstance(listed, dict) or not listed:
        raise BadFile(f"{path}: not an object with a screen or more")
    return [_screen(path, name, listed[name]) for name in sorted(listed)]


def called(screens: list[Screen], name: str) -> list[Screen]:
    """Those that are in a group, one at least, or the one that is called so itself."""
    members = [screen for screen in screens if name in screen.groups]
    if not members:
        members = [screen for screen in screens if name == screen.id]
    if not members:
        known = sorted({group for screen in screens for group in screen.groups})
        raise BadFile(f"no screen is called {name} or in such a group; "
                      f"there are {', '.join(known) or 'no groups'}")
    return members


def _screen(path: str, name: str, fields: Any) -> Screen:
    where = f"{path}: {name}"
    if not isinstance(fields, dict) or fields.keys() - {"address", "groups", "shows"}:
        raise BadFile(f"{where}: not an object of address, groups and shows")
    address, groups = fields.get("address", name), fields.get("groups", [])
    shows = fields.get("shows", {})
    # What begins with a dash would be an option of the command that it becomes a part of.
    if not isinstance(address, str) or not address or address.startswith("-"):
        raise BadFile(f"{where}: address is not one")
    if not isinstance(groups, list) or not all(isinstance(group, str) for group in groups):
        raise BadFile(f"{where}: groups is not a list of names")
    if not isinstance(shows, dict):
        raise BadFile(f"{where}: shows is not an object")
    return Screen(name, address, frozenset(groups), shows)
