"""What each further stream costs."""

import os
import time

from .. import processes
from ..arithmetic import deviation, slope
from ..measurement import Measurement, Table

NUMBER = 6
TITLE = "Scaling: what each further stream costs"
ABOUT = """
1 to 16 streams of 640x360 at 30 fps from files, in real time. pipd composes two of them at 1280x720 and
keeps the others decoded (`keep_warm`), ready to be shown; ffmpeg and GStreamer decode as many in one
process and throw the pictures away, which is less: there is no aim. CPU is user + system time in percent of one CPU, memory the
proportional set size at the end. What a further stream costs is the slope of the straight line through
2, 4, 8 and 16 streams with the least squares; the deviation from it is the largest of any of the four.
"""

_COUNTS = (1, 2, 4, 8, 16)
_QUICK_COUNTS = (2, 4, 8)


def measure(bench):
    """CPU and memory a stream, beside programs that only decode."""
    counts = _QUICK_COUNTS if bench.quick else _COUNTS
    clip = bench.clip("640x360", 40)
    programs = {"pipd": _pipd, "ffmpeg": _ffmpeg, "GStreamer": _gstreamer}
    costs, missing, commands = {}, {}, {}
    for name, command in programs.items():
        try:
            costs[name] = {}
            for count in counts:
                bench.say(f"scaling: {name}, {count} streams")
                commands[name] = command(bench, clip, count)
                costs[name][count] = _cost(bench, commands[name])
        except processes.Failed as error:
            missing[name] = str(error)
            del costs[name]
    return [_measurement(costs, missing, "cpu", "CPU a stream", "%", tables=[_table(costs)],
                         commands={name: processes.text(c) for name, c in commands.items()
                                   if name != "ffmpeg"}),
            _measurement(costs, missing, "pss", "memory a stream", "MB")]


def _cost(bench, command):
    """CPU in percent and memory in MB, some seconds after the start."""
    before, during = (2, 2) if bench.quick else (4, 8)
    process = processes.start(command)
    try:
        time.sleep(before)
        earlier = processes.sample(process.pid)
        time.sleep(during)
        used = processes.sample(process.pid).since(earlier)
        memory = processes.memory_kib(process.pid)
    finally:
        processes.stop(process)
    return {"cpu": 100 * used.cpu / used.time, "pss": memory["Pss"] * 1024 / 1e6,
            "rss": memory["Rss"] * 1024 / 1e6}


def _measurement(costs, missing, key, what, unit, **more):
    figures = {name: slope(_points(cost, key)) for name, cost in costs.items()}
    return Measurement(name=f"scaling/{key}", what=what, unit=unit, missing=missing,
                       pipd=figures.pop("pipd", None), peers=figures, **more)


def _points(costs, key):
    return [(count, cost[key]) for count, cost in costs.items() if count >= 2]


def _table(costs):
    rows = []
    for name, every in costs.items():
        for key, unit in (("cpu", "CPU %"), ("pss", "PSS MB"), ("rss", "RSS MB")):
            points = _points(every, key)
            rows.append([name, unit, *[cost[key] for cost in every.values()], slope(points),
                         deviation(points)])
    counts = next(iter(costs.values()))
    return Table("By number of streams", ["program", "what", *map(str, counts), "a stream",
                                          "deviation"], rows)


def _pipd(bench, clip, count):
    path = os.path.join(bench.work, f"scaling-{count}.yml")
    with open(path, "w") as file:
        pip = "pip: { stream: s1, enabled: true }\n" if count > 1 else ""
        file.write(f"main: s0\n{pip}streams:\n" + "".join(
            f"  s{n}: {{ url: {os.path.abspath(clip)}, loop: true, keep_warm: true }}\n"
            for n in range(count)))
    return bench.pipd("--config", path, "--output", "headless:1280x720@30")


def _ffmpeg(_, clip, count):
    inputs = ["-re", "-threads", "1", "-i", clip] * count
    maps = [word for n in range(count) for word in ("-map", f"{n}:v")]
    return ["ffmpeg", "-v", "error", *inputs, *maps, "-f", "null", "-"]


def _gstreamer(_, clip, count):
    branch = ["filesrc", f"location={clip}", "!", "qtdemux", "!", "h264parse", "!",
              "avdec_h264", "max-threads=1", "!", "fakesink", "sync=true"]
    return ["gst-launch-1.0", "-q", *branch * count]
