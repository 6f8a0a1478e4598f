"""A mosquitto with the settings of examples/fleet: who may do what, over TLS."""

import os
import subprocess
import unittest
from unittest import mock

from attack import SCRATCH, Daemon, eventually
from broker import MOSQUITTO, Broker, free_port
import pipd_fleet.broker
from pipd_fleet.broker import Access, BrokerError, Connection

FLEET = os.path.realpath("examples/fleet")
PASSWORDS = os.path.join(os.path.dirname(MOSQUITTO), "../bin/mosquitto_passwd")
CA = f"{SCRATCH}/ca.pem"


def openssl(*words):
    subprocess.run(["openssl", *words], cwd=SCRATCH, check=True, capture_output=True)


def make_certificates():
    """An authority, and the broker's certificate, as README.md has it."""
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "2", "-subj", "/CN=fleet", "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            "-keyout", "broker.key", "-out", "broker.csr")
    openssl("x509", "-req", "-in", "broker.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "2", "-copy_extensions", "copy", "-out", "broker.pem")


def make_broker(users):
    """One with the fleet's settings, and its ports for screens and for people."""
    make_certificates()
    for user in users:
        file = f"{SCRATCH}/{'screens' if user.startswith('hall') else 'people'}.passwd"
        words = ["-b"] if os.path.exists(file) else ["-c", "-b"]
        subprocess.run([PASSWORDS, *words, file, user, f"of {user}"], check=True, capture_output=True)
        with open(f"{SCRATCH}/{user}.pass", "w", encoding="ascii") as file:
            file.write(f"of {user}\n")
    ports = free_port(), free_port()
    with open(f"{FLEET}/mosquitto.conf", encoding="ascii") as file:
        settings = file.read()
    for old, new in [("listener 8883", f"listener {ports[0]} 127.0.0.1"),
                     ("listener 8884", f"listener {ports[1]} 127.0.0.1"),
                     ("/etc/mosquitto/certs", SCRATCH),
                     ("/etc/mosquitto/screens.passwd", f"{SCRATCH}/screens.passwd"),
                     ("/etc/mosquitto/people.passwd", f"{SCRATCH}/people.passwd"),
                     ("/etc/mosquitto/pipd.acl", f"{FLEET}/mosquitto.acl")]:
        assert old in settings
        settings = settings.replace(old, new)
    return Broker(ports[0], settings), *ports


def called(name):
    """Has connections made by clients that call themselves so."""
    make = pipd_fleet.broker._client  # pylint: disable=protected-access

    def client():
        made = make()
        made._client_id = name.encode()  # pylint: disable=protected-access
        return made
    return mock.patch("pipd_fleet.broker._client", client)


class BrokerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        users = ["operator", "homeassistant", "hall-1", "hall-2"]
        cls.broker, cls.screens, cls.people = make_broker(users)

    @classmethod
    def tearDownClass(cls):
        cls.broker.kill()

    def access(self, user, port=None, password=None, ca_file=CA, host="localhost"):
        port = port or (self.screens if user.startswith("hall") else self.people)
        return Access(f"mqtts://{host}:{port}", user, f"{SCRATCH}/{password or user}.pass", ca_file)

    def heard(self, *said):
        """What each hears of what others say: user and topic. The last is for everybody."""
        users = ["hall-1", "hall-2", "operator", "homeassistant"]
        connections = {user: Connection(self.access(user), ["#"]) for user in users}
        heard = {user: [] for user in users}
        try:
            for user, topic in said:
                connections[user].publish(topic, b"x")
            connections["homeassistant"].publish("homeassistant/status", b"end")
            for user, connection in connections.items():
                for topic, payload in connection.messages(10):
                    if payload == b"end":
                        break
                    # Not what the broker keeps.
                    if payload == b"x":
                        heard[user].append(topic)
            return heard
        finally:
            for connection in connections.values():
                connection.close()

    def test_a_screen_speaks_for_itself_alone(self):
        own = [f"pipd/hall-1/{name}" for name in ["availability", "event", "image", "result", "state"]]
        others = ["pipd/hall-2/state", "pipd/hall-2/main/set", "pipd/group/all/main/set",
                  "pipd/hall-1/main/set", "pipd/hall-10/state", "homeassistant/status",
                  "homeassistant/device/pipd_hall-2/config"]
        config = "homeassistant/device/pipd_hall-1/config"
        said = [("hall-1", topic) for topic in [*own, *others, config]]
        heard = self.heard(*said)
        self.assertEqual(heard["operator"], own)
        self.assertEqual(heard["homeassistant"], [*own, config])
        self.assertEqual((heard["hall-1"], heard["hall-2"]), ([config], []))

    def test_a_screen_hears_what_it_and_groups_are_told(self):
        topics = ["pipd/group/all/main/set", "pipd/hall-1/main/set", "pipd/hall-2/pip/set"]
        heard = self.heard(*(("operator", topic) for topic in topics))
        self.assertEqual(heard["hall-1"], topics[:2])
        self.assertEqual(heard["hall-2"], [topics[0], topics[2]])

    def test_who_steers_does_not_speak_for_screens(self):
        heard = self.heard(("operator", "pipd/hall-1/state"), ("operator", "homeassistant/a"),
                           ("homeassistant", "pipd/group/all/main/set"))
        self.assertEqual(set(map(tuple, heard.values())), {()})

    def test_nobody_is_let_in_without_name_password_and_trust(self):
        for access in [self.access("operator", password="hall-1"), self.access("nobody", self.people,
                       "operator"), Access(f"mqtts://localhost:{self.people}", ca_file=CA),
                       self.access("operator", self.screens), self.access("hall-1", self.people),
                       self.access("operator", ca_file=None),
                       self.access("operator", host="127.0.0.1"),
                       Access(f"mqtt://localhost:{self.people}", "operator",
                              f"{SCRATCH}/operator.pass")]:
            with self.subTest(access=access), self.assertRaises(BrokerError):
                Connection(access, ["#"]).close()

    def test_a_screen_has_its_connection_and_steers_by_it(self):
        configuration = f"{SCRATCH}/pipd.yml"
        with open(configuration, "w", encoding="ascii") as file:
            file.write(f"""mqtt:
  url: "mqtts://localhost:{self.screens}"
  id: hall-1
  user: hall-1
  password_file: {SCRATCH}/hall-1.pass
  ca_file: {CA}
  groups: [all]
main: a
streams: {{ a: {{ url: "test:64x36@5" }}, b: {{ url: "test:64x36@5" }} }}
""")
        with open(f"{SCRATCH}/screens.json", "w", encoding="ascii") as file:
            file.write('{"hall-1": {"groups": ["all"], "shows": {"main": "b"}}}')
        with Daemon("--config", configuration, output="headless:64x36@5") as daemon:
            eventually(lambda: daemon.get("/v1/mqtt").json["state"] == "connected", "it connects")
            self.assertEqual(self.tool("check"), (1, 'hall-1: main is "a", not "b"\n'
                                                  "0 of 1 show what they should\n"))
            status, said = self.tool("send", "all", "main", "nothing")
            self.assertEqual((status, said.count("hall-1: ")), (1, 1), said)
            for name in ["all", "hall-1"]:
                status, said = self.tool("send", name, "main", "b")
                self.assertEqual((status, said[:26]), (0, "1 of 1 have done it, after"), said)
            eventually(lambda: self.tool("check") == (0, "1 of 1 show what they should\n"),
                       "the state is told")
            self.check_that_nobody_takes_its_connection(daemon)
        status, said = self.tool("check")
        self.assertEqual((status, said[:18]), (1, "hall-1: is offline"))

    def test_a_screen_says_why_it_is_not_let_in(self):
        configuration = f"{SCRATCH}/untrusting.yml"
        for host, ca_file, reason in [("127.0.0.1", CA, "names another host"),
                                      ("localhost", f"{SCRATCH}/broker.pem", "is not trusted")]:
            with open(configuration, "w", encoding="ascii") as file:
                file.write(f'mqtt: {{ url: "mqtts://{host}:{self.screens}", ca_file: {ca_file} }}\n')
            with Daemon("--config", configuration, output="headless:64x36@5") as daemon:
                eventually(lambda: daemon.get("/v1/mqtt").json.get("reason")
                           == f"its certificate {reason}", f"it says that it {reason}")

    def check_that_nobody_takes_its_connection(self, daemon):
        """Whatever other screens call themselves, at whichever port."""
        for name in ["hall-1", "pipd-hall-1"]:
            with called(name):
                with self.assertRaises(BrokerError):
                    Connection(self.access("hall-2", self.people), ["#"])
                # It has heard that it is let in, behind which the other one would have been lost.
                with Connection(self.access("hall-2"), ["#"]):
                    status, said = self.tool("send", "all", "main", "b")
                    self.assertEqual(status, 0, said)
        self.assertEqual(daemon.metrics()["pipd_mqtt_reconnects_total"], 0)

    def tool(self, command, *words):
        ended = subprocess.run(
            ["/usr/bin/python3", "-m", "pipd_fleet", command, *words, "--within", "5",
             "--broker", f"mqtts://localhost:{self.people}", "--user", "operator",
             "--password-file", f"{SCRATCH}/operator.pass", "--ca-file", CA,
             "--screens", f"{SCRATCH}/screens.json"],
            capture_output=True, text=True, timeout=30, check=False)
        self.assertEqual(ended.stderr, "")
        return ended.returncode, ended.stdout
