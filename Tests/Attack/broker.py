"""A broker of MQTT for attacks, and what is heard at it."""

import atexit
import os
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


class Ear:
    """What is heard of a topic, with when."""

    def __init__(self, broker, topic):
        self.heard = []
        self.process = subprocess.Popen(
            ["mosquitto_sub", "-p", str(broker.port), "-t", topic, "-F", "%t %p"],
            stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            topic, _, payload = line.rstrip("\n").partition(" ")
            self.heard.append((time.monotonic(), topic, payload))

    def close(self):
        self.process.kill()
        self.process.wait()
