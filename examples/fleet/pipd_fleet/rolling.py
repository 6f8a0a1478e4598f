"""A rollout that happens: a command for each screen, some at a time."""

import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from .rollout import Rollout
from .screens import BadFile, Screen


def words(template: str, screen: Screen) -> list[str]:
    """A command line of a template, in which {id} and {address} stand for the screen's.

    No shell is between: what they hold is never more than a part of one word.
    """
    return [filled(word, screen) for word in shlex.split(template)]


def filled(text: str, screen: Screen) -> str:
    """A text with {id} and {address} replaced, and other braces left alone."""
    return text.replace("{id}", screen.id).replace("{address}", screen.address)


def check(file: str, screens: list[Screen]) -> None:
    """Each screen's file is there, before one of them gets its own."""
    for screen in screens:
        try:
            with open(filled(file, screen), "rb"):
                pass
        except (OSError, ValueError) as error:
            raise BadFile(f"{screen.id}: {error}") from error


def run(template: str, file: str, screen: Screen, seconds: float) -> str | None:
    """Runs the screen's command with its file as input; None where that succeeds, else why not."""
    try:
        with open(filled(file, screen), "rb") as content:
            ended = subprocess.run(
                words(template, screen), stdin=content, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"not done after {seconds:.0f} s"
    except (OSError, ValueError) as error:
        return str(error)
    if ended.returncode == 0:
        return None
    lines = ended.stderr.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"exit status {ended.returncode}"


def roll(
    rollout: Rollout, screens: list[Screen], apply: Callable[[Screen], str | None], workers: int
) -> Iterator[tuple[str, str | None]]:
    """Does it; gives each screen that has ended, and why it has failed, where it has."""
    by_id = {screen.id: screen for screen in screens}
    running: dict[Future[str | None], str] = {}
    with ThreadPoolExecutor(workers) as pool:
        while not rollout.is_over:
            while (name := rollout.begin(time.monotonic())) is not None:
                running[pool.submit(apply, by_id[name])] = name
            delay = rollout.delay(time.monotonic())
            if not running:
                time.sleep(delay or 0)
                continue
            ended, _ = wait(running, delay, FIRST_COMPLETED)
            for future in ended:
                name, problem = running.pop(future), future.result()
                rollout.ended(name, problem is None)
                yield name, problem
