import os
import tempfile
import unittest

from comparison.measurement import Measurement
from comparison.thresholds import crossed, load, recalculated


def less(pipd, **more):
    return Measurement("less", "what", "ms", pipd, {"a": 1}, **more)


def more(pipd):
    return Measurement("more", "what", "MB/s", pipd, {"a": 1}, more_is_better=True)


class ThresholdTests(unittest.TestCase):
    def test_only_a_worse_ratio_crosses(self):
        for found, limit, complaints in (
                (less(0.9), {"most": 0.9}, 0), (less(0.91), {"most": 0.9}, 1),
                (more(1.1), {"least": 1.1}, 0), (more(1.09), {"least": 1.1}, 1)):
            with self.subTest(found=found.name, ratio=found.ratio):
                self.assertEqual(len(crossed([found], {found.name: limit})), complaints)

    def test_a_complaint_names_measurement_and_figures(self):
        complaint = crossed([less(1.234)], {"less": {"most": 0.9}})[0]
        for words in ("less", "1.23", "0.9"):
            self.assertIn(words, complaint)

    def test_what_could_not_be_measured_crosses(self):
        self.assertEqual(len(crossed([less(None)], {"less": {"most": 0.9}})), 1)

    def test_what_did_not_run_crosses_nothing(self):
        self.assertEqual(crossed([], {"less": {"most": 0.9}}), [])
        self.assertEqual(crossed([less(5)], {}), [])

    def test_recalculated_ones_leave_room_for_noise(self):
        found = recalculated([less(0.8, slack=1.5), more(1.5)], {"other": {"most": 2}})
        self.assertEqual(found, {"less": {"most": 1.2}, "more": {"least": 1.2},
                                 "other": {"most": 2}})

    def test_recalculated_ones_are_never_crossed_by_what_they_are_of(self):
        for pipd in (0, 0.0149, 0.149, 1.49, 14.9, -0.1):
            with self.subTest(pipd=pipd):
                found = [less(pipd), more(pipd)]
                self.assertEqual(crossed(found, recalculated(found, {})), [])

    def test_what_only_a_long_run_can_tell_gets_none(self):
        self.assertEqual(recalculated([less(3, slack=None)], {}), {})

    def test_a_failure_keeps_the_threshold_there_was(self):
        self.assertEqual(recalculated([less(None)], {"less": {"most": 1}}), {"less": {"most": 1}})

    def test_no_file_is_no_thresholds(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(load(os.path.join(folder, "none.json")), {})
