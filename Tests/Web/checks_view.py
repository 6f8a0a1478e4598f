"""The live picture, and the PIP window taken hold of."""
import statistics
import time

from daemon import wait_for
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

SCREEN = {"width": 1280, "height": 720}

RECTS = """
    const part = (element) => {
        const {left, top, width, height} = element.getBoundingClientRect();
        return {left, top, width, height};
    };
    return {stage: part(document.querySelector('.stage')), box: part(document.querySelector('pip-box')),
            handle: part(document.querySelector('.pip-handle'))};"""


def open_view(site):
    site.ask("PATCH", "/v1/view", {"main": "lobby", "pip": {
        "enabled": True, "stream": "door", "corner": "bottom-right", "size": 0.25}})
    site.browser.open(site.url)
    site.browser.until("return document.querySelector('pip-box').offsetWidth > 0"
                       " && document.querySelector('canvas').dataset.frame"
                       " && document.querySelectorAll('.stream').length >= 4")


def window(site):
    """Left, top and width as the daemon has them, as parts of the screen."""
    report = site.ask("GET", "/v1/view")["pip"]["window"]
    return (report["x"] / SCREEN["width"], report["y"] / SCREEN["height"],
            report["width"] / SCREEN["width"])


def is_at(site, left, top, width):
    def near():
        found = window(site)
        return all(abs(a - b) <= 0.01 for a, b in zip(found, (left, top, width))) and found
    try:
        found = wait_for(near)
    except AssertionError:
        raise AssertionError(f"it is at {window(site)}, not at {(left, top, width)}") from None
    # The page shows what the daemon has.
    site.browser.until("""
        const stage = document.querySelector('.stage').getBoundingClientRect();
        const box = document.querySelector('pip-box').getBoundingClientRect();
        return Math.abs((box.left - stage.left) / stage.width - arguments[0]) < 0.01
            && Math.abs(box.width / stage.width - arguments[1]) < 0.01""", found[0], found[2])
    return found


def mouse(browser, kind, x, y):
    browser.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)


def finger(browser, kind, *points):
    browser.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])


def drag(browser, start, end, with_finger):
    path = [(start[0] + (end[0] - start[0]) * n / 12, start[1] + (end[1] - start[1]) * n / 12)
            for n in range(13)]
    if with_finger:
        finger(browser, "touchStart", path[0])
        for point in path[1:]:
            finger(browser, "touchMove", point)
        finger(browser, "touchEnd")
    else:
        mouse(browser, "mousePressed", *path[0])
        for point in path[1:]:
            mouse(browser, "mouseMoved", *point)
        mouse(browser, "mouseReleased", *path[-1])


def centre(rect):
    return rect["left"] + rect["width"] / 2, rect["top"] + rect["height"] / 2


def place_by_pointer(site, left, top, width, with_finger):
    browser = site.browser
    rects = browser.run(RECTS)
    stage, box = rects["stage"], rects["box"]
    start = centre(box)
    by = (stage["left"] + left * stage["width"] - box["left"],
          stage["top"] + top * stage["height"] - box["top"])
    drag(browser, start, (start[0] + by[0], start[1] + by[1]), with_finger)
    before = is_at(site, left, top, box["width"] / stage["width"])
    rects = browser.run(RECTS)
    start = centre(rects["handle"])
    growth = (width - before[2]) * stage["width"]
    shape = rects["box"]["height"] / rects["box"]["width"]
    drag(browser, start, (start[0] + growth, start[1] + growth * shape), with_finger)
    return is_at(site, left, top, width)


def lost(site):
    """How many pictures of the main view's stream were not shown."""
    [main] = [stream for stream in site.ask("GET", "/v1/stats")["streams"] if stream["id"] == "lobby"]
    return sum(main["dropped"].values())


def the_mouse_places_the_window(site):
    open_view(site)
    site.browser.requests()
    before = lost(site)
    found = place_by_pointer(site, 0.12, 0.18, 0.42, with_finger=False)
    dropped = lost(site) - before
    patches = [at for at, method, url in site.browser.requests()
               if method == "PATCH" and url.endswith("/v1/view")]
    assert patches, "no change was sent"
    closest = min((b - a for a, b in zip(patches, patches[1:])), default=1)
    return "; ".join((
        text(found), f"{len(patches)} changes, {closest * 1000:.0f} ms apart at least",
        site.within(dropped, 0, f"{dropped} pictures of the main view lost")))


