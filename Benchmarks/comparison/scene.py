"""The same picture for every program: a video, and perhaps another in its corner."""

import dataclasses
import re

GSTREAMER_GL = {"GST_GL_PLATFORM": "egl", "GST_GL_WINDOW": "egl-device", "GST_GL_API": "gles2",
                "LIBGL_ALWAYS_SOFTWARE": "1"}
_MPV = ["mpv", "--no-config", "--load-scripts=no", "--no-audio", "--vo=null", "--hwdec=no",
        "--vd-lavc-threads=1"]


@dataclasses.dataclass(frozen=True)
class Scene:
    """What is shown, and commands that show it as XRGB pixels in memory.

    Each command comes in three kinds: as fast as it goes, `paced` by the clock, and with `probe`,
    which makes it tell of each picture, so that they can be counted. Every decoder has one thread:
    more of them cost each program more CPU and memory.
    """
    main: str  # path of the main view's clip
    pip: str | None  # path of the picture in picture's, bottom right
    width: int
    height: int

    @property
    def size(self):
        return f"{self.width}x{self.height}"

    @property
    def window(self):
        """Where pipd puts the picture in picture unless told otherwise: x, y, width, height."""
        width, height = self.width // 4, self.height // 4
        margin = round(self.width * 0.02)
        return (self.width - width - margin, self.height - height - margin, width, height)

    def pictures(self, program, format="bgr0"):
        """A pattern for what a `probe` command says of each picture of the right size."""
        shown = {"pipd": r'"layer":"main".*"decision":"presented"',
                 "GStreamer": rf"chain .*\({self.width * self.height * 4} bytes"}
        return shown.get(program, rf" n: .* fmt:{format} .* s:{self.size} ")

    def count(self, bench, program, command, format="bgr0", **options):
        """How many pictures a `probe` command says it shows, and its seconds."""
        done = bench.run(command, keep_output=True, **options)
        return (len(re.findall(self.pictures(program, format), done.output + done.errors)),
                done.wall)

    def pipd(self, bench, compositor="cpu", paced=False, probe=False):
        """Decodes on a thread a stream; a border and round corners come on top."""
        streams = ["--stream", f"main={self.main}"]
        if self.pip:
            streams = ["--stream", f"pip={self.pip}", "--pip", "--main", f"main={self.main}"]
        return bench.pipd(
            *streams, "--output", f"headless:{self.size}@30", "--compositor", compositor, "--once",
            *([] if paced else ["--clock", "virtual"]), *(["--frame-log", "-"] if probe else []),
            log="info" if probe else "warning")

    def ffmpeg(self, flags, paced=False, probe=False):
        """`-f null` takes the pictures without copying them."""
        command = ["ffmpeg", "-v", "info" if probe else "error", "-nostdin",
                   "-filter_complex_threads", "1"]
        for path in filter(None, (self.main, self.pip)):
            command += [*(["-re"] if paced else []), "-threads", "1", "-i", path]
        graph = self._graph("0:v", "1:v", flags) + ("showinfo=checksum=0" if probe else "null")
        return command + ["-filter_complex", graph, "-f", "null", "-"]

    def mpv(self, flags="fast_bilinear", format="bgr0", paced=False, probe=False):
        """ffmpeg's filters in a player; `format` yuv420p: stops before the conversion."""
        tail = "showinfo=checksum=0" if probe else "null"
        graph = self._graph("vid1", "vid2", flags, format)
        return [*_MPV, "--msg-level=all=error" + (",ffmpeg=v" if probe else ""),
                *([] if paced else ["--untimed"]), f"--lavfi-complex={graph}{tail}[vo]",
                *([f"--external-file={self.pip}"] if self.pip else []), self.main]

    def gstreamer(self, paced=False, probe=False):
        """compositor in I420, then one conversion: cheaper than compositor in BGRx."""
        size = f"width={self.width},height={self.height}"
        convert = ["!", "videoconvert", "n-threads=1", "!", f"video/x-raw,format=BGRx,{size}"]
        if not self.pip:
            return self._launch(probe, [*_decoded(self.main), *convert, *_sink(paced, probe)])
        return self._launch(probe, [
            "compositor", "name=c", "max-threads=1", *self._pads(), "!",
            f"video/x-raw,format=I420,{size}", *convert, *_sink(paced, probe),
            *_decoded(self.main), "!", "c.sink_0", *_decoded(self.pip), "!", "c.sink_1"])

    def gstreamer_gl(self, is_converted=False, probe=False):
        """glvideomixer, whose pictures stay in OpenGL's memory as pipd's do; see GSTREAMER_GL.

        `is_converted`: the CPU makes RGBA of the videos before OpenGL gets them.
        """
        convert = ["!", "videoconvert", "n-threads=1", "!", "video/x-raw,format=RGBA"]
        upload = [*(convert if is_converted else []), "!", "glupload", "!", "glcolorconvert", "!"]
        return self._launch(probe, [
            "glvideomixerelement", "name=c", *self._pads(), "!",
            f"video/x-raw(memory:GLMemory),width={self.width},height={self.height}",
            *_sink(False, probe), *_decoded(self.main), *upload, "c.sink_0",
            *_decoded(self.pip), *upload, "c.sink_1"])

    def _graph(self, main, pip, flags, format="bgr0"):
        """ffmpeg's filters up to pixels, open for one more."""
        end = f"scale={self.width}:{self.height}:flags={flags},format={format},"
        if not self.pip:
            return f"[{main}]{end}"
        x, y, width, height = self.window
        return (f"[{main}]scale={self.width}:{self.height}:flags={flags}[m];"
                f"[{pip}]scale={width}:{height}:flags={flags}[p];[m][p]overlay={x}:{y},{end}")

    def _pads(self):
        x, y, width, height = self.window
        return ["background=black", f"sink_0::width={self.width}", f"sink_0::height={self.height}",
                f"sink_1::xpos={x}", f"sink_1::ypos={y}", f"sink_1::width={width}",
                f"sink_1::height={height}"]

    @staticmethod
    def _launch(probe, pipeline):
        return ["gst-launch-1.0", *(["-v", "-X", "caps"] if probe else ["-q"]), *pipeline]


def _decoded(path):
    decoder = ["y4mdec"] if path.endswith(".y4m") else [
        "qtdemux", "!", "h264parse", "!", "avdec_h264", "max-threads=1"]
    return ["filesrc", f"location={path}", "!", *decoder]


def _sink(paced, probe):
    return ["!", "fakesink", f"sync={'true' if paced else 'false'}",
            *(["silent=false"] if probe else [])]
