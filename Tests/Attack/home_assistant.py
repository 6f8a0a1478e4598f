"""A Home Assistant of its own at a broker, which says what it has found and steers it once.

Runs with the Python that has homeassistant. Arguments: the port of the broker, a folder. Each line
of the input is a command: `states` prints all entities and their states, `on ENTITY`,
`press ENTITY` and `select ENTITY OPTION` steer, `end` ends it. Each is answered with a line of JSON, and so are
warnings of the integration, which are none.
"""

import asyncio
import json
import logging
import sys
from types import MappingProxyType, SimpleNamespace

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.setup import async_setup_component


class Complaints(logging.Handler):
    """What the integration warns of."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        # Of its own way to set the integration up.
        if "async_forward_entry_setups" in record.getMessage():
            return
        cause = record.exc_info[1] if record.exc_info else None
        self.texts.append(record.getMessage() + (f": {cause!r}" if cause else ""))


def answer(value):
    print(json.dumps(value), flush=True)


async def start(port, folder, complaints):
    hass = core.HomeAssistant(folder)
    hass.config.skip_pip = True
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    loader.async_setup(hass)
    await bootstrap.async_load_base_functionality(hass)
    # What the integration depends on without needing it here.
    hass.config.components |= {"http", "file_upload"}
    hass.http = SimpleNamespace(register_view=lambda *_: None)
    logging.getLogger("homeassistant").addHandler(complaints)
    hass.set_state(core.CoreState.running)
    entry = config_entries.ConfigEntry(
        data={"broker": "127.0.0.1", "port": port, "protocol": "3.1.1", "discovery": True},
        options={}, domain="mqtt", source="user", title="broker", unique_id=None, version=1,
        minor_version=2, discovery_keys=MappingProxyType({}))
    await hass.config_entries.async_add(entry)
    return hass, entry


async def obey(hass, complaints, words):
    if words[0] == "states":
        await hass.async_block_till_done()
        return {"states": {state.entity_id: state.state for state in hass.states.async_all()},
                "complaints": complaints.texts}
    service = {"on": ("switch", "turn_on", {}), "press": ("button", "press", {}),
               "select": ("select", "select_option", {"option": words[-1]})}[words[0]]
    domain, name, data = service
    await hass.services.async_call(domain, name, {"entity_id": words[1], **data}, blocking=True)
    return {}


async def main():
    port, folder = int(sys.argv[1]), sys.argv[2]
    complaints = Complaints()
    hass, entry = await start(port, folder, complaints)
    answer({"state": entry.state.value, "complaints": complaints.texts})
    while True:
        line = await asyncio.to_thread(sys.stdin.readline)
        words = line.split()
        if not words or words[0] == "end":
            break
        answer(await obey(hass, complaints, words))
    await hass.async_stop(force=True)


asyncio.run(main())
