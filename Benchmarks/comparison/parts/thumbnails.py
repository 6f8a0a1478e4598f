"""Small pictures of photographs and videos, beside the programs that file managers start."""

import json
import os
import shutil

from .. import processes
from ..bench import medians
from ..daemon import Daemon, until
from ..measurement import Measurement, Table

NUMBER = 10
TITLE = "Thumbnails: small pictures of photographs and videos"
ABOUT = """
Copies of one JPEG of 12 megapixels and of one 1080p film of 10 s (H.264), each under a name of its own,
get thumbnails of 256 pixels as PNG files. Time is by the clock, for each thumbnail, median of rounds
that take turns; files are in the page cache.

- pipd: a library of the files, looked into before; its cache is empty. One client asks for one thumbnail
  after the other over the socket, and pipd-media makes them on one thread. The time has the way there
  and back in it, and the look whether the file is still the same.
- vipsthumbnail: one process for all photographs, one thread (`VIPS_CONCURRENCY=1`).
- ffmpegthumbnailer: one process for each file, as it is made to be started.
"""
_SIZE = 256


def measure(bench):
    """A measurement for photographs and one for videos."""
    count = 5 if bench.quick else 40
    photos, videos = _photos(bench, count), _videos(bench, count)
    vips = ["vipsthumbnail", "--size", str(_SIZE), "-o", f"{_folder(bench, 'out')}/%s.png", *photos]
    alone = {"VIPS_CONCURRENCY": "1"}
    return [
        _compare(bench, "photo", "a thumbnail of a 12-megapixel JPEG", photos, {
            "vipsthumbnail": lambda: bench.run(vips, environment=alone).wall / count},
            {"vipsthumbnail": processes.text(vips[:6], alone)}, aim=1.25),
        _compare(bench, "video", "a thumbnail of a 1080p film", videos, {
            "ffmpegthumbnailer": lambda: sum(bench.run(_thumbnailer(bench, path)).wall
                                             for path in videos) / count},
            {"ffmpegthumbnailer": processes.text(_thumbnailer(bench, videos[0]))}, aim=0.667)]


def _compare(bench, field, what, files, peers, commands, aim):
    contestants = {"pipd": lambda: _asked(bench, files), **peers}
    times, missing = bench.in_turn(f"thumbnails, {field}", contestants, bench.rounds(5))
    figures = medians(times, lambda seconds: seconds * 1000)
    rows = [[name, min(found) * 1000, max(found) * 1000, len(found)]
            for name, found in times.items()]
    return Measurement(
        name=f"thumbnails/{field}", what=what, unit="ms", pipd=figures.pop("pipd", None),
        peers=figures, missing=missing, aim=aim, slack=1.4, commands=commands,
        tables=[Table(what.capitalize(), ["program", "min ms", "max ms", "rounds"], rows)])


def _asked(bench, files):
    """Seconds for each thumbnail."""
    settings = os.path.join(bench.work, "thumbnails.yml")
    with open(settings, "w") as file:
        json.dump({"main": "demo", "library": {"roots": [os.path.dirname(files[0])]}}, file)
    with Daemon(bench, "--config", settings, "--output", "headless:320x180@1") as daemon:
        until(lambda: _is_ready(daemon), 60, "the library is not looked into")
        assets = daemon.ask("GET", "/v1/library/assets?limit=500")["assets"]
        if len(assets) != len(files):
            raise processes.Failed(f"{len(assets)} of {len(files)} files are in the library")
        sizes, seconds = daemon.thumbnails([asset["id"] for asset in assets], _SIZE)
        if min(sizes) < 1_000:
            raise processes.Failed("a thumbnail is no picture")
        if daemon.metric("pipd_thumbnails_total", result="made") != len(files):
            raise processes.Failed("not every thumbnail was made")
    return seconds / len(files)


def _is_ready(daemon):
    try:
        return daemon.ask("GET", "/v1/library")["state"] == "idle"
    except processes.Failed:
        # The media process starts.
        return False


def _thumbnailer(bench, path):
    return ["ffmpegthumbnailer", "-s", str(_SIZE), "-i", path,
            "-o", os.path.join(_folder(bench, "out"), "one.png")]


def _photos(bench, count):
    path = os.path.join(bench.work, "12-megapixels.jpg")
    if not os.path.exists(path):
        bench.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
                   "testsrc2=size=4000x3000,noise=alls=12:allf=t", "-frames:v", "1", "-q:v", "3",
                   "-pix_fmt", "yuvj420p", path])
    return _copies(bench, path, "photos", count)


def _videos(bench, count):
    return _copies(bench, bench.clip("1920x1080", 10), "videos", count)


def _copies(bench, path, name, count):
    """Absolute paths of so many files of their own in a folder that has nothing else."""
    folder = _folder(bench, name)
    shutil.rmtree(folder)
    os.mkdir(folder)
    files = [os.path.join(folder, f"{number}{os.path.splitext(path)[1]}")
             for number in range(count)]
    for file in files:
        shutil.copy(path, file)
        # What is younger than two seconds may be written still.
        os.utime(file, (1_700_000_000, 1_700_000_000))
    return files


def _folder(bench, name):
    folder = os.path.abspath(os.path.join(bench.work, f"thumbnails-{name}"))
    os.makedirs(folder, exist_ok=True)
    return folder
