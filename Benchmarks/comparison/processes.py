"""Runs a program and says what it cost."""

import contextlib
import dataclasses
import glob
import os
import select
import shlex
import subprocess
import threading
import time

TICK = os.sysconf("SC_CLK_TCK")


class Failed(Exception):
    """A program that is missing, fails, takes too long, or does not do what was asked."""


@dataclasses.dataclass
class Cost:
    """What one run of a program took."""
    user: float  # time of the process and the children it waited for, seconds
    system: float  # likewise
    wall: float  # seconds
    peak_kib: int  # largest resident set
    output: str  # standard output, if asked for
    errors: str  # standard error, likewise

    @property
    def cpu(self):
        return self.user + self.system


def text(command, environment=None):
    """A command as one would type it."""
    variables = [f"{name}={shlex.quote(value)}" for name, value in (environment or {}).items()]
    return " ".join([*variables, shlex.join(command).replace("'!'", "!")])


@contextlib.contextmanager
def pinned(cpu):
    """What is started inside runs on one CPU only; None: wherever it likes."""
    before = os.sched_getaffinity(0)
    if cpu is not None:
        os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def start(command, cpu=None, environment=None, stdin=subprocess.DEVNULL,
          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
    """Starts a program, with empty input unless told otherwise. Raises Failed if there is none."""
    try:
        with pinned(cpu):
            return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr,
                                    env=os.environ | (environment or {}))
    except OSError as error:
        raise Failed(f"{command[0]}: {error.strerror}") from None


def wait(process, timeout):
    """Waits for the end; the resources used. Raises Failed after `timeout` seconds."""
    with os.fdopen(os.pidfd_open(process.pid), "rb") as handle:
        if not select.select([handle], [], [], timeout)[0]:
            process.kill()
            process.wait()
            raise Failed(f"{process.args[0]} did not end within {timeout:g} s")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage


def run(command, cpu=None, environment=None, work=".", timeout=300, keep_output=False):
    """Runs a program to its end. Raises Failed unless it exits with 0."""
    paths = [os.path.join(work, name) for name in ("stdout.txt", "stderr.txt")]
    with open(paths[0], "w") as out, open(paths[1], "w") as err:
        began = time.monotonic()
        process = start(command, cpu, environment,
                        stdout=out if keep_output else subprocess.DEVNULL, stderr=err)
        usage = wait(process, timeout)
        wall = time.monotonic() - began
    if process.returncode != 0:
        raise Failed(f"{command[0]} exits with {process.returncode}: {tail(paths[1])}")
    said = [contents(path) if keep_output else "" for path in paths]
    return Cost(usage.ru_utime, usage.ru_stime, wall, usage.ru_maxrss, *said)


def share(pid, library, seconds, work="."):
    """The share (0...1) of a running process's CPU time that is spent in a library, meanwhile.

    Not a number where that cannot be seen.
    """
    samples = os.path.join(work, "perf.data")
    began = time.monotonic()
    try:
        run(["perf", "record", "-q", "-e", "cpu-clock", "-F", "499", "-p", str(pid), "-o", samples,
             "--", "sleep", str(seconds)], work=work, timeout=seconds + 30)
        shares = run(["perf", "report", "-q", "-i", samples, "--sort", "dso", "--stdio"],
                     work=work, keep_output=True).output
    except Failed:
        time.sleep(max(0, began + seconds - time.monotonic()))
        return float("nan")
    return sum(float(line.split("%")[0]) for line in shares.splitlines() if library in line) / 100


def stop(process, timeout=10):
    """Ends a program that was started, gently first."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def contents(path):
    with open(path, errors="replace") as file:
        return file.read()


def tail(path, characters=200):
    return " ".join(contents(path).split())[-characters:]


@dataclasses.dataclass
class Sample:
    """What a running process and all its threads have used up to now."""
    time: float  # monotonic, seconds
    cpu: float  # user + system, seconds, in steps of a clock tick (10 ms)
    voluntary: int  # context switches: a thread went to sleep, so something woke it
    involuntary: int  # a thread was taken off its CPU

    def since(self, earlier):
        """What was used between two samples."""
        return Sample(self.time - earlier.time, self.cpu - earlier.cpu,
                      self.voluntary - earlier.voluntary,
                      self.involuntary - earlier.involuntary)


def sample(pid):
    """Reads a process under /proc. Raises Failed if it has ended."""
    switches = {"voluntary_ctxt_switches": 0, "nonvoluntary_ctxt_switches": 0}
    try:
        fields = contents(f"/proc/{pid}/stat").rpartition(")")[2].split()
        for path in glob.glob(f"/proc/{pid}/task/*/status"):
            for line in contents(path).splitlines():
                name, _, value = line.partition(":")
                if name in switches:
                    switches[name] += int(value)
    except OSError:
        raise Failed(f"process {pid} ended early") from None
    return Sample(time.monotonic(), (int(fields[11]) + int(fields[12])) / TICK,
                  switches["voluntary_ctxt_switches"], switches["nonvoluntary_ctxt_switches"])


def family(pid):
    """A process, and those that it has started and that run."""
    children = [child for path in glob.glob(f"/proc/{pid}/task/*/children")
                for child in contents(path).split()]
    return [pid, *map(int, children)]


def peak_kib(pid):
    """The most a running process has had resident since its start, in KiB."""
    try:
        lines = contents(f"/proc/{pid}/status").splitlines()
    except OSError:
        lines = []
    found = [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
    if not found:
        raise Failed(f"process {pid} ended early")
    return found[0]


def memory_kib(pid):
    """What a process holds now, by name: Rss, Pss, Pss_Anon, Pss_File... in KiB."""
    try:
        lines = contents(f"/proc/{pid}/smaps_rollup").splitlines()[1:]
    except OSError:
        raise Failed(f"process {pid} ended early") from None
    return {name: int(value.split()[0]) for name, _, value in
            (line.partition(":") for line in lines)}


class Peak(threading.Thread):
    """The most that a process and those it has started hold together, inside the `with` block.

    Looks about thirty times a second. `parts` are those of that moment, as of `memory_kib`, the
    process itself first.
    """

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.kib, self.parts = 0, []
        self._pid, self._is_over = pid, threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        self.join()

    def run(self):
        while True:
            # One that has just ended leaves the moment out.
            with contextlib.suppress(Failed, OSError, KeyError):
                parts = [memory_kib(pid) for pid in family(self._pid)]
                kib = sum(part["Pss"] for part in parts)
                if kib > self.kib:
                    self.kib, self.parts = kib, parts
            if self._is_over.wait(1 / 30):
                return
