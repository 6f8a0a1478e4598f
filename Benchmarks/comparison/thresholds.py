"""Ratios that no run may leave: `Benchmarks/thresholds.json`.

    {"composition/1080p": {"most": 0.9}, "ring/throughput": {"least": 1.1}}

A threshold is about what a measurement compares: the ratio to the best peer, or pipd's own figure
where there is no peer. It is looser than what was measured, by the measurement's slack.
"""

import json
import os

from .arithmetic import rounded


def load(path):
    """The thresholds of a file; none if there is no file."""
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        return json.load(file)


def crossed(measurements, thresholds):
    """A sentence for each measurement that is worse than its threshold, or has no figure."""
    complaints = []
    for m in measurements:
        limit = thresholds.get(m.name)
        if limit is None:
            continue
        word, value = next(iter(limit.items()))
        if m.compared is None:
            complaints.append(f"{m.name} could not be measured: {m.missing}")
        elif m.is_worse(m.compared, value):
            complaints.append(f"{m.name} is {rounded(m.compared)}, at {word} {value} is allowed")
    return complaints


def recalculated(measurements, thresholds):
    """The thresholds with those of these measurements set anew."""
    result = dict(thresholds)
    for m in measurements:
        if m.compared is None or m.slack is None:
            continue
        # By the magnitude: noise may put a difference of CPU times below nothing.
        room = abs(m.compared) * (1 - 1 / m.slack if m.more_is_better else m.slack - 1)
        if m.more_is_better:
            result[m.name] = {"least": rounded(m.compared - room)}
        else:
            result[m.name] = {"most": rounded(m.compared + room)}
    return dict(sorted(result.items()))