def a_change_is_on_the_output_soon(site):
    """A still screen is composed anew for nothing else, and what is composed is shown by the next refresh."""
    site.ask("PATCH", "/v1/view", {"main": "red", "pip": {
        "enabled": True, "stream": "blue", "corner": "top-left", "size": 0.2}})
    waits = []
    try:
        for number in range(20):
            composed = settled(site)
            site.ask("PATCH", "/v1/view", {"pip": {"x": number / 20, "y": 0.5}})
            began = time.monotonic()
            wait_for(lambda: compositions(site) > composed, what="the change is composed", pause=0)
            waits.append(time.monotonic() - began)
    finally:
        site.ask("PATCH", "/v1/view", {"main": "lobby", "pip": {"stream": "door"}})
    refreshes = 1 + max(waits) * 30
    return site.within(refreshes, 2, f"{refreshes:.1f} refreshes after the answer at most")


def compositions(site):
    return sum(site.ask("GET", "/v1/stats")["output"]["compose"]["counts"])


def settled(site):
    """How often the screen was composed, when it has stood still for some refreshes."""
    last = compositions(site)

    def is_still():
        nonlocal last
        time.sleep(0.2)
        before, last = last, compositions(site)
        return before == last
    wait_for(is_still, what="the screen stands still")
    return last


def a_finger_places_the_window(site):
    site.browser.look("light", 360)
    site.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        open_view(site)
        return text(place_by_pointer(site, 0.08, 0.1, 0.45, with_finger=True))
    finally:
        site.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
        site.browser.look()


def a_small_window_is_moved_by_its_middle(site):
    browser = site.browser
    browser.look("light", 360)
    try:
        open_view(site)
        site.ask("PATCH", "/v1/view", {"pip": {"corner": "top-left", "size": 0.1}})
        browser.until("return document.querySelector('pip-box').offsetWidth < 40")
        start = centre(browser.run(RECTS)["box"])
        drag(browser, start, (start[0] + 72, start[1] + 40), with_finger=False)
        wait_for(lambda: window(site)[0] > 0.15, 5, "it has moved")
        assert abs(window(site)[2] - 0.1) < 0.01, window(site)
    finally:
        browser.look()


def keys_place_the_window(site):
    browser = site.browser
    open_view(site)
    left, top, width = window(site)
    browser.run("document.querySelector('pip-box').focus()")
    keys = ActionChains(browser.driver)
    keys.send_keys("]" * 5).perform()
    # A corner holds the window: it grows from there.
    height = (1 - top - 0.02 * 16 / 9) / width
    left, top, width = left - 0.05, top - 0.05 * height, width + 0.05
    is_at(site, left, top, width)
    for _ in range(3):
        keys = ActionChains(browser.driver)
        keys.key_down(Keys.SHIFT).send_keys(Keys.ARROW_LEFT, Keys.ARROW_UP).key_up(Keys.SHIFT)
        keys.send_keys(Keys.ARROW_RIGHT).perform()
    found = is_at(site, left - 0.12, top - 0.15, width)
    main = site.ask("GET", "/v1/view")["main"]
    ActionChains(browser.driver).send_keys("s").perform()
    wait_for(lambda: site.ask("GET", "/v1/view")["main"] != main, what="the streams are swapped")
    ActionChains(browser.driver).send_keys("p").perform()
    wait_for(lambda: not site.ask("GET", "/v1/view")["pip"]["enabled"], what="the window is away")
    browser.until("return document.querySelector('pip-box').hidden")
    ActionChains(browser.driver).send_keys("p").perform()
    wait_for(lambda: site.ask("GET", "/v1/view")["pip"]["enabled"], what="the window is back")
    return text(found)


def controls_place_the_window(site):
    try:
        place_by_controls(site)
    finally:
        site.ask("PATCH", "/v1/view", {"main": "lobby"})


def place_by_controls(site):
    browser = site.browser
    open_view(site)
    browser.run("document.querySelector('[value=top-left]').click()")
    wait_for(lambda: site.ask("GET", "/v1/view")["pip"].get("corner") == "top-left", what="the corner")
    browser.run("const size = document.querySelector('#pip-size'); size.value = 40;"
                "size.dispatchEvent(new Event('input'))")
    wait_for(lambda: abs(window(site)[2] - 0.4) <= 0.01, what="the size")
    browser.run("const main = document.querySelector('#main-stream'); main.value = 'pattern';"
                "main.dispatchEvent(new Event('change'))")
    wait_for(lambda: site.ask("GET", "/v1/view")["main"] == "pattern", what="the stream")


def text(found):
    return "left {:.3f}, top {:.3f}, width {:.3f}".format(*found)


