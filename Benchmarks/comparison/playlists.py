"""What comes of pictures of a list whose items follow each other.

Pictures are pairs of an item's place in the list, from 0 on, and a time in seconds.
"""

import dataclasses
import math


@dataclasses.dataclass
class Stay:
    """An item that is shown: its place in the list, and when each of its pictures came."""
    place: int
    times: list


def stays(pictures):
    """The items in the order in which they were shown."""
    found = []
    for place, time in pictures:
        if not found or found[-1].place != place:
            found.append(Stay(place, []))
        found[-1].times.append(time)
    return found


def on_screen(pictures, refresh, phase):
    """The pictures that a screen shows of these: from its next blank on, and the last of several.

    `refresh` and `phase` as in pacing.on_screen.
    """
    first = pictures[0][1] + phase * refresh
    shown = {math.ceil((time - first) / refresh - 1e-9): place for place, time in pictures}
    return [(place, first + blank * refresh) for blank, place in shown.items()]


def gaps(pictures, asked, intervals):
    """How much longer than it should an item's last picture stayed, at each end; seconds.

    `asked`: when somebody asked for the next item; what follows such a moment is no end.
    `intervals`: from one picture to the next, by the item's place.
    """
    return [after.times[0] - before.times[-1] - intervals[before.place]
            for before, after in _ends(pictures, asked)]


def delays(pictures, asked):
    """From each moment at which the next item was asked for until its first picture; seconds."""
    begun = [stay.times[0] for stay in stays(pictures)]
    return [min(later) - time for time in asked if (later := [b for b in begun if b > time])]


def whole(pictures, asked):
    """The items that were shown from their beginning to their end."""
    ends = _ends(pictures, asked)
    begun = [*stays(pictures)[:1], *(after for _, after in ends)]
    return [before for before, _ in ends if before in begun]


def in_order(pictures, count):
    """Whether the items of a list of so many followed each other as they should."""
    places = [stay.place for stay in stays(pictures)]
    return all(b == (a + 1) % count for a, b in zip(places, places[1:]))


def _ends(pictures, asked):
    """Pairs of items of which the second followed the first because that was over."""
    found = stays(pictures)
    return [(a, b) for a, b in zip(found, found[1:])
            if not any(a.times[0] < time < b.times[0] for time in asked)]
