"""Chromium as the tests use it."""
import base64
import json
import pathlib
import re

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait


#: Also what no console shows: reports of the policy, and promises that nobody heard.
WATCH = """
    if (!window.reports) {
    window.reports = [];
    document.addEventListener('securitypolicyviolation', (event) => reports.push(
        `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
    addEventListener('error', (event) => reports.push(`error: ${event.message}`));
    addEventListener('unhandledrejection', (event) => reports.push(`rejection: ${event.reason?.stack}`));
    }
"""


#: Of what went wrong on the page, what no answer of the daemon may lead to.
FAULT = re.compile(r"^(error|rejection|policy):|Uncaught|Content Security Policy")

#: For `Browser.hold`.
HOLD = """
    const { model } = await import('/assets/model.js');
    const { changeView } = await import('/assets/actions.js');
    const ask = window.fetch;
    await new Promise((isHeld) => {
        window.fetch = async (path, options) => {
            if (`${options.method} ${path.split('?')[0]}` !== args[0]) return ask(path, options);
            window.fetch = ask;
            const answer = await ask(path, options);
            // It is read before it is held: the page gives up what takes too long.
            const text = await answer.text();
            return new Promise((reply) => {
                window.letGo = (status, isTaken) => {
                    const late = new Response(text, { status: status ?? answer.status, headers: answer.headers });
                    late.json = async () => {
                        setTimeout(isTaken);
                        return JSON.parse(text);
                    };
                    reply(late);
                };
                isHeld();
            });
        };
        %s;
    });"""


class Browser:
    """A window of Chromium; with `theme` and `width` as asked for."""

    def __init__(self, pictures):
        self.pictures = pathlib.Path(pictures)
        self.pictures.mkdir(parents=True, exist_ok=True)
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        options.page_load_strategy = "eager"
        for switch in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                       "--hide-scrollbars", "--disable-background-networking",
                       "--disable-component-update", "--no-first-run", "--disable-gpu",
                       # A proxy of the tests signs for itself.
                       "--ignore-certificate-errors",
                       "--disable-backgrounding-occluded-windows"):
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(60)
        #: Those of the complaints that are the page's own, whoever asked for them, since this was emptied.
        self.faults = []

    def cdp(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, body, *arguments):
        """Runs the body of an async function; answers what it returns."""
        script = ("const done = arguments[arguments.length - 1];"
                  f"(async (...args) => {{ {body} }})(...arguments)"
                  ".then((value) => done({value}), (error) => done({error: String(error.stack)}));")
        answer = self.driver.execute_async_script(script, *arguments)
        if answer.get("error"):
            raise AssertionError(answer["error"])
        return answer.get("value")

    def until(self, script, *arguments, seconds=30, what=None):
        """Waits until a script's value is true, and returns it."""
        try:
            return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(
                lambda driver: driver.execute_script(script, *arguments))
        except TimeoutException:
            raise AssertionError(f"never came true in {seconds} s: {what or script}") from None

    def hold(self, question, script):
        """Runs a script that asks the daemon something, such as `GET /v1/view`, and keeps its answer from the page."""
        self.run_async(HOLD % script, question)

    def let_go(self, status=None):
        """Lets the page have that answer, or one with another status, and waits until it has taken it."""
        self.run_async("await new Promise((isTaken) => window.letGo(args[0], isTaken))", status)

    def look(self, theme="light", width=1280, height=None):
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "no-preference"}])
        is_phone = width < 700
        self.cdp("Emulation.setDeviceMetricsOverride", width=width,
                 height=height or (740 if is_phone else 860), deviceScaleFactor=1, mobile=is_phone)

    def open(self, url):
        # A tab that was in the background has forgotten it.
        self.cdp("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.driver.get(url)
        self.until("return document.body.classList.contains('ready')")

    def sign_out(self):
        """Forgets the cookies, as a new browser."""
        self.driver.get("about:blank")
        self.cdp("Network.clearBrowserCookies")

    def picture(self, name):
        data = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=False)["data"]
        (self.pictures / f"{name}.png").write_bytes(base64.b64decode(data))

    def tidy(self, name):
        """After a failure: keeps a picture of it, and leaves one tab that is as at first."""
        self.picture(name)
        first, *others = self.driver.window_handles
        for window in others:
            self.driver.switch_to.window(window)
            self.driver.close()
        self.driver.switch_to.window(first)
        self.driver.get("about:blank")
        self.look()
        self.complaints()

    def complaints(self):
        """What went wrong on the page since this was asked last."""
        found = self.run("return window.reports?.splice(0) ?? []")
        found += [entry["message"] for entry in self.driver.get_log("browser")
                  if entry["level"] in ("SEVERE", "WARNING")
                  # The tests read the canvas, the page does not.
                  and "willReadFrequently" not in entry["message"]]
        self.faults += filter(FAULT.search, found)
        return found

    def traffic(self):
        """What DevTools' domain Network has told of all tabs since this was asked last."""
        messages = (json.loads(entry["message"])["message"]
                    for entry in self.driver.get_log("performance"))
        return [(message["method"].removeprefix("Network."), message["params"])
                for message in messages if message["method"].startswith("Network.")]

    def requests(self):
        """Moments in seconds, methods and addresses of what was asked for since then."""
        return [(of["timestamp"], of["request"]["method"], of["request"]["url"])
                for name, of in self.traffic() if name == "requestWillBeSent"]

    def close(self):
        self.driver.quit()
