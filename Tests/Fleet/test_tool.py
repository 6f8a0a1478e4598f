"""The fleet's tool, without a broker: what it decides, in time that is an argument."""

import io
import json
import os
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/fleet"))

# pylint: disable=wrong-import-position
from pipd_fleet import __main__ as program
from pipd_fleet import rolling, screens
from pipd_fleet.answers import Answers, payload
from pipd_fleet.comparison import Picture, differences
from pipd_fleet.outside import shown
from pipd_fleet.rollout import Rollout
from pipd_fleet.screens import BadFile, Screen


def screen(name, address="host", groups=(), shows=None):
    return Screen(name, address, frozenset(groups), shows or {})


class TemporaryFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class ScreensTests(TemporaryFiles):
    def test_a_file_lists_screens_by_their_ids(self):
        path = self.write("screens.json", json.dumps({
            "b": {"groups": ["all"]},
            "a": {"address": "a.example", "groups": ["all", "hall"], "shows": {"main": "x"}}}))
        self.assertEqual(screens.read(path), [
            screen("a", "a.example", ["all", "hall"], {"main": "x"}), screen("b", "b", ["all"])])
        for name, found in [("hall", ["a"]), ("all", ["a", "b"]), ("b", ["b"])]:
            self.assertEqual([one.id for one in screens.called(screens.read(path), name)], found)

    def test_what_is_no_such_file_is_refused(self):
        for text in ["", "[]", "{}", '{"a": 1}', '{"a": {"group": []}}', '{"a": {"groups": "x"}}',
                     '{"a": {"groups": [1]}}', '{"a": {"address": ""}}', '{"a": {"shows": []}}',
                     '{"a": {"address": "-oProxyCommand=reboot"}}', "[" * 100]:
            with self.subTest(text=text), self.assertRaises(BadFile):
                screens.read(self.write("screens.json", text))
        with self.assertRaises(BadFile):
            screens.read(os.path.join(self.folder, "none.json"))

    def test_a_group_has_a_member(self):
        with self.assertRaisesRegex(BadFile, "attic or in such a group; there are all, hall"):
            screens.called([screen("a", groups=["hall", "all"])], "attic")


class AnswersTests(unittest.TestCase):
    def test_each_member_answers_once(self):
        answers = Answers(["a", "b", "c"], "7")
        answers.take("a", b'{"command":"main","ok":true,"detail":"","id":"7"}')
        answers.take("a", b'{"command":"main","ok":false,"detail":"late","id":"7"}')
        answers.take("b", b'{"command":"main","ok":false,"detail":"no stream","id":"7"}')
        answers.take("d", b'{"command":"main","ok":true,"detail":"","id":"7"}')
        for other in [b"", b"[]", b"\xff", b"[" * 100_000, b"{}", b'{"ok":true,"id":"8"}', b'{"ok":true,"id":7}']:
            answers.take("c", other)
        self.assertEqual((answers.done, answers.refused), ({"a"}, {"b": "no stream"}))
        self.assertEqual((answers.missing, answers.strangers), ({"c"}, {"d"}))
        self.assertFalse(answers.are_complete)
        answers.take("c", b'{"ok":true,"id":"7"}')
        self.assertTrue(answers.are_complete)

    def test_a_command_is_a_value_or_an_object(self):
        self.assertEqual(json.loads(payload("main", "door", "7")), {"value": "door", "id": "7"})
        self.assertEqual(json.loads(payload("show", '{"url":"x","id":1}', "7")),
                         {"url": "x", "id": "7"})
        self.assertEqual(json.loads(payload("snapshot", "", "7")), {"id": "7"})
        for bad in ["x", "[]"]:
            with self.assertRaises(ValueError):
                payload("message", bad, "7")


class OutsideTests(unittest.TestCase):
    def test_what_others_say_steers_no_terminal(self):
        self.assertEqual(shown("tür\x1b[2J\n\u202e"), "tür\\x1b[2J\\n\\u202e")
        self.assertEqual(len(shown("x" * 10_000)), 300)


