"""Counts how often a program calls a function, by running it in valgrind."""

import glob
import os
import re
import shutil

from . import processes

ALLOCATIONS = ("malloc", "calloc", "realloc", "memalign", "posix_memalign", "aligned_alloc")
RETAINS = ("swift_retain", "swift_retain_n", "swift_bridgeObjectRetain", "swift_unknownObjectRetain")


def counted(bench, command, runs=""):
    """How often each function is called by a run of the program, by name.

    `runs`: only in threads that run a function whose name has this in it. Raises Failed without
    valgrind.
    """
    folder = os.path.join(bench.work, "callgrind")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    processes.run(
        ["valgrind", "--tool=callgrind", "--separate-threads=yes",
         f"--callgrind-out-file={folder}/calls.%p", *_readable(command, folder)],
        work=bench.work, timeout=300)
    totals = {}
    for path in glob.glob(f"{folder}/calls.*"):
        calls = _calls(processes.contents(path))
        if any(runs in name for name in calls):
            for name, count in calls.items():
                totals[name] = totals.get(name, 0) + count
    return totals


def each(bench, command, few, many, runs=""):
    """Allocations and retains of one more picture, by what is repeated: `command(count)`."""
    first, second = (counted(bench, command(count), runs) for count in (few, many))

    def more(names):
        return sum(second.get(n, 0) - first.get(n, 0) for n in names) / (many - few)
    return more(ALLOCATIONS), more(RETAINS)


def _readable(command, folder):
    """The same command; valgrind cannot read the debug information of a static build."""
    path = os.path.join(folder, os.path.basename(command[0]))
    processes.run(["strip", "-g", "-o", path, command[0]], work=folder)
    return [path, *command[1:]]


def _calls(text):
    """Callee and count of each call in a file of callgrind's, added up by name."""
    names, totals, callee = {}, {}, None
    for line in text.splitlines():
        if line.startswith("cfn="):
            number, name = re.match(r"cfn=\((\d+)\)(?: (.*))?", line).groups()
            names[number] = name or names[number]
            callee = re.sub(r"'\d+$", "", names[number])
        elif line.startswith("fn="):
            number, name = re.match(r"fn=\((\d+)\)(?: (.*))?", line).groups()
            names[number] = name or names[number]
        elif line.startswith("calls="):
            totals[callee] = totals.get(callee, 0) + int(line[6:].split()[0])
    return totals
