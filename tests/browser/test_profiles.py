"""A profile contains nothing from an earlier test, and records errors."""

import os
import signal

from driver import IDLE, open_page, serve, wait_for_run
from playwright.sync_api import Page, expect
from profiles import Profiles, listeners

from tests.live_encoder import site

WRITE = """async () => {
    localStorage.setItem("kept", "1");
    sessionStorage.setItem("kept", "1");
    document.cookie = "kept=1";
    await new Promise((done) => { indexedDB.open("kept").onsuccess = done; });
    await caches.open("kept");
    addEventListener("pagehide", () => sessionStorage.setItem("left", "1"));
}"""
FOUND = """async () => [
    Object.keys(localStorage), Object.keys(sessionStorage), document.cookie, history.length,
    await indexedDB.databases(), await caches.keys(), innerWidth, matchMedia("(prefers-color-scheme: dark)").matches,
]"""


def test_a_page_does_not_rest_before_the_server_has_begun_what_was_asked(page: Page) -> None:
    # A server that no other test waits for.
    with serve() as server:
        open_page(page, server, "Vocabulary")
        os.kill(server.pid, signal.SIGSTOP)
        try:
            page.get_by_role("radio", name="id", exact=True).click()
            page.wait_for_function("() => window.askedAt !== undefined", polling=50)
            # Streamlit's frontend knows nothing of it yet.
            app = page.get_by_test_id("stApp")
            expect(app).to_have_attribute("data-test-script-state", "notRunning")
            assert not page.evaluate(IDLE)
        finally:
            os.kill(server.pid, signal.SIGCONT)
        wait_for_run(page)
        assert page.evaluate("window.askedAt") is None
        page.goto("about:blank")


def use(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate(WRITE)
    page.route("**/*", lambda route: route.abort())
    page.on("request", lambda request: None)
    page.context.grant_permissions(["clipboard-read"])
    page.context.new_page()
    page.context.set_offline(True)


def test_nothing_of_a_test_is_left_for_the_next(profiles: Profiles) -> None:
    kept = list(profiles.kept)
    profiles.kept.clear()
    with site() as address:
        profile = profiles.lend(viewport={"width": 600, "height": 400}, color_scheme="dark")
        profile.page.goto(address)
        as_new = profile.page.evaluate(FOUND)
        assert as_new[-2:] == [600, True]
        use(profile.page, address)
        profile.page.context.set_offline(False)
        profile.page.unroute_all()
        assert profile.page.evaluate(FOUND) != as_new
        profile.page.context.set_offline(True)
        profiles.take_back(profile)

        again = profiles.lend()
        assert again is profile
        assert listeners(again.page) == again.listeners
        again.page.goto(address)
        assert again.page.evaluate(FOUND) == [*as_new[:-2], 1280, False]
        assert len(again.context.pages) == 1
        profiles.take_back(again)
    profiles.kept += kept


def test_nothing_is_left_at_an_address_that_a_test_has_gone_away_from(profiles: Profiles) -> None:
    profile = profiles.lend()
    with site() as address, site() as another:
        profile.page.goto(address)
        as_new = profile.page.evaluate(FOUND)
        for later in ("about:blank", another):
            profile.page.goto(address)
            profile.page.evaluate(WRITE)
            profile.page.goto(later)
            profiles.take_back(profile)
            assert profiles.lend() is profile
            profile.page.goto(address)
            assert profile.page.evaluate(FOUND) == as_new
    profiles.take_back(profile)


def test_a_profile_outlives_a_server_that_was_stopped(profiles: Profiles) -> None:
    profile = profiles.lend()
    with site() as address:
        profile.page.goto(address)
        as_new = profile.page.evaluate(FOUND)
        profile.page.evaluate(WRITE)
    profiles.take_back(profile)
    again = profiles.lend()
    assert again is profile
    # Another server at the same address finds nothing from the previous server.
    again.page.route(f"{address}**", lambda route: route.fulfill(content_type="text/html", body=""))
    again.page.goto(address)
    assert again.page.evaluate(FOUND) == as_new
    profiles.take_back(again)


def test_what_cannot_be_taken_from_a_page_is_not_lent_again(profiles: Profiles) -> None:
    for change in (
        lambda page: page.route_web_socket("**/*", lambda route: None),
        lambda page: page.expose_function("stays", lambda: None),
    ):
        profile = profiles.lend()
        change(profile.page)
        profiles.take_back(profile)
        assert profile not in profiles.kept
        assert profile.page.is_closed()


def test_another_kind_is_another_profile_and_one_that_was_closed_is_not_lent(profiles: Profiles) -> None:
    phone = profiles.lend(is_mobile=True, viewport={"width": 390, "height": 844})
    laptop = profiles.lend()
    assert phone.context is not laptop.context
    laptop.context.close()
    profiles.take_back(laptop)
    profiles.take_back(phone)
    assert laptop not in profiles.kept
    assert profiles.lend(is_mobile=True) is phone
    profiles.take_back(phone)
