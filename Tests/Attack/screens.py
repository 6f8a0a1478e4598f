"""A thousand screens that are none: clients of MQTT that say and obey what a pipd does.

Arguments: the port of the broker, how many, the group that they are in. Each is fake-N, publishes
a state of 200 bytes once it is connected, answers each command of the group, and comes back as
pipd does: after any share of 15 seconds, then 30, then 60. Prints how many are connected whenever
that was asked for with a line of input; without input it ends.
"""

import asyncio
import json
import random
import resource
import sys

# Kinds of packets of MQTT 3.1.1, in the upper half of their first byte.
CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PINGREQ = 0x10, 0x20, 0x30, 0x40, 0x82, 0x90, 0xC0
RETAIN = 0x01
KEEPALIVE = 60
LONGEST_DELAYS = [15, 30, 60]
connected = 0


def text(value):
    data = value.encode()
    return len(data).to_bytes(2, "big") + data


def packet(kind, body):
    length, size = b"", len(body)
    while True:
        size, digit = divmod(size, 128)
        length += bytes([digit | (0x80 if size else 0)])
        if not size:
            return bytes([kind]) + length + body


async def received(reader):
    """The first byte of a packet, and what is in it."""
    kind = (await reader.readexactly(1))[0]
    size = shift = 0
    while True:
        digit = (await reader.readexactly(1))[0]
        size |= (digit & 0x7F) << shift
        shift += 7
        if digit < 0x80:
            return kind, await reader.readexactly(size)


class Screen:
    def __init__(self, port, number, group):
        self.port, self.name, self.group = port, f"fake-{number}", group
        self.main = "a"

    def state(self):
        state = {"main": self.main, "pip": "OFF", "streams": {}, "config_generation": 0, "fill": ""}
        state["fill"] = "x" * (200 - len(json.dumps(state)))
        return json.dumps(state).encode()

    async def run(self):
        attempts = 0
        while True:
            try:
                await self.connection()
            except (OSError, asyncio.IncompleteReadError):
                pass
            # None of these runs stands for five minutes, which would begin anew.
            limit = LONGEST_DELAYS[min(attempts, 2)]
            attempts += 1
            await asyncio.sleep(random.random() * limit)

    async def connection(self):
        global connected
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        will = text(f"pipd/{self.name}/availability") + text("offline")
        flags = 0x02 | 0x04 | 0x08 | 0x20
        writer.write(packet(CONNECT, text("MQTT") + bytes([4, flags]) + KEEPALIVE.to_bytes(2, "big")
                            + text(f"pipd-{self.name}") + will))
        kind, body = await received(reader)
        if kind != CONNACK or body[1]:
            raise OSError("refused")
        connected += 1
        alive = asyncio.ensure_future(self.keep_alive(writer))
        try:
            topics = [f"pipd/{self.name}/+/set", f"pipd/group/{self.group}/+/set"]
            writer.write(packet(SUBSCRIBE, b"\0\1" + b"".join(text(one) + b"\1" for one in topics)))
            self.say(writer, "availability", b"online", RETAIN)
            self.say(writer, "state", self.state(), RETAIN)
            while True:
                self.take(writer, *await received(reader))
        finally:
            connected -= 1
            alive.cancel()
            writer.close()

    async def keep_alive(self, writer):
        while True:
            await asyncio.sleep(KEEPALIVE / 2)
            writer.write(packet(PINGREQ, b""))

    def say(self, writer, name, payload, flags=0):
        writer.write(packet(PUBLISH | flags, text(f"pipd/{self.name}/{name}") + payload))

    def take(self, writer, kind, body):
        if kind & 0xF0 != PUBLISH:
            return
        end = 2 + int.from_bytes(body[:2], "big")
        topic = body[2:end].decode()
        if kind & 0x06:
            writer.write(packet(PUBACK, body[end:end + 2]))
            end += 2
        command = json.loads(body[end:])
        self.main = command["value"]
        answer = {"command": topic.split("/")[-2], "ok": True, "detail": "", "id": command["id"]}
        self.say(writer, "result", json.dumps(answer).encode())
        self.say(writer, "state", self.state(), RETAIN)


async def main():
    port, count, group = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 2 * count + 100), most))
    tasks = [asyncio.ensure_future(Screen(port, number, group).run()) for number in range(count)]
    while await asyncio.to_thread(sys.stdin.readline):
        print(connected, flush=True)
    for task in tasks:
        task.cancel()


asyncio.run(main())
