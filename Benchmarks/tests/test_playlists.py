import unittest

from comparison.playlists import delays, gaps, in_order, on_screen, stays, whole


def shown(*items):
    """Four pictures of each item, one a second, from the time on."""
    return [(place, begin + n) for place, begin in items for n in range(4)]


class PlaylistTests(unittest.TestCase):
    def test_an_item_stays_until_a_picture_of_another_one(self):
        found = stays(shown((0, 0), (1, 4), (0, 8)))
        self.assertEqual([(stay.place, stay.times[0], len(stay.times)) for stay in found],
                         [(0, 0, 4), (1, 4, 4), (0, 8, 4)])

    def test_a_gap_is_what_a_last_picture_stays_beyond_its_interval(self):
        for begin, gap in ((4, 0), (4.5, 0.5), (3.75, -0.25)):
            with self.subTest(begin=begin):
                self.assertEqual(gaps(shown((0, 0), (1, begin)), [], [1, 1]), [gap])

    def test_the_interval_is_that_of_the_item_that_ends(self):
        self.assertEqual(gaps(shown((0, 0), (1, 4), (0, 8)), [], [1, 0.5]), [0, 0.5])

    def test_what_was_asked_for_is_no_gap(self):
        pictures = shown((0, 0), (1, 4), (0, 8), (1, 13))
        self.assertEqual(gaps(pictures, [6.5], [1, 1]), [0, 1])

    def test_a_delay_lasts_until_the_next_items_first_picture(self):
        pictures = shown((0, 0), (1, 4), (0, 8))
        self.assertEqual(delays(pictures, [3.5, 7]), [0.5, 1])

    def test_what_never_came_has_no_delay(self):
        self.assertEqual(delays(shown((0, 0)), [2]), [])

    def test_whole_is_what_neither_began_nor_ended_when_somebody_asked(self):
        pictures = shown((0, 0), (1, 4), (0, 8), (1, 12))
        for asked, places in (([], [0, 1, 0]), ([6], [0]), ([10], [0, 1]), ([2, 6, 10], [])):
            with self.subTest(asked=asked):
                self.assertEqual([stay.place for stay in whole(pictures, asked)], places)

    def test_the_first_item_follows_the_last(self):
        for items, follow in (((0, 1, 2, 0), True), ((1, 2, 0), True), ((0, 2), False),
                              ((0, 1, 0), False)):
            with self.subTest(items=items):
                pictures = shown(*((place, 4 * n) for n, place in enumerate(items)))
                self.assertEqual(in_order(pictures, 3), follow)

    def test_a_screen_shows_the_last_of_what_comes_between_two_blanks(self):
        pictures = [(0, 0), (0, 0.9), (0, 1.2), (1, 1.9), (1, 3)]
        self.assertEqual(on_screen(pictures, 1, 0), [(0, 0), (0, 1), (1, 2), (1, 3)])
        self.assertEqual(on_screen(pictures, 1, 0.5), [(0, 0.5), (0, 1.5), (1, 2.5), (1, 3.5)])
