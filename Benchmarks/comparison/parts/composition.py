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
corner; the result is XRGB in memory, as fast as the program goes. What goes in is raw video (Y4M,
in the page cache), so that decoding is next to nothing: a figure is what one more picture costs,
the user time (`wait4`) of a run over 303 pictures (33 with OpenGL ES) less that of one over 3, by
their number. Programs are
pinned to one CPU so that two busy ones do not inflate it, all runs of a round follow each other,
and the figure is the median of the rounds' differences. What a user pays is in the last rows: the
whole process, user + system, with ten seconds of H.264 in.
`bilinear` and `fast_bilinear` are swscale's flags.
Before, each program is run once more with a filter that tells of each picture: it must be as many
as the clip has, of the right size and format.
"""
AIM, _AIMS = 0.35, {"gles": 0.3}
SHORT, LONG, LONG_GLES = 3, 303, 33  # pictures
_NOTES = {
    "cpu": "mpv to YUV stops before the conversion to XRGB, so it is no peer.",
    "gles": "The composed picture stays in OpenGL's memory, with pipd as with GStreamer. After "
            "videoconvert, the CPU converts the videos and OpenGL only places them: other work, so "
            "it is no peer, but it shows what conversion costs on llvmpipe."}


@dataclasses.dataclass(frozen=True)
class Contestant:
    """A program that puts the videos of a scene together."""
    name: str
    program: str
    command: object  # of a scene; with `probe`, telling of each picture
    environment: dict | None = None
    format: str = "bgr0"  # what it delivers, in ffmpeg's words
    is_peer: bool = True  # whether it does the same work as pipd

    def run(self, bench, scene):
        return bench.run(self.command(scene), cpu=bench.cpu, environment=self.environment)


def measure(bench):
    """What a picture costs at two output sizes and in OpenGL ES; whole processes with H.264."""
    sizes = {"1080p": (1920, 1080), "720p": (1280, 720)}
    found = [m for field, size in sizes.items()
             for m in _pictures(bench, field, size, _software(bench), LONG,
                                bench.rounds(5, quick=1))]
    # llvmpipe takes tens of milliseconds a picture: few are enough.
    found += _pictures(bench, "gles", sizes["1080p"], _gles(bench), LONG_GLES,
                       bench.rounds(3, quick=1))
    return found + [_whole(bench, field, size) for field, size in sizes.items()]


def _raw(bench, pictures, size):
    return Scene(bench.raw("1920x1080", pictures), bench.raw("1280x720", pictures), *size)


def _software(bench):
    """Everything that composes with the CPU."""
    def swscale(flags):
        return Contestant(f"ffmpeg {flags}", "ffmpeg",
                          lambda scene, **kind: scene.ffmpeg(flags, **kind))
    return [
        Contestant("pipd", "pipd", lambda scene, **kind: scene.pipd(bench, **kind)),
        swscale("fast_bilinear"), swscale("bilinear"),
        Contestant("GStreamer", "GStreamer", Scene.gstreamer), Contestant("mpv", "mpv", Scene.mpv),
        Contestant("mpv to YUV", "mpv", lambda scene, **kind: scene.mpv(format="yuv420p", **kind),
                   format="yuv420p", is_peer=False)]


def _gles(bench):
    """OpenGL ES on llvmpipe: pipd and glvideomixer."""
    def converted(scene, **kind):
        return scene.gstreamer_gl(is_converted=True, **kind)
    return [
        Contestant("pipd", "pipd", lambda scene, **kind: scene.pipd(bench, "gles", **kind),
                   {"LIBGL_ALWAYS_SOFTWARE": "1"}),
        Contestant("glvideomixer", "GStreamer", Scene.gstreamer_gl, GSTREAMER_GL),
        Contestant("glvideomixer after videoconvert", "GStreamer", converted, GSTREAMER_GL,
                   is_peer=False)]


def _pictures(bench, field, size, contestants, count, rounds):
    """What one more picture costs, in user time."""
    short, long = _raw(bench, SHORT, size), _raw(bench, count, size)
    costs, missing = _in_turn(bench, f"composition, {field}", contestants, long, count, rounds,
                              lambda c: (c.run(bench, short), c.run(bench, long)))
    rows, figures = [], {}
    for name, found in costs.items():
        user, system = (median([getattr(l, kind) - getattr(s, kind) for s, l in found])
                        * 1000 / (count - SHORT) for kind in ("user", "system"))
        figures[name] = user
        rows.append([name, user, system])
    table = Table(f"One more picture, {_output(field)}",
                  ["program", "user, ms", "system, ms"], rows)
    return [_measurement(
        f"composition/{field}", f"composition, raw 1080p + 720p → {_output(field)}",
        "ms user a frame", contestants, figures, missing, long, aim=_AIMS.get(field, AIM),
        slack=1.2, notes=[_NOTES.get(field, _NOTES["cpu"])], tables=[table])]


def _whole(bench, field, size):
    """What the whole process takes with H.264 in, decoding included."""
    seconds = 3 if bench.quick else 10
    scene = Scene(bench.clip("1920x1080", seconds), bench.clip("1280x720", seconds), *size)
    contestants = _software(bench)
    costs, missing = _in_turn(bench, f"H.264 in, {field}", contestants, scene, seconds * 30,
                              bench.rounds(3, quick=1), lambda c: c.run(bench, scene))
    figures = {name: median([cost.cpu for cost in found]) * 1000 / (seconds * 30)
               for name, found in costs.items()}
    return _measurement(
        f"composition/{field}-h264", f"whole process, H.264 1080p + 720p → {_output(field)}",
        "ms CPU a frame", contestants, figures, missing, scene, slack=1.2)


def _in_turn(bench, title, contestants, scene, pictures, rounds, run):
    """Runs all who produce the scene's pictures; results and why others have none, by name."""
    bench.say(f"{title}: counting pictures")
    failing = {}
    for c in contestants:
        try:
            count, _ = scene.count(bench, c.program, c.command(scene, probe=True), c.format,
                                   environment=c.environment)
            if count != pictures:
                failing[c.name] = f"{count} pictures instead of {pictures}"
        except processes.Failed as error:
            failing[c.name] = str(error)
    runs = {c.name: lambda c=c: run(c) for c in contestants if c.name not in failing}
    costs, missing = bench.in_turn(title, runs, rounds)
    return costs, failing | missing


def _measurement(name, what, unit, contestants, figures, missing, scene, **more):
    references = {c.name: figures.pop(c.name) for c in contestants
                  if c.name in figures and not c.is_peer}
    return Measurement(
        name=name, what=what, unit=unit, pipd=figures.pop("pipd", None), peers=figures,
        references=references, missing=missing,
        commands={c.name: processes.text(c.command(scene), c.environment) for c in contestants},
        **more)


def _output(field):
    return {"1080p": "1920x1080 XRGB", "720p": "1280x720 XRGB",
            "gles": "1920x1080, gles on llvmpipe"}[field]
