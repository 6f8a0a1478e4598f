"""What a large library takes: time, memory, and of the screen beside it."""

import contextlib
import itertools
import json
import os
import time

from .. import gallery, processes
from ..arithmetic import percentile, spread
from ..daemon import Daemon, until
from ..measurement import Measurement, Table

NUMBER = 11
TITLE = "Library: a hundred thousand files"
ABOUT = """
Links to 360 photographs and 40 films, 100,000 names with dates and words in folders of 200; all is in
the page cache. The screen shows the test pattern, but for playback. Times are by the clock.

- First scan: from the start of pipd until it knows all files (folders are gone through, a row for each
  file, the words of the search).
- Scan without changes: from `POST /v1/library/scan` until it is over, while files are looked into as
  after the first one. The median of three.
- Search: words and parts of words, one after the other over a connection, while folders are gone through
  of which one file in ten has changed.
- Page 1,000: of a list of 100 a page, by the cursor on the page before it.
- Memory: the proportional set (PSS) of pipd and pipd-media together at its peak, seen about 30 times a
  second from the start on, while folders are gone through and files are looked into, and somebody
  asks for the status, the metrics, a page, a search and a thumbnail in turn; less that of a pipd without
  a library which is asked for the first two, and has no pipd-media.
- Playback: a 720p film of 30 fps on a screen of 1280x720 at 60 Hz from the start on, while folders are
  gone through and files are looked into; beside the same without a library. Late flips are those of
  the one less those of the other.
"""
_SEARCHES = ("harbour", "arbo", "winter%20beach", "untai", "2014", "sno", "picnic%2012", "IMG_2007")
_LIST = "/v1/library/assets?limit=100"
# What is asked again and again where memory is looked at.
_USUAL, _OWN = ("/v1/status", "/metrics"), (_LIST, f"{_LIST}&q=", "thumbnail")


def measure(bench):
    """Times, memory, and what the screen shows beside it."""
    count = 5_000 if bench.quick else 100_000
    files = gallery.made(bench, count)
    bench.say("library: scans, searches and pages")
    cold, rescan, searches, pages = _scans(bench, files, count)
    bench.say("library: memory")
    memory, at_peak = _memory(bench, files, count)
    bench.say("library: playback")
    seconds = 6 if bench.quick else 25
    without, beside = _played(bench, {}, seconds), _played(bench, _library(files), seconds)
    last = f"{count // 100:,}"
    return [
        # The clock's time is the machine's as much as pipd's: without thresholds.
        _measurement("cold", f"first scan of {count:,} files", "s", cold, 10, None),
        _measurement("rescan", "scan without changes", "s", rescan, 2, None),
        _measurement("search", "search during a scan, p99", "ms", percentile(searches, 0.99), 50,
                     None, tables=[_latencies({"search": searches, f"page {last}": pages})]),
        _measurement("page", f"page {last} of a list, p99", "ms", percentile(pages, 0.99), 5, None),
        _measurement("memory", "memory for the library (PSS), peak", "MiB", memory, 40, 1.1,
                     tables=[at_peak]),
        _measurement("late", "late flips more beside a scan", "flips",
                     max(0, beside["late"] - without["late"]), 0, None,
                     tables=[_playback(without, beside)]),
        Measurement(name="library/interval", what="interval of a film beside a scan, p99",
                    unit="ms", pipd=beside["p99"], peers={"no library": without["p99"]},
                    slack=1.25)]


def _measurement(name, what, unit, figure, aim, slack, **more):
    return Measurement(name=f"library/{name}", what=what, unit=unit, pipd=figure, aim=aim,
                       slack=slack, **more)


def _scans(bench, files, count):
    """Seconds of the first scan and of one without changes; milliseconds of searches and pages."""
    began = time.monotonic()
    with _started(bench, {"main": "demo"} | _library(files), "320x180@1") as daemon:
        _await_all(daemon, count)
        cold = time.monotonic() - began
        rescans = [_rescan(daemon) for _ in range(3)]
        searches = []
        for _ in range(2 if bench.quick else 4):
            _change(files)
            searches += _search(daemon)
        pages = _last_page(daemon, count // 100)
    return cold, sorted(rescans)[1], searches, pages


def _rescan(daemon):
    began, before = time.monotonic(), _root(daemon)["scans"]
    daemon.ask("POST", "/v1/library/scan", {})
    until(lambda: _root(daemon)["scans"] > before, 60, "the scan does not end")
    return time.monotonic() - began


def _search(daemon):
    """Milliseconds of each search while folders are gone through."""
    found, before = [], _root(daemon)["scans"]
    daemon.ask("POST", "/v1/library/scan", {})
    paths = (f"{_LIST}&q={words}" for words in itertools.cycle(_SEARCHES))
    with contextlib.closing(daemon.timed(paths)) as answers:
        for seconds in answers:
            found.append(1000 * seconds)
            if len(found) % len(_SEARCHES) == 0 and _root(daemon)["scans"] > before:
                return found


def _change(files):
    """Every tenth file is another one, by its time."""
    for file in _real(files)[::10]:
        before = os.stat(file).st_mtime
        os.utime(file, (before + 1, before + 1))


def _real(files):
    folder = os.path.join(files, "real")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]


