"""Profiles of a Chromium, each lent to one test at a time and cleared afterwards.

In a new profile, a page of the app takes three times the CPU time: a used profile keeps the page's process,
in which its scripts are compiled.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from driver import PATIENCE_SECONDS
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, ViewportSize

LAPTOP = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
# Options that are set on an existing page for every test. Any other option makes another kind of profile.
ON_THE_PAGE = {
    "viewport": LAPTOP,
    "color_scheme": "light",
    "reduced_motion": "no-preference",
    "forced_colors": "none",
}
# Streamlit's placeholders shimmer; drawing this without a graphics card, sixty times a second, takes an
# eighth of a page's time.
NO_SHIMMER = """
{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-testid$="keleton"], [data-testid$="keleton"] * { animation: none !important }');
    document.adoptedStyleSheets.push(sheet);
}
"""
# Records the timers of components that have not fired yet, up to the half second after which the text box sends again
# what met a run, so that `wait_for_run` need not wait for the longest possible delay after every action.
SHORT_TIMERS = """
{
    const { setTimeout, clearTimeout } = window;
    const waiting = (window.shortTimers = new Set());
    window.setTimeout = (act, delay, ...given) => {
        if (typeof act !== "function" || !(delay >= 100 && delay <= 500)) return setTimeout(act, delay, ...given);
        const timer = setTimeout(() => {
            waiting.delete(timer);
            window.firedAt = performance.now();
            act(...given);
        }, delay);
        waiting.add(timer);
        return timer;
    };
    window.clearTimeout = (timer) => {
        waiting.delete(timer);
        clearTimeout(timer);
    };
}
"""
# Notes since when the server has not begun a run that was asked for: Streamlit's frontend counts as resting until
# the server has begun, which takes long on a busy machine. Two that were asked for before the first has begun may become
# one or two. Messages are those of its protocol (protobuf).
ASKED = """
{
    const RERUN = (11 << 3) | 2, NEW_SESSION = 4;
    const heard = new WeakSet();
    const begins = (bytes) => {
        let at = 0;
        const number = () => {
            let value = 0;
            for (let place = 1; ; place *= 128) {
                const byte = bytes[at++];
                value += (byte & 127) * place;
                if (!(byte & 128)) return value;
            }
        };
        while (at < bytes.length) {
            const tag = number();
            if (tag >> 3 === NEW_SESSION) return true;
            if ((tag & 7) !== 2) return false;
            const length = number();
            at += length;
        }
        return false;
    };
    const listen = (socket) => {
        if (heard.has(socket)) return;
        heard.add(socket);
        socket.addEventListener("close", () => { window.askedAt = undefined; });
        socket.addEventListener("message", ({ data }) => {
            if (data instanceof ArrayBuffer && begins(new Uint8Array(data))) window.askedAt = undefined;
        });
    };
    const watch = ({ prototype }) => {
        const { send } = prototype;
        prototype.send = function (data) {
            listen(this);
            if (data[0] === RERUN) {
                window.askedTwice = window.askedAt !== undefined;
                window.askedAt = performance.now();
            }
            return send.call(this, data);
        };
        return () => { prototype.send = send; };
    };
    let kind = WebSocket;
    let unwatch = watch(kind);
    // Playwright replaces it if a test routes connections: a message then goes through the test's own process, and is
    // sent by the browser's own WebSocket only after that. It is to be noted once, when the page sends it.
    Object.defineProperty(window, "WebSocket", {
        get: () => kind,
        set: (routed) => {
            unwatch();
            kind = routed;
            unwatch = watch(kind);
        },
    });
}
"""
# How many profiles are kept for later: the last two kinds that were used. Each has a process of some hundred megabytes.
KEPT = 2


@dataclass(frozen=True)
class Profile:
    """A context of the browser with one page.

    `kind` has the options with which it was made, `listeners` the listeners of its page between two tests.
    """

    kind: str
    context: BrowserContext
    page: Page
    devtools: CDPSession
    listeners: dict[str, set[Callable[..., Any]]]


class Profiles:
    """The profiles of one browser: `lend` returns an empty profile, `take_back` clears it for the next test.

    An initialization script or a fake clock cannot be removed from a page, or detected, so a test that needs
    one makes its own context with `browser.new_context()`.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.kept: list[Profile] = []

    def lend(self, **options: Any) -> Profile:
        """Return an empty profile; `options` are those of `Browser.new_context`."""
        on_the_page = {name: options.pop(name, usual) for name, usual in ON_THE_PAGE.items()}
        options.setdefault("locale", "en-GB")
        kind = repr(sorted(options.items()))
        profile = next((profile for profile in reversed(self.kept) if profile.kind == kind), None)
        if profile:
            self.kept.remove(profile)
        else:
            context = self.browser.new_context(**on_the_page, **options)
            context.set_default_timeout(PATIENCE_SECONDS * 1000)
            context.add_init_script(NO_SHIMMER + SHORT_TIMERS + ASKED)
            page = context.new_page()
            profile = Profile(kind, context, page, context.new_cdp_session(page), listeners(page))
        profile.page.set_viewport_size(on_the_page.pop("viewport"))
        profile.page.emulate_media(media="null", **on_the_page)
        profile.context.set_offline(bool(options.get("offline")))
        return profile

    def take_back(self, profile: Profile) -> None:
        """Clear a profile and keep it, or close it if it cannot be cleared."""
        try:
            empty(profile)
        except Error:
            # The test closed the page.
            profile.context.close()
            return
        self.kept.append(profile)
        if len(self.kept) > KEPT:
            self.kept.pop(0).context.close()


def empty(profile: Profile) -> None:
    """Remove everything that a test left in its profile, except what the browser has cached.

    Raises:
        Error: the page is closed, or something in it cannot be removed.
    """
    page, context = profile.page, profile.context
    if page._impl_obj._web_socket_routes or page._impl_obj._bindings:
        raise Error("Routes of web sockets and bindings stay for good.")
    for other in context.pages:
        if other is not page:
            other.close()
    # When the page answers this, it has reported all its errors.
    page.evaluate("0")
    for event, listening in listeners(page).items():
        for listener in listening - profile.listeners.get(event, set()):
            page._impl_obj.remove_listener(event, listener)
    page.unroute_all()
    context.unroute_all()
    context.set_offline(False)
    context.clear_permissions()
    if page.url.startswith("file:"):
        # At about:blank there is no storage to clear.
        page.evaluate("sessionStorage.clear()")
    addresses = [entry["url"] for entry in profile.devtools.send("Page.getNavigationHistory")["entries"]]
    visited = dict.fromkeys(f"{url.scheme}://{url.netloc}" for url in map(urlsplit, addresses) if url.netloc)
    # Last the one that the page is at: it keeps its process.
    for origin in sorted(visited, key=lambda origin: page.url.startswith(f"{origin}/")):
        # An address at which no script runs, whether or not its server is still there.
        page.route(f"{origin}/empty", lambda route: route.fulfill(content_type="text/plain", body=""))
        page.goto(f"{origin}/empty")
        # The storage of a tab is not among "all".
        page.evaluate("sessionStorage.clear()")
        profile.devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    if not visited:
        page.goto("about:blank")
    page.unroute_all()
    context.clear_cookies()
    profile.devtools.send("Page.resetNavigationHistory")


def listeners(page: Page) -> dict[str, set[Callable[..., Any]]]:
    """The listeners of each event of a page."""
    events = page._impl_obj
    return {event: set(events.listeners(event)) for event in events.event_names()}
