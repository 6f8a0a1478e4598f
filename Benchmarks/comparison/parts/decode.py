"""What is not decoded because nobody will see it."""

import json
import os

from .. import processes
from ..bench import medians
from ..measurement import Measurement

NUMBER = 7
TITLE = "Decoding: only what is shown"
ABOUT = """
1080p files with 60 pictures a second, capped at 30, as fast as it goes on one CPU: user + system time
per second of video. What half of the pictures is not needed depends on how a file was encoded: with
one B-picture between two others (IbPbP) each B-picture can be left out, with two (IbbPbbP) every other
one, in a pyramid (IbBbP) those at its foot, and without (IPP) none: there is no aim then. ffmpeg (`fps=30`) and GStreamer (`videorate
drop-only=true max-rate=30`) throw their pictures away then; pipd composes them at 640x360.
The pictures that pipd shows must be those of a run that decodes all of them, bit for bit.
"""

_STRUCTURES = {
    "IbPbP": ["-bf", "1"],
    "IbbPbbP": ["-bf", "2", "-x264-params", "b-pyramid=none"],
    "IbBbP": ["-bf", "3", "-x264-params", "b-pyramid=normal"],
    "IPP": ["-bf", "0"],
}


def measure(bench):
    """CPU beside peers and beside pipd without a cap, and pictures that differ."""
    return [m for structure in _STRUCTURES for m in _structure(bench, structure)]


def _structure(bench, structure):
    seconds = 3 if bench.quick else 10
    clip = _clip(bench, structure, seconds)
    commands = {
        "pipd": _pipd(bench, clip, 30),
        "ffmpeg": ["ffmpeg", "-v", "error", "-threads", "1", "-i", clip, "-vf", "fps=30",
                   "-f", "null", "-"],
        "GStreamer": ["gst-launch-1.0", "-q", "filesrc", f"location={clip}", "!", "qtdemux", "!",
                      "h264parse", "!", "avdec_h264", "max-threads=1", "!", "videorate",
                      "drop-only=true", "max-rate=30", "!", "fakesink", "sync=false"],
        "pipd uncapped": _pipd(bench, clip, 0),
    }
    results, missing = bench.in_turn(f"decode {structure}", {
        name: lambda command=command: bench.run(command, cpu=bench.cpu)
        for name, command in commands.items()}, bench.rounds(5, quick=1))
    figures = medians(results, lambda cost: cost.cpu * 1000 / seconds)
    references = {name: figures.pop(name) for name in ["pipd uncapped"] if name in figures}
    return [
        Measurement(
            name=f"decode/{structure}", what=f"{structure}, 60 capped at 30", unit="ms a second",
            pipd=figures.pop("pipd", None), peers=figures, references=references,
            missing=missing, aim=None if structure == "IPP" else 1,
            commands={name: processes.text(command) for name, command in commands.items()}),
        _differing(bench, clip, structure)]


def _differing(bench, clip, structure):
    """How many of the pictures shown are not those that decoding everything gives."""
    figure, missing, notes = None, {}, []
    try:
        shown, every = (_presented(bench, _pipd(bench, clip, cap)) for cap in (30, 0))
        # Of 30 a second, few at the ends may be missing; none shown is no success.
        if len(shown) < 0.9 * len(every) / 2 or not all(shown.values()):
            raise processes.Failed(f"{len(shown)} pictures shown of {len(every)}")
        figure = sum(every.get(time) != digest for time, digest in shown.items())
        notes = [f"{len(shown)} pictures shown of {len(every)}."]
    except processes.Failed as error:
        missing = {"pipd": str(error)}
    return Measurement(name=f"decode/{structure}-differing", what=f"{structure}, wrong pictures",
                       unit="", pipd=figure, missing=missing, aim=0, slack=1, notes=notes)


def _pipd(bench, clip, cap):
    # As many blanks as pictures: without a cap every picture is composed.
    return bench.pipd("--stream", clip, "--clock", "virtual", "--once", "--max-fps", str(cap),
                      "--output", "headless:640x360@60")


def _presented(bench, command):
    """The digest of each picture that is presented, by its time in the stream."""
    log = os.path.join(bench.work, "decode.jsonl")
    bench.run([*command, "--frame-log", log, "--frame-hash"])
    entries = [json.loads(line) for line in processes.contents(log).splitlines()]
    return {e["pts"]: e["md5"] for e in entries if e["decision"] == "presented"}


def _clip(bench, structure, seconds):
    """1080p60 with that structure everywhere; made once."""
    path = os.path.join(bench.work, f"1920x1080-60-{seconds}-{structure}.mp4")
    if not os.path.exists(path):
        bench.say(f"making {os.path.basename(path)}")
        bench.run(["ffmpeg", "-v", "error", "-y", "-i", bench.clip("1920x1080", seconds, 60),
                   "-c:v", "libx264", "-preset", "veryfast", "-g", "60", "-b:v", "12M",
                   "-b_strategy", "0", *_STRUCTURES[structure], path + ".part.mp4"], timeout=900)
        os.rename(path + ".part.mp4", path)
    return path
