"""Programs that play a list over and over, are told to skip, and say when they put pictures out."""

import dataclasses
import json
import os
import re
import select
import socket
import subprocess
import time

from . import pacing, processes
from .daemon import Daemon

HERTZ = 60  # of pipd's screen


@dataclasses.dataclass(frozen=True)
class Clip:
    """An item of the list."""
    path: str
    size: str
    rate: int
    seconds: int


@dataclasses.dataclass
class Viewing:
    """What was seen of a run; pictures as in playlists.py, times by a clock of the player's own."""
    put_out: list  # when the player gave each picture out
    asked: list  # when it was asked for the next item
    seen: list | None = None  # since when each was on its screen; None: it has no screen


class Player:
    """Plays clips; runs inside the `with` block.

    Each kind has `start()`, which gives the file on which it says what it does, `begins(line)`,
    `ask()` for the next item, and `viewing()` of what was said, once it has ended.
    """

    def __init__(self, bench, clips, size):
        self.bench = bench
        self.clips = clips
        self.size = size
        self.command = []

    def __enter__(self):
        self._lines = _Lines(self.start())
        return self

    def __exit__(self, *_):
        processes.stop(self.process)
        for file in filter(None, (self.process.stdin, self.process.stdout)):
            file.close()

    @property
    def pid(self):
        return self.process.pid

    def follow(self, items, seconds):
        """Waits until so many further items have begun to be shown. Raises Failed in time."""
        deadline = time.monotonic() + seconds
        while items > 0:
            items -= self.begins(self._lines.next(deadline))

    def skip(self):
        """Asks for the next item. Raises Failed if nobody is there to ask."""
        try:
            self.ask()
        except OSError as error:
            raise processes.Failed(f"it cannot be asked: {error}") from None


class Pipd(Player):
    """Says in its frame log what it presents, and is asked over its socket."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self._entries, self._asked = [], []
        # What the log's times lack to those here: each line comes later than that.
        self._offset = float("inf")

    def start(self):
        path = os.path.join(self.bench.work, "playlist.yml")
        with open(path, "w") as file:
            file.write("main: list\nplaylists:\n  list:\n    loop: all\n    items:\n" + "".join(
                f"      - {os.path.abspath(clip.path)}\n" for clip in self.clips))
        self._daemon = Daemon(
            self.bench, "--config", path, "--output", f"headless:{self.size}@{HERTZ}",
            "--compositor", "cpu", "--frame-log", "-", stdout=subprocess.PIPE)
        self.process, self.command = self._daemon.process, self._daemon.command
        return self.process.stdout

    def begins(self, line):
        """Whether the line is of the first picture of another item."""
        entry = json.loads(line)
        if entry["decision"] != "presented":
            return False
        self._offset = min(self._offset, time.monotonic() - entry["presented"])
        self._entries.append(entry)
        return len(self._entries) < 2 or _size(entry) != _size(self._entries[-2])

    def ask(self):
        self._asked.append(time.monotonic())
        self._daemon.ask("POST", "/v1/playlists/list/next")

    def viewing(self):
        places = [[clip.size for clip in self.clips].index(_size(e)) for e in self._entries]
        seen = [pacing.seen_since(entry, 1 / HERTZ) for entry in self._entries]
        return Viewing(list(zip(places, [entry["presented"] for entry in self._entries])),
                       [time - self._offset for time in self._asked], list(zip(places, seen)))


def _size(entry):
    return f"{entry['width']}x{entry['height']}"


class Mpv(Player):
    """Tells of items over its socket, and of flips in a file; `--vo=null` flips in time."""

    def start(self):
        self._log, self._stats = (os.path.join(self.bench.work, name)
                                  for name in ("playlist-mpv.log", "playlist-mpv.stats"))
        size = self.size.replace("x", ":")
        self.command = [
            "mpv", "--no-config", "--load-scripts=no", "--osc=no", "--ytdl=no",
            "--load-stats-overlay=no", "--load-osd-console=no", "--load-auto-profiles=no",
            "--no-audio", "--vo=null", "--hwdec=no", "--vd-lavc-threads=1", "--prefetch-playlist=yes",
            "--loop-playlist=inf", f"--vf=lavfi=[scale={size}:flags=fast_bilinear,format=bgr0]",
            "--msg-level=all=error", f"--log-file={self._log}", f"--dump-stats={self._stats}",
            "--input-ipc-client=fd://0", *[clip.path for clip in self.clips]]
        self._socket, its = socket.socketpair()
        with its:
            self.process = processes.start(self.command, stdin=its)
        return self._socket

    def __exit__(self, *_):
        super().__exit__()
        self._socket.close()

    def begins(self, line):
        """Whether the line says that another item's first picture is shown."""
        return json.loads(line).get("event") == "playback-restart"

    def ask(self):
        self._socket.sendall(b'{"command":["playlist-next"]}\n')

    def viewing(self):
        return mpv_viewing(processes.contents(self._log), processes.contents(self._stats),
                           [clip.path for clip in self.clips])


