"""The parts, one module each, in the order of their NUMBER.

A part has NUMBER, TITLE, ABOUT (how its figures are defined, Markdown) and
`measure(bench)`, which gives a list of Measurement. It may raise processes.Failed if nothing at
all can be measured; a peer that fails goes into Measurement.missing.
"""

import importlib
import pkgutil


def every():
    """All parts by name."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    found = {name: importlib.import_module(f"{__name__}.{name}") for name in names}
    return dict(sorted(found.items(), key=lambda item: item[1].NUMBER))
