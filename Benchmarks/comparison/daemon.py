"""A pipd of this run's own, asked over its socket."""

import http.client
import itertools
import json
import os
import re
import socket
import time

from . import processes

_numbers = itertools.count()


class _Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("pipd", timeout=60)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(self._path)


class Daemon:
    """A running pipd; ends with the `with` block."""

    def __init__(self, bench, *arguments, **started):
        name = f"pipd-{os.getpid()}-{next(_numbers)}"
        self.socket = os.path.join(bench.work, f"{name}.sock")
        self.command = bench.pipd(*arguments, socket=f"{name}.sock")
        # A playlist begins anew, and so does the cache.
        homes = {f"XDG_{kind}_HOME": os.path.abspath(os.path.join(bench.work, f"{name}.{kind}"))
                 for kind in ("STATE", "CACHE")}
        self.process = processes.start(self.command, environment=homes, **started)
        self.pid = self.process.pid
        try:
            until(lambda: os.path.exists(self.socket), 10, "pipd does not listen")
        except processes.Failed:
            processes.stop(self.process)
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        processes.stop(self.process)

    def ask(self, method, path, body=None):
        """The body of the answer, parsed if it is JSON. Raises Failed above status 299."""
        connection = _Connection(self.socket)
        content = None if body is None else json.dumps(body)
        connection.request(method, path, content,
                           {} if body is None else {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = response.read().decode(errors="replace")
        connection.close()
        if response.status > 299:
            raise processes.Failed(f"{method} {path}: {response.status} {answer[:200]}")
        is_json = "json" in response.headers.get("Content-Type", "")
        return json.loads(answer) if is_json else answer

    def thumbnails(self, assets, size):
        """How many bytes the thumbnails have, and the seconds that all took over a connection."""
        connection = _Connection(self.socket)
        began, sizes = time.monotonic(), []
        for asset in assets:
            connection.request("GET", f"/v1/library/assets/{asset}/thumbnail?size={size}")
            response = connection.getresponse()
            body = response.read()
            if response.status != 200:
                raise processes.Failed(f"thumbnail of {asset}: {response.status} {body[:200]}")
            sizes.append(len(body))
        seconds = time.monotonic() - began
        connection.close()
        return sizes, seconds

    def timed(self, paths):
        """The seconds that each answer takes, one after the other over a connection.

        Raises Failed above status 299.
        """
        connection = _Connection(self.socket)
        try:
            for path in paths:
                began = time.monotonic()
                connection.request("GET", path)
                response = connection.getresponse()
                body = response.read()
                seconds = time.monotonic() - began
                if response.status > 299:
                    raise processes.Failed(f"GET {path}: {response.status} {body[:200]}")
                yield seconds
        finally:
            connection.close()

    def metric(self, name, **labels):
        """One value of /metrics; labels as they are there. Raises Failed if there is none."""
        wanted = [f'{label}="{value}"' for label, value in labels.items()]
        for line in self.ask("GET", "/metrics").splitlines():
            found = re.match(r"([a-z_]+)(\{.*\})? (\S+)", line)
            if found and found[1] == name and all(w in (found[2] or "") for w in wanted):
                return float(found[3])
        raise processes.Failed(f"pipd has no metric {name} {labels}")


def until(condition, seconds, complaint):
    """Waits for something that another program does."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise processes.Failed(complaint)
        time.sleep(0.02)
