"""Many screens of pipd at one broker; see --help."""

import argparse
import secrets
import shlex
import sys
import time

from . import answers, broker, rolling, screens
from .comparison import Picture
from .outside import shown
from .rollout import Rollout

APPLY = ("ssh -o BatchMode=yes -o ConnectTimeout=10 root@{address} "
         "pipctl config apply - --confirm-within 60")


def send(options: argparse.Namespace) -> int:
    """Tells a group or a screen something, and waits for what each says to that."""
    members = screens.called(screens.read(options.screens), options.name)
    # Where both are called so, it is the group.
    is_group = options.name in members[0].groups
    command_id = secrets.token_hex(8)
    told = answers.Answers((screen.id for screen in members), command_id)
    try:
        payload = answers.payload(options.command, options.value, command_id)
    except ValueError as error:
        raise screens.BadFile(f"{options.value}: {error}") from error
    with broker.Connection(access(options), [f"{options.base}/+/result"]) as connection:
        begun = time.monotonic()
        topic = f"{options.base}/{'group/' if is_group else ''}{options.name}"
        connection.publish(f"{topic}/{options.command}/set", payload)
        for topic, result in connection.messages(options.within):
            told.take(topic.split("/")[-2], result)
            if told.are_complete:
                break
        took = time.monotonic() - begun
    tell(told.refused | dict.fromkeys(told.missing, "has not answered")
         | dict.fromkeys(told.strangers, "is in the group and not in the list"))
    print(f"{len(told.done)} of {len(members)} have done it, after {took:.2f} s")
    return 0 if len(told.done) == len(members) else 1


def check(options: argparse.Namespace) -> int:
    """Says which screens show something else than they should."""
    listed = screens.read(options.screens)
    picture = Picture()
    topics = [f"{options.base}/+/availability", f"{options.base}/+/state"]
    with broker.Connection(access(options), topics) as connection:
        for topic, payload in connection.messages(options.within):
            screen, kind = topic.split("/")[-2:]
            picture.take(screen, kind, payload)
            if picture.knows(listed):
                break
    found = picture.findings(listed)
    tell(found)
    right = [screen for screen in listed if screen.id not in found]
    print(f"{len(right)} of {len(listed)} show what they should")
    return 1 if found else 0


def roll(options: argparse.Namespace) -> int:
    """Gives screens a configuration, some at a time, until all have it or too many have failed."""
    members = screens.called(screens.read(options.screens), options.name)
    rolling.check(options.file, members)
    rollout = Rollout((screen.id for screen in members), options.at_once, 60 / options.rate,
                      options.abort)

    def apply(screen: screens.Screen) -> str | None:
        return rolling.run(options.command, options.file, screen, options.within)

    for name, problem in rolling.roll(rollout, members, apply, options.at_once):
        print(f"{name}: {shown(problem or 'done')}", flush=True)
    print(f"{len(rollout.done)} of {len(members)} have it, {len(rollout.failed)} failed, "
          f"{len(rollout.left)} were left alone")
    return 0 if len(rollout.done) == len(members) else 1


def access(options: argparse.Namespace) -> broker.Access:
    return broker.Access(options.broker, options.user, options.password_file, options.ca_file)


def tell(found: dict[str, str]) -> None:
    for name in sorted(found):
        print(f"{shown(name)}: {shown(found[name])}")


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text}: accepted is a number above 0")
    return number


def count(text: str) -> int:
    number = int(text)
    if not 0 < number <= 1000:
        raise argparse.ArgumentTypeError(f"{text}: accepted is a number from 1 to 1000")
    return number


def line(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from error
    if not words:
        raise argparse.ArgumentTypeError("is empty; it names a program")
    return text


def parser() -> argparse.ArgumentParser:
    listed = argparse.ArgumentParser(add_help=False)
    listed.add_argument("--screens", default="screens.json", metavar="FILE",
                        help="the screens of the fleet (default: %(default)s)")
    at_broker = argparse.ArgumentParser(add_help=False, parents=[listed])
    at_broker.add_argument("--broker", required=True, metavar="URL",
                           help="mqtts://HOST, or mqtt://HOST without TLS")
    at_broker.add_argument("--user", help="as whom the broker lets in")
    at_broker.add_argument("--password-file", metavar="FILE", help="whose first line counts")
    at_broker.add_argument("--ca-file", metavar="FILE",
                           help="certificates to trust (default: the system's)")
    at_broker.add_argument("--base", default="pipd", help="what topics begin with (default: pipd)")
    at_broker.add_argument("--within", type=positive, default=10, metavar="SECONDS",
                           help="how long to wait for all screens (default: %(default)s)")

    whole = argparse.ArgumentParser(
        prog="pipd_fleet", description="Many screens of pipd at one broker.",
        epilog="Exits with 0 where all screens are as they should be, with 1 where some are not.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("send", parents=[at_broker], help=send.__doc__)
    one.set_defaults(run=send)
    one.add_argument("name", help="a group, or a screen's ID")
    one.add_argument("command", choices=answers.COMMANDS, metavar="command",
                     help=f"{', '.join(answers.COMMANDS)}: see MQTT in pipd(8)")
    one.add_argument("value", nargs="?", default="",
                     help="of the command; JSON for show, message and snapshot")
    one = commands.add_parser("check", parents=[at_broker], help=check.__doc__)
    one.set_defaults(run=check)
    one = commands.add_parser("roll", parents=[listed], help=roll.__doc__)
    one.set_defaults(run=roll)
    one.add_argument("name", help="a group, or a screen's ID")
    one.add_argument("file", help="the configuration as a whole, also what is the screen's alone; "
                     "{id} in its name stands for the screen's")
    one.add_argument("--at-once", type=count, default=5, metavar="SCREENS",
                     help="how many are under way at most (default: %(default)s)")
    one.add_argument("--rate", type=positive, default=60, metavar="SCREENS",
                     help="how many are begun a minute (default: %(default)s)")
    one.add_argument("--abort", type=positive, default=20, metavar="PERCENT",
                     help="stop once as many of all have failed (default: %(default)s)")
    one.add_argument("--command", type=line, default=APPLY, metavar="LINE",
                     help="what gives a screen its file, which is its input "
                     "(default: %(default)s)")
    one.add_argument("--within", type=positive, default=120, metavar="SECONDS",
                     help="how long that may take for one (default: %(default)s)")
    return whole


def main() -> int:
    options = parser().parse_args()
    try:
        return int(options.run(options))
    except (screens.BadFile, broker.BrokerError, OSError) as error:
        print(f"pipd_fleet: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
