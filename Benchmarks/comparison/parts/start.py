"""From exec to the first picture."""

import os
import select
import subprocess
import time

from .. import processes
from ..arithmetic import spread
from ..bench import medians
from ..measurement import Measurement, Table

NUMBER = 5
TITLE = "Start: from exec to the first picture"
ABOUT = """
From just before the program is started until the line with which it says that its first picture
is shown has come through a pipe; milliseconds, median of runs that take turns, files in the page
cache. pipd: the picture is on its (headless) output, `the first picture is on the output` in its
log. mpv: `first video frame after restart shown` in its log, with `--vo=null`. GStreamer: the
first picture reaches `fakesink`, which says so at its preroll, where a video sink shows it. All
deliver XRGB. The file is H.264 at 8 Mb/s whose encoder kept to its rate (a buffer of 250 ms), as
cameras and broadcasts are.
"""
AIM = 0.5
_MPV = ["mpv", "--no-config", "--load-scripts=no", "--no-audio", "--vo=null", "--hwdec=no",
        "--vd-lavc-threads=1", "--msg-level=all=error,cplayer=v", "--vf=format=bgr0"]
_SINK = ["!", "videoconvert", "!", "video/x-raw,format=BGRx", "!", "fakesink", "sync=true",
         "silent=false"]
_GSTREAMER = ["gst-launch-1.0", "-v", "-X", "caps"]
_SHOWN = {"pipd": "the first picture is on the output",
          "mpv": "first video frame after restart shown",
          "GStreamer": "last-message = preroll"}


def measure(bench):
    """A measurement a source."""
    pattern = {
        "pipd": _pipd(bench, "1280x720", "test:1280x720@30"),
        "mpv": [*_MPV, "av://lavfi:testsrc2=size=1280x720:rate=30"],
        "GStreamer": [*_GSTREAMER, "videotestsrc", "!",
                      "video/x-raw,width=1280,height=720,framerate=30/1", *_SINK]}
    even, uneven = (bench.clip("1920x1080", 10, is_even=is_even) for is_even in (True, False))
    heavy = _compare(bench, "heavy-file", "a 1080p file with heavy first pictures",
                     _players(bench, uneven))
    heavy.notes = ["For information: its first pictures have 700 kB each, and most of the time is "
                   "libavcodec's, which is the same in all three."]
    return [_compare(bench, "file", "a 1080p file", _players(bench, even), AIM),
            _compare(bench, "pattern", "the 720p test pattern", pattern), heavy]


def _players(bench, clip):
    return {"pipd": _pipd(bench, "1920x1080", clip), "mpv": [*_MPV, clip],
            "GStreamer": [*_GSTREAMER, "filesrc", f"location={clip}", "!", "qtdemux", "!",
                          "h264parse", "!", "avdec_h264", "max-threads=1", *_SINK]}


def _pipd(bench, size, source):
    return bench.pipd("--stream", source, "--output", f"headless:{size}@30",
                      "--compositor", "cpu", log="info")


def _compare(bench, field, what, commands, aim=None):
    contestants = {name: lambda name=name: until_shown(commands[name], _SHOWN[name])
                   for name in commands}
    bench.in_turn(f"start, {field}, to warm up", contestants, 1)
    times, missing = bench.in_turn(f"start, {field}", contestants, bench.rounds(15, quick=5))
    figures = medians(times, lambda seconds: seconds * 1000)
    rows = []
    for name, found in times.items():
        figure = spread([seconds * 1000 for seconds in found])
        rows.append([name, min(found) * 1000, figure["p50"], figure["max"], figure["count"]])
    return Measurement(
        name=f"start/{field}", what=f"start with {what}", unit="ms", pipd=figures.pop("pipd", None),
        peers=figures, missing=missing, aim=aim, slack=1.4,
        commands={name: processes.text(command) for name, command in commands.items()},
        tables=[Table(f"Start with {what}", ["program", "min ms", "p50 ms", "max ms", "runs"],
                      rows)])


def until_shown(command, words, timeout=20):
    """Seconds from before the start of a program until it has said these words."""
    began = time.monotonic()
    process = processes.start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, deadline = b"", began + timeout
    try:
        while words.encode() not in said:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
                raise processes.Failed(f"{command[0]} shows nothing within {timeout} s")
            piece = os.read(process.stdout.fileno(), 65536)
            if not piece:
                raise processes.Failed(f"{command[0]} ends before it shows anything: "
                                       f"{said[-200:].decode(errors='replace')}")
            said += piece
        return time.monotonic() - began
    finally:
        process.stdout.close()
        processes.stop(process)
