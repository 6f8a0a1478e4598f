"""How evenly pictures come."""

import math

from .arithmetic import median, percentile

WINDOW = 1.0  # seconds


def intervals(times):
    """From each picture to the next."""
    return [b - a for a, b in zip(times, times[1:])]


def roughness(times, intended):
    """The 95th percentile over all windows of 1 s of the RMS of intended - actual time on screen.

    `intended`: how long each picture should stay. Windows begin at every picture that has a whole
    one after it. Raises ValueError for less than a window.
    """
    errors = [actual - intended for actual in intervals(times)]
    values, end = [], 0
    for begin, time in enumerate(times[:-1]):
        while end < len(times) - 1 and times[end] < time + WINDOW:
            end += 1
        if times[end] < time + WINDOW - 1e-9:
            break
        window = errors[begin:end]
        values.append(math.sqrt(sum(e * e for e in window) / len(window)))
    if not values:
        raise ValueError("less than a second of pictures")
    return percentile(values, 0.95)


def on_screen(times, refresh, phase):
    """When a screen shows what is put out: from its next blank on, and the last one of several.

    `refresh`: seconds between two blanks. `phase`: 0...1, where in the first picture's such
    interval a blank lies.
    """
    first = times[0] + phase * refresh
    blanks = sorted({math.ceil((time - first) / refresh - 1e-9) for time in times})
    return [first + blank * refresh for blank in blanks]


def seen_since(entry, refresh):
    """From when on a picture is on pipd's screen, by its line of the frame log.

    What is committed before a blank is on the screen from it on, however late the thread learns
    of that: the frame log has the blank, and when the thread woke up.
    """
    missed = math.floor((entry["presented"] - entry["scheduled"]) / refresh + 1e-6)
    return entry["scheduled"] + max(0, missed) * refresh


def roughness_on_screen(times, refresh, intended):
    """As `roughness`, of what a screen shows; the median over where its blanks may lie."""
    return median([roughness(on_screen(times, refresh, eighth / 8), intended)
                   for eighth in range(8)])


def limited_naively(times, rate=30):
    """What passes a limiter that drops what comes within 1/rate of the last one that passed."""
    passed = times[:1]
    for time in times[1:]:
        if time - passed[-1] >= 1 / rate:
            passed.append(time)
    return passed
