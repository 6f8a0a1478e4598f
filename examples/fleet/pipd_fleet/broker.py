"""A connection to the broker, by paho-mqtt 1.6 or newer."""

import queue
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from paho.mqtt import client as mqtt

# How long a broker has to let somebody in, in seconds.
PATIENCE = 10.0


class BrokerError(Exception):
    """Why the broker is of no use."""


@dataclass(frozen=True)
class Access:
    """Which broker, and as whom: mqtt://HOST, or mqtts://HOST for TLS."""

    url: str
    user: str | None = None
    password_file: str | None = None
    ca_file: str | None = None


class Connection:
    """What is heard in some topics, from the moment on in which it is made, and what is said.

    For use by one thread, and with `with`.
    """

    def __init__(self, access: Access, topics: list[str]) -> None:
        self._topics = topics
        # Messages, and what ended the connection.
        self._heard: queue.Queue[tuple[str, bytes] | BrokerError] = queue.Queue()
        self._subscribed: queue.Queue[BrokerError | None] = queue.Queue()
        self._client = _client()
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_message = self._on_message
        self._open(access)

    def _open(self, access: Access) -> None:
        try:
            place = urlsplit(access.url)
        except ValueError as error:
            raise BrokerError(f"{access.url}: {error}") from error
        if place.scheme not in ("mqtt", "mqtts") or not place.hostname:
            raise BrokerError(f"{access.url}: not mqtt://HOST or mqtts://HOST")
        is_secure = place.scheme == "mqtts"
        try:
            if is_secure:
                self._client.tls_set(access.ca_file, tls_version=ssl.PROTOCOL_TLS_CLIENT)
            if access.user is not None:
                self._client.username_pw_set(access.user, _password(access.password_file))
            self._client.connect(place.hostname, place.port or (8883 if is_secure else 1883))
        except (OSError, ValueError) as error:
            raise BrokerError(f"{access.url}: {error}") from error
        self._client.loop_start()
        try:
            problem = self._subscribed.get(timeout=PATIENCE)
        except queue.Empty:
            problem = BrokerError(f"{access.url}: no answer within {PATIENCE:.0f} s")
        if problem:
            self.close()
            raise problem

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic: str, payload: bytes) -> None:
        """Returns once the broker has it, which does not tell whether it permits that."""
        try:
            sent = self._client.publish(topic, payload, qos=1)
            sent.wait_for_publish(PATIENCE)
        except (RuntimeError, ValueError) as error:
            raise BrokerError(f"the broker does not take it: {error}") from error
        if not sent.is_published():
            raise BrokerError(f"the broker does not take it within {PATIENCE:.0f} s")

    def messages(self, seconds: float) -> Iterator[tuple[str, bytes]]:
        """Topics and payloads as they come, for so long."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                heard = self._heard.get(timeout=left)
            except queue.Empty:
                return
            if isinstance(heard, BrokerError):
                raise heard
            yield heard

    # Callbacks, on paho's thread; version 2 gives some of them more arguments.

    def _on_connect(self, client: Any, _data: Any, _flags: Any, code: Any, *_: Any) -> None:
        if code != 0:
            self._subscribed.put(BrokerError(f"the broker refuses: {_reason(code)}"))
        else:
            client.subscribe([(topic, 1) for topic in self._topics])

    def _on_subscribe(self, _client: Any, _data: Any, _mid: Any, codes: Any, *_: Any) -> None:
        is_refused = any(getattr(code, "value", code) >= 128 for code in codes)
        problem = "the broker does not permit to listen to " + " ".join(self._topics)
        self._subscribed.put(BrokerError(problem) if is_refused else None)

    def _on_disconnect(self, *_: Any) -> None:
        lost = BrokerError("the connection to the broker is lost")
        self._subscribed.put(lost)
        self._heard.put(lost)

    def _on_message(self, _client: Any, _data: Any, message: Any) -> None:
        self._heard.put((message.topic, message.payload))


def _client() -> mqtt.Client:
    versions = getattr(mqtt, "CallbackAPIVersion", None)
    return mqtt.Client(versions.VERSION2) if versions else mqtt.Client()


def _reason(code: Any) -> str:
    return str(mqtt.connack_string(code) if isinstance(code, int) else code)


def _password(path: str | None) -> str | None:
    """The first line of a file."""
    if path is None:
        return None
    with open(path, encoding="utf-8") as file:
        return file.readline().rstrip("\r\n")
