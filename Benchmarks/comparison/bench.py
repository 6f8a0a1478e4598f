"""What a part is given."""

import os
import sys
import time

from . import processes
from .arithmetic import median


class Bench:
    """Options, commands, clips and rounds of one run of the benchmarks."""

    def __init__(self, build, work, quick=False, rounds=None, churn=120):
        # Relative: the commands go into the report, and socket paths must be short.
        self.build = os.path.relpath(build)
        self.work = os.path.relpath(work)
        self.quick = quick
        self._rounds = rounds
        self.churn = churn  # seconds for which streams come and go
        # The last CPU takes fewer interrupts than the first.
        self.cpu = max(os.sched_getaffinity(0))
        self._began = time.monotonic()
        os.makedirs(self.work, exist_ok=True)

    def rounds(self, usual, quick=2):
        """How often a part that usually takes so many rounds goes round this time."""
        return self._rounds or (quick if self.quick else usual)

    def pipd(self, *arguments, socket="pipd.sock", log="warning"):
        """The command that runs the pipd that is measured, with a socket of its own."""
        return [os.path.join(self.build, "pipd"), "--log-level", log,
                "--socket", os.path.join(self.work, socket), *arguments]

    def run(self, command, **options):
        """As processes.run, with this run's folder for output."""
        return processes.run(command, work=self.work, **options)

    def say(self, words):
        """Progress, for whoever waits."""
        print(f"{time.monotonic() - self._began:6.0f} s  {words}", file=sys.stderr, flush=True)

    def in_turn(self, title, contestants, rounds):
        """Runs each contestant once a round, A B C A B C, so that drift hits all alike.

        `contestants`: functions without arguments by name. Gives what they returned by name, and
        why those that raised Failed have nothing. Who fails once is not asked again.
        """
        results, missing = {name: [] for name in contestants}, {}
        for number in range(1, rounds + 1):
            self.say(f"{title}: round {number} of {rounds}")
            for name, contestant in contestants.items():
                if name in missing:
                    continue
                try:
                    results[name].append(contestant())
                except processes.Failed as error:
                    missing[name] = str(error)
                    self.say(f"{title}: {name}: {error}")
        return {name: r for name, r in results.items() if name not in missing}, missing

    def clip(self, size, seconds, rate=30, is_even=False):
        """An H.264 file (High, GOP 60, 2 B-frames) of a moving pattern under noise.

        Made once. 8 Mb/s at 1080p, 4 Mb/s at 720p and in proportion to area below; `is_even`: at
        no time much more, as a live encoder sends it. Above 10 s the same 10 s over and over.
        """
        kind = "-even" if is_even else ""
        path = os.path.join(self.work, f"{size}-{rate}-{seconds}{kind}.mp4")
        if not os.path.exists(path):
            self.say(f"making {os.path.basename(path)}")
            if seconds > 10:
                source = ["-stream_loop", "-1", "-i", self.clip(size, 10, rate, is_even)]
                encoding = ["-c", "copy"]
            else:
                source = ["-f", "lavfi", "-i",
                          f"testsrc2=size={size}:rate={rate},noise=alls=12:allf=t"]
                encoding = _encoding(size, is_even)
            unfinished = path + ".part.mp4"
            self.run(["ffmpeg", "-v", "error", "-y", *source, "-t", str(seconds), *encoding,
                      unfinished], timeout=900)
            os.rename(unfinished, path)
        return path

    def raw(self, size, pictures):
        """The first pictures of such a clip decoded, as Y4M. Made once."""
        path = os.path.join(self.work, f"{size}-{pictures}.y4m")
        if not os.path.exists(path):
            clip = self.clip(size, 11)
            self.say(f"making {os.path.basename(path)}")
            unfinished = path + ".part.y4m"
            self.run(["ffmpeg", "-v", "error", "-y", "-i", clip, "-frames:v", str(pictures),
                      unfinished])
            os.rename(unfinished, path)
        return path


def _encoding(size, is_even):
    width, height = map(int, size.split("x"))
    megabits = {"1920x1080": 8, "1280x720": 4}.get(size, 4 * width * height / (1280 * 720))
    even = ["-maxrate", f"{megabits * 1000:.0f}k", "-bufsize", f"{megabits * 250:.0f}k"]
    return ["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-g", "60", "-bf", "2",
            "-b:v", f"{megabits * 1000:.0f}k", *(even if is_even else []), "-pix_fmt", "yuv420p"]


def medians(results, figure):
    """The median of `figure(result)` for each contestant of `in_turn`."""
    return {name: median([figure(r) for r in found]) for name, found in results.items() if found}
