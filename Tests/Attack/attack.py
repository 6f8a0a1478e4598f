"""What the attacks share: a daemon to attack, its API, and what must hold meanwhile."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

PIPD = os.environ["PIPD"]
PIPCTL = os.environ["PIPCTL"]
SCRATCH = os.environ["SCRATCH"]


def expect(condition, what):
    """Ends the attack as failed, saying what, unless the condition holds."""
    if not condition:
        print(f"FAILED: {what}")
        sys.exit(1)


def eventually(condition, what, seconds=15):
    """Polls until the condition holds, and returns what it gave; fails after that long."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        expect(time.monotonic() < deadline, f"not within {seconds} s: {what}")
        time.sleep(0.02)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class _Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("pipd", timeout=15)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Daemon:
    """A pipd that runs, on a headless output, with a socket and a log of its own.

    Usable with `with`: it must then still run at the end, and stop cleanly.
    """

    def __init__(self, *arguments, output="headless:320x180@30", wait=True, prefix=(), mode=0o700,
                 **options):
        """`prefix` is a command that starts another, such as prlimit; `mode` is its folder's;
        `options` are Popen's."""
        self.folder = tempfile.mkdtemp(dir=SCRATCH)
        os.chmod(self.folder, mode)
        self.socket = os.path.join(self.folder, "pipd.sock")
        self.log_path = os.path.join(self.folder, "log")
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [*prefix, PIPD, "--output", output, "--socket", self.socket, *arguments],
                stdin=subprocess.DEVNULL, stdout=options.pop("stdout", log), stderr=log,
                **options)
        if wait:
            eventually(self.answers, f"pipd answers: {self.log}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            expect(self.process.poll() is None, f"it ended: {self.process.returncode} {self.log}")
            self.stop()
        elif self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    @property
    def log(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def answers(self):
        expect(self.process.poll() is None, f"it ended: {self.process.returncode} {self.log}")
        try:
            return self.get("/healthz").status == 200
        except (OSError, http.client.HTTPException):
            return False

    def children(self):
        """The processes that it has started, and that run."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z" and int(fields[1]) == self.process.pid:
                found.append(int(name))
        return found

    def stop(self, seconds=5):
        """Stops it; it must end in time, with status 0."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = f"none {seconds} s after SIGTERM"
        expect(status == 0, f"exit status {status}: {self.log}")

    def request(self, method, path, body=None, headers=None):
        """One request; a body that is no text and no bytes is sent as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        connection = _Connection(self.socket)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, path):
        return self.request("GET", path)

    def connect(self, patience=15):
        """A bare connection to its socket."""
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(patience)
        try:
            connection.connect(self.socket)
        except OSError:
            connection.close()
            raise
        return connection

    def ask(self, route="/healthz", patience=1.0):
        """A connection, and the status or the error with which a request on it was answered."""
        connection = None
        try:
            connection = self.connect(patience)
            connection.sendall(f"GET {route} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            words = connection.recv(4096).split()
            return connection, int(words[1]) if len(words) > 1 else "closed"
        except OSError as error:
            return connection, repr(error)

    def serves(self):
        """Whether it answers within a second; it may also have ended."""
        connection, status = self.ask()
        if connection:
            connection.close()
        return status == 200

    def pipctl(self, *arguments):
        return subprocess.run([PIPCTL, "--socket", self.socket, *arguments],
                              capture_output=True, text=True, timeout=60, check=False)

    def assets(self, limit=500):
        """All that the library lists, by pages of so many."""
        found, cursor = [], ""
        while cursor is not None:
            page = self.get(f"/v1/library/assets?limit={limit}{cursor}").json
            found += page["assets"]
            cursor = f"&cursor={page['next_cursor']}" if "next_cursor" in page else None
        return found

    def stream(self, name="main"):
        return self.get(f"/v1/streams/{name}").json

    def metrics(self):
        """Every sample of /metrics, by its name with labels."""
        text = self.get("/metrics").body.decode()
        return {name: float(value) for name, value in
                re.findall(r"^([^#\s][^ \n]*(?: [^ \n]*\})?) (\S+)$", text, re.MULTILINE)}

    def resident(self):
        """Bytes of memory."""
        return self.metrics()["process_resident_memory_bytes"]

    def cpu_seconds(self):
        """Processor time since its start, without asking it."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def expect_balance(self):
        """Nothing received is unaccounted for, in any stream."""
        for stream in self.get("/v1/streams").json["streams"]:
            lost = sum(stream["dropped"].values())
            expect(stream["received"] == stream["presented"] + lost + stream["in_flight"],
                   f"the ledger does not balance: {stream}")


class Pace:
    """Whether main keeps its pace, beside a daemon that nobody attacks.

    Both run at the same time on the same machine: how busy that is shows in both. What main
    shows less than the other is the attack's doing. `name` is the stream that main shows all the
    while; None where it changes.
    """

    def __init__(self, daemon, name="main"):
        self.daemon, self.name = daemon, name
        self.peer = Daemon("--stream", "main=test:160x90@30")
        self.before = self.counts()

    def counts(self):
        own = (self.daemon.stream(self.name) if self.name
               else self.daemon.get("/v1/stats").json["views"][0])
        return own["presented"], self.peer.stream()["presented"]

    def seen(self):
        """How many pictures the other has shown since: the length of the comparison."""
        return self.peer.stream()["presented"] - self.before[1]

    def expect_kept(self, share=0.95):
        """Main has shown nearly as much as the other, and the ledger balances."""
        own, other = (now - then for now, then in zip(self.counts(), self.before))
        self.daemon.expect_balance()
        self.peer.stop()
        print(f"main showed {own} pictures, one that was left alone {other}")
        expect(own >= share * other - 5, f"main showed {own} pictures of {other}")
