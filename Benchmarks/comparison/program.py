"""The command line, from parts to report and exit status."""

import argparse
import json
import os
import sys
import time

from . import machine, parts, processes, report, thresholds
from .bench import Bench
from .measurement import Measurement

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

_ABOUT = """\
Measures pipd beside ffmpeg, mpv, GStreamer and C++ rings, on this machine, in one run.

Prints the report as Markdown, progress on standard error. Results go to WORK (RESULTS.md,
results.json); with --write they replace those of the repository and the table in README.md.
WORK/thresholds.json has the thresholds that this run would set, the others as they are.
Exit status: 0, or 1 when a ratio has left Benchmarks/thresholds.json. A missed aim is reported,
but fails nothing; a peer that is missing or fails is reported too.

parts:
"""

_EXAMPLES = """
examples:
  Benchmarks/compare --quick
      Every part in less than four minutes: to see that all runs.
  Benchmarks/compare composition start
      Two parts only.
  Benchmarks/compare --write
      A full run (half an hour, on a machine that does nothing else), kept in the repository.
  Benchmarks/compare --write --churn 3600
      The same, and streams that come and go for an hour; the machine may be used meanwhile.
  Benchmarks/compare composition; cp .build/bench/thresholds.json Benchmarks/
      Sets the thresholds of one part by what is measured now; those of others stay.
"""


def main(arguments=None):
    """Runs the parts that are asked for; the exit status."""
    os.chdir(_ROOT)
    known = parts.every()
    options = _parse(arguments, known)
    bench = Bench(options.build, options.work, options.quick, options.rounds, options.churn)
    if not os.access(os.path.join(bench.build, "pipd"), os.X_OK):
        sys.exit(f"compare: no pipd in {options.build}; run make release")
    began = time.monotonic()
    measured = [(known[name], _measure(bench, name, known[name]))
                for name in known if name in (options.parts or known)]
    every = [m for _, found in measured for m in found]
    limits = thresholds.load(options.thresholds)
    anew = json.dumps(thresholds.recalculated(every, limits), indent=2)
    report.write(os.path.join(bench.work, "thresholds.json"), anew + "\n")
    text = _report(bench, options, measured)
    print(anew if options.print_thresholds else text)
    _summary(every, time.monotonic() - began)
    complaints = thresholds.crossed(every, limits)
    for complaint in complaints:
        print(f"compare: threshold: {complaint}", file=sys.stderr)
    return 1 if complaints and not options.print_thresholds else 0


def _parse(arguments, known):
    about = _ABOUT + "".join(f"  {name:<12} {part.TITLE}\n" for name, part in known.items())
    parser = argparse.ArgumentParser(
        prog="Benchmarks/compare", description=about, epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART",
                        help="parts to run; without one: all")
    parser.add_argument("--quick", action="store_true", help="few rounds, short runs: to try it")
    parser.add_argument("--rounds", type=int, help="rounds of each comparison")
    parser.add_argument("--churn", type=int, default=120, metavar="SECONDS",
                        help="for how long streams come and go (default: 120)")
    parser.add_argument("--build", default=".build/release", metavar="DIR",
                        help="where pipd is, from the repository")
    parser.add_argument("--work", default=".build/bench", metavar="DIR",
                        help="clips and results, likewise")
    parser.add_argument("--write", action="store_true",
                        help="keep the results in Benchmarks/ and README.md; all parts, not quick")
    parser.add_argument("--thresholds", default="Benchmarks/thresholds.json",
                        metavar="FILE", help="what must not get worse")
    parser.add_argument("--print-thresholds", action="store_true",
                        help="print recalculated thresholds instead of the report")
    options = parser.parse_args(arguments)
    for name in options.parts:
        if name not in known:
            parser.error(f"no part {name}; there are {', '.join(known)}")
    if options.write and (options.parts or options.quick):
        parser.error("--write is for a full run: all parts, not quick")
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds: at least 1")
    if options.churn < 10:
        parser.error("--churn: at least 10")
    return options


def _measure(bench, name, part):
    bench.say(f"part {name}: {part.TITLE}")
    try:
        return part.measure(bench)
    except processes.Failed as error:
        bench.say(f"{name}: {error}")
        return [Measurement(name=name, what=part.TITLE, unit="", pipd=None,
                            missing={"pipd": str(error)})]


def _report(bench, options, measured):
    """Writes the results; the report as Markdown."""
    about = machine.describe(bench)
    command = " ".join(["Benchmarks/compare", *(options.parts or []),
                        *(["--quick"] if options.quick else [])])
    text = report.markdown(measured, about, command)
    folder = "Benchmarks" if options.write else bench.work
    report.write(os.path.join(folder, "RESULTS.md"), text)
    report.write(os.path.join(folder, "results.json"), report.as_json(measured, about))
    if options.write:
        where = f"{about['CPU']}, {about['CPUs']} CPUs, {about['memory']}, {about['date']}:"
        report.update_readme("README.md", [where, "", *report.headlines(measured)])
    return text


def _summary(measurements, seconds):
    with_aim = [m for m in measurements if m.aim is not None]
    met = [m for m in with_aim if m.met]
    print(f"compare: {seconds:.0f} s, {len(met)} of {len(with_aim)} aims met", file=sys.stderr)
