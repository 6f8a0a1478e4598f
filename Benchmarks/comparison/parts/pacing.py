"""How evenly pictures come, beside GStreamer and the limiter that everyone writes first."""

import contextlib
import json
import os
import re
import sys

from .. import pacing, processes
from ..arithmetic import spread
from ..measurement import Measurement, Table

NUMBER = 4
TITLE = "Pacing: how evenly pictures come"
ABOUT = """
Files of 640x360 at several rates, capped at 30 pictures a second. Roughness is the RMS, over a second,
of how long a picture should stay (1/30 s, or 1/24 s) less how long it did; the 95th percentile of all
such seconds. It is that of a screen, which shows a picture from its next blank on, with 60 Hz; with
30 Hz where timestamps are jittered by 5 ms, as a camera's are. pipd's headless output has such blanks;
to the times of the others they are applied afterwards (the median over eight phases). Nobody sees a
millisecond: in ratios a roughness below it counts as one.

GStreamer is `videorate drop-only=true max-rate=30` before `fakesink sync=true`; times are those of
its log when it renders. The naive limiter drops what comes less than 1/30 s after the last picture
that it let pass; it gets the pictures at the times at which the same GStreamer without `videorate`
renders them. The three run at the same time, so they meet the same machine. Loaded: with two
endless loops beside them. pipd's presentation thread asks for SCHED_FIFO, GStreamer does not.
"""

# By name: pictures a second, and blanks of the screen.
_SOURCES = {"60": (60, 60), "50": (50, 60), "30": (30, 60), "24": (24, 60), "jittered 30": (30, 30)}
_SPIN = [sys.executable, "-c", "while True: pass"]
_VISIBLE = 0.001  # seconds


def measure(bench):
    """A measurement for each input, idle and loaded."""
    seconds = 4 if bench.quick else 20
    measured = []
    for source, (rate, hertz) in _SOURCES.items():
        clip = _jittered(bench, seconds) if "jittered" in source else bench.clip(
            "640x360", seconds, rate)
        for load, loops in (("idle", 0), ("loaded", 2)):
            bench.say(f"pacing: {source} fps, {load}")
            with _busy(loops):
                runs = _Runs(bench, clip, hertz)
            measured.append(_measurement(runs, f"{source} fps, {load}", 1 / min(rate, 30)))
    return measured


class _Runs:
    """pipd and two GStreamers with a file, at the same time."""

    def __init__(self, bench, clip, hertz):
        log = os.path.join(bench.work, "pacing.jsonl")
        self.refresh = 1 / hertz
        command = bench.pipd("--stream", clip, "--output", f"headless:640x360@{hertz}", "--once",
                             "--frame-log", log)
        with _Logged(bench, clip, "videorate drop-only=true max-rate=30") as limited, \
                _Logged(bench, clip, "identity silent=true") as free:
            bench.run(command, timeout=120)
            self.peers = {"GStreamer": limited.times(),
                          "naive": pacing.limited_naively(free.times())}
        self.put_out, self.shown = _presented(log, self.refresh)
        self.commands = {"pipd": processes.text(command),
                         "GStreamer": processes.text(limited.command)}


def _measurement(runs, what, intended):
    ours = pacing.roughness(runs.shown, intended)
    theirs = {name: pacing.roughness_on_screen(times, runs.refresh, intended)
              for name, times in runs.peers.items()}
    return Measurement(
        name="pacing/" + what.replace(" fps,", "").replace(" ", "-"), what=f"roughness, {what}",
        unit="ms", pipd=_milliseconds(ours), aim=1, slack=1.5,
        peers={name: _milliseconds(seconds) for name, seconds in theirs.items()},
        paired={name: round(max(ours, _VISIBLE) / max(seconds, _VISIBLE), 3)
                for name, seconds in theirs.items()},
        commands=runs.commands, tables=[_intervals(what, {"pipd": runs.put_out} | runs.peers)])


def _milliseconds(seconds):
    return round(seconds * 1000, 3)


def _intervals(what, times):
    rows = []
    for name, moments in times.items():
        found = spread([interval * 1000 for interval in pacing.intervals(moments)])
        rate = (len(moments) - 1) / (moments[-1] - moments[0])
        rows.append([name, rate, found["p50"], found["p99"], found["max"]])
    return Table(f"Intervals between pictures as they are put out, {what}",
                 ["program", "pictures a second", "p50 ms", "p99 ms", "max ms"], rows)


def _presented(log, refresh):
    """When pipd's thread put pictures out, and from when on they are on the screen."""
    put_out, shown = [], []
    for line in processes.contents(log).splitlines():
        entry = json.loads(line)
        if entry["decision"] == "presented":
            put_out.append(entry["presented"])
            shown.append(pacing.seen_since(entry, refresh))
    return put_out, shown


class _Logged:
    """A GStreamer that plays a file and says when it renders; runs inside the `with` block."""

    def __init__(self, bench, clip, limiter):
        self.command = ["gst-launch-1.0", "-q", "filesrc", f"location={clip}", "!", "qtdemux", "!",
                        "h264parse", "!", "avdec_h264", "!", *limiter.split(), "!", "fakesink",
                        "sync=true"]
        self._log = os.path.join(bench.work, f"pacing-{limiter.split()[0]}.log")

    def __enter__(self):
        self._process = processes.start(self.command, environment={
            "GST_DEBUG": "basesink:5", "GST_DEBUG_NO_COLOR": "1", "GST_DEBUG_FILE": self._log})
        return self

    def __exit__(self, *_):
        processes.stop(self._process)

    def times(self):
        """Waits for the end. Raises Failed if nothing was rendered."""
        processes.wait(self._process, 60)
        found = [int(hours) * 3600 + int(minutes) * 60 + float(seconds)
                 for hours, minutes, seconds in re.findall(
                     r"^(\d+):(\d+):([\d.]+) .* rendering object", processes.contents(self._log),
                     re.M)]
        if len(found) < 2:
            raise processes.Failed("GStreamer rendered nothing")
        return found


@contextlib.contextmanager
def _busy(loops):
    """So many endless loops beside what is measured."""
    running = [processes.start(_SPIN) for _ in range(loops)]
    try:
        yield
    finally:
        for process in running:
            processes.stop(process)


def _jittered(bench, seconds):
    """30 fps with timestamps that are off by 5 ms (standard deviation), made once."""
    path = os.path.join(bench.work, f"jittered-30-{seconds}.mp4")
    if not os.path.exists(path):
        noise = "0.005*sqrt(-2*log(max(0.0001,random(0))))*cos(2*PI*random(1))"
        bench.run(["ffmpeg", "-v", "error", "-y", "-i", bench.clip("640x360", seconds), "-vf",
                   f"settb=1/90000,setpts='(N/30+0.02+{noise})/TB'", "-fps_mode", "passthrough",
                   "-enc_time_base", "1/90000", "-video_track_timescale", "90000", "-c:v",
                   "libx264", "-preset", "veryfast", "-bf", "0", "-g", "60", path + ".part.mp4"])
        os.rename(path + ".part.mp4", path)
    return path
