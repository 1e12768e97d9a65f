"""Requirements for every page, checked in a few visits that go from page to page, because opening a page is slow."""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files

import pytest
from driver import Server, box_of, go_to, open_page, see_that_it_fits, text_box, type_text, wait_for_run
from on_paper import wrong_on_paper
from picture_first import QUERIES, SMALL_LAPTOP, TABLES, wrong_on_screens
from playwright.sync_api import Page, expect
from profiles import PHONE
from steady import MOST_SHIFT, OBSERVE
from streamlit_markup import HOOKS
from test_presenter import wrong_when_presented

from explorer_ui.server import document
from explorer_ui.words.course import PAGES, page_of
from tests.sampling import IN_TURNS

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")

HOSTILE = "\n".join(
    [
        "<script>window.hacked = 1</script>",
        "<img src=x onerror='window.hacked = 2'>",
        "<iframe srcdoc='<script>parent.hacked = 3</script>'></iframe>",
        "<svg onload=window.hacked=4><style>body{display:none}</style><base href=//evil.example>",
        "</script></textarea></style><meta http-equiv=refresh content=0;url=//evil.example>",
        "[a link](javascript:window.hacked=5) ![a picture](http://evil.example/a.png) <http://evil.example>",
        "$\\href{http://evil.example}{x}$ $$x^2$$ :red[red] :material/home: :smile: `code` **bold** # title",
        "\"quotes\" 'quotes' &amp; &lt;b&gt; \\u0041 %s {0} {{x}} ${y}",
        "=cmd|'/c calc'!A1 @SUM(1) +1 -1",
        "right \u202eto left\u202c, zero\u200bwidth, \u2066isolate\u2069, a\u0300\u0301\u0302\u0303\u0304\u0305 مرحبا",
        "control \x01\x1b[31m \x7f and a tab\tand <|endoftext|>",
    ]
)

# What a text must not become.
MADE = (
    'a[href*="evil"], a[href^="javascript"], img[src*="evil"], img[src="x"], iframe, base, meta[http-equiv=refresh], '
    "svg[onload], [onerror], .katex"
)

# Buttons whose name does not contain their visible words: who says what is seen could not press them (WCAG 2.5.3).
# Not the nodes of a tree, which spell out their signs, and the names of icons.
NAMED = ":is(button, a, summary, [role=button])[aria-label]:not(.node, :has([data-testid=stIconMaterial]))"
CALLED_OTHERWISE = """nodes => {
    const plain = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim();
    return nodes.filter((node) => /\\p{L}/u.test(plain(node.innerText ?? ""))
        && !plain(node.ariaLabel).includes(plain(node.innerText)))
        .map((node) => `${node.innerText} is called ${node.ariaLabel}`);
}"""


# One visit each, in which going to a page takes half of what opening it does. The first page of each is loaded.
VISITS = (
    ("Start", "First merges"),
    ("Tokens", "Bits", "Bytes", "Characters", "Chunks", "Decode"),
    ("Encode", "Ways", "Prompt", "Pieces", "Seam"),
    ("Train", "By hand", "Several languages", "Save", "Homework"),
    ("Challenge", "Vocabulary", "Lives", "Tokenizer file", "Growth"),
    ("Compare", "Languages", "Family tree", "Disguises", "Prices"),
    ("Chat", "Sizes"),
)


@IN_TURNS
@pytest.mark.parametrize("names", VISITS, ids=lambda names: names[0])
def test_pages_are_accessible(page: Page, server: Server, names: Sequence[str]) -> None:
    page.set_viewport_size(SMALL_LAPTOP)
    wrong = []
    for name in visit(page, server, names):
        if name == names[0]:
            page.evaluate(AXE)
        wrong += [f"{name}: {found}" for found in wrong_on_a_page(page, name)]
        # The next page is drawn at the size at which it is looked at first.
        page.set_viewport_size(PHONE)
    assert not wrong, "\n".join(wrong)


# Pages of several places, in one visit: there is little to see on each.
ON_A_PHONE = (VISITS[1] + VISITS[0], VISITS[2] + VISITS[4], VISITS[3], VISITS[5] + VISITS[6])


@pytest.mark.parametrize("visits", [VISITS, ON_A_PHONE])
def test_every_page_is_visited_once(visits: Sequence[Sequence[str]]) -> None:
    assert sorted(name for names in visits for name in names) == sorted(page.name for page in PAGES)


