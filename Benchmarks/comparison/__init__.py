"""Measures pipd beside its peers on the same machine in the same run.

program      the command line, from parts to report and exit status
bench        what a part is given: options, clips, commands, rounds
processes    runs a program and says what it cost
daemon       a pipd that is asked over its socket
gallery      a tree of many files
players      programs that play a list, and say when they put pictures out
playlists    gaps and delays, of pictures that follow each other
measurement  what a part gives back: figures of pipd and peers, ratio, aim
arithmetic   medians, percentiles, ratios
report       Markdown, JSON, and the table in the README
thresholds   ratios that no run may leave
machine      what was measured on, and with which versions
parts        one module a part
"""
