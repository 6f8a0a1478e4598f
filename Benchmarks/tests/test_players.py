import json
import unittest

from comparison.players import Clip, Pipd, Playbin, mpv_viewing

CLIPS = [Clip("a.mp4", "640x360", 25, 2), Clip("b.mp4", "480x270", 30, 2)]

LOG = """\
[   0.011][d][cplayer] Run command: define-section, flags=64, args=[name="input", contents=""]
[   0.025][i][cplayer] Playing: a.mp4
[   0.084][v][cplayer] first video frame after restart shown
[   0.120][v][cplayer] finished playback, success (reason 0)
[   0.121][i][cplayer] Playing: b.mp4
[   0.150][v][cplayer] first video frame after restart shown
[   0.190][d][cplayer] Run command: playlist-next, flags=64, args=[flags="weak"]
[   0.191][v][file] Playing: c.mp4
[   0.191][i][cplayer] Playing: a.mp4
[   0.200][v][cplayer] first video frame after restart shown
"""


def stats(*milliseconds):
    """The beginnings and ends of flips at such times."""
    return "10000100 start init\n" + "".join(
        f"{round((10_000 + m) * 1000)} {word} video-flip\n" for m in milliseconds
        for word in ("start", "end"))


class MpvTests(unittest.TestCase):
    def test_pictures_are_of_the_item_that_is_shown_first_at_them(self):
        viewing = mpv_viewing(LOG, stats(84.4, 124.4, 149.6, 180, 199.9), ["a.mp4", "b.mp4"])
        self.assertEqual([place for place, _ in viewing.put_out], [0, 0, 1, 1, 0])
        for (_, time), wanted in zip(viewing.put_out, (0.0844, 0.1244, 0.1496, 0.18, 0.1999)):
            self.assertAlmostEqual(time, wanted)

    def test_it_is_asked_when_it_runs_the_command(self):
        self.assertEqual(mpv_viewing(LOG, stats(84), ["a.mp4", "b.mp4"]).asked, [0.19])

    def test_who_shows_nothing_has_no_pictures(self):
        self.assertEqual(mpv_viewing(LOG, "", ["a.mp4", "b.mp4"]).put_out, [])
        self.assertEqual(mpv_viewing("", stats(84), ["a.mp4", "b.mp4"]).put_out, [])


class PlaybinTests(unittest.TestCase):
    def test_items_begin_with_their_first_picture(self):
        player = Playbin(None, CLIPS, "1280x720")
        lines = ["item 0", "shown 1000000000", "shown 2000000000", "asked 2500000000", "item 1",
                 "item 1", "shown 3000000000", "shown 4000000000"]
        self.assertEqual([player.begins(line) for line in lines],
                         [False, True, False, False, False, False, True, False])
        self.assertEqual(player.viewing().put_out, [(0, 1), (0, 2), (1, 3), (1, 4)])
        self.assertEqual(player.viewing().asked, [2.5])


class PipdTests(unittest.TestCase):
    def test_items_are_told_apart_by_their_size(self):
        player = Pipd(None, CLIPS, "1280x720")
        entries = [("presented", 640, 360), ("dropped", 480, 270), ("presented", 640, 360),
                   ("presented", 480, 270)]
        self.assertEqual(
            [player.begins(json.dumps({"decision": decision, "width": width, "height": height,
                                       "scheduled": n, "presented": n + 0.001}))
             for n, (decision, width, height) in enumerate(entries)], [True, False, False, True])
        self.assertEqual(player.viewing().put_out, [(0, 0.001), (0, 2.001), (1, 3.001)])
        self.assertEqual(player.viewing().seen, [(0, 0), (0, 2), (1, 3)])