def the_last_of_many_values_is_sent(site):
    site.browser.open(site.url)
    sent = site.browser.run_async("""
        const { Latest } = await import('/assets/throttle.js');
        let now = 0;
        const timers = [];
        const sent = [];
        const latest = new Latest((value) => { sent.push([now, value]); }, 100, {
            now: () => now, after: (ms, then) => timers.push([now + ms, then]) });
        for (let n = 0; n <= 25; n += 1) {
            now = n * 10;
            while (timers.length && timers[0][0] <= now) { timers.shift()[1](); await null; }
            if (n <= 23) latest.push(n);
            await null; await null; await null;
        }
        while (timers.length) { [[now]] = [timers[0]]; timers.shift()[1](); await null; await null; }
        await latest.settled();
        return sent;""")
    times = [at for at, _ in sent]
    assert all(b - a >= 100 for a, b in zip(times, times[1:])), sent
    assert sent[0] == [0, 0] and sent[-1][1] == 23, sent
    return f"{len(sent)} of 24"


def a_snapshot_is_shown_to_everyone(site):
    browser = site.browser
    browser.open(site.url)
    browser.until("return document.querySelector('#connection').dataset.state === 'live'")
    browser.run("document.querySelector('.controls .primary').click()")
    # What is saved is the screen as it was, not the small picture that goes to everyone.
    browser.until("return document.querySelector('.toast.picture img')?.naturalWidth === arguments[0]", SCREEN["width"])
    assert browser.run("return document.querySelector('.toast a').href === document.querySelector('.toast img').src")
    # Another client's, too.
    site.ask("POST", "/v1/streams/door/screenshot?event=true", {})
    browser.until("return [...document.querySelectorAll('.toast.picture span')].some((e) => e.textContent.includes('of door'))")
    complaints = browser.complaints()
    assert not complaints, complaints


def a_show_is_told_of_and_ended(site):
    browser = site.browser
    open_view(site)
    browser.run("document.querySelector('[title=\"Show door for a time\"]').click()")
    fill_in(browser, seconds="600")
    browser.until(r"return /^door for a time\s+(10:00|9:5\d) left/.test(document.querySelector('.show').innerText)")
    left = browser.run("return document.querySelector('.show strong').innerText")
    browser.until("return document.querySelector('.show strong').innerText !== arguments[0]", left)
    browser.run("document.querySelector('.show button').click()")
    browser.until("return document.querySelector('.show').innerText === ''")
    assert "show" not in site.ask("GET", "/v1/view")


def fill_in(browser, **values):
    """Answers the dialog that is open, and waits until it was taken."""
    browser.until("return document.querySelector('dialog[open] form')")
    for name, value in values.items():
        browser.run("document.querySelector(`dialog[open] [name=${arguments[0]}]`).value = arguments[1]", name, value)
    browser.run("document.querySelector('dialog[open] form').requestSubmit()")
    browser.until("return !document.querySelector('dialog[open]')")


def a_message_is_said(site):
    browser = site.browser
    open_view(site)
    browser.run("document.querySelector('[aria-label^=Say]').click()")
    fill_in(browser, text="Doors open at nine", seconds="600", level="warning")
    try:
        assert site.ask("GET", "/v1/messages") == {"shown": "Doors open at nine", "waiting": 0}
    finally:
        site.ask("DELETE", "/v1/messages")


def a_swipe_brings_the_next_item(site):
    browser = site.browser
    site.ask("POST", "/v1/playlists/reels/play", {"item": "1"})
    browser.open(site.url)
    site.panel("reels")
    title = "return document.querySelector('.reel h3').textContent.slice(1, -1)"
    browser.until(f"{title} === 'one.mp4'")
    where = "return document.querySelector('reel-strip .state').textContent"
    browser.until(f"{where} === 'Not on the screen'")
    site.ask("PATCH", "/v1/view", {"pip": {"stream": "reels"}})
    browser.until(f"{where} === 'On the screen'")
    site.ask("PATCH", "/v1/view", {"pip": {"stream": "door"}})
    card = browser.run("const r = document.querySelector('.reel').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]")
    middle = card[1] + card[3] / 3
    drag(browser, (card[0] + card[2] * 0.8, middle), (card[0] + card[2] * 0.2, middle), False)
    browser.until(f"{title} === 'two.mp4'")
    drag(browser, (card[0] + card[2] * 0.2, middle), (card[0] + card[2] * 0.8, middle), False)
    browser.until(f"{title} === 'one.mp4'")


def what_is_discovered_is_played(site):
    try:
        discover(site)
    finally:
        site.ask("PATCH", "/v1/view", {"main": "lobby"})
        if any(found["id"] == "found" for found in site.ask("GET", "/v1/playlists")["playlists"]):
            site.ask("DELETE", "/v1/playlists/found")


