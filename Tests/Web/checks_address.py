"""The address that pipctl shows, read as a phone reads it, and opened."""
import pathlib
import subprocess

import zbar

#: What is light of a character's upper and lower half, on a dark ground.
LIGHT = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
#: Dots of the picture to one of the code.
SCALE = 6


def a_phone_reads_the_address(site):
    pipctl = pathlib.Path(site.pipd).with_name("pipctl")
    shown = subprocess.run([pipctl, "--socket", site.daemon.socket, "token", "create", "--role", "viewer", "--qr"],
                           capture_output=True, text=True, check=True).stdout
    address, _, code = shown.partition("\n")
    read = scan(code)
    assert read == address, f"{read} is read, {address} printed"
    site.browser.sign_out()
    try:
        site.browser.open(address)
        site.browser.until("return document.querySelector('canvas').dataset.frame")
    finally:
        site.sign_in()
    return address.partition("#")[0]


def scan(code):
    rows = [[LIGHT[character][half] for character in line for _ in range(SCALE)]
            for line in code.splitlines() for half in (0, 1) for _ in range(SCALE)]
    data = b"".join(bytes(255 if dot else 0 for dot in row) for row in rows)
    image = zbar.Image(len(rows[0]), len(rows), "Y800", data)
    zbar.ImageScanner().scan(image)
    [symbol] = image
    return symbol.data


ADDRESS = (a_phone_reads_the_address,)