@IN_TURNS
@pytest.mark.parametrize("names", ON_A_PHONE, ids=lambda names: names[0])
def test_pages_fit_a_phone_and_a_finger_and_show_hostile_text_as_text(
    new_page: Callable[..., Page], server: Server, names: Sequence[str]
) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    wrong = []
    text = ""
    for name in visit(page, server, names):
        wrong += [f"{name}: {found}" for found in wrong_on_a_phone(page, name)]
        if page_of(name).takes_text:
            if not text:
                text = HOSTILE
                type_text(page, text)
            # All pages have the text that was typed on those before.
            text += " more"
            wrong += [
                f"{name}: {found}" for found in (*jumps_on_typing(page), *effects_of_hostile_text(page, text))
            ]
    assert not wrong, "\n".join(wrong)


def visit(page: Page, server: Server, names: Sequence[str]) -> Iterator[str]:
    """Open the first page and go to the others, yielding each; afterwards, check that nothing was fetched elsewhere."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    for name in names:
        if name == names[0]:
            open_page(page, server, "" if name == "Start" else name, **QUERIES.get(name, {}))
            # The first sight, which the document shows before the app is drawn, is gone.
            expect(page.locator("#bpe-first-sight")).to_have_count(0)
            assert page.evaluate(OBSERVE) < MOST_SHIFT, f"{name} jumps while it loads"
        else:
            go_to(page, name)
        yield name
    own = (server.url, server.url.replace("http", "ws"), "data:", "blob:")
    assert [address for address in addresses if not address.startswith(own)] == []


def wrong_on_a_page(page: Page, name: str) -> Iterator[str]:
    """Yield what is wrong with a page on screens of several sizes, with other colours, and on paper."""
    yield from wrong_on_screens(page, name)
    yield from too_many_controls(page, name)
    yield from lost_elements(page, name)
    yield from untold_by_forced_colours(page, name)
    yield from missing_hooks(page, name)
    if name not in TABLES:
        # What is chosen in that view stays on the page, such as the card of a token.
        yield from wrong_when_presented(page, name)
    yield from page.locator(NAMED).evaluate_all(CALLED_OTHERWISE)
    # Streamlit shows a table's buttons while the mouse is on it.
    page.mouse.move(0, 0)
    # The second check of axe-core leaves the page in the dark theme.
    yield from serious_violations(page)
    yield from wrong_on_paper(page)
    page.emulate_media(color_scheme="light")
    if name in ("Growth", "Seam"):  # the last of their visits, since the text stays unfolded
        page.set_viewport_size(SMALL_LAPTOP)
        wait_for_run(page)
        yield from jumps_on_typing(page)


# What can be pressed, chosen or typed into; what Tab does not reach by itself is a part of something that it reaches.
REACHED = (
    ":is(a[href], button, input, select, textarea, summary, [tabindex='0'][role])"
    ":not([tabindex='-1'], :disabled, [aria-disabled=true])"
)
FIRST_SCREEN = """(nodes, strips) => {
    const found = new Set(nodes.filter((node) => {
        const { top, bottom, left, width, height } = node.getBoundingClientRect();
        return node.checkVisibility() && top < innerHeight && bottom > 0 && left < innerWidth && width >= 2 && height >= 2;
    }).map((node) => node.closest(strips) ?? node));
    return [...found].map((node) => node.ariaLabel || node.textContent.trim().slice(0, 30));
}"""
STRIPS = "nav, [role=tablist], [role=radiogroup], .tries, .one-of"
MOST_CONTROLS = {"Start": 15, "Tokens": 22, "Train": 25} | dict.fromkeys(
    ("By hand", "Save", "Homework", "Pieces", "Tokenizer file"), 22
)


def too_many_controls(page: Page, name: str) -> Iterator[str]:
    """Yield the controls of the first screen if there are many; a strip of tabs, of depths or of chips is one."""
    if len(found := page.locator(REACHED).evaluate_all(FIRST_SCREEN, STRIPS)) > MOST_CONTROLS.get(name, 99):
        yield f"{len(found)} controls: {found}"


def lost_elements(page: Page, name: str) -> Iterator[str]:
    """Yield the elements whose script is preloaded for the page, and which it does not have."""
    named = (*document._EVERYWHERE, *document._ALSO.get(name, ()), *document._BELOW.get(name, ()))
    for element in named:
        if "/" not in element and not page.locator(f".st{element}").count():
            yield f"has no {element}, and its script is preloaded"


def untold_by_forced_colours(page: Page, name: str) -> Iterator[str]:
    """Yield what one does not see with forced colours, because only a background or a shadow showed it."""
    if name not in {"Chat", "Languages", "Compare", "Vocabulary", "Chunks", "Train"}:
        return
    page.emulate_media(forced_colors="active")
    wait_for_run(page)
    choices = "[data-testid=stMain] [data-testid=stButtonGroup] [role=radio]"
    outlines = styles(page, choices, "outlineStyle")
    told: list[object] = []
    match name:
        case "Chat":
            told = [{*styles(page, ".tok.injected", "outlineStyle")} == {"dashed"}]
        case "Languages":
            told = [len({*styles(page, ".st-key-reasons button", "backgroundColor", "::before")}) == 4]
        case "Compare":
            told = [
                {*styles(page, ".letters", "forcedColorAdjust")} == {"none"},
                {*styles(page, ".boxes i.differs", "borderTopWidth")} == {"3px"},
                {*styles(page, ".boxes i:not(.differs)", "borderTopWidth")} == {"1px"},
            ]
        case "Vocabulary":
            shown = dict(
                zip(map(str.strip, page.locator(choices).all_text_contents()), outlines, strict=True)
            )
            told = [shown["text"] == "solid", shown["id"] == "none"]
        case "Chunks":
            told = [outlines[:2] == ["solid", "none"]]
            told += [styles(page, ".bpe-strip .tok", "borderInlineStartWidth")[1] != "0px"]
        case "Train":
            box = page.get_by_test_id("stCheckbox").first.locator("label > div").first
            colours = set()
            for _ in range(2):
                page.get_by_role("checkbox", name="Stop when no pair repeats").press(" ")
                wait_for_run(page)
                colours.add(box.evaluate("node => getComputedStyle(node).backgroundColor"))
            told = [len(colours) == 2]
    if not all(told):
        yield f"with forced colours, something is not told: {told}"
    page.emulate_media(forced_colors="none")


def styles(page: Page, selector: str, property_: str, part: str | None = None) -> list[str]:
    """A property of the style of each element, or of a part of it such as `::before`."""
    found: list[str] = page.locator(selector).evaluate_all(
        "(nodes, [name, part]) => nodes.map((node) => getComputedStyle(node, part)[name])", [property_, part]
    )
    return found


# Hides all but the first three of what is alike in a component: hundreds of tokens, which axe-core would check one by
# one. What it says of an element depends on the kind of the element and of what it is in. Not what a token is made of:
# a token that is shown would have no text.
HIDE_WHAT_IS_ALIKE = """() => {
    const kind = (node) => [node.tagName, node.getAttribute("class"), node.getAttribute("role")];
    const within = (root) => {
        const seen = new Map();
        for (const node of root.querySelectorAll("*")) {
            if (node.shadowRoot) within(node.shadowRoot);
            else if (root !== document) {
                const name = [...kind(node), ...(node.parentElement ? kind(node.parentElement) : [])].join();
                seen.set(name, (seen.get(name) ?? 0) + 1);
                if (seen.get(name) > 3 && node.matches("[class]:not([role=option] *), [role]"))
                    node.style.visibility = "hidden";
            }
        }
    };
    within(document);
}"""
SHOW_ALL = """() => document.querySelectorAll("[data-testid=stBidiComponentIsolated]").forEach(({ shadowRoot }) =>
    shadowRoot?.querySelectorAll("[style*=visibility]").forEach((node) => (node.style.visibility = "")))"""


def serious_violations(page: Page) -> Iterator[str]:
    """Yield what axe-core finds in the light theme, then in the dark theme: problem, place, and fix."""
    page.evaluate(HIDE_WHAT_IS_ALIKE)
    yield from violations(page, "{resultTypes: ['violations'], preload: false}")
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    wait_for_run(page)
    # The theme changes only colours.
    only = "runOnly: ['color-contrast', 'link-in-text-block']"
    page.evaluate(HIDE_WHAT_IS_ALIKE)
    yield from violations(page, f"{{resultTypes: ['violations'], preload: false, {only}}}")
    page.evaluate(SHOW_ALL)


def violations(page: Page, options: str) -> list[str]:
    found = page.evaluate(f"axe.run({options})")
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def missing_hooks(page: Page, name: str) -> Iterator[str]:
    """Yield which parts of Streamlit's markup are missing on a page, and what is lost without each."""
    for hook in HOOKS:
        if hook.page != name:
            continue
        if hook.hovered:
            page.locator(hook.hovered).first.hover()
        for label in hook.pressed:
            page.get_by_role("button", name=label).click()
            wait_for_run(page)
        if not page.locator(hook.selector).count():
            yield (
                f"Streamlit's markup no longer has {hook.selector}, so this is lost: {hook.lost}. "
                "Find what it is called now; change tests/streamlit_markup.py and what uses it."
            )
        if hook.pressed:
            page.keyboard.press("Escape")
            wait_for_run(page)
            # On a busy machine, a dialog may not react to keys yet.
            if page.get_by_role("dialog").count():
                page.get_by_role("dialog").press("Escape")
                expect(page.get_by_role("dialog")).to_have_count(0)