def discover(site):
    browser = site.browser
    site.ask("PATCH", "/v1/view", {"main": "lobby"})
    wait_for(lambda: site.ask("GET", "/v1/discover")["latest"], 60, "the feed was read")
    browser.open(site.url)
    site.panel("reels")
    browser.until("return document.querySelectorAll('.chip').length >= 3")
    browser.run("document.querySelector('.chips').scrollIntoView()")
    browser.picture("discover-light-1280")
    browser.run("[...document.querySelectorAll('.chip')].find((e) => e.textContent.includes('news')).click()")
    browser.until("return document.querySelectorAll('.found-list li').length === 1")
    browser.run("const input = document.querySelector('discover-list input'); input.value = 'mov';"
                "input.dispatchEvent(new Event('input'))")
    browser.until("return document.querySelector('.found-list')?.textContent.includes('A moving pattern')")
    browser.hold("GET /v1/playlists", "model.refresh('playlists')")
    browser.run("document.querySelector('.found-list button').click()")
    wait_for(lambda: site.ask("GET", "/v1/view")["main"] == "found", what="it is in the main view")
    is_shown = "return document.querySelector('.reel h3').textContent.includes('A moving pattern')"
    browser.until(is_shown)
    browser.let_go()
    assert browser.run(is_shown), "an older answer takes it away"


READER = """
    const DIGITS = [
        '01110100011001110101110011000101110', '00100011001010000100001000010011111',
        '01110100010000100110010001000011111', '11111000100010000010000011000101110',
        '00010001100101010010111110001000010', '11111100001111000001000011000101110',
        '00110010001000011110100011000101110', '11111000010001000010001000010000100',
        '01110100011000101110100011000101110', '01110100011000101111000010001001100'];
    // Where the counter is in a picture of 640 by 360, in pixels.
    const [LEFT, TOP, DOT] = [127, 96, 11];
    window.readCounter = (context) => {
        const { data } = context.getImageData(LEFT, TOP, 35 * DOT, 7 * DOT);
        let number = 0;
        for (let digit = 0; digit < 6; digit += 1) {
            let dots = '';
            for (let row = 0; row < 7; row += 1) for (let column = 0; column < 5; column += 1) {
                const x = (digit * 6 + column) * DOT + 5, y = row * DOT + 5;
                dots += data[(y * 35 * DOT + x) * 4 + 1] > 128 ? '1' : '0';
            }
            const value = DIGITS.indexOf(dots);
            if (value < 0) return null;
            number = number * 10 + value;
        }
        return number;
    };"""


def the_preview_is_of_now(site):
    """The number in the page's canvas, beside the position that the daemon says."""
    browser = site.browser
    site.ask("PATCH", "/v1/view", {"main": "pattern", "pip": {"enabled": False}})
    browser.open(site.url)
    browser.run(READER)
    try:
        answer = browser.run_async("""
            const preview = document.querySelector('screen-view').preview;
            const context = document.querySelector('canvas').getContext('2d');
            const seen = [];
            preview.addEventListener('picture', () => {
                const number = readCounter(context);
                if (number) seen.push([performance.now() / 1000, number]);
            });
            const offsets = [];
            const end = performance.now() + 20_000;
            while (seen.length < 60 && performance.now() < end) {
                const before = performance.now();
                const { position_seconds } = await (await fetch('/v1/streams/pattern')).json();
                offsets.push(position_seconds - (before + performance.now()) / 2000);
                await new Promise((done) => setTimeout(done, 40));
            }
            return { seen, offsets };""")
    finally:
        site.ask("PATCH", "/v1/view", {"main": "lobby", "pip": {"enabled": True}})
    assert len(answer["seen"]) >= 10, f"{len(answer['seen'])} pictures could be read"
    offset = statistics.median(answer["offsets"])
    lags = sorted(at + offset - number / 30 for at, number in answer["seen"])
    seconds = answer["seen"][-1][0] - answer["seen"][0][0]
    rate, p95 = (len(lags) - 1) / seconds, lags[int(len(lags) * 0.95)]
    return site.within(p95, 0.2, f"p50 {statistics.median(lags) * 1000:.0f} ms,"
                                 f" p95 {p95 * 1000:.0f} ms at {rate:.1f} fps")


VIEW = (the_mouse_places_the_window, a_change_is_on_the_output_soon, a_finger_places_the_window, a_small_window_is_moved_by_its_middle, keys_place_the_window,
        controls_place_the_window, the_last_of_many_values_is_sent,
        a_snapshot_is_shown_to_everyone, a_show_is_told_of_and_ended, a_message_is_said, a_swipe_brings_the_next_item,
        what_is_discovered_is_played, the_preview_is_of_now)
