import unittest

from comparison.pacing import (limited_naively, on_screen, roughness, roughness_on_screen,
                               seen_since)


class PacingTests(unittest.TestCase):
    def test_even_pictures_are_not_rough(self):
        times = [n / 30 for n in range(90)]
        self.assertAlmostEqual(roughness(times, 1 / 30), 0)
        self.assertAlmostEqual(roughness_on_screen(times, 1 / 60, 1 / 30), 0)

    def test_intervals_that_are_off_by_so_much_are_that_rough(self):
        times = [n / 30 + (0.01 if n % 2 else 0) for n in range(90)]
        self.assertAlmostEqual(roughness(times, 1 / 30), 0.01)

    def test_less_than_a_second_says_nothing(self):
        with self.assertRaises(ValueError):
            roughness([n / 30 for n in range(29)], 1 / 30)

    def test_a_screen_shows_a_picture_from_its_next_blank_on(self):
        for time, phase, blank in ((10, 0, 10), (10, 0.5, 10.05), (10.01, 0, 10.1)):
            with self.subTest(time=time, phase=phase):
                self.assertAlmostEqual(on_screen([10, time], 0.1, phase)[-1], blank)

    def test_of_two_pictures_in_one_interval_a_screen_shows_one(self):
        self.assertEqual(len(on_screen([0, 0.01, 0.02, 0.11], 0.1, 0)), 3)

    def test_pipds_pictures_are_seen_since_their_blank_or_the_last_one_before_it_woke_up(self):
        for presented, since in ((10, 10), (10.05, 10), (10.1, 10.1), (10.25, 10.2), (9.99, 10)):
            with self.subTest(presented=presented):
                entry = {"scheduled": 10, "presented": presented}
                self.assertAlmostEqual(seen_since(entry, 0.1), since)

    def test_the_naive_limiter_halves_a_source_that_is_early_once_in_a_while(self):
        even = [n * 0.0334 for n in range(100)]
        self.assertEqual(len(limited_naively(even)), 100)
        uneven = [time - (0.002 if n % 2 else 0) for n, time in enumerate(even)]
        self.assertEqual(len(limited_naively(uneven)), 50)