def _last_page(daemon, pages):
    """Milliseconds of each time that the last page is asked for, whose way leads over all others."""
    path = _LIST
    for _ in range(pages - 1):
        path = f"{_LIST}&cursor={daemon.ask('GET', path)['next_cursor']}"
    if len(daemon.ask("GET", path)["assets"]) != 100:
        raise processes.Failed(f"page {pages} is not full")
    return [1000 * seconds for seconds in daemon.timed(itertools.repeat(path, 300))]


def _memory(bench, files, count):
    """MiB more than without a library; what there is at the peak."""
    parts = {}
    for name, settings in (("no library", {}), ("library", _library(files))):
        with _started(bench, {"main": "demo"} | settings, "320x180@1") as daemon, \
                processes.Peak(daemon.pid) as peak:
            # Asked for the library's, pipd starts pipd-media without one, too.
            asks = itertools.cycle((*_USUAL, *(_OWN if settings else ())))
            end = time.monotonic() + (5 if bench.quick or not settings else 40)
            for number, ask in enumerate(asks):
                _ask(daemon, ask, number)
                if time.monotonic() > end and (not settings or _known(daemon) == count):
                    break
        parts[name] = peak.parts
    rows = [[f"pipd-media, {name}" if number else f"pipd, {name}", *(
        part[key] / 1024 for key in ("Pss", "Pss_Anon", "Pss_File"))]
        for name, found in parts.items() for number, part in enumerate(found)]
    without, beside = (sum(part["Pss"] for part in found) / 1024 for found in parts.values())
    return beside - without, Table(
        "Memory at the peak", ["process", "PSS MiB", "of it anonymous", "of it files"], rows)


def _ask(daemon, ask, number):
    """Asks, whatever the answer: without a library there is none."""
    if ask == "thumbnail":
        ask = f"/v1/library/assets/{number + 1}/thumbnail?size=256"
    elif ask.endswith("q="):
        ask += _SEARCHES[number % len(_SEARCHES)]
    with contextlib.suppress(processes.Failed):
        daemon.ask("GET", ask)
    time.sleep(0.02)


def _played(bench, settings, seconds):
    """Late flips; p50, p99 and maximum of the main view's intervals in milliseconds."""
    log = os.path.join(bench.work, "library.jsonl")
    film = {"main": "film", "streams": {"film": {
        "url": os.path.abspath(bench.clip("1280x720", 80)), "loop": True}}}
    with _started(bench, film | settings, "1280x720@60", "--compositor", "cpu",
                  "--frame-log", log) as daemon:
        time.sleep(seconds)
        late = daemon.metric("pipd_flips_late_total")
    frames = [json.loads(line) for line in processes.contents(log).splitlines()]
    times = [frame["presented"] for frame in frames if frame["decision"] == "presented"]
    if len(times) < 20 * seconds:
        raise processes.Failed(f"{len(times)} pictures of a film are shown in {seconds} s")
    return spread([1000 * (b - a) for a, b in zip(times, times[1:])]) | {"late": late}


def _library(files):
    return {"library": {"roots": [os.path.join(files, "tree")]}}


def _started(bench, settings, screen, *arguments):
    path = os.path.join(bench.work, "library.yml")
    with open(path, "w") as file:
        json.dump(settings, file)
    return Daemon(bench, "--config", path, "--output", f"headless:{screen}", *arguments)


def _root(daemon):
    return daemon.ask("GET", "/v1/library")["roots"][0]


def _known(daemon):
    """How many files are in the library; none before pipd-media answers."""
    try:
        return sum(daemon.ask("GET", "/v1/library")["counts"].values())
    except processes.Failed:
        return 0


def _await_all(daemon, count):
    until(lambda: _known(daemon) == count and _root(daemon)["scans"] > 0, 120,
          "the first scan does not end")


def _latencies(found):
    return Table("Searches and pages", ["what", "p50 ms", "p99 ms", "max ms", "answers"],
                 [[name, *spread(values).values()] for name, values in found.items()])


def _playback(without, beside):
    return Table("A film of 30 fps", ["beside", "p50 ms", "p99 ms", "max ms", "pictures", "late flips"],
                 [["nothing", *without.values()], ["a scan", *beside.values()]])
