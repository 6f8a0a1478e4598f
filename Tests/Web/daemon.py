"""A daemon of the test's own, and requests to it past the page."""
import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import time


class Away(AssertionError):
    """What was asked for cannot be told now."""


def wait_for(condition, seconds=30, what="", pause=0.02):
    """Waits for something that is not on the page, and looks for it every `pause` seconds."""
    until = time.monotonic() + seconds
    while True:
        why = ""
        try:
            value = condition()
            if value:
                return value
        except Away as away:
            why = f"; {away}"
        if time.monotonic() > until:
            raise AssertionError(f"never came true in {seconds} s: {what}{why}")
        time.sleep(pause)


def free_port():
    """A port that nobody listens at: above those that Chromium refuses, below those that the kernel gives to who connects."""
    while True:
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", random.randrange(10_081, 32_000))) as found:
            return found.getsockname()[1]


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=120)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Daemon:
    """With its own state, and the page on a port of 127.0.0.1."""

    def __init__(self, binary, folder, configuration, output="headless:1280x720@30"):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.socket, self.port = folder, folder / "pipd.sock", free_port()
        self.address = f"127.0.0.1:{self.port}"
        file = folder / "pipd.yml"
        file.write_text(f'{configuration}web: {{ listen: "{self.address}", socket: web.sock }}\n')
        self.environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state"),
                            "XDG_CACHE_HOME": str(folder / "cache"),
                            # Beside other work a process that stands back would take for ever.
                            "PIPD_MEDIA_NICE": "0"}
        self.command = [binary, "--config", file, "--socket", self.socket, "--output", output]
        self.start()

    def start(self):
        with open(self.folder / "pipd.log", "a") as log:
            self.process = subprocess.Popen(self.command, env=self.environment, stdout=log, stderr=log)
        try:
            wait_for(self.socket.exists, 20, "the daemon listens")
        except BaseException:
            self.process.kill()
            raise

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def restart(self):
        self.close()
        self.start()

    def open(self, method, target, value=None):
        """The answer to a request over the control socket, still to be read."""
        connection = UnixConnection(self.socket)
        body = None if value is None else json.dumps(value)
        connection.request(method, target, body, {"Content-Type": "application/json"})
        return connection.getresponse()

    def ask(self, method, target, value=None):
        """What it answers as JSON; nothing but success is expected."""
        answer = self.open(method, target, value)
        text = answer.read()
        if answer.status >= 300:
            raise (Away if answer.status == 503 else AssertionError)(f"{method} {target}: {answer.status} {text.decode()}")
        return json.loads(text) if text else None

    def token(self, role):
        return self.ask("POST", "/v1/tokens", {"role": role})["secret"]

    def metrics(self):
        """Values by name and labels, as they stand in a line."""
        text = self.open("GET", "/metrics").read().decode()
        return {name: float(value) for name, value in re.findall(r"^(pipd\S+|process\S+) (\S+)", text, re.M)}

    def close(self):
        self.process.terminate()
        status = self.process.wait(20)
        assert status == 0, f"the daemon ended with {status}"
