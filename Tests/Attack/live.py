"""A live source whose every picture says its number, and how to read that off an image."""

import base64
import os
import socket
import struct
import subprocess
import threading
import time
import zlib

from attack import SCRATCH, expect

RATE = 30
# In front of the number's bits: nothing else begins so.
MARK = (1, 0, 1, 1, 0, 1)
BITS = 10
# Pictures: what the encoder and the decoder hold back, and a snapshot takes on its way.
NEW = 8


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_clip(size, bits_per_second, b_frames=0, group=60, count=600):
    """A clip with a bar on top that spells the picture's number; all else moves, with noise."""
    width, height = (int(part) for part in size.split("x"))
    path = os.path.join(SCRATCH, f"{size}-{b_frames}-{group}.ts")
    columns = len(MARK) + BITS
    rows = b"".join(
        bytes(235 if bit else 16 for bit in
              [*MARK, *((number >> place) & 1 for place in reversed(range(BITS)))])
        for number in range(count))
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray",
         "-video_size", f"{columns}x1", "-framerate", str(RATE), "-i", "-",
         "-f", "lavfi", "-i", f"testsrc2={size}:r={RATE},noise=alls=12:allf=t",
         "-filter_complex", f"[0]scale={width}:{height // 4}:flags=neighbor,format=yuv420p[bar];"
         "[1][bar]overlay=0:0,format=yuv420p", "-frames:v", str(count),
         "-c:v", "libx264", "-preset", "ultrafast" if width > 1280 else "veryfast",
         "-x264-params", f"keyint={group}:min-keyint={group}:scenecut=0:bframes={b_frames}"
         ":cabac=1:deblock=0,0:no-deblock=0:open-gop=0",
         "-b:v", str(bits_per_second), "-bufsize", str(bits_per_second), path],
        input=rows, check=True)
    return path


class Sender:
    """Sends a clip over and over as live MPEG-TS to UDP ports of this machine."""

    def __init__(self, clip, *ports):
        self.clip, self.ports = clip, ports
        self.process = None
        self.start()

    def start(self):
        outputs = "|".join(f"[f=mpegts]udp://127.0.0.1:{port}?pkt_size=1316" for port in self.ports)
        self.process = subprocess.Popen(
            ["ffmpeg", "-v", "quiet", "-re", "-stream_loop", "-1", "-i", self.clip, "-map", "0:v",
             "-c", "copy", "-f", "tee", outputs], stdin=subprocess.DEVNULL)

    def stop(self):
        self.process.kill()
        self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def grey_rows(png):
    """The rows of a PNG's pixels, as levels from 0 to 255."""
    place, data, channels, width, height = 8, b"", 3, 0, 0
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", body[:10])
            channels = {0: 1, 2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            data += body
        place += length + 12
    data, stride = zlib.decompress(data), width * channels
    rows, before = [], bytearray(stride)
    for row in range(height):
        begin = row * (stride + 1)
        line = unfiltered(data[begin], bytearray(data[begin + 1:begin + 1 + stride]), before,
                          channels)
        rows.append([sum(line[x:x + min(channels, 3)]) // min(channels, 3)
                     for x in range(0, stride, channels)])
        before = line
    return rows


def unfiltered(kind, line, before, step):
    """A line of a PNG without its filter (PNG specification, section 9.2)."""
    for place, value in enumerate(line):
        left = line[place - step] if place >= step else 0
        corner = before[place - step] if place >= step else 0
        above = before[place]
        if kind == 1:
            value += left
        elif kind == 2:
            value += above
        elif kind == 3:
            value += (left + above) // 2
        elif kind == 4:
            guess = left + above - corner
            value += min((left, above, corner), key=lambda near: abs(guess - near))
        line[place] = value & 255
    return line


def number_of(png):
    """The number that a picture spells; None for any other picture."""
    rows = grey_rows(png)
    row = rows[len(rows) // 8]
    columns = len(MARK) + BITS
    levels = [row[int((index + 0.5) * len(row) / columns)] for index in range(columns)]
    if any(64 < level < 170 for level in levels):
        return None
    bits = [level > 120 for level in levels]
    if tuple(bits[:len(MARK)]) != tuple(map(bool, MARK)):
        return None
    return sum(bit << place for place, bit in enumerate(reversed(bits[len(MARK):])))


def picture(daemon, path, **options):
    """An image: its bytes, and what its report says."""
    body = {"format": "png", "output": "base64", "max_width": 160, **options}
    answer = daemon.request("POST", path, body)
    expect(answer.status == 200, f"{path}: {answer.status} {answer.body[:300]}")
    return answer.json


class Reference:
    """What the source of a clip of so many pictures sends now, by a copy of the stream, `warm`,
    that is decoded all the time."""

    def __init__(self, daemon, count):
        self.daemon, self.count, self.lead = daemon, count, 0

    def look(self):
        best = None
        for _ in range(3):
            report = picture(self.daemon, "/v1/streams/warm/screenshot")
            at = now() - (report["elapsed_ms"] + report["age_ms"]) / 1000
            lead = number_of(base64.b64decode(report["data"])) - at * RATE
            best = lead if best is None else max(best, lead)
        self.lead = best

    def age(self, number, at):
        """How many pictures old a number is at a time."""
        return (at * RATE + self.lead - number + self.count / 2) % self.count - self.count / 2


def busyness():
    """How much more this machine has to do than processors for it."""
    return max(1, os.getloadavg()[0] / len(os.sched_getaffinity(0)))


def listen(daemon, told):
    """Notes the names of all events."""
    connection = daemon.connect()
    connection.settimeout(None)
    connection.sendall(b"GET /v1/events HTTP/1.1\r\nHost: pipd\r\n\r\n")

    def read():
        rest = b""
        while data := connection.recv(65536):
            *lines, rest = (rest + data).split(b"\n")
            told.extend(line[7:].strip().decode() for line in lines if line.startswith(b"event: "))

    threading.Thread(target=read, daemon=True).start()


def now():
    return time.monotonic()
