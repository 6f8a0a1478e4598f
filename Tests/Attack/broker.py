"""A broker of MQTT for attacks, and what is heard at it."""

import atexit
import os
import queue
import socket
import subprocess
import threading
import time

from attack import SCRATCH, eventually

_UNPACKED = os.path.realpath(".build/tools/mosquitto/usr/sbin/mosquitto")
MOSQUITTO = _UNPACKED if os.path.exists(_UNPACKED) else "/usr/sbin/mosquitto"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """Runs until it is killed, or the attack is over."""

    def __init__(self, port=None, settings=None):
        """`settings` make it listen at `port`; without them it lets everybody in."""
        self.port = port or free_port()
        self.file = os.path.join(SCRATCH, "broker.conf")
        with open(self.file, "w", encoding="ascii") as file:
            file.write("user root\n" + (settings or f"listener {self.port} 127.0.0.1\n"
                                        "allow_anonymous true\nmax_queued_messages 0\n"))
        self.start()

    def start(self):
        self.process = subprocess.Popen([MOSQUITTO, "-c", self.file], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.process.kill)
        eventually(self.listens, "the broker listens")

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def publish(self, topic, lines):
        """Each line is a message."""
        subprocess.run(["mosquitto_pub", "-p", str(self.port), "-t", topic, "-l"],
                       input="\n".join(lines) + "\n", text=True, check=True, timeout=60)


class Path:
    """A way to a broker, at a port of its own: as long and as silent as it is told to be."""

    def __init__(self, port):
        self.target = port
        # Seconds that each byte is under way; whether what is sent is lost from now on.
        self.delay, self.is_silent = 0, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self.target), 5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            for ends in [(near, far), (far, near)]:
                threading.Thread(target=self.carry, args=ends, daemon=True).start()

    def carry(self, source, sink):
        """Until an end closes; a connection that has lost something is never whole again."""
        underway, has_lost = queue.SimpleQueue(), False
        threading.Thread(target=self.deliver, args=(underway, sink), daemon=True).start()
        data = b"-"
        while data:
            try:
                data = source.recv(65536)
            except OSError:
                data = b""
            has_lost = has_lost or self.is_silent
            if not has_lost:
                underway.put((time.monotonic() + self.delay, data))

    def deliver(self, underway, sink):
        data = b"-"
        while data:
            due, data = underway.get()
            time.sleep(max(0, due - time.monotonic()))
            try:
                if data:
                    sink.sendall(data)
                else:
                    sink.shutdown(socket.SHUT_RDWR)
            except OSError:
                return


class Ear:
    """What is heard of a topic, with when."""

    def __init__(self, broker, topic):
        self.heard = []
        self.process = subprocess.Popen(
            ["mosquitto_sub", "-p", str(broker.port), "-t", topic, "-F", "%t %p"],
            stdout=subprocess.PIPE, text=True, errors="replace")
        atexit.register(self.process.kill)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            topic, _, payload = line.rstrip("\n").partition(" ")
            self.heard.append((time.monotonic(), topic, payload))

    def close(self):
        self.process.kill()
        self.process.wait()
