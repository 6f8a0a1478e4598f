"""What it costs to put two videos together."""

import dataclasses

from .. import processes
from ..arithmetic import median
from ..measurement import Measurement, Table
from ..scene import GSTREAMER_GL, Scene

NUMBER = 2
TITLE = "Composition: CPU to put two videos together"
ABOUT = """
A 1080p video fills the output, a 720p one is scaled to a quarter of its width in the bottom right
corner; the result is XRGB in memory, as fast as the program goes. A figure is user + system time
of the whole process (`wait4`), pinned to one CPU so that two busy ones do not inflate it, minus
that of a run that only decodes the same files, divided by the frames. Each program has its own
decoding run; pipd's is ffmpeg's, since both decode with the same libavcodec: where pipd's start
and reading take more or less than ffmpeg's, that is in its figure. All runs of a round follow each
other; the figure is the median of the
rounds' differences. `bilinear` and `fast_bilinear` are swscale's flags.
Before, each program is run once more over three seconds with a filter that tells of each picture:
it must be as many as the clip has, of the right size and format.
"""
AIM, _AIMS = 0.35, {"gles": 0.3}
_NOTES = {
    "cpu": "mpv to YUV stops before the conversion to XRGB, so it is no peer.",
    "gles": "The composed picture stays in OpenGL's memory, with pipd as with GStreamer. After "
            "videoconvert, the CPU converts the videos and OpenGL only places them: other work, so "
            "it is no peer, but it shows what conversion costs on llvmpipe."}


@dataclasses.dataclass(frozen=True)
class Contestant:
    """A program that puts the videos together."""
    name: str
    program: str
    scene: Scene
    command: list
    check: list  # the same over a short clip, telling of each picture
    environment: dict | None = None
    format: str = "bgr0"  # what it delivers, in ffmpeg's words
    is_peer: bool = True  # whether it does the same work as pipd

    @property
    def decoding(self):
        """Whose decoding run is subtracted."""
        return "ffmpeg" if self.program == "pipd" else self.program

    def run(self, bench):
        return bench.run(self.command, cpu=bench.cpu, environment=self.environment)


def measure(bench):
    """A measurement an output size, and one of OpenGL ES."""
    seconds = 3 if bench.quick else 10
    full, small = _scene(bench, seconds, 1920, 1080), _scene(bench, seconds, 1280, 720)
    fields = {"1080p": _software(bench, full, _scene(bench, 3, 1920, 1080)),
              "720p": _software(bench, small, _scene(bench, 3, 1280, 720))}
    found = _compare(bench, "composition", full, fields, seconds * 30, bench.rounds(5, quick=1))
    # llvmpipe takes tens of milliseconds a picture: three seconds are enough.
    short = _scene(bench, 3, 1920, 1080)
    gles = {"gles": _gles(bench, short)}
    return found + _compare(bench, "gles", short, gles, 90, bench.rounds(3, quick=1))


def _scene(bench, seconds, width, height):
    return Scene(bench.clip("1920x1080", seconds), bench.clip("1280x720", seconds), width, height)


def _software(bench, scene, short):
    """Everything that composes with the CPU."""
    return [
        Contestant("pipd", "pipd", scene, scene.pipd(bench), short.pipd(bench, probe=True)),
        *(Contestant(f"ffmpeg {flags}", "ffmpeg", scene, scene.ffmpeg(flags),
                     short.ffmpeg(flags, probe=True)) for flags in ("fast_bilinear", "bilinear")),
        Contestant("GStreamer", "GStreamer", scene, scene.gstreamer(),
                   short.gstreamer(probe=True)),
        Contestant("mpv", "mpv", scene, scene.mpv(), short.mpv(probe=True)),
        Contestant("mpv to YUV", "mpv", scene, scene.mpv(format="yuv420p"),
                   short.mpv(format="yuv420p", probe=True), format="yuv420p", is_peer=False)]


