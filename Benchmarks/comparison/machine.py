"""What was measured on, and with which versions."""

import datetime
import os
import platform
import re
import shutil
import subprocess

# Debian packages whose versions matter, by what a reader calls them.
_PACKAGES = {"ffmpeg": "ffmpeg", "mpv": "mpv", "GStreamer": "gstreamer1.0-tools",
             "gst-libav": "gstreamer1.0-libav", "Mesa": "libgl1-mesa-dri",
             "Boost": "libboost-dev", "g++": "g++"}


def describe(bench):
    """Everything a reader needs to judge the figures, by name."""
    return {
        "date": datetime.date.today().isoformat(),
        "CPU": _first(r"model name\s*: (.*)", "/proc/cpuinfo"),
        "CPUs": str(len(os.sched_getaffinity(0))),
        "memory": f"{int(_first(r'MemTotal: *([0-9]+)', '/proc/meminfo')) / 1048576:.1f} GiB",
        "kernel": platform.release(),
        "system": _first(r'PRETTY_NAME="(.*)"', "/etc/os-release"),
        "pipd": _pipd(bench),
        "Swift": _line(["swift", "--version"], r"Swift version (\S+)"),
        "Python": platform.python_version(),
    } | {name: _version(package) for name, package in _PACKAGES.items()}


def _pipd(bench):
    version = _line(bench.pipd("--version"), r"(\S+)")
    commit = _line(["git", "-C", os.path.dirname(__file__), "describe", "--always", "--dirty"],
                   r"(\S+)")
    return f"{version} ({commit}, release build)"


def _version(package):
    return _line(["dpkg-query", "-W", "-f", "${Version}", package], r"(\S+)")


def _first(pattern, path):
    try:
        with open(path) as file:
            found = re.search(pattern, file.read())
    except OSError:
        found = None
    return found[1] if found else "0"


def _line(command, pattern):
    if not shutil.which(command[0]):
        return "missing"
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False)
    found = re.search(pattern, done.stdout) if done.returncode == 0 else None
    return found[1] if found else "missing"
