"""The fleet's role, on this machine in a folder in place of /: what it writes is what pipd,
systemd and the fleet's tool take, and a configuration is tried before it is the screen's."""

import json
import os
import re
import shutil
import subprocess
import unittest

from attack import PIPCTL, PIPD, SCRATCH, Daemon
from pipd_fleet import screens

PLAYBOOK = os.path.realpath("examples/fleet/ansible/site.yml")


def playbook(*words):
    """The recap of a run, by host, and all that it said."""
    ended = subprocess.run(
        ["ansible-playbook", PLAYBOOK, *words], capture_output=True, text=True, timeout=120,
        check=False, env={**os.environ, "ANSIBLE_NOCOLOR": "1", "ANSIBLE_LOCALHOST_WARNING": "0",
                          "ANSIBLE_PIPELINING": "1", "ANSIBLE_HOME": f"{SCRATCH}/ansible", "PYTHONPATH": "",
                          "LC_ALL": "C.UTF-8"})
    said = ended.stdout + ended.stderr
    recap = {host: {name: int(count) for name, count in re.findall(r"(\w+)=(\d+)", counts)}
             for host, counts in re.findall(r"^([\w-]+) +: (ok=.*)$", said, re.MULTILINE)}
    return recap, said


class Root:
    """A folder in place of /, and the inventory of a screen that is in it."""

    def __init__(self, name):
        self.path = os.path.join(SCRATCH, name)
        os.mkdir(self.path)
        for file in ["ca.pem", "tokens.json"]:
            with open(f"{self.path}/{file}", "w", encoding="ascii") as content:
                content.write(f"of the {file}\n")
        self.variables = {
            "ansible_connection": "local", "ansible_python_interpreter": "/usr/bin/python3",
            "ansible_host": f"{name}.example", "pipd_root": f"{self.path}/root",
            "pipd_group": "root", "pipd_program": PIPD, "pipd_pipctl": ["false"],
            "pipd_broker": "mqtts://broker.example", "pipd_broker_ca": f"{self.path}/ca.pem",
            "pipd_password": "of the password", "pipd_tokens": f"{self.path}/tokens.json", "pipd_groups": ["all", "hall"],
            "pipd_port": 0, "pipd_confirm_within": 5}
        # Screens that are in the list alone.
        self.others = {}
        self.name = name

    def run(self, configuration, *words):
        inventory = f"{self.path}/inventory.json"
        shows = {"main": configuration["main"]}
        host = {**self.variables, "pipd_settings": configuration, "pipd_shows": shows}
        with open(inventory, "w", encoding="utf-8") as file:
            json.dump({"screens": {"hosts": {self.name: host, **self.others}},
                       # Named, so that a limit can name it.
                       "ungrouped": {"hosts": {"localhost": {
                           "ansible_connection": "local",
                           "ansible_python_interpreter": "/usr/bin/python3"}}}}, file)
        recap, said = playbook("-i", inventory, "-e", f"fleet_folder={self.path}", *words)
        return recap.get(self.name), said

    def place(self, path):
        return f"{self.path}/root{path}"

    def file(self, path):
        with open(self.place(path), encoding="utf-8") as file:
            return file.read()


def settings(main, address="test:64x36@5"):
    return {"main": main, "streams": {main: {"url": address}}}


class RoleTests(unittest.TestCase):
    """One screen, from the first run on: each takes seconds."""

    def test_a_screen_is_made_and_changed(self):
        self.root = Root("hall-1")
        self.root.others = {"other": {"pipd_id": "hall-2", "pipd_port": 8081}}
        self.run_role(settings("a"), {"failed": 0}, "--limit", "hall-1,localhost")
        self.check_files()
        self.check_units()
        with Daemon("--config", self.root.place("/etc/pipd/pipd.yml"),
                    output="headless:64x36@5") as daemon:
            self.root.variables["pipd_pipctl"] = [PIPCTL, "--socket", daemon.socket]
            said = self.run_role(settings("lost", "udp://127.0.0.1:9"), {"failed": 1},
                                 "--limit", "hall-1")
            self.assertIn("was rolled back", said)
            self.check_shown(daemon, "a")
            # Compared, written, tried, renamed: and nothing else.
            self.run_role(settings("b"), {"failed": 0, "changed": 4}, "--limit", "hall-1")
            self.check_shown(daemon, "b")

    def test_no_two_screens_have_the_same_id(self):
        root = Root("hall-3")
        root.others = {"other": {"pipd_id": "hall-3"}}
        recap, said = root.run(settings("a"))
        self.assertIsNone(recap, said)
        self.assertIn("pipd_id is the same for two screens: hall-3, hall-3", said)

    def run_role(self, configuration, expected, *words):
        recap, said = self.root.run(configuration, *words)
        self.assertEqual({name: recap[name] for name in expected}, expected, said)
        self.assertNotIn("of the password", said)
        return said

    def check_shown(self, daemon, main):
        """On the screen now, and after the next start."""
        self.assertEqual(daemon.get("/v1/view").json["main"], main)
        self.assertIn(f"main: {main}\n", self.root.file("/etc/pipd/pipd.yml"))

    def check_files(self):
        """What pipd, the fleet's tool and Prometheus take."""
        for path, mode, content in [("/etc/pipd/mqtt.pass", 0o640, "of the password\n"),
                                    ("/etc/pipd/broker-ca.pem", 0o644, "of the ca.pem\n"),
                                    ("/var/lib/pipd/tokens.json", 0o600, "of the tokens.json\n")]:
            self.assertEqual(os.stat(self.root.place(path)).st_mode & 0o777, mode)
            self.assertEqual(self.root.file(path), content)
        for words in ["id: hall-1", "user: hall-1", "ca_file: broker-ca.pem"]:
            self.assertIn(words, self.root.file("/etc/pipd/pipd.yml"))
        self.assertEqual(screens.read(f"{self.root.path}/screens.json"), [
            screens.Screen("hall-1", "hall-1.example", frozenset(["all", "hall"]), {"main": "a"}),
            screens.Screen("hall-2", "other", frozenset(), {})])
        with open(f"{self.root.path}/targets.json", encoding="utf-8") as file:
            self.assertEqual(json.load(file), [
                {"targets": ["other:8081"], "labels": {"screen": "hall-2"}}])

    def check_units(self):
        """What systemd takes, beside the units of pipd, on a machine that has it."""
        if not shutil.which("systemd-analyze"):
            return
        units = self.root.place("/etc/systemd/system")
        shutil.copy("systemd/pipd.socket", units)
        with open("systemd/pipd.service", encoding="utf-8") as file:
            text = file.read()
        with open(f"{units}/pipd.service", "w", encoding="utf-8") as file:
            file.write(text.replace("/usr/bin/pipd", PIPD))
        ended = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", "pipd-restart.timer", "pipd.service"],
            cwd=units, capture_output=True, text=True, timeout=30, check=False,
            env={**os.environ, "SYSTEMD_UNIT_PATH": f"{units}:"})
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
