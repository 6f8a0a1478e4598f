"""The preview as others see it: on slow links, as a stream of pictures, and after a burst."""
import http.client
import json
import socket
import subprocess
import threading
import time

from daemon import wait_for

#: A slow link, in bytes a second.
SLOW = 20_000
ENCODED = 'pipd_preview_frames_total{result="encoded"}'
LATE = "pipd_flips_late_total"
INTERVAL = 'pipd_frame_interval_seconds_bucket{layer="output",le="'


class Viewer(threading.Thread):
    """Asks for the next picture when it has the last, as the page does; at a pace of its link."""

    def __init__(self, site, token, until, is_slow, newest):
        super().__init__(daemon=True)
        self.headers = {"Authorization": f"Bearer {token}"}
        self.address, self.until, self.is_slow, self.newest = site.daemon.address, until, is_slow, newest
        self.frames, self.behind, self.problem = [], [], None

    def run(self):
        try:
            connection = http.client.HTTPConnection(self.address, timeout=30)
            connection.connect()
            if self.is_slow:
                connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            last = 0
            while time.monotonic() < self.until:
                began, known = time.monotonic(), self.newest[0]
                connection.request("GET", f"/v1/preview.jpeg?after={last}&wait=5", headers=self.headers)
                answer = connection.getresponse()
                assert answer.status in (200, 204), answer.read()
                if answer.status == 200:
                    last = int(answer.getheader("Pipd-Frame"))
                    self.behind.append(known - last)
                    self.newest[0] = max(self.newest[0], last)
                    self.frames.append(last)
                self.read(answer)
                time.sleep(max(0, began + 0.1 - time.monotonic()))
        except Exception as error:
            self.problem = error

    def read(self, answer):
        began, count = time.monotonic(), 0
        while part := answer.read(2048 if self.is_slow else 1 << 20):
            count += len(part)
            if self.is_slow:
                time.sleep(max(0, began + count / SLOW - time.monotonic()))


def cost(site, seconds, run=lambda: time.sleep(1)):
    """What the daemon did meanwhile: differences of its metrics, and the seconds it took."""
    before, began = site.daemon.metrics(), time.monotonic()
    while time.monotonic() < began + seconds:
        run()
    after, took = site.daemon.metrics(), time.monotonic() - began
    return {name: value - before.get(name, 0) for name, value in after.items()}, took


def longest_interval(seen):
    """Within which 99 of 100 pictures follow each other on the screen: the bound of a histogram's bucket, in seconds."""
    counts = {float(name[len(INTERVAL):-2]): count for name, count in seen.items() if name.startswith(INTERVAL)}
    return min(bound for bound, count in counts.items() if count >= 0.99 * max(counts.values()))


def drops(seen):
    return sum(count for name, count in seen.items() if name.startswith("pipd_frames_dropped_total{"))


def sixteen_viewers_share_each_picture(site):
    site.browser.driver.get("about:blank")
    site.ask("PATCH", "/v1/view", {"main": "pattern", "pip": {"enabled": False}})
    wait_for(lambda: site.daemon.metrics()["pipd_preview_clients"] == 0, what="nobody looks")
    alone, quiet_seconds = cost(site, 5)
    # One may have been begun for the page that was left.
    assert alone[ENCODED] <= 1, f"{alone[ENCODED]} pictures for nobody"
    token, newest, until = site.daemon.token("viewer"), [0], time.monotonic() + 8
    viewers = [Viewer(site, token, until, n >= 8, newest) for n in range(16)]
    made = site.daemon.metrics()[ENCODED]
    for viewer in viewers:
        viewer.start()
    seen, busy_seconds = cost(site, 6)
    for viewer in viewers:
        viewer.join(30)
        assert not viewer.is_alive() and not viewer.problem, viewer.problem or "a viewer waits for ever"
    quick, slow = viewers[:8], viewers[8:]
    distinct = set().union(*(viewer.frames for viewer in viewers))
    made = site.daemon.metrics()[ENCODED] - made
    # Of what was begun when nobody came back for it, each width has one.
    assert made <= len(distinct) + 1, f"{made} made, {len(distinct)} seen"
    sent = sum(len(viewer.frames) for viewer in quick)
    assert sent > made, f"{sent} pictures for eight viewers, of {made}"
    assert all(viewer.frames for viewer in slow), "a slow viewer saw nothing"
    # Who is slow has fewer pictures, and none that is older.
    behind = max(max(viewer.behind) for viewer in viewers)
    core = seen["process_cpu_seconds_total"] / busy_seconds - alone["process_cpu_seconds_total"] / quiet_seconds
    grown = seen["process_resident_memory_bytes"] / 1e6
    return "; ".join((
        f"{len(distinct)} pictures of {made:.0f} made, {sent} to the quick,"
        f" {sum(len(viewer.frames) for viewer in slow)} to the slow",
        site.within(behind, 2, f"{behind} behind the newest at most"),
        site.within(seen[LATE] - alone[LATE], 0, f"late flips {seen[LATE]:.0f}, {alone[LATE]:.0f} without"),
        site.within(longest_interval(seen) - longest_interval(alone), 0,
                    f"interval p99 up to {longest_interval(seen):g} s, {longest_interval(alone):g} s without"),
        site.within(drops(seen) - drops(alone), 0, f"drops {drops(seen):.0f}, {drops(alone):.0f} without"),
        site.within(core, 0.03, f"{core:.3f} of a core"),
        site.within(grown, 8, f"{grown:.1f} MB more")))


