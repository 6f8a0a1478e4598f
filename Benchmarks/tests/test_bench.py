import os
import subprocess
import sys
import tempfile
import unittest

from comparison import processes
from comparison.bench import Bench, medians
from comparison.daemon import until
from comparison.scene import Scene


class BenchTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bench = Bench(folder.name, folder.name)
        self.bench.say = lambda words: None

    def test_contestants_take_turns(self):
        order = []
        contestants = {name: lambda name=name: order.append(name) or len(order) for name in "abc"}
        results, missing = self.bench.in_turn("", contestants, 2)
        self.assertEqual(order, list("abcabc"))
        self.assertEqual((results, missing), ({"a": [1, 4], "b": [2, 5], "c": [3, 6]}, {}))

    def test_who_fails_is_named_and_not_asked_again(self):
        asked = []

        def fail():
            asked.append(1)
            raise processes.Failed("no such program")

        results, missing = self.bench.in_turn("", {"a": lambda: 1, "b": fail}, 3)
        self.assertEqual((results, missing), ({"a": [1, 1, 1]}, {"b": "no such program"}))
        self.assertEqual(len(asked), 1)

    def test_medians_are_of_each_contestant(self):
        self.assertEqual(medians({"a": [3, 1, 2], "b": []}, lambda x: x * 10), {"a": 20})

    def test_a_program_that_fails_says_so(self):
        for command, words in ((["no-such-program"], "No such file"),
                               ([sys.executable, "-c", "raise SystemExit('why')"], "1: why")):
            with self.subTest(command=command), self.assertRaises(processes.Failed) as caught:
                self.bench.run(command)
            self.assertIn(words, str(caught.exception))

    def test_a_program_that_takes_too_long_is_ended(self):
        with self.assertRaises(processes.Failed):
            self.bench.run([sys.executable, "-c", "import signal; signal.pause()"], timeout=0.2)

    def test_the_cost_is_of_the_program_on_the_cpu_asked_for(self):
        script = "import os; print(os.sched_getaffinity(0))"
        cost = self.bench.run([sys.executable, "-c", script], cpu=self.bench.cpu, keep_output=True)
        self.assertEqual(cost.output, f"{{{self.bench.cpu}}}\n")
        self.assertGreater(cost.cpu, 0)
        self.assertGreater(cost.peak_kib, 0)
        self.assertGreater(len(os.sched_getaffinity(0)), 0)

    def test_the_peak_is_of_a_process_that_runs(self):
        process = processes.start([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        self.assertGreater(processes.peak_kib(process.pid), 0)
        process.communicate(b"\n")
        with self.assertRaises(processes.Failed):
            processes.peak_kib(process.pid)

    def test_a_family_has_its_peak_when_both_are_there(self):
        script = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
        process = processes.start([sys.executable, "-c", script], stdin=subprocess.PIPE)
        with processes.Peak(process.pid) as peak:
            until(lambda: len(peak.parts) == 2, 60, "both are there")
            process.communicate(b"\n")
        self.assertEqual(peak.kib, sum(part["Pss"] for part in peak.parts))
        self.assertEqual(len(peak.parts), 2)

    def test_a_command_is_shown_as_it_is_typed(self):
        self.assertEqual(processes.text(["gst", "!", "a b"], {"X": "1"}), "X=1 gst ! 'a b'")


class SceneTests(unittest.TestCase):
    def test_the_window_is_where_pipd_puts_it(self):
        for width, height, window in ((1920, 1080, (1402, 772, 480, 270)),
                                      (1280, 720, (934, 514, 320, 180))):
            with self.subTest(width=width):
                self.assertEqual(Scene("", "", width, height).window, window)