def mpv_viewing(log, stats, paths):
    """What mpv's log says of items, and its statistics of flips.

    The log has milliseconds. The first picture of an item is the last that was flipped before it
    says so, for it waits for that; those of the item before may be flipped after that one's end.
    """
    place, firsts, asked = None, [], []
    for time_, words in re.findall(r"^\[ *([\d.]+)\]\[.\]\[cplayer\] (.*)$", log, re.M):
        if words.startswith("Playing: "):
            place = paths.index(words.removeprefix("Playing: "))
        elif words == "first video frame after restart shown":
            firsts.append((float(time_) + 0.001, place))
        elif words.startswith("Run command: playlist-next"):
            asked.append(float(time_))
    # Microseconds, which begin with ten seconds.
    flips = [int(time_) / 1e6 - 10 for time_ in re.findall(r"^(\d+) start video-flip$", stats, re.M)]
    begun = [(max(flip for flip in flips if flip <= said), place) for said, place in firsts
             if flips and flips[0] <= said]
    return Viewing([([place for begin, place in begun if begin <= flip][-1], flip)
                    for flip in flips if begun and flip >= begun[0][0]], asked)


class Playbin(Player):
    """GStreamer's playbin3 in a program of ours, which says when fakesink renders."""

    _SOURCE = "Benchmarks/players/playbin3.c"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self._place, self._viewing = None, Viewing([], [])

    def start(self):
        program = os.path.join(self.bench.work, "playbin3")
        flags = self.bench.run(["pkg-config", "--cflags", "--libs", "gstreamer-1.0"],
                               keep_output=True).output.split()
        self.bench.run(["gcc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program,
                        self._SOURCE, *flags])
        self.command = [program, self.size, *[clip.path for clip in self.clips]]
        self.process = processes.start(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self.process.stdout

    def begins(self, line):
        """Whether the line is of the first picture of another item."""
        what, value = line.split()
        if what == "item":
            self._place = int(value)
        elif what == "asked":
            self._viewing.asked.append(int(value) / 1e9)
        elif what == "shown":
            pictures = self._viewing.put_out
            pictures.append((self._place, int(value) / 1e9))
            return len(pictures) < 2 or pictures[-2][0] != self._place
        return False

    def ask(self):
        self.process.stdin.write(b"next\n")
        self.process.stdin.flush()

    def viewing(self):
        return self._viewing


class _Lines:
    """What a program says, line by line, as it comes."""

    def __init__(self, file):
        self._descriptor = file.fileno()
        self._rest = b""

    def next(self, deadline):
        """The next one. Raises Failed when there is none in time."""
        while b"\n" not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._descriptor], [], [], left)[0]:
                raise processes.Failed("it shows no further item in time")
            piece = os.read(self._descriptor, 65536)
            if not piece:
                raise processes.Failed("it ends early")
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")
