import os
import tempfile
import unittest
from unittest import mock

from comparison import gallery


class GalleryTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_names_differ_and_are_the_same_at_each_call(self):
        names = list(gallery.names(1_000))
        self.assertEqual(len(set(names)), 1_000)
        self.assertEqual(list(gallery.names(1_000)), names)
        self.assertRegex(names[450], r"^2002/[a-z]+ 2/IMG_2002[0-9]{4}_[0-9]{6}_[a-z]+-[a-z]+_450$")

    def test_a_folder_has_two_hundred(self):
        folders = [os.path.dirname(name) for name in gallery.names(1_000)]
        self.assertEqual([folders.count(folder) for folder in dict.fromkeys(folders)], [200] * 5)

    def test_the_tree_is_of_links_to_each_real_file_in_turn(self):
        real = [os.path.join(self.folder, name) for name in ("a.jpg", "b.mp4")]
        for path in real:
            with open(path, "w"):
                pass
        gallery.fill(os.path.join(self.folder, "tree"), real, ["x/1", "x/2", "y/3"])
        for path, file in (("x/1.jpg", 0), ("x/2.mp4", 1), ("y/3.jpg", 0)):
            with self.subTest(path=path):
                self.assertTrue(os.path.samefile(
                    os.path.join(self.folder, "tree", path), real[file]))

    def test_no_file_has_more_names_than_the_file_system_allows(self):
        for limit, photos, films in ((65_000, 360, 40), (-1, 360, 40), (126, 720, 80)):
            with self.subTest(limit=limit), mock.patch("os.pathconf", return_value=limit):
                needed = gallery._needed(self.folder, 100_000)
                self.assertEqual(needed, {".jpg": photos, ".mp4": films})
                self.assertLess(100_000 / (photos + films), limit if limit > 0 else 1_000)
