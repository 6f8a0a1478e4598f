"""A tree of many photographs and videos, as a library has them."""

import itertools
import math
import os
import random
import shutil

PER_FOLDER = 200
_LEAST = {".jpg": 360, ".mp4": 40}  # real files
_WORDS = ("harbour", "mountain", "birthday", "garden", "wedding", "winter", "beach", "forest",
          "school", "concert", "kitchen", "sunset", "market", "island", "snow", "picnic")


def made(bench, count):
    """A folder with `tree`, which has so many files, and `real`, what they are links to."""
    folder = os.path.abspath(os.path.join(bench.work, f"library-{count}"))
    if not os.path.exists(folder):
        bench.say(f"making {os.path.basename(folder)}")
        unfinished = folder + ".part"
        shutil.rmtree(unfinished, ignore_errors=True)
        os.makedirs(unfinished)
        real = _real(bench, os.path.join(unfinished, "real"), _needed(unfinished, count))
        fill(os.path.join(unfinished, "tree"), real, names(count))
        os.rename(unfinished, folder)
    return folder


def names(count):
    """Paths without a suffix: a date and two words, in folders of 200. The same at each call."""
    chance = random.Random(1)
    for number in range(count):
        folder = number // PER_FOLDER
        year = 2000 + folder % 25
        date = f"{year}{chance.randrange(1, 13):02}{chance.randrange(1, 29):02}"
        time = f"{number % 24:02}{number % 60:02}{chance.randrange(60):02}"
        words = "-".join(chance.sample(_WORDS, 2))
        yield f"{year}/{_WORDS[folder % len(_WORDS)]} {folder}/IMG_{date}_{time}_{words}_{number}"


def fill(tree, real, paths):
    """Puts files there that are links to the real ones, in turn."""
    for path, file in zip(paths, itertools.cycle(real)):
        target = os.path.join(tree, path + os.path.splitext(file)[1])
        if not os.path.isdir(os.path.dirname(target)):
            os.makedirs(os.path.dirname(target))
        os.link(file, target)


def _needed(folder, count):
    """How many real files of each kind: the file system limits how many names one has."""
    most = os.pathconf(folder, "PC_LINK_MAX") - 1
    # Below nothing: no limit.
    least = math.ceil(count / most) if most > 0 else 0
    share = max(1, least / sum(_LEAST.values()))
    return {suffix: math.ceil(share * files) for suffix, files in _LEAST.items()}


def _real(bench, folder, needed):
    """Photographs of 1600x1200 and films of two seconds, none like another."""
    os.mkdir(folder)
    pattern = "testsrc2=rate=25,noise=alls=12:allf=t"
    bench.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i",
               pattern.replace("=rate", "=size=1600x1200:rate"), "-frames:v", str(needed[".jpg"]),
               "-q:v", "5", "-pix_fmt", "yuvj420p", os.path.join(folder, "%04d.jpg")])
    bench.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i",
               pattern.replace("=rate", "=size=640x360:rate"), "-t", str(2 * needed[".mp4"]),
               "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-sc_threshold", "0",
               "-pix_fmt", "yuv420p", "-f", "segment", "-segment_time", "2",
               "-reset_timestamps", "1", os.path.join(folder, "%04d.mp4")])
    files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    for file in files:
        # What is younger than two seconds may be written still.
        os.utime(file, (1_700_000_000, 1_700_000_000))
    return files
