"""What the page makes of answers that come late, or not at all."""
from checks_page import IS_LIVE, OPEN_DIALOG
from checks_picker import TILE, TOTAL, open_picker
from checks_view import open_view
from daemon import wait_for


def a_late_refusal_ends_no_session(site):
    """What was asked before somebody signed in says nothing of that."""
    browser = site.browser
    browser.open(site.url)
    browser.until(IS_LIVE)
    browser.hold("GET /v1/streams", "model.refresh('streams')")
    browser.cdp("Network.clearBrowserCookies")
    try:
        browser.until(OPEN_DIALOG)
        browser.run("location.hash = arguments[0]", f"#t={site.daemon.token('admin')}")
        browser.until("return !document.querySelector('dialog[open]')")
        browser.let_go(401)
        assert not browser.run(OPEN_DIALOG), "it has to sign in again"
        browser.until(IS_LIVE)
    finally:
        site.sign_in()


def an_older_answer_undoes_no_change(site):
    """Whether it is that to a question, or to a change before."""
    browser = site.browser
    try:
        for older in ("model.refresh('view')", "changeView({ main: 'red' })"):
            open_view(site)
            question = "GET" if "refresh" in older else "PATCH"
            browser.hold(f"{question} /v1/view", older)
            browser.run_async("""
                const { model } = await import('/assets/model.js');
                const { changeView } = await import('/assets/actions.js');
                await changeView({ main: 'pattern' });
                window.seen = [];
                model.addEventListener('view', () => seen.push(model.view.main));""")
            browser.let_go()
            seen = browser.run("return seen")
            assert set(seen) <= {"pattern"}, f"after {older} it is {seen}"
    finally:
        site.ask("PATCH", "/v1/view", {"main": "lobby"})


def the_window_waits_for_the_screens_size(site):
    """It has no place before that is known, and is asked for again; reading all every 15 s would do that, too, and is left out."""
    browser = site.browser
    site.ask("PATCH", "/v1/view", {"pip": {"enabled": True, "stream": "door"}})
    script = browser.cdp("Page.addScriptToEvaluateOnNewDocument", source="""
        const [ask, every] = [window.fetch, window.setInterval];
        window.isAway = true;
        window.fetch = (path, ...others) => isAway && path === '/v1/status'
            ? Promise.resolve(new Response('{}', { status: 503 })) : ask(path, ...others);
        window.setInterval = (act, pause) => (pause < 15_000 ? every(act, pause) : 0);""")
    try:
        browser.open(site.url)
        browser.until(IS_LIVE)
        browser.until("return document.querySelector('#pip-shown').checked")
        assert browser.run("return document.querySelector('pip-box').hidden")
        browser.run("isAway = false")
        browser.until("return document.querySelector('pip-box').offsetWidth > 0")
    finally:
        browser.cdp("Page.removeScriptToEvaluateOnNewDocument", **script)
        browser.driver.get("about:blank")


def a_deleted_playlist_stays_away(site):
    """It is deleted before what was found of it is played."""
    browser = site.browser
    wait_for(lambda: site.ask("GET", "/v1/discover")["latest"], 60, "the feed was read")
    browser.open(site.url)
    site.panel("reels")
    browser.until("return document.querySelector('.found-list button')")
    browser.hold("PUT /v1/playlists/found", "document.querySelector('.found-list button').click()")
    site.ask("DELETE", "/v1/playlists/found")
    browser.run_async("""
        const { model } = await import('/assets/model.js');
        window.taken = [];
        model.takePlaylist = (list) => taken.push(list);""")
    browser.let_go()
    browser.until("return document.querySelector('.toast.bad')")
    taken = browser.run("return taken")
    assert not taken, taken
    # It may have been read while it was there.
    browser.until("return ![...document.querySelectorAll('reel-strip option')].some(({ value }) => value === 'found')")


#: From now on the library cannot be read while `isAway` is true.
GO_AWAY = """
    const ask = window.fetch;
    window.isAway = true;
    window.fetch = (path, ...others) => isAway && path.startsWith('/v1/library/assets?')
        ? Promise.resolve(new Response('{}', { status: 503 })) : ask(path, ...others);"""


def a_choice_outlives_a_reading(site):
    """What is picked while the library is read anew is kept, and seen again where that reading failed."""
    browser = site.browser
    open_picker(site)
    browser.hold("GET /v1/library/assets",
                 "document.querySelector('media-picker').hear({ type: 'library-changed' })")
    asset = browser.run("const tile = document.querySelector('.tile[data-index=\"1\"]');"
                        "tile.click(); return tile.dataset.asset")
    browser.until(TILE + "?.dataset.badge === '1'", asset, what="what was picked is kept")
    browser.run(GO_AWAY)
    browser.let_go(503)
    browser.until("return !document.querySelector('.tile')")
    browser.run("isAway = false")
    browser.until(TILE + "?.dataset.badge === '1'", asset, what="the library is read again by itself")
    browser.run("document.querySelector('.picker-head .plain:not([hidden])').click()")
    browser.until(f"{TOTAL} === 'Total Duration 0:00'")


def a_list_goes_on_where_it_failed(site):
    """Deep down nothing moves meanwhile, and what is shown of another search is dimmed until that has an answer."""
    browser = site.browser
    open_picker(site)
    browser.until("return document.querySelector('tile-grid').length > 10_000")
    place = "return [document.querySelector('tile-grid').scrollTop, document.querySelector('tile-grid').length]"
    browser.run(GO_AWAY)
    browser.run("document.querySelector('tile-grid').scrollTop = 20_000")
    before = browser.run(place)
    note = "document.querySelector('.picker-note').textContent"
    browser.until(f"return {note} === 'The daemon answered 503.'")
    assert browser.run(place) == before, "what failed moves what is shown"
    browser.run("isAway = false")
    browser.until("return [...document.querySelectorAll('.tile')].every((tile) => tile.dataset.asset)")
    assert browser.run(f"return {note}") == ""
    assert browser.run(place) == before, "what is read moves what is shown"
    is_old = "return document.querySelector('tile-grid').ariaBusy === 'true'"
    browser.hold("GET /v1/library/assets", "const input = document.querySelector('.search input');"
                 "input.value = 'garden'; input.dispatchEvent(new Event('input'))")
    assert browser.run(is_old)
    browser.let_go()
    assert not browser.run(is_old)


LATE = (a_late_refusal_ends_no_session, an_older_answer_undoes_no_change, the_window_waits_for_the_screens_size,
        a_deleted_playlist_stays_away, a_choice_outlives_a_reading, a_list_goes_on_where_it_failed)