class PictureTests(unittest.TestCase):
    def setUp(self):
        self.listed = [screen(name, shows={"main": "a", "streams": {"door": "ON"}})
                       for name in ["off", "mute", "none", "other", "right"]]
        self.picture = Picture()
        for name in ["off", "mute", "other", "right", "strange"]:
            online = b"offline" if name == "off" else b"online"
            self.picture.take(name, "availability", online)

    def test_what_is_wrong_is_found(self):
        self.picture.take("off", "state", b'{"main":"a","streams":{"door":"ON"}}')
        self.picture.take("mute", "state", b"not JSON")
        self.picture.take("other", "state", b'{"main":"b","streams":{"door":"OFF","x":"ON"}}')
        self.picture.take("right", "state", b'{"main":"a","pip":"ON","streams":{"door":"ON"}}')
        self.assertFalse(self.picture.knows(self.listed))
        self.assertEqual(self.picture.findings(self.listed), {
            "off": "is offline", "mute": "has no state", "none": "was never here",
            "other": 'main is "b", not "a"; streams.door is "OFF", not "ON"',
            "strange": "is not in the list"})

    def test_it_is_known_once_all_that_are_there_have_a_state(self):
        listed = [one for one in self.listed if one.id in ("off", "right")]
        self.assertFalse(self.picture.knows(listed))
        self.picture.take("right", "state", b"{}")
        self.assertTrue(self.picture.knows(listed))

    def test_null_and_nothing_are_the_same(self):
        self.assertEqual(differences({"playlist": None}, {}), [])
        self.assertEqual(differences({"streams": {"a": "ON"}}, {"streams": []}),
                         ['streams is [], not {"a": "ON"}'])


class RolloutTests(unittest.TestCase):
    def test_so_many_at_once_and_so_far_apart(self):
        rollout = Rollout("abcd", at_once=2, interval=10, abort_percent=50)
        self.assertEqual([rollout.begin(now) for now in [0, 1, 9.9, 10, 20]],
                         ["a", None, None, "b", None])
        self.assertIsNone(rollout.delay(20))
        rollout.ended("a", True)
        self.assertEqual(rollout.delay(15), 5)
        self.assertEqual(rollout.begin(20), "c")
        for name in "bc":
            rollout.ended(name, True)
        self.assertEqual(rollout.begin(30), "d")
        self.assertFalse(rollout.is_over)
        rollout.ended("d", False)
        self.assertTrue(rollout.is_over)
        self.assertFalse(rollout.is_stopped)
        self.assertEqual((rollout.done, rollout.failed), (list("abc"), ["d"]))

    def test_it_stops_at_the_share(self):
        for abort, failures in [(0.1, 1), (10, 1), (20, 2), (25, 3), (100, 10)]:
            with self.subTest(abort=abort):
                rollout = Rollout(map(str, range(10)), 1, 0, abort)
                while not rollout.is_over:
                    rollout.ended(rollout.begin(0), False)
                self.assertTrue(rollout.is_stopped)
                self.assertEqual(len(rollout.failed), failures)
                self.assertEqual(len(rollout.left), 10 - failures)

    def test_those_under_way_are_waited_for(self):
        rollout = Rollout("abcdefghij", at_once=3, interval=0, abort_percent=10)
        for name in "abc":
            self.assertEqual(rollout.begin(0), name)
        rollout.ended("b", False)
        self.assertIsNone(rollout.begin(100))
        self.assertFalse(rollout.is_over)
        rollout.ended("a", True)
        rollout.ended("c", True)
        self.assertTrue(rollout.is_over)
        self.assertEqual(rollout.left, list("defghij"))


