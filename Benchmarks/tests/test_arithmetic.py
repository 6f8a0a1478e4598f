import unittest

from comparison.arithmetic import deviation, percentile, ratio, rounded, slope, spread


class ArithmeticTests(unittest.TestCase):
    def test_a_percentile_is_one_of_the_values(self):
        values = list(range(100, 0, -1))
        for share, expected in ((0, 1), (0.5, 50), (0.95, 95), (0.99, 99), (1, 100)):
            with self.subTest(share=share):
                self.assertEqual(percentile(values, share), expected)

    def test_few_values_have_percentiles_too(self):
        for values, share, expected in (([7], 0, 7), ([7], 0.99, 7), ([1, 2], 0.5, 1),
                                        ([1, 2], 0.51, 2), ([3, 1, 2], 0.5, 2)):
            with self.subTest(values=values, share=share):
                self.assertEqual(percentile(values, share), expected)

    def test_a_spread_names_median_tail_and_largest(self):
        self.assertEqual(spread(range(1, 101)), {"p50": 50, "p99": 99, "max": 100, "count": 100})

    def test_a_ratio_needs_two_figures_and_something_to_divide_by(self):
        for ours, theirs, expected in ((1, 4, 0.25), (0, 4, 0), (-1, 4, -0.25), (None, 4, None),
                                       (1, None, None), (1, 0, None), (1, -4, None)):
            with self.subTest(ours=ours, theirs=theirs):
                self.assertEqual(ratio(ours, theirs), expected)

    def test_a_slope_is_the_rise_a_step(self):
        self.assertAlmostEqual(slope([(1, 5), (2, 7), (4, 11)]), 2)
        self.assertAlmostEqual(slope([(0, 1), (1, 0), (2, 1)]), 0)

    def test_a_deviation_is_the_farthest_from_the_line(self):
        self.assertAlmostEqual(deviation([(1, 5), (2, 7), (4, 11)]), 0)
        self.assertAlmostEqual(deviation([(0, 1), (1, -1), (2, 3), (3, -3), (4, 0)]), 3)

    def test_figures_have_three_digits_and_counts_all(self):
        for value, expected in ((0.123456, 0.123), (12.3456, 12.3), (1234.6, 1235), (5, 5),
                                (1234567, 1234567), (0.0, 0.0), (None, None), ("–", "–")):
            with self.subTest(value=value):
                self.assertEqual(rounded(value), expected)
