"""What it costs to keep showing."""

import time

from .. import processes
from ..measurement import Measurement, Table
from ..scene import Scene

NUMBER = 3
TITLE = "Steady state: CPU and memory of a stream at 30 fps"
ABOUT = """
One 1080p stream at 30 fps, and the same with a 720p one as picture in picture, shown in real time
at 1920x1080 as XRGB in memory. The programs run one after the other, not pinned, and are read
under /proc after five seconds and once more at the end of the window. CPU is user + system time
in percent of one CPU; most of it is libavcodec's, the same in each program, so that what remains
without it is a row of its own (by `perf record`'s samples of the CPU's clock, a library each). Memory is what is resident at the end: all of it (RSS), and shared pages by
the share of those who map them (PSS). Context switches are those of all threads; each voluntary
one is a thread that went to sleep, so one wake-up. Every decoder has one thread, which costs each
program the least of both. Before, each shows three seconds and tells of each picture: "shown" is
how many of the 90 it showed, which nobody may have done in less than the time they take.
"""
AIM_CPU, AIM_OWN, AIM_MEMORY = 1.0, 0.5, 0.75
RATE = 30


def measure(bench):
    """CPU, memory and context switches of one stream and of two."""
    found = []
    for field, what in (("one", "one stream"), ("pip", "with PIP")):
        found += _compare(bench, field, what, _scene(bench, field, 80), _scene(bench, field, 3))
    return found


def _scene(bench, field, seconds):
    pip = bench.clip("1280x720", seconds) if field == "pip" else None
    return Scene(bench.clip("1920x1080", seconds), pip, 1920, 1080)


def _commands(bench, scene, probe=False):
    kind = {"paced": True, "probe": probe}
    return {"pipd": scene.pipd(bench, **kind), "mpv": scene.mpv(**kind),
            "GStreamer": scene.gstreamer(**kind), "ffmpeg": scene.ffmpeg("fast_bilinear", **kind)}


def _compare(bench, field, what, scene, short):
    before, window = (2, 4) if bench.quick else (5, 60)
    counts, missing = bench.in_turn(f"steady, {what}, counting pictures", {
        name: lambda name=name, command=command: _shown(bench, short, name, command)
        for name, command in _commands(bench, short, probe=True).items()}, 1)
    commands = _commands(bench, scene)
    found, failed = bench.in_turn(f"steady, {what}, {window} s each", {
        name: lambda name=name: _observe(bench, commands[name], before, window)
        for name in counts}, 1)
    figures = {name: _figures(*results[0]) for name, results in found.items()}
    table = _table(f"Steady state, {what}, {window} s", figures, counts)
    texts = {name: processes.text(command) for name, command in commands.items()}

    def measurement(key, words, unit, aim, slack, **more):
        # What could not be seen is not a number.
        every = {name: f[key] for name, f in figures.items() if f[key] == f[key]}
        return Measurement(name=f"steady/{field}-{key}", what=f"{words}, {what}", unit=unit,
                           pipd=every.pop("pipd", None), peers=every, missing=missing | failed,
                           aim=aim, slack=slack, **more)

    return [measurement("cpu", "CPU", "%", AIM_CPU, 1.25, commands=texts, tables=[table]),
            measurement("own", "CPU without libavcodec", "%", AIM_OWN, 1.25),
            measurement("rss", "resident memory", "MB", AIM_MEMORY, 1.1),
            measurement("pss", "memory (PSS)", "MB", AIM_MEMORY, 1.1),
            measurement("switches", "context switches", "a frame", None, 2),
            measurement("voluntary", "wake-ups", "a frame", None, 2)]


def _shown(bench, short, name, command):
    """How many of three seconds' pictures are shown. Raises Failed if that is no playing."""
    count, seconds = short.count(bench, name, command)
    if count < 80 or seconds < 2.8:
        raise processes.Failed(f"{count} of 90 pictures in {seconds:.1f} s")
    return count


def _table(title, figures, counts):
    rows = [[name, f["cpu"], f["own"], f["rss"], f["pss"], f["anonymous"], f["voluntary"], f["involuntary"],
             counts[name][0]] for name, f in figures.items()]
    return Table(title, ["program", "CPU %", "without libavcodec %", "RSS MB", "PSS MB", "of it anonymous MB",
                         "wake-ups a frame", "involuntary switches a frame", "shown"], rows)


def _observe(bench, command, before, window):
    """What a program uses within a window after its start, libavcodec's share of it, and what it
    holds at its end."""
    process = processes.start(command)
    try:
        time.sleep(before)
        first = processes.sample(process.pid)
        share = processes.share(process.pid, "libavcodec", window, bench.work)
        return (processes.sample(process.pid).since(first), share,
                processes.memory_kib(process.pid))
    finally:
        processes.stop(process)


def _figures(used, decoding, memory):
    frames = used.time * RATE
    megabytes = {name: kib * 1024 / 1e6 for name, kib in memory.items()}
    cpu = 100 * used.cpu / used.time
    return {"cpu": cpu, "own": cpu * (1 - decoding), "rss": megabytes["Rss"], "pss": megabytes["Pss"],
            "anonymous": megabytes["Pss_Anon"], "voluntary": used.voluntary / frames,
            "involuntary": used.involuntary / frames,
            "switches": (used.voluntary + used.involuntary) / frames}
