"""A profile contains nothing from an earlier test, and records errors."""

from collections.abc import Callable

from driver import Server, open_page, text_box, until
from playwright.sync_api import Page, WebSocketRoute
from profiles import ASKED, Profiles, listeners
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

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


def test_the_messages_that_a_page_waits_for_have_the_numbers_of_streamlits_protocol() -> None:
    asked, begun = (message.DESCRIPTOR.fields_by_name for message in (BackMsg, ForwardMsg))
    assert f"RERUN = ({asked['rerun_script'].number} << 3) | 2" in ASKED
    assert f"NEW_SESSION = {begun['new_session'].number};" in ASKED


def test_a_run_that_was_asked_for_is_noted_also_where_a_test_routes_the_connection(
    new_page: Callable[..., Page], server: Server
) -> None:
    page, held = new_page(), list[str | bytes]()

    def connect(socket: WebSocketRoute) -> None:
        to_server = socket.connect_to_server()
        socket.on_message(lambda message: held.append(message) if holds else to_server.send(message))

    holds = False
    page.route_web_socket("**/_stcore/stream", connect)
    open_page(page, server, "Train")
    assert page.evaluate("window.askedAt") is None
    holds = True
    text_box(page).fill("asked for")
    until(page, lambda: len(held), expected=1)
    assert page.evaluate("window.askedAt") is not None


def test_nothing_of_a_test_is_left_for_the_next(profiles: Profiles) -> None:
    kept = list(profiles.kept)
    profiles.kept.clear()
    with site() as address:
        profile = profiles.lend(viewport={"width": 600, "height": 400}, color_scheme="dark")
        profile.page.goto(address)
        as_new = profile.page.evaluate(FOUND)
        assert as_new[-2:] == [600, True]
        profile.page.goto(address)
        profile.page.evaluate(WRITE)
        assert profile.page.evaluate(FOUND) != as_new
        profile.page.route("**/*", lambda route: route.abort())
        profile.page.on("request", lambda request: None)
        profile.context.grant_permissions(["clipboard-read"])
        profile.context.new_page()
        profile.context.set_offline(True)
        profiles.take_back(profile)

        again = profiles.lend()
        assert again is profile
        assert listeners(again.page) == again.listeners
        again.page.goto(address)
        assert again.page.evaluate(FOUND) == [*as_new[:-2], 1280, False]
        assert len(again.context.pages) == 1
        profiles.take_back(again)
    profiles.kept += kept


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
