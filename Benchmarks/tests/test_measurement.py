import unittest

from comparison.measurement import Measurement


def measured(pipd, peers, **more):
    return Measurement("part/what", "what", "ms", pipd, peers, **more)


class MeasurementTests(unittest.TestCase):
    def test_the_best_peer_has_the_least_unless_more_is_better(self):
        peers = {"a": 4, "b": 2, "c": 8}
        self.assertEqual(measured(1, peers).best_peer, "b")
        self.assertEqual(measured(1, peers).ratio, 0.5)
        self.assertEqual(measured(4, peers, more_is_better=True).best_peer, "c")
        self.assertEqual(measured(4, peers, more_is_better=True).ratio, 0.5)

    def test_an_aim_is_met_at_the_limit(self):
        for pipd, more, met in ((1, False, True), (1.01, False, False), (0.5, False, True),
                                (1, True, True), (0.99, True, False), (2, True, True)):
            with self.subTest(pipd=pipd, more=more):
                found = measured(pipd, {"a": 1}, aim=1, more_is_better=more)
                self.assertEqual(found.met, met)

    def test_without_peers_pipds_own_figure_counts(self):
        self.assertEqual(measured(0, {}, aim=0).compared, 0)
        self.assertTrue(measured(0, {}, aim=0).met)
        self.assertFalse(measured(3, {}, aim=0).met)

    def test_a_peer_that_failed_leaves_nothing_to_compare(self):
        found = measured(3, {}, aim=1, missing={"mpv": "not installed"})
        self.assertIsNone(found.compared)
        self.assertIsNone(found.met)

    def test_a_pipd_that_failed_meets_nothing(self):
        found = measured(None, {"a": 2}, aim=1, missing={"pipd": "exits with 70"})
        self.assertIsNone(found.compared)
        self.assertIsNone(found.met)

    def test_references_are_no_peers(self):
        self.assertEqual(measured(1, {"a": 2}, references={"b": 1}).best_peer, "a")

    def test_ratios_of_rounds_replace_that_of_the_figures(self):
        found = measured(1, {"a": 2, "b": 4}, paired={"a": 0.4, "b": 0.6})
        self.assertEqual((found.best_peer, found.ratio), ("b", 0.6))
        found = measured(1, {"a": 2, "b": 4}, paired={"a": 0.4, "b": 0.6}, more_is_better=True)
        self.assertEqual((found.best_peer, found.ratio), ("a", 0.4))
