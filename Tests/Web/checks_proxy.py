"""The page through proxies that know TLS, by the socket that is for them."""
import contextlib
import os
import pathlib
import signal
import socket
import subprocess

from daemon import free_port, wait_for

TOOLS = pathlib.Path(__file__).resolve().parents[2] / ".build/tools"

# As docs/pipd.8 shows it, and what it takes to run without Debian's own configuration.
NGINX = """
daemon off; user root; pid {folder}/nginx.pid; error_log stderr warn;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://unix:{socket};
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_buffering off;
        }}
    }}
}}
"""

CADDY = """
{{
    admin off
    skip_install_trust
    auto_https disable_redirects
    storage file_system {folder}/caddy
}}
https://localhost:{port} {{
    bind 127.0.0.1
    tls internal
    reverse_proxy unix/{socket}
}}
"""


@contextlib.contextmanager
def program(site, name, text, *arguments):
    """Runs a proxy of the test's own while it is looked through; gives its port."""
    folder, port = site.folder / name, free_port()
    folder.mkdir(exist_ok=True)
    file = folder / "configuration"
    file.write_text(text.format(folder=folder, port=port, socket=site.daemon.folder / "web.sock"))
    log = open(folder / "log", "w")
    process = subprocess.Popen([*arguments, file], cwd=folder, stdout=log, stderr=log,
                               env={**os.environ, "HOME": str(folder)})
    try:
        wait_for(lambda: is_open(port) or process.poll() is not None, 20, f"{name} listens")
        assert process.poll() is None, (folder / "log").read_text()
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        log.close()


def is_open(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def works_through(site, url):
    """Signs in through it, sees the picture and the events, and changes something."""
    browser = site.browser
    site.ask("PATCH", "/v1/view", {"main": "lobby", "pip": {"enabled": True, "stream": "pattern"}})
    browser.sign_out()
    try:
        browser.open(f"{url}/#t={site.daemon.token('operator')}")
        browser.until("return document.querySelector('canvas').dataset.frame > 2")
        browser.until("return document.querySelector('#connection').dataset.state === 'live'")
        # What is sent as it happens is not held back.
        site.ask("POST", "/v1/events", {"type": "custom.toast", "data": {"text": "Hello"}})
        browser.until("return [...document.querySelectorAll('.toast strong')].some((e) => e.textContent.includes('Hello'))")
        browser.until("return document.querySelector('#pip-shown').checked")
        browser.run("document.querySelector('#pip-shown').click()")
        wait_for(lambda: not site.ask("GET", "/v1/view")["pip"]["enabled"], what="the window is away")
        cookies = browser.cdp("Network.getCookies", urls=[f"{url}/"])["cookies"]
        complaints = browser.complaints()
        assert not complaints, complaints
        return cookies
    finally:
        site.sign_in()


def works_behind_nginx(site):
    nginx = TOOLS / "nginx/usr/sbin/nginx"
    with program(site, "nginx", NGINX, nginx, "-c") as port:
        [cookie] = works_through(site, f"http://127.0.0.1:{port}")
    assert cookie["httpOnly"] and not cookie["secure"] and cookie["sameSite"] == "Strict", cookie


def works_behind_caddy_with_tls(site):
    caddy = TOOLS / "caddy/usr/bin/caddy"
    with program(site, "caddy", CADDY, caddy, "run", "--adapter", "caddyfile", "--config") as port:
        [cookie] = works_through(site, f"https://localhost:{port}")
    assert cookie["httpOnly"] and cookie["secure"] and cookie["sameSite"] == "Strict", cookie


PROXIES = (works_behind_nginx, works_behind_caddy_with_tls)