def _gles(bench, scene):
    """OpenGL ES on llvmpipe: pipd and glvideomixer."""
    return [
        Contestant("pipd", "pipd", scene, scene.pipd(bench, "gles"),
                   scene.pipd(bench, "gles", probe=True), {"LIBGL_ALWAYS_SOFTWARE": "1"}),
        Contestant("glvideomixer", "GStreamer", scene, scene.gstreamer_gl(),
                   scene.gstreamer_gl(probe=True), GSTREAMER_GL),
        Contestant("glvideomixer after videoconvert", "GStreamer", scene,
                   scene.gstreamer_gl(is_converted=True),
                   scene.gstreamer_gl(is_converted=True, probe=True), GSTREAMER_GL,
                   is_peer=False)]


def _compare(bench, title, scene, fields, frames, rounds):
    """Runs everything in turn, decoding included; a measurement a field."""
    failed = {field: _failing(bench, title, every) for field, every in fields.items()}
    decoding = {"ffmpeg": scene.ffmpeg_decoding(), "GStreamer": scene.gstreamer_decoding(),
                "mpv": scene.mpv_decoding()}
    wanted = {c.decoding for every in fields.values() for c in every}
    decoding = {name: command for name, command in decoding.items() if name in wanted}
    runs = {("decoding", name): lambda command=command: bench.run(command, cpu=bench.cpu)
            for name, command in decoding.items()}
    for field, every in fields.items():
        runs |= {(field, c.name): lambda c=c: c.run(bench)
                 for c in every if c.name not in failed[field]}
    costs, missing = bench.in_turn(title, runs, rounds)
    return [_measurement(field, every, decoding, frames, costs,
                         failed[field] | {n: why for (f, n), why in missing.items() if f == field})
            for field, every in fields.items()]


def _failing(bench, title, contestants):
    """Who does not produce the pictures, and why."""
    failing = {}
    bench.say(f"{title}: counting pictures")
    for c in contestants:
        try:
            count, _ = c.scene.count(bench, c.program, c.check, c.format,
                                     environment=c.environment)
            if count != 90:
                failing[c.name] = f"{count} pictures instead of 90"
        except processes.Failed as error:
            failing[c.name] = str(error)
    return failing


def _measurement(field, contestants, decoding, frames, costs, missing):
    """Figures in milliseconds a frame above decoding; the rows of a table with all of it."""
    figures, rows = {}, []
    for name, command in decoding.items():
        cpu = median([cost.cpu for cost in costs.get(("decoding", name), [])] or [float("nan")])
        rows.append([f"{name}, decoding only", cpu * 1000 / frames, None])
    for c in contestants:
        total, base = costs.get((field, c.name)), costs.get(("decoding", c.decoding))
        if not total or not base:
            missing.setdefault(c.name, f"no decoding run of {c.decoding}")
            continue
        above = [t.cpu - b.cpu for t, b in zip(total, base)]
        figures[c.name] = median(above) * 1000 / frames
        rows.append([c.name, median([t.cpu for t in total]) * 1000 / frames, figures[c.name]])
    references = {c.name: figures.pop(c.name) for c in contestants
                  if c.name in figures and not c.is_peer}
    return Measurement(
        name=f"composition/{field}", what=f"composition, 1080p + 720p → {_output(field)}",
        unit="ms CPU a frame", pipd=figures.pop("pipd", None), peers=figures,
        references=references, missing=missing, aim=_AIMS.get(field, AIM),
        slack=1.8,  # a small difference of large figures: on a shared machine it varies by half
        notes=[_NOTES.get(field, _NOTES["cpu"])],
        commands={c.name: processes.text(c.command, c.environment) for c in contestants} | {
            f"{name}, decoding only": processes.text(c) for name, c in decoding.items()},
        tables=[_table(field, rows)])


def _output(field):
    return {"1080p": "1920x1080 XRGB", "720p": "1280x720 XRGB",
            "gles": "1920x1080, gles on llvmpipe"}[field]


def _table(field, rows):
    return Table(f"CPU a frame, {_output(field)}", ["program", "whole process, ms",
                                                    "above decoding, ms"], rows)
