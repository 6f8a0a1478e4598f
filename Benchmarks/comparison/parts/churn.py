"""Whether streams that come and go leave anything behind."""

import os
import time

from .. import processes
from ..arithmetic import deviation, slope
from ..daemon import Daemon
from ..measurement import Measurement, Table

NUMBER = 8
TITLE = "Churn: what streams leave behind"
ABOUT = """
A file plays in the main view; every second another stream is added over the socket, decoded, and
removed, every other one shown as picture in picture. Before each is removed, the ledger of every
stream must balance: received = presented + dropped + in flight. Memory is the resident set, each
second; its slope is that of the straight line with the least squares after the first quarter.
`--churn 3600` makes it an hour; less than half an hour says little about one, and has no aim.
"""


def measure(bench):
    """The slope of memory; descriptors and threads left; ledgers that did not balance."""
    seconds = min(bench.churn, 20) if bench.quick else bench.churn
    bench.say(f"churn: {seconds} s")
    clip = bench.clip("640x360", 10)
    with open(os.path.join(bench.work, "churn.yml"), "w") as file:
        file.write(f"main: host\nstreams:\n  host: {{ url: {os.path.abspath(clip)}, loop: true }}\n")
    with Daemon(bench, "--config", file.name, "--output", "headless:1280x720@30") as daemon:
        for number in range(3):
            _visit(daemon, clip, number, time.monotonic() + 1)
        before, began, samples, unbalanced = _left(daemon), time.monotonic(), [], 0
        for number in range(seconds):
            unbalanced += _visit(daemon, clip, number, began + number + 1)
            samples.append((number, processes.memory_kib(daemon.pid)["Rss"] * 1.024))
        after = _left(daemon)
    return _measurements(daemon, samples, unbalanced, [b - a for a, b in zip(before, after)])


def _visit(daemon, clip, number, end):
    """A stream comes and goes until `end`; how many ledgers did not balance meanwhile."""
    name = f"guest-{number}"
    daemon.ask("PUT", f"/v1/streams/{name}", {"url": os.path.abspath(clip), "keep_warm": True})
    if number % 2 == 0:
        daemon.ask("PATCH", "/v1/view", {"pip": {"enabled": True, "stream": name}})
    time.sleep(max(0, end - time.monotonic() - 0.1))
    unbalanced = _unbalanced(daemon.ask("GET", "/metrics"))
    if number % 2 == 0:
        daemon.ask("PATCH", "/v1/view", {"pip": {"enabled": False}})
    daemon.ask("DELETE", f"/v1/streams/{name}")
    time.sleep(max(0, end - time.monotonic()))
    return unbalanced


def _unbalanced(metrics):
    """How many streams' pictures are not all accounted for."""
    balances = {}
    for line in metrics.splitlines():
        for name, sign in _LEDGER.items():
            if line.startswith(name + "{"):
                labels, _, value = line.rpartition(" ")
                stream = labels.split('stream="')[1].split('"')[0]
                balances[stream] = balances.get(stream, 0) + sign * float(value)
    if not balances:
        raise processes.Failed("pipd counts no pictures")
    return sum(balance != 0 for balance in balances.values())


_LEDGER = {"pipd_frames_received_total": 1, "pipd_frames_presented_total": -1,
           "pipd_frames_dropped_total": -1, "pipd_frames_in_flight": -1}


def _left(daemon):
    """Descriptors and threads, once removed streams have had time to end."""
    time.sleep(2)
    return [len(os.listdir(f"/proc/{daemon.pid}/{what}")) for what in ("fd", "task")]


def _measurements(daemon, samples, unbalanced, left):
    steady = samples[len(samples) // 4:]
    notes = [f"{len(samples)} streams came and went; resident memory was {samples[0][1]:.0f} kB "
             f"after the first and {samples[-1][1]:.0f} kB after the last, at most "
             f"{deviation(steady):.0f} kB off the line."]
    tenths = samples[::max(1, len(samples) // 10)]
    table = Table("Resident memory", ["after s", "MB"], [[s, kb / 1000] for s, kb in tenths])
    command = {"pipd": processes.text(daemon.command)}
    aim = 1 if len(samples) >= 1800 else None
    figures = [("memory", "growth of memory", "MB an hour", slope(steady) * 3.6, aim),
               ("descriptors", "descriptors left", "", left[0], 0),
               ("threads", "threads left", "", left[1], 0),
               ("ledger", "ledgers that do not balance", "", unbalanced, 0)]
    return [Measurement(name=f"churn/{name}", what=what, unit=unit, pipd=figure, aim=aim,
                        slack=None if name == "memory" else 1,
                        notes=notes if name == "memory" else [],
                        tables=[table] if name == "memory" else [],
                        commands=command if name == "memory" else {})
            for name, what, unit, figure, aim in figures]
