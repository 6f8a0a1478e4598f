"""What is between two items of a playlist, beside players."""

import dataclasses
import os
import time

from .. import playlists, processes
from ..arithmetic import median, percentile
from ..measurement import Measurement, Table
from ..players import HERTZ, Clip, Mpv, Pipd, Playbin

NUMBER = 9
TITLE = "Playlist: what is between two items"
ABOUT = """
Five clips of two seconds (H.264, MPEG-4, VP9 and H.265, with five sizes and three rates) are played
over and over as XRGB at 1280x720, in real time; decoders have one thread. At ten ends a round the gap
is the time from the last picture of an item to the first one of the next, less the interval of the
item that ends; where it is negative the last picture was cut short. Then the next item is asked for
ten times, about half a second after an item's first picture, and the time counts until the first
picture of the next. Players take turns.

Times are those of a screen of 60 Hz, which shows a picture from its next blank on: an even player has
gaps of up to a blank in both directions. pipd's headless output has such blanks, and its frame log
says what was committed for which one. To the times at which the others put pictures out they are
applied afterwards, at eight phases, as if what comes just before a blank were shown at it. Nobody sees
less than a blank: in ratios a gap below it counts as one.

- pipd: a skip begins before the request is sent to its socket.
- mpv (`--prefetch-playlist`, `--vo=null`, a socket as standard input): a picture is put out when its
  output flips, by `--dump-stats`; which item it is of is told by its log. A skip begins when mpv runs
  the command. A window and what it shows meanwhile are left out, and so is all that a display costs.
- playbin3: a picture is put out when `fakesink sync=true` renders it, or prerolls it, which is when a
  window shows it; the next file is set at `about-to-finish`. A skip begins when the program has read
  the command, and goes through the state READY, in which a sink may close its window: that is left
  out, and so is all that a display costs.

pipd has three items open ahead and the one before, the others at most the next. Memory is the largest
resident set since the start (RSS, the kernel's own figure), and the largest proportional set (PSS) that
was seen before the skips; pipd's is with that of pipd-media, which keeps where the playlist is.
"""
AIM = 1
SIZE = "1280x720"
# Codec, size and rate; a size is had by one clip alone, for it tells which one is shown.
_CLIPS = (("libx264", "640x360", 25), ("mpeg4", "480x270", 30), ("libx264", "1280x720", 30),
          ("libvpx-vp9", "800x450", 24), ("libx265", "960x540", 25))
_ENCODING = {"libx264": ["-preset", "veryfast"], "mpeg4": [],
             "libvpx-vp9": ["-deadline", "realtime", "-cpu-used", "8"],
             "libx265": ["-preset", "ultrafast", "-x265-params", "log-level=error"]}
_PLAYERS = {"pipd": Pipd, "mpv": Mpv, "playbin3": Playbin}
_PHASES = 8


@dataclasses.dataclass
class Watched:
    """What one run of a player gave: times in milliseconds, memory in MB."""
    gaps: list  # on a screen
    delays: list  # likewise
    gaps_put_out: list
    delays_put_out: list
    shown: int  # pictures of items that were shown as a whole
    wanted: int  # as many as those have
    rss: float
    pss: float
    command: list


def measure(bench):
    """Gaps at ends, the time of a skip, and memory, beside mpv and playbin3."""
    clips = [_clip(bench, *clip, seconds=1 if bench.quick else 2) for clip in _CLIPS]
    found, missing = bench.in_turn("playlist", {
        name: lambda kind=kind: _watch(bench, kind(bench, clips, SIZE))
        for name, kind in _PLAYERS.items()}, bench.rounds(2, quick=1))
    gaps, delays = (_pooled(found, key) for key in ("gaps", "delays"))
    peaks = {key: {name: max(getattr(w, key) for w in runs) for name, runs in found.items()}
             for key in ("rss", "pss")}
    commands = {name: processes.text(runs[0].command) for name, runs in found.items()}

    def measurement(name, what, unit, figures, **more):
        every = dict(figures)
        return Measurement(name=f"playlist/{name}", what=what, unit=unit,
                           pipd=every.pop("pipd", None), peers=every, missing=missing, **more)

    middle, longest = ({name: f(values) for name, values in gaps.items()} for f in (median, max))
    return [
        measurement("gap", "gap between two items, median", "ms", middle, slack=1.5,
                    paired=_visible(middle), commands=commands, tables=[_ends(found)]),
        measurement("gap-longest", "gap between two items, longest", "ms", longest, slack=2,
                    paired=_visible(longest), aim=AIM),
        measurement("skip", "skip to the next item, median", "ms",
                    {name: median(values) for name, values in delays.items()}, slack=1.5, aim=AIM,
                    tables=[_skips(found)]),
        measurement("skip-longest", "skip to the next item, longest", "ms",
                    {name: max(values) for name, values in delays.items()}, slack=2),
        measurement("rss", "resident memory, peak", "MB", peaks["rss"], slack=1.1),
        measurement("pss", "memory (PSS), peak", "MB", peaks["pss"], slack=1.1)]


