"""The fleet's figures: a real Prometheus with the settings of examples/fleet, two screens, and
whether what alerts and the dashboard ask for is there."""

import json
import os
import re
import shutil
import subprocess
import unittest
import urllib.error
import urllib.parse
import urllib.request

from attack import SCRATCH, Daemon, eventually
from broker import free_port

FLEET = os.path.realpath("examples/fleet")
UNPACKED = os.path.realpath(".build/tools/prometheus/usr/bin")
PROMETHEUS = UNPACKED if os.path.exists(UNPACKED) else "/usr/bin"
# Series a screen with two streams has after relabelling.
MOST_SERIES = 27


def promtool(*words, folder=FLEET):
    return subprocess.run([f"{PROMETHEUS}/promtool", *words], cwd=folder, capture_output=True,
                          text=True, timeout=60, check=False)


def settings():
    """A folder with what README.md puts into /etc/prometheus."""
    folder = os.path.join(SCRATCH, "prometheus")
    if not os.path.exists(folder):
        os.mkdir(folder)
        for name in ["prometheus.yml", "fleet-alerts.yml", "../alerts.yml"]:
            shutil.copy(os.path.join(FLEET, name), folder)
    return folder


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def queries():
    """What the dashboard asks, with values for its variables."""
    with open(f"{FLEET}/dashboard.json", encoding="utf-8") as file:
        dashboard = json.load(file)
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    asked += [variable["query"] for variable in dashboard["templating"]["list"]
              if variable["type"] == "query"]
    return [re.sub(r"label_values\((.*), \w+\)", r"\1", query).replace("$screen", ".*")
            .replace("$__rate_interval", "2m") for query in asked]


def names(query):
    return set(re.findall(r"\b(?:pipd|process)_\w+", query))


class RulesTests(unittest.TestCase):
    def test_promtool_accepts_settings_and_alerts(self):
        write(os.path.join(settings(), "pipd.token"), "secret")
        write(os.path.join(settings(), "targets.json"), "[]")
        for words, folder in [(["check", "config", "prometheus.yml"], settings()),
                              (["test", "rules", "fleet-alerts_test.yml"], FLEET)]:
            ended = promtool(*words, folder=folder)
            self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_every_alert_has_a_test(self):
        with open(f"{FLEET}/fleet-alerts.yml", encoding="utf-8") as file:
            alerts = set(re.findall(r"- alert: (\w+)", file.read()))
        with open(f"{FLEET}/fleet-alerts_test.yml", encoding="utf-8") as file:
            tested = set(re.findall(r"alertname: (\w+)\n +exp_alerts:\n", file.read()))
        self.assertEqual(alerts, tested)


class PrometheusTests(unittest.TestCase):
    """Two screens; both let in who has the token that was made on the first."""

    @classmethod
    def setUpClass(cls):
        folder = settings()
        cls.daemons, targets, tokens = [], [], None
        for number in range(2):
            state, port = os.path.join(SCRATCH, f"state-{number}"), free_port()
            os.mkdir(state, 0o700)
            if tokens:
                shutil.copy(tokens, state)
            configuration = os.path.join(SCRATCH, f"screen-{number}.yml")
            # A broker that is not there: figures of it are there all the same.
            write(configuration, f"""web: {{ listen: "127.0.0.1:{port}" }}
mqtt: {{ url: "mqtt://127.0.0.1:1" }}
main: a
pip: {{ stream: b, enabled: true }}
streams: {{ a: {{ url: "test:64x36@5" }}, b: {{ url: "test:64x36@5" }} }}
""")
            daemon = Daemon("--config", configuration, output="headless:64x36@5",
                            env={**os.environ, "STATE_DIRECTORY": state})
            cls.daemons.append(daemon)
            if not tokens:
                made = daemon.request("POST", "/v1/tokens", {"role": "viewer"}).json
                write(os.path.join(folder, "pipd.token"), made["secret"])
                tokens = os.path.join(state, "tokens.json")
            targets.append({"targets": [f"127.0.0.1:{port}"], "labels": {"screen": f"hall-{number}"}})
        write(os.path.join(folder, "targets.json"), json.dumps(targets))
        cls.start(folder)

    @classmethod
    def start(cls, folder):
        path = os.path.join(folder, "prometheus.yml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        write(path, text.replace("interval: 30s", "interval: 1s"))
        cls.port = free_port()
        cls.prometheus = subprocess.Popen(
            [f"{PROMETHEUS}/prometheus", f"--config.file={path}",
             f"--web.listen-address=127.0.0.1:{cls.port}", f"--storage.tsdb.path={folder}/data"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: cls.scraped() == {"hall-0", "hall-1"}, "both are scraped", 30)

    @classmethod
    def tearDownClass(cls):
        cls.prometheus.kill()
        cls.prometheus.wait()
        for daemon in cls.daemons:
            daemon.stop()

    @classmethod
    def get(cls, path, **words):
        address = f"http://127.0.0.1:{cls.port}/api/v1/{path}?{urllib.parse.urlencode(words)}"
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{words}: {error.read()}") from error

    @classmethod
    def ask(cls, query):
        return cls.get("query", query=query)["result"]

    @classmethod
    def scraped(cls):
        try:
            # Its second look.
            found = cls.ask("count_over_time(up[1m]) > 1 and up == 1")
            return {series["metric"]["instance"] for series in found}
        except (OSError, AssertionError):
            return set()

    def test_some_25_series_of_a_screen_are_kept(self):
        found = {series["metric"]["instance"]: int(series["value"][1])
                 for series in self.ask("scrape_samples_post_metric_relabeling")}
        all_of_them = self.ask("max(scrape_samples_scraped)")[0]["value"][1]
        self.assertEqual(found.keys(), {"hall-0", "hall-1"})
        print(f"series a screen: {sorted(found.values())} of {all_of_them}")
        self.assertLessEqual(found["hall-0"], MOST_SERIES)

    def test_what_is_kept_is_what_is_asked_for(self):
        rules = [rule["query"] for group in self.get("rules")["groups"] for rule in group["rules"]]
        asked = set().union(*map(names, queries() + rules))
        with open(f"{FLEET}/prometheus.yml", encoding="utf-8") as file:
            pattern = re.search(r'regex: "(.*?)"', file.read(), re.DOTALL)[1]
        kept = set()
        for prefix, rest in re.findall(r"(pipd|process)_\((.*?)\)", re.sub(r"\\\n\s*", "", pattern)):
            kept |= {f"{prefix}_{name}" for name in rest.split("|")}
        self.assertEqual(asked, kept)
        helped = set(re.findall(r"^# HELP (\S+)", self.daemons[0].get("/metrics").body.decode(),
                                re.MULTILINE))
        self.assertLessEqual(kept, helped)

    def test_prometheus_answers_every_query_of_the_dashboard(self):
        empty = [query for query in queries() if not self.ask(query)]
        # Of what happens seldom.
        self.assertEqual([query for query in empty if "[1h]" not in query
                          and "rate(" not in query], [])


if __name__ == "__main__":
    unittest.main()
