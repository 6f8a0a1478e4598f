"""The media picker: ten thousand items, the rule of the daemon, and what is shown in the end."""
import re

from daemon import wait_for
from library import CLIPS, PICTURES, is_whole
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

TOTAL = "return document.querySelector('.total').textContent"
NODES = "return document.querySelectorAll('tile-grid *').length"
ALL_NODES = "return document.querySelectorAll('media-picker *').length"
TILE = "return document.querySelector(`[data-asset='${arguments[0]}']`)"
IS_DONE = "return !document.querySelector('.picker-foot .primary').disabled"
IS_SETTLED = "return document.querySelector('.why').textContent"


def open_picker(site):
    wait_for(lambda: is_whole(site.ask), 120, "the library was gone through")
    site.browser.open(site.url)
    site.panel("library")
    site.browser.until("return document.querySelectorAll('.tile[aria-disabled=false]').length > 10")


def ten_thousand_items_scroll(site):
    browser = site.browser
    most = 0
    for width in (360, 1280):
        browser.look("dark", width)
        open_picker(site)
        total = PICTURES + len(CLIPS)
        browser.until("return document.querySelector('tile-grid').length === arguments[0]", total)
        for _ in range(12):
            browser.run("const grid = document.querySelector('tile-grid'); grid.scrollTop += grid.scrollHeight / 10")
            browser.run_async("await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame)")
            browser.until("return [...document.querySelectorAll('.tile')].every((tile) => tile.dataset.asset)", seconds=30)
            most = max(most, browser.run(ALL_NODES))
        last = browser.run("return Math.max(...[...document.querySelectorAll('.tile')].map((tile) => Number(tile.dataset.index)))")
        assert last == total - 1, f"the last one is {last}"
        browser.until("return document.querySelectorAll('.tile img.loaded').length > 5", seconds=30)
        browser.picture(f"picker-end-dark-{width}")
    browser.look()
    assert most <= 200, f"{most} nodes"
    return f"{total} items, {most} nodes at most in the whole picker"


def find(site, text, name=None):
    """Searches as one types, picks one that has that in its name, and tells its ID."""
    browser = site.browser
    browser.run("const input = document.querySelector('.search input'); if (input.value === arguments[0]) return;"
                "input.value = arguments[0]; input.dispatchEvent(new Event('input'))", text)
    # In one script: the list of another letter may come between two.
    return browser.until("""
        const found = (label) => label.includes(arguments[0]) && label.includes(arguments[1]);
        const tile = [...document.querySelectorAll('.tile[aria-disabled=false]')]
            .find((tile) => found(tile.getAttribute('aria-label') ?? ''));
        tile?.click();
        return tile?.dataset.asset;""", text, name or "")


def small_pictures_wait_for_an_answer(site):
    """What did not come without a network comes with it, and nothing is asked for behind the dialog for signing in."""
    browser = site.browser
    open_picker(site)
    browser.cdp("Network.setCacheDisabled", cacheDisabled=True)
    try:
        scroll(browser, 6000)
        browser.until(ALL_LOADED)
        link(browser, offline=True)
        scroll(browser, 4000)
        browser.until("return document.querySelector('.tile').dataset.asset && !document.querySelector('.tile img[src]')"
                      " && document.querySelector('#connection').dataset.state !== 'live'")
        link(browser, offline=False)
        browser.until(ALL_LOADED)
        asked = browser.run_async("""
            window.session = (await import('/assets/api.js')).session;
            session.dispatchEvent(new CustomEvent('needed'));
            document.querySelector('tile-grid').scrollTop = 2000;
            await new Promise((done) => setTimeout(done, 500));
            return [document.querySelector('.tile').dataset.asset, document.querySelectorAll('.tile img[src]').length];""")
        assert asked[0] and not asked[1], asked
        browser.run("session.dispatchEvent(new CustomEvent('begun', { detail: localStorage.session }))")
        browser.until(ALL_LOADED)
    finally:
        link(browser, offline=False)
        browser.cdp("Network.setCacheDisabled", cacheDisabled=False)


ALL_LOADED = """
    const images = [...document.querySelectorAll('.tile img')];
    return images.length && images.every((image) => image.classList.contains('loaded'));"""