def jumps_on_typing(page: Page) -> Iterator[str]:
    """Yield whether the page moves while a word is typed."""
    box = text_box(page)
    box.press("Control+End")
    wait_for_run(page)
    page.evaluate("window.shift = 0")
    box.press_sequentially(" more")
    wait_for_run(page)
    if (shift := page.evaluate("window.shift")) >= MOST_SHIFT:
        yield f"it jumps by {shift} while one types"


def effects_of_hostile_text(page: Page, text: str) -> Iterator[str]:
    """Yield what the hostile text in the page's box ran, what it created, and what was not shown as typed."""
    # Tables and the other choices draw text too; the first of them is shown, and of many, the last two are enough.
    for choices in page.get_by_test_id("stMain").get_by_role("radiogroup").all():
        for button in choices.get_by_role("radio").all()[-2:]:
            button.click()
            wait_for_run(page)
    if page.evaluate("window.hacked") is not None:
        yield "a script in the text ran"
    if made := page.locator(MADE).evaluate_all("nodes => nodes.map((node) => node.outerHTML.slice(0, 200))"):
        yield f"the text became elements: {made}"
    if (kept := text_box(page).input_value()) != text:
        yield f"the box does not hold what was typed: {kept!r}"
    if page.get_by_test_id("stException").count():
        yield "the page shows an exception"