def _watch(bench, player):
    """Some ends, then some skips."""
    ends, skips = (4, 3) if bench.quick else (10, 10)
    pss = []
    with player:
        player.follow(1 + ends, 20 + 2 * ends * player.clips[0].seconds)
        for number in range(skips):
            # At unlike distances from a blank.
            time.sleep(0.4 + 0.1 * (number * 0.618 % 1))
            pss.append(sum(processes.memory_kib(pid)["Pss"]
                           for pid in processes.family(player.pid)))
            player.skip()
            player.follow(1, 10)
        rss = sum(map(processes.peak_kib, processes.family(player.pid)))
    return _watched(player, player.viewing(), rss, max(pss))


def _watched(player, viewing, rss, pss):
    intervals = [1 / clip.rate for clip in player.clips]
    whole = playlists.whole(viewing.put_out, viewing.asked)
    shown = sum(len(stay.times) for stay in whole)
    wanted = sum(player.clips[stay.place].rate * player.clips[stay.place].seconds for stay in whole)
    if not playlists.in_order(viewing.put_out, len(player.clips)):
        raise processes.Failed("the items are not shown in their order")
    if shown < 0.8 * wanted:
        raise processes.Failed(f"{shown} of {wanted} pictures are shown")
    screens = [viewing.seen] if viewing.seen else [
        playlists.on_screen(viewing.put_out, 1 / HERTZ, n / _PHASES) for n in range(_PHASES)]
    return Watched(
        _milliseconds(g for s in screens for g in playlists.gaps(s, viewing.asked, intervals)),
        _milliseconds(d for s in screens for d in playlists.delays(s, viewing.asked)),
        _milliseconds(playlists.gaps(viewing.put_out, viewing.asked, intervals)),
        _milliseconds(playlists.delays(viewing.put_out, viewing.asked)),
        shown, wanted, rss * 1024 / 1e6, pss * 1024 / 1e6, player.command)


def _milliseconds(seconds):
    # To a microsecond; adding nothing makes 0.0 of -0.0.
    found = [round(time * 1000, 3) + 0.0 for time in seconds]
    if not found:
        raise processes.Failed("no item follows another")
    return found


def _pooled(found, key):
    """What was found in all rounds, by player."""
    return {name: [value for run in runs for value in getattr(run, key)]
            for name, runs in found.items()}


def _visible(figures):
    """pipd's figure over each peer's, where less than a blank counts as one."""
    blank = 1000 / HERTZ
    return {name: round(max(figures["pipd"], blank) / max(figure, blank), 3)
            for name, figure in figures.items() if name != "pipd" and "pipd" in figures}


def _ends(found):
    shown = {name: f"{sum(r.shown for r in runs)} of {sum(r.wanted for r in runs)}"
             for name, runs in found.items()}
    return _table("Gaps between two items", found, "gaps", "pictures shown", shown)


def _skips(found):
    asked = {name: sum(len(r.delays_put_out) for r in runs) for name, runs in found.items()}
    return _table("Skips to the next item", found, "delays", "skips", asked)


def _table(title, found, key, last, words):
    """On the screen, and as pictures are put out, whatever the blanks."""
    rows = []
    for where, suffix in (("on a screen", ""), ("as put out", "_put_out")):
        for name, values in _pooled(found, key + suffix).items():
            rows.append([name, where, min(values), percentile(values, 0.5),
                         percentile(values, 0.99), max(values), words[name]])
    return Table(title, ["program", "where", "min ms", "p50 ms", "p99 ms", "max ms", last], rows)


def _clip(bench, codec, size, rate, seconds):
    """A moving pattern; made once."""
    path = os.path.join(bench.work, f"{size}-{rate}-{seconds}-{codec}.mp4")
    if not os.path.exists(path):
        bench.say(f"making {os.path.basename(path)}")
        bench.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
                   f"testsrc2=size={size}:rate={rate}", "-t", str(seconds), "-c:v", codec,
                   *_ENCODING[codec], "-g", str(rate), "-b:v", "2M", "-pix_fmt", "yuv420p",
                   path + ".part.mp4"])
        os.rename(path + ".part.mp4", path)
    return Clip(path, size, rate, seconds)