def scroll(browser, top):
    browser.run("document.querySelector('tile-grid').scrollTop = arguments[0]", top)


def link(browser, offline):
    browser.cdp("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)


def done_follows_the_rule(site):
    browser = site.browser
    open_picker(site)
    cases = (("just-short", "0:04", "0:04.999"), ("garden", "0:05", ""),
             ("just-whole", "20:00", ""), ("just-long", "20:00", "20:00.001"))
    for text, total, refused in cases:
        is_valid = not refused
        find(site, text, "IMG" if text == "garden" else None)
        browser.until(f"{TOTAL} === arguments[0]", f"Total Duration {total}")
        browser.until(f"return document.querySelector('.picker-foot .primary').disabled === {str(not is_valid).lower()}")
        why = browser.run(IS_SETTLED)
        assert is_valid or why == f"{refused} selected; 0:05 to 20:00 are accepted", why
        if not is_valid:
            browser.picture(f"picker-{text}")
        browser.run("document.querySelector('.picker-head .plain:not([hidden])').click()")
        browser.until(f"{TOTAL} === 'Total Duration 0:00'")
        assert not browser.run(IS_DONE)
    # Twelve seconds and what is just too short are valid together, and numbered in their order.
    find(site, "twelve")
    second = find(site, "just-short")
    browser.until(f"{TOTAL} === 'Total Duration 0:16'")
    assert browser.run(TILE + ".dataset.badge", second) == "2"
    assert browser.run(IS_DONE)
    return ", ".join(f"{text} {'disabled' if refused else 'enabled'}" for text, _, refused in cases)


def a_broken_item_is_no_dead_end(site):
    """As the newest it is the first that the keyboard comes to."""
    browser = site.browser
    file = site.folder / "tree" / "clips" / "VID_20991231_235959_broken.mp4"
    file.write_bytes(b"nothing of a video")
    try:
        wait_for(lambda: any(clip["state"] == "failed" for clip in
                             site.ask("GET", "/v1/library/assets?type=video")["assets"]), 120, "it is known")
        browser.open(site.url)
        site.panel("library")
        first = "document.querySelector('.tile[data-index=\"0\"]')"
        browser.until(f"return {first}?.dataset.length === 'broken'")
        assert browser.run(f"return {first}.ariaDisabled === 'true' && {first}.ariaLabel.includes('broken')")
        browser.run("document.querySelector('tile-grid [tabindex=\"0\"]').focus()")
        browser.picture("picker-broken")
        why, room = browser.run("const { textContent, scrollWidth, clientWidth } = document.querySelector('.picked-name');"
                                "return [textContent, clientWidth - scrollWidth]")
        assert "broken: it is " in why and str(file.parent) not in why and room >= 0, (why, room)
        ActionChains(browser.driver).send_keys(Keys.ENTER, Keys.ARROW_RIGHT, Keys.ENTER).perform()
        browser.until("return document.querySelector('.tile[data-index=\"1\"]').dataset.badge === '1'")
        assert not browser.run(f"return {first}.dataset.badge"), "it can be picked"
    finally:
        file.unlink()
        wait_for(lambda: is_whole(site.ask), 120, "it is gone")


def everything_can_be_selected(site):
    browser = site.browser
    open_picker(site)
    browser.run("document.querySelector('.picker-head .plain').click()")
    browser.until(f"{TOTAL}.match(/^Total Duration 8[4-9]\\d:\\d\\d$/)", seconds=30)
    assert not browser.run(IS_DONE)
    why = browser.run(IS_SETTLED)
    assert re.fullmatch(r"14:\d\d:\d\d(\.\d+)? selected; 0:05 to 20:00 are accepted", why), why
    return why


def a_long_choice_goes_in_parts(site):
    """The daemon takes 500 IDs at a time: of what is the first choice, and of what is left out of all and put back."""
    open_picker(site)
    counts = site.browser.run_async("""
        const { Selection } = await import('/assets/selection.js');
        const ids = [];
        let cursor = '';
        while (ids.length < 1000) {
            const page = await (await fetch(`/v1/library/assets?${new URLSearchParams({ limit: 500, ...(cursor && { cursor }) })}`)).json();
            ids.push(...page.assets.map(({ id }) => id));
            cursor = page.next_cursor;
        }
        const selection = new Selection();
        const counts = [];
        selection.addEventListener('problem', ({ detail }) => counts.push(detail.message));
        const count = async () => {
            await selection.assets(1);
            counts.push(selection.report.count);
        };
        selection.addRange(ids, {});
        await count();
        selection.selectAll({});
        selection.addRange(ids, {});
        await count();
        return counts;""")
    assert counts == [1000, PICTURES + len(CLIPS)], counts


def what_was_picked_is_on_the_screen(site):
    browser = site.browser
    site.ask("PATCH", "/v1/view", {"main": "lobby", "pip": {"enabled": False}})
    open_picker(site)
    find(site, "garden", "IMG")
    browser.until(IS_DONE)
    browser.run("document.querySelector('.picker-foot .primary').click()")
    browser.until("return document.querySelector('.review-list img.loaded')")
    wanted = browser.run(COLOUR, ".review-list img")
    browser.run("document.querySelector('.review .primary').click()")
    wait_for(lambda: site.ask("GET", "/v1/view")["main"] != "lobby", what="it is in the main view")
    browser.until(f"""
        const colour = (function () {{ {COLOUR} }})("canvas");
        return colour.every((part, n) => Math.abs(part - arguments[0][n]) < 24)""",
        wanted, what=f"the preview has the colour {wanted}")
    browser.picture("picked-light-1280")
    site.panel("reels")
    browser.until("return document.querySelector('reel-strip select').value === 'library'"
                  " && document.querySelector('reel-strip .state').textContent === 'On the screen'",
                  what="its playlist is the one to swipe through")
    site.ask("PATCH", "/v1/view", {"main": "lobby", "pip": {"enabled": True}})
    return f"colour {wanted}"


#: The colour in the middle of an image or a canvas.
COLOUR = """
    const source = document.querySelector(arguments[0]);
    const small = document.createElement('canvas');
    small.width = small.height = 9;
    const context = small.getContext('2d');
    context.drawImage(source, 0, 0, 9, 9);
    return [...context.getImageData(4, 4, 1, 1).data.slice(0, 3)];"""


def buttons_stay_below_a_long_choice(site):
    browser = site.browser
    browser.look("dark", 360)
    try:
        open_picker(site)
        browser.run("document.querySelector('.picker-head .plain').click()")
        browser.until(f"{TOTAL} !== 'Total Duration 0:00'")
        # Done is not for so many.
        browser.run("const done = document.querySelector('.picker-foot .primary'); done.disabled = false; done.click()")
        browser.until("return document.querySelectorAll('.review-list img.loaded').length > 8")
        browser.picture("review-long-dark-360")
        length, height, bottom = browser.run("""
            const { scrollHeight, clientHeight } = document.querySelector('dialog[open]');
            return [scrollHeight, clientHeight, document.querySelector('.review .primary').getBoundingClientRect().bottom];""")
        assert length > height, "it is not long"
        assert bottom <= 740, f"what is to be pressed ends at {bottom}"
    finally:
        browser.look()


def favourites_are_kept(site):
    browser = site.browser
    open_picker(site)
    asset = find(site, "", "IMG")
    browser.until(TILE + "?.getAttribute('aria-pressed') === 'true'", asset)
    browser.run("document.querySelector('.picked .plain').click()")
    browser.until(TILE + "?.dataset.length.includes('★')", asset)
    wait_for(lambda: site.ask("GET", "/v1/library/assets?favourite=true")["assets"], what="a favourite")
    browser.run("document.querySelector('.album').click()")
    browser.until("return document.querySelector('dialog .album-entry')")
    browser.run("[...document.querySelectorAll('.album-entry')].find((e) => e.textContent.includes('Favourites')).click()")
    browser.until("return document.querySelectorAll('.tile').length === 1")


PICKER = (ten_thousand_items_scroll, small_pictures_wait_for_an_answer, done_follows_the_rule, a_broken_item_is_no_dead_end, everything_can_be_selected,
          a_long_choice_goes_in_parts,
          what_was_picked_is_on_the_screen, buttons_stay_below_a_long_choice, favourites_are_kept)