# Pages whose pictures have controls.
PICTURES = {"Bytes", "Chunks", "Tokens", "Growth", "Ways", "Prompt", "Seam", "Lives"}
CONTROLS = ".bpe :is(button, select, input):not(.node)"
# Streamlit's own controls: choices, expanders.
STREAMLITS = "[data-testid=stButtonGroup] button, [data-testid=stExpander] summary"
LOW = """nodes => nodes.filter(node => {
    const { height } = node.getBoundingClientRect();
    return node.checkVisibility() && height > 2 && height < 40;
}).map(node => `too low for a finger: ${node.className} ${node.textContent} ${node.offsetHeight}`)"""
COVERED = """() => {
    // The choice of a depth leaves the page where it is, and the text may be under the button then.
    document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
    const roots = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
    const [button, text] = [".open-share", ".bpe-text-box"].map((one) =>
        roots.map(({ shadowRoot }) => shadowRoot?.querySelector(one)).find(Boolean)
            ?? document.querySelector(one));
    const [one, other] = [button.getBoundingClientRect(), text?.getBoundingClientRect()];
    return other?.width > 0 && one.width > 0 && one.right > other.left && one.bottom > other.top;
}"""
QUESTIONS = ".asked > strong"
CUT_OFF = """nodes => nodes.filter(node => {
    const { left, right } = node.getBoundingClientRect();
    return left < 0 || right > 390 || node.scrollWidth > node.clientWidth + 1;
}).map(node => `cut off: ${node.textContent}`)"""
KEYS = ("arrow key", "the space bar plays", "The keys A to D")


def wrong_on_a_phone(page: Page, name: str) -> Iterator[str]:
    """Yield the elements of a page that are too low for a finger, cut off or too wide."""
    if name in PICTURES:
        expect(page.locator(CONTROLS).first).to_be_attached()
        yield from page.locator(CONTROLS).evaluate_all(LOW)
    yield from page.locator(STREAMLITS).evaluate_all(LOW)
    yield from page.locator(QUESTIONS).evaluate_all(CUT_OFF)
    if name == "Decode":
        # The buttons of a table are always visible there, above it.
        heading = box_of(page.get_by_text("Characters that no single token holds"))
        if box_of(page.get_by_test_id("stElementToolbar").first)["y"] < heading["y"] + heading["height"] - 1:
            yield "a table's buttons are on the heading above it"
        page.emulate_media(media="print")
        if page.get_by_test_id("stElementToolbar").first.is_visible():
            yield "a table's buttons are printed"
        page.emulate_media(media="null")
    if page.evaluate(COVERED):
        yield "the button “Present & share” covers the text"
    see_that_it_fits(page)
    shown = page.get_by_test_id("stMain").inner_text()
    yield from (f"speaks of keys: {key}" for key in KEYS if key in shown)