def tools_see_a_stream_of_pictures(site):
    """FFmpeg reads it as motion JPEG; curl sees whole parts."""
    site.ask("PATCH", "/v1/view", {"main": "pattern"})
    header = f"Authorization: Bearer {site.daemon.token('viewer')}"
    url = f"{site.url}/v1/preview.mjpeg?fps=5"
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-headers", f"{header}\r\n", "-read_intervals", "%+#8", "-show_entries",
         "stream=codec_name,width,height,nb_read_frames", "-count_frames", "-of", "json", url],
        capture_output=True, text=True, timeout=60)
    assert probe.returncode == 0 and not probe.stderr, probe.stderr
    [stream] = json.loads(probe.stdout)["streams"]
    assert (stream["codec_name"], stream["width"], stream["height"]) == ("mjpeg", 640, 360), stream
    assert int(stream["nb_read_frames"]) >= 8, stream
    data = bytearray()
    with subprocess.Popen(["curl", "-sN", "--max-time", "60", "-H", header, url], stdout=subprocess.PIPE) as curl:
        while len(whole_parts(data)) < 4 and (part := curl.stdout.read1()):
            data += part
        curl.kill()
    assert len(whole_parts(data)) >= 4, f"{len(whole_parts(data))} parts in a minute"
    return f"ffprobe read {stream['nb_read_frames']}, curl {len(whole_parts(data))}"


def whole_parts(data):
    """Lengths of the pictures that are there to their end. A part's header is sent ahead of it."""
    boundary = data.split(b"\r\n", 1)[0]
    pictures = [part.split(b"\r\n\r\n", 1)[1] for part in data.split(b"\r\n" + boundary)[:-1]]
    assert all(picture.startswith(b"\xff\xd8") and picture.endswith(b"\xff\xd9") for picture in pictures)
    return [len(picture) for picture in pictures]


def the_last_of_a_burst_is_shown(site):
    """A still view is changed ten times in half a second; the page shows the tenth soon after."""
    site.ask("PATCH", "/v1/view", {"main": "red", "pip": {
        "enabled": True, "stream": "blue", "x": 0, "y": 0.5, "size": 0.2}})
    browser = site.browser
    browser.open(site.url)
    colour = "return [...document.querySelector('canvas').getContext('2d').getImageData({}, 180, 1, 1).data.slice(0, 3)]"
    browser.until(f"const [r, g, b] = (() => {{ {colour.format(64)} }})(); return b > 200 && r < 60")
    try:
        late = browser.run_async("""
            const canvas = document.querySelector('canvas');
            const context = canvas.getContext('2d');
            const isThere = () => {
                const [red, , blue] = context.getImageData(canvas.width * 0.96, canvas.height / 2, 1, 1).data;
                return blue > 200 && red < 60;
            };
            const shown = new Promise((done) => document.querySelector('screen-view').preview
                .addEventListener('picture', () => { if (isThere()) done(performance.now()); }));
            for (let n = 1; n <= 10; n += 1) {
                await fetch('/v1/view', { method: 'PATCH',
                    headers: { 'Content-Type': 'application/merge-patch+json' },
                    body: JSON.stringify({ pip: { x: n / 10 } }) });
                if (n < 10) await new Promise((done) => setTimeout(done, 50));
            }
            const answered = performance.now();
            return await shown - answered;""")
    finally:
        site.ask("PATCH", "/v1/view", {"main": "lobby", "pip": {"stream": "pattern"}})
    return site.within(late / 1000, 0.2, f"{late:.0f} ms after the last answer")


PREVIEW = (sixteen_viewers_share_each_picture, tools_see_a_stream_of_pictures,
           the_last_of_a_burst_is_shown)
