"""Markdown, JSON, and the table in the README."""

import json
import os

from .arithmetic import rounded

HEADLINES = ("composition/1080p", "composition/1080p-h264", "composition/gles", "steady/one-cpu",
             "steady/pip-cpu", "steady/pip-own", "steady/pip-rss", "pacing/24-loaded", "start/file",
             "decode/IbPbP")
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


def markdown(parts, machine, command):
    """The whole report. `parts`: (part, measurements) in order."""
    lines = ["# pipd beside its peers", "",
             f"Written by `{command}`; not edited by hand. All figures are of this one run: "
             "compare within it, not with other machines. Peers are Debian's packages. The ratio "
             "is pipd's figure over the best peer's; figures in brackets are not comparable, and "
             "only for information.", ""]
    lines += table(["", ""], [[name, value] for name, value in machine.items()])
    lines += ["", "## Aims", ""] + aims(parts)
    for part, measurements in parts:
        lines += ["", f"## {part.NUMBER}. {part.TITLE}", "", part.ABOUT.strip(), ""]
        lines += _overview(measurements)
        for m in measurements:
            lines += _details(m)
    return "\n".join(lines) + "\n"


def aims(parts):
    """One row an aim."""
    return _rows(m for _, measurements in parts for m in measurements if m.aim is not None)


def headlines(parts):
    """What the README shows."""
    return _rows(m for _, measurements in parts for m in measurements if m.name in HEADLINES)


def _rows(measurements):
    rows = []
    for m in measurements:
        peer = f"{m.best_peer} {cell(m.peers[m.best_peer])}" if m.peers else "–"
        rows.append([m.what, m.unit, cell(m.pipd), peer, cell(m.ratio), _aim(m), _met(m)])
    return table(["what", "unit", "pipd", "best peer", "ratio", "aim", "met"], rows)


def as_json(parts, machine):
    """Everything, for programs."""
    return json.dumps({"machine": machine, "measurements": [
        m.as_json() for _, measurements in parts for m in measurements]}, indent=2) + "\n"


def update_readme(path, lines):
    """Puts the lines between the two markers of a file. Raises ValueError without markers."""
    with open(path) as file:
        text = file.read()
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path} has no {BEGIN} ... {END}")
    write(path, before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + after)


def write(path, text):
    """Replaces a file as a whole."""
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def table(header, rows):
    """A Markdown table's lines."""
    lines = ["| " + " | ".join(map(cell, row)) + " |" for row in [header, *rows]]
    return [lines[0], "|" + "---|" * len(header), *lines[1:]]


def cell(value):
    """A figure or words in a table; an en dash for nothing."""
    if value is None:
        return "–"
    return str(rounded(value)).replace("|", "\\|")


def _aim(m):
    if m.aim is None:
        return None
    return ("≥ " if m.more_is_better else "≤ ") + cell(m.aim)


def _met(m):
    return {True: "yes", False: "**no**", None: "–"}[m.met]


def _overview(measurements):
    """A row a measurement, a column a program."""
    names = list(dict.fromkeys(
        name for m in measurements for name in [*m.peers, *m.references, *m.missing]
        if name != "pipd"))
    rows = []
    for m in measurements:
        figures = [cell(m.peers[n]) if n in m.peers else
                   f"({cell(m.references[n])})" if n in m.references else
                   "failed" if n in m.missing else None for n in names]
        rows.append([m.what, m.unit, m.pipd, *figures, m.ratio, _aim(m), _met(m)])
    return table(["what", "unit", "pipd", *names, "ratio", "aim", "met"], rows)


def _details(m):
    lines = []
    for extra in m.tables:
        lines += ["", f"{extra.title}:", ""] + table(extra.header, extra.rows)
    notes = m.notes + [f"{name} has no figure: {why}" for name, why in m.missing.items()]
    if notes:
        lines += ["", f"{m.what}:", ""] + [f"- {note}" for note in notes]
    if m.commands:
        lines += ["", f"<details><summary>Commands: {m.what}</summary>", ""]
        lines += [f"- {name}: `{command}`" for name, command in m.commands.items()]
        lines += ["", "</details>"]
    return lines
