"""pipd's ring beside C++ rings."""

import collections
import json

from .. import calls, processes
from ..arithmetic import median
from ..measurement import Measurement, Table

NUMBER = 1
TITLE = "Ring: how pictures cross threads"
ABOUT = """
One producer, one consumer, 16-bit numbers: what pipd's ring carries. The rings are pipd's `FrameRing`
(policy `file`, which refuses when full, as the others do), a padded ring with cached indices in C++
as they are usually written (`Benchmarks/Sources/CRings/PaddedRing.cpp`), and
`boost::lockfree::spsc_queue` with its capacity known to the compiler. All are compiled by the same
clang, pinned to CPUs 0 and 1, and wait with the same pause. 8 slots is what pipd's live streams have;
1,024 is the most. A measurement takes about a millisecond and all rings take turns in each round:
how far apart the two CPUs are changes with where the host puts them, by a factor of five. So ratios
are medians of the ratios within a round, and figures medians.
"""

_PACKAGE = "Benchmarks"
_SCRATCH = ".build/benchmarks"
_PROGRAM = f"{_SCRATCH}/release/ring-bench"
_BUILD = ["swift", "build", "-c", "release", "--package-path", _PACKAGE, "--scratch-path", _SCRATCH]


def measure(bench):
    """Throughput and round trip beside the other rings; allocations and retains alone."""
    bench.run(_BUILD, timeout=900)
    command = [_PROGRAM, str(bench.rounds(200, quick=20))]
    bench.say("ring: " + processes.text(command))
    nanoseconds = collections.defaultdict(list)
    for line in bench.run(command, keep_output=True).output.splitlines():
        figure = json.loads(line)
        key = figure["measurement"], figure["capacity"], figure["ring"]
        nanoseconds[key].append(figure["nanoseconds"])
    both = _throughput(nanoseconds, 1024), _throughput(nanoseconds, 8)
    trip = _times(nanoseconds, "round_trip", "round trip over two rings of 8 slots", aim=1)
    alone = _times(nanoseconds, "alternate", "push and pop on one thread")
    both[0].tables.append(_spread(nanoseconds))
    both[0].commands["all"] = processes.text(command)
    return [*both, trip, alone, *_calls(bench), *_presentation_calls(bench)]


def _throughput(nanoseconds, capacity):
    times = _of(nanoseconds, "throughput", capacity)
    figures = {ring: 1000 / median(found) for ring, found in times.items()}
    return Measurement(
        name=f"ring/throughput-{capacity}", what=f"throughput, {capacity:,} slots",
        unit="million/s", pipd=figures.pop("pipd"), peers=figures, more_is_better=True, aim=1,
        paired={ring: median([b / a for a, b in zip(times["pipd"], times[ring])])
                for ring in figures}, slack=1.3)


def _times(nanoseconds, name, what, aim=None):
    times = _of(nanoseconds, name, 8)
    figures = {ring: median(found) for ring, found in times.items()}
    references = {"pipd live": figures.pop("pipd live")}
    return Measurement(
        name=f"ring/{name.replace('_', '-')}", what=what, unit="ns", pipd=figures.pop("pipd"),
        peers=figures, references=references, aim=aim, slack=1.3,
        paired={ring: median([a / b for a, b in zip(times["pipd"], times[ring])])
                for ring in figures})


def _of(nanoseconds, measurement, capacity):
    return {ring: found for (what, slots, ring), found in nanoseconds.items()
            if (what, slots) == (measurement, capacity)}


def _spread(nanoseconds):
    rows = [[what.replace("_", " "), f"{slots:,}", ring, min(found), median(found), max(found)]
            for (what, slots, ring), found in nanoseconds.items()]
    return Table("Nanoseconds an operation; `pipd live` evicts when full",
                 ["what", "slots", "ring", "best", "median", "worst"], rows)


def _calls(bench):
    """Counted, so neither noise nor slack."""
    def command(count):
        return [_PROGRAM, "calls", str(count)]
    return _measurements("ring/{}", "{} by push and pop", command(5000), {"aim": 0, "slack": 1},
                         lambda: calls.each(bench, command, 1000, 5000))


def _presentation_calls(bench):
    """A picture's whole way on the presentation thread, the scaling of the PIP included."""
    def command(count):  # at a rate that pipd keeps up with in valgrind
        return bench.pipd("--stream", "pip=test:640x360@10", "--pip", "--main",
                          "main=test:640x360@10", "--output", "headless:640x360@10",
                          "--duration", str(count / 10))
    return _measurements("ring/presenting-{}", "{} on the presentation thread, with PIP",
                         command(70), {"slack": 1.1},
                         lambda: calls.each(bench, command, 20, 70, runs="9PresenterV3run"))


def _measurements(name, words, command, limits, counted):
    """Allocations and retains a picture; `name` and `words` have a place for which of them."""
    try:
        counts, missing = counted(), {}
    except processes.Failed as error:
        counts, missing = (None, None), {"pipd": str(error)}
    return [Measurement(name=name.format(what), what=words.format(what), unit="a picture",
                        pipd=count, missing=missing, commands={"pipd": processes.text(command)},
                        **limits)
            for what, count in zip(("allocations", "retains"), counts)]
