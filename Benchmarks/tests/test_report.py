import json
import os
import tempfile
import types
import unittest

from comparison import report
from comparison.measurement import Measurement, Table

PART = types.SimpleNamespace(NUMBER=2, TITLE="Composition", ABOUT="How it is defined.")


def measured():
    return Measurement(
        "part/what", "two videos", "ms", 1.0, {"ffmpeg": 4.0, "mpv": 2.0},
        references={"to YUV": 1.5}, missing={"GStreamer": "not installed"}, aim=0.4,
        commands={"pipd": "pipd --once"}, tables=[Table("All", ["a|b"], [["c|d"]])])


class ReportTests(unittest.TestCase):
    def test_an_aims_row_has_figure_best_peer_ratio_and_verdict(self):
        self.assertEqual(report.aims([(PART, [measured()])])[2:], [
            "| two videos | ms | 1.0 | mpv 2.0 | 0.5 | ≤ 0.4 | **no** |"])

    def test_what_has_no_aim_is_left_out(self):
        found = measured()
        found.aim = None
        self.assertEqual(report.aims([(PART, [found])])[2:], [])

    def test_headlines_are_at_most_ten_of_what_was_measured(self):
        self.assertLessEqual(len(report.HEADLINES), 10)
        found = measured()
        self.assertEqual(report.headlines([(PART, [found])])[2:], [])
        found.name = report.HEADLINES[0]
        self.assertEqual(len(report.headlines([(PART, [found])])[2:]), 1)

    def test_the_report_tells_peers_references_and_failures_apart(self):
        text = report.markdown([(PART, [measured()])], {"CPU": "some"}, "compare")
        row = "| two videos | ms | 1.0 | 4.0 | 2.0 | (1.5) | failed | 0.5 | ≤ 0.4 | **no** |"
        for words in (row, "GStreamer has no figure: not installed", "`pipd --once`", "a\\|b",
                      "| CPU |"):
            self.assertIn(words, text)

    def test_json_has_ratio_and_verdict(self):
        found = json.loads(report.as_json([(PART, [measured()])], {}))["measurements"][0]
        self.assertEqual((found["best_peer"], found["ratio"], found["met"]), ("mpv", 0.5, False))


class ReadmeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "README.md")

    def write(self, text):
        report.write(self.path, text)

    def read(self):
        with open(self.path) as file:
            return file.read()

    def test_only_what_is_between_the_markers_changes(self):
        self.write(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n")
        for _ in range(2):
            report.update_readme(self.path, ["new", "lines"])
            self.assertEqual(self.read(),
                             f"before\n{report.BEGIN}\nnew\nlines\n{report.END}\nafter\n")

    def test_a_file_without_markers_stays(self):
        for text in ("nothing", report.BEGIN, report.END + report.BEGIN):
            with self.subTest(text=text):
                self.write(text)
                self.assertRaises(ValueError, report.update_readme, self.path, ["new"])
                self.assertEqual(self.read(), text)
