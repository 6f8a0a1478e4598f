"""A library of ten thousand pictures, some clips, and a configuration with them."""
import colorsys
import json
import os
import subprocess

WORDS = "harbour garden lobby sunset winter market bridge station forest river".split()
PICTURES = 10_000
#: What a file, a stream, a feed or a message may be called.
HOSTILE = """<img src=x onerror="document.title='owned'">"""
#: Clips by name: how many pictures, at how many a second.
CLIPS = {
    "just-short": (4999, "1000/1"),      # 4.999 s
    "just-whole": (1200, "1/1"),         # 1,200 s
    "just-long": (11, "1000/109091"),    # 1,200.001 s
    "twelve": (300, "25/1"),
}


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *map(str, arguments)], check=True)


def make(folder):
    originals, tree = folder / "originals", folder / "tree"
    originals.mkdir()
    (tree / "clips").mkdir(parents=True)
    pictures = [make_picture(originals / f"{n}.jpg", n / 24) for n in range(24)]
    for d in range(50):
        album = tree / f"{WORDS[d % 10]}-{d // 10}"
        album.mkdir()
        for n in range(d * 200, (d + 1) * 200):
            stamp = f"{2000 + n % 24}{1 + n % 12:02d}{1 + n % 28:02d}_{n % 24:02d}{n % 60:02d}{n // 7 % 60:02d}"
            name = f"{WORDS[n % 7]}_{n}" if n < PICTURES - 1 else HOSTILE
            os.link(pictures[n % 24], album / f"IMG_{stamp}_{name}.jpg")
    for name, (count, rate) in CLIPS.items():
        ffmpeg("-f", "lavfi", "-i", f"testsrc=s=320x180:r={rate}", "-frames:v", count,
               "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
               "-video_track_timescale", 1_000_000, tree / "clips" / f"{name}.mp4")
    for name, source in (("one", "testsrc2"), ("two", "smptebars")):
        ffmpeg("-f", "lavfi", "-i", f"{source}=s=640x360:r=25", "-t", 12, "-c:v", "libx264",
               "-preset", "ultrafast", "-pix_fmt", "yuv420p", originals / f"{name}.mp4")
    for name in ("red", "blue"):
        ffmpeg("-f", "lavfi", "-i", f"color={name}:s=640x360", "-frames:v", 1, originals / f"{name}.png")
    make_feed(folder / "feed.json", originals)


def make_feed(file, originals):
    """A feed of two clips, in two categories, and of one more with a hostile title."""
    items = [{"id": str(day), "title": title, "tags": [tag], "content_text": "",
              "date_published": f"2026-01-0{day}T12:00:00Z",
              "attachments": [{"url": f"file://{originals}/{name}.mp4", "mime_type": "video/mp4"}]}
             for day, (name, title, tag) in enumerate(
                 (("one", "A moving pattern", "art"), ("two", "Colour bars", "news"),
                  ("one", HOSTILE, "art")), 1)]
    file.write_text(json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Patterns",
                                "items": items}))


def make_picture(file, hue):
    def colour(shift, saturation, value):
        parts = colorsys.hsv_to_rgb((hue + shift) % 1, saturation, value)
        return "0x" + "".join(f"{int(255 * part):02x}" for part in parts)
    ffmpeg("-f", "lavfi", "-i", f"gradients=s=640x480:c0={colour(0, .55, .9)}:c1={colour(.12, .8, .4)}"
           ":x0=0:y0=0:x1=640:y1=480:d=1", "-frames:v", 1, file)
    return file


def configuration(folder):
    originals = folder / "originals"
    reels = ", ".join(str(originals / name) for name in ("one.mp4", "two.mp4", "3.jpg", "9.jpg", "15.jpg"))
    return f"""
main: lobby
pip: {{ stream: pattern, enabled: true }}
streams:
  lobby: {{ url: {originals}/one.mp4, loop: true }}
  door: {{ url: {originals}/two.mp4, loop: true }}
  pattern: {{ url: "test:1280x720@30" }}
  red: {{ url: {originals}/red.png }}
  blue: {{ url: {originals}/blue.png }}
playlists:
  reels: {{ items: [{reels}], image_duration: 5 }}
feeds:
  patterns: {{ url: "file://{folder}/feed.json" }}
library: {{ roots: [{folder}/tree] }}
"""


def is_whole(ask):
    """Whether all is known of it, and nothing is looked into any more."""
    library = ask("GET", "/v1/library")
    clips = ask("GET", "/v1/library/assets?type=video")["assets"]
    return (library["state"] == "idle" and library["counts"]["photos"] == PICTURES and len(clips) == len(CLIPS)
            and all(clip["state"] == "probed" for clip in clips))