class RollingTests(TemporaryFiles):
    def test_a_template_makes_words_and_never_more_of_them(self):
        self.assertEqual(rolling.words("ssh root@{address} 'echo {id}; {x}'", screen("a b", "c d")),
                         ["ssh", "root@c d", "echo a b; {x}"])

    def test_a_command_has_the_file_as_its_input(self):
        for name in "ab":
            self.write(f"{name}.yml", name)
        file = os.path.join(self.folder, "{id}.yml")
        run = lambda line, name="a": rolling.run(line, file, screen(name), 20)
        self.assertIsNone(run("grep -q {id}"))
        self.assertIsNone(run("grep -q {id}", "b"))
        self.assertEqual(run("grep -q x"), "exit status 1")
        self.assertEqual(run("sh -c 'echo first >&2; echo last >&2; exit 3'"), "last")
        self.assertIn("No such file", run("true", "c"))
        self.assertIn("No such file", run("/nonexistent"))
        self.assertEqual(rolling.run("sleep 60", file, screen("a"), 0.1), "not done after 0 s")
        # Lists and templates may hold anything.
        self.assertIn("null byte", run("true", "a\0"))
        self.assertIn("null byte", rolling.run("true {address}", file, screen("a", "b\0"), 20))
        self.assertIn("No closing quotation", run("sh -c 'true"))

    def roll(self, line, *options):
        listed = {f"s{number}": {"groups": ["all"]} for number in range(10)}
        path = self.write("screens.json", json.dumps(listed))
        words = ["roll", "all", self.write("new.yml", ""), "--screens", path, "--command", line,
                 "--rate", "999999", *options]
        output = io.StringIO()
        with mock.patch.object(sys, "argv", ["pipd_fleet", *words]), redirect_stdout(output):
            status = program.main()
        return status, output.getvalue().splitlines()[-1]

    def test_each_screen_has_its_file_before_one_gets_it(self):
        self.write("a.yml", "")
        file = os.path.join(self.folder, "{id}.yml")
        rolling.check(file, [screen("a")])
        for name in ["b", "b\0"]:
            with self.assertRaisesRegex(BadFile, "^b"):
                rolling.check(file, [screen("a"), screen(name)])

    def test_the_program_rolls_until_all_have_it_or_too_many_failed(self):
        self.assertEqual(self.roll("true"),
                         (0, "10 of 10 have it, 0 failed, 0 were left alone"))
        self.assertEqual(self.roll("test {id} != s7", "--abort", "20"),
                         (1, "9 of 10 have it, 1 failed, 0 were left alone"))
        self.assertEqual(self.roll("test {id} = s0", "--abort", "20", "--at-once", "1"),
                         (1, "1 of 10 have it, 2 failed, 7 were left alone"))


class UsageTests(TemporaryFiles):
    def ending(self, *words):
        errors = io.StringIO()
        with mock.patch.object(sys, "argv", ["pipd_fleet", *words]), redirect_stderr(errors):
            try:
                status = program.main()
            except SystemExit as ending:
                status = ending.code
        return status, errors.getvalue()

    def test_what_cannot_be_is_refused(self):
        path = self.write("screens.json", '{"a": {"groups": ["all"]}}')
        for words in [[], ["send"], ["roll", "all", "x", "--rate", "0"],
                      ["roll", "all", "x", "--abort", "nan"],
                      ["roll", "all", "x", "--at-once", "1001"],
                      ["send", "all", "mian", "x", "--broker", "mqtt://127.0.0.1"],
                      ["roll", "all", "x", "--command", "sh -c 'true"],
                      ["roll", "all", "x", "--command", " "]]:
            self.assertEqual(self.ending(*words)[0], 2, words)
        for words, error in [
                (["roll", "attic", "x"], "no screen is called attic"),
                (["roll", "all", "none-{id}.yml"], "a: [Errno 2] No such file"),
                (["send", "all", "show", "x", "--broker", "mqtt://127.0.0.1"],
                 "x: show takes an object of JSON"),
                (["check", "--broker", "http://127.0.0.1"], "not mqtt://HOST or mqtts://HOST"),
                (["check", "--broker", "mqtt://127.0.0.1:1"], "127.0.0.1:1: "),
                (["check", "--broker", "mqtt://a:b:c"], "mqtt://a:b:c: "),
                (["check", "--broker", "mqtt://[a"], "mqtt://[a: ")]:
            status, errors = self.ending(*words, "--screens", path)
            self.assertEqual(status, 2)
            self.assertIn(error, errors)


if __name__ == "__main__":
    unittest.main()
