"""The two elements in pages of others: bare HTML, MkDocs, Jupyter, Moodle; never with a network."""

import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from component_pages import Opener
from driver import Server, open_page, share, wait_for_run
from player_words import tells, upcoming
from playwright.sync_api import Locator, Page, expect

from bpe_core import Tokenizer, load_published, train
from explorer_ui.elements.elements import FILE, data_file, element_html, elements_js, packed_vocabulary
from explorer_ui.notebook import show
from explorer_ui.parts.player.payload import player_data
from explorer_ui.present.take_along.export_page import script_json
from explorer_ui.visit.links import text_to_query

TEXT = "the baker breaks the bread before breakfast and the butter is better"
STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; require-trusted-types-for 'script'"
HISTORY = train(TEXT, recipe="gpt2", num_merges=100, min_count=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page of others")
    (folder / FILE).write_text(elements_js(), "utf-8")
    (folder / "gpt2.js").write_text(data_file(packed_vocabulary("gpt2")), "utf-8")
    (folder / "ours.js").write_text(data_file(player_data(HISTORY)), "utf-8")
    return folder


def written(folder: Path, body: str, *, name: str = "page.html", head: str = "", dir_: str = "ltr") -> Path:
    page = folder / name
    script = f'<script src="{FILE}" defer></script>'
    page.write_text(
        f'<!doctype html><html lang="en" dir="{dir_}"><meta charset="utf-8">{head}{script}<title>Ours</title>{body}',
        "utf-8",
    )
    return page


def ids_in(element: Locator) -> list[int]:
    found: list[int] = element.locator(".tok").evaluate_all(
        "nodes => nodes.map((node) => Number(node.dataset.id))"
    )
    return found


SET_AFTER_A_LETTER = """async () => {
    const three = document.querySelector("#three"), box = three.shadowRoot.querySelector("textarea");
    box.value += "x";
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    three.setAttribute("text", "low lower");
    await new Promise((later) => setTimeout(later, 400));  // longer than the element waits
    return three.hasAttribute("typed");
}"""


def test_a_bare_page_on_a_strict_host_has_two_players_and_the_tokens_of_a_text(
    page: Page, folder: Path
) -> None:
    file = written(
        folder,
        element_html("bpe-player", {"id": "one", "text": TEXT, "step": 2})
        + element_html("bpe-player", {"id": "two", "text": TEXT, "recipe": "gpt4", "merges": 3})
        + element_html(
            "bpe-tokens", {"id": "three", "text": "naïve 🥖", "vocabulary": "gpt2", "editable": True}
        )
        + element_html("bpe-player", {"id": "four", "src": "ours.js", "editable": True}),
    )
    host = "http://host.test/"
    policy = {"Content-Security-Policy": STRICT}
    page.route(
        f"{host}*",
        lambda route: route.fulfill(path=folder / route.request.url.removeprefix(host), headers=policy),
    )
    page.goto(f"{host}{file.name}")
    one, two, three = (page.locator(f"#{name}") for name in ("one", "two", "three"))
    one.locator('.bpe-player[data-painted="2"]').wait_for()
    assert ids_in(one.locator(".stage")) == HISTORY.ids_at(2)
    # Each has its own steps, and the keys of the page stay with the page.
    for key in ("ArrowRight", " ", "End"):
        page.keyboard.press(key)
    expect(one.get_by_label("Step number")).to_have_value("2")
    page.evaluate(
        "addEventListener('step', ({ target, detail }) => (document.title = `${target.id} ${detail.step}`))"
    )
    two.get_by_role("button", name="Last step").click()
    expect(page).to_have_title("two 3")
    two.locator('.bpe-player[data-painted="3"]').wait_for()
    assert ids_in(two.locator(".stage")) == train(TEXT, recipe="gpt4", num_merges=3, min_count=2).ids_at(3)
    expect(one.get_by_label("Step number")).to_have_value("2")
    page.evaluate("document.querySelector('#one').setAttribute('step', '4')")
    expect(one.get_by_label("Step number")).to_have_value("4")
    gpt2 = load_published("gpt2")
    expect(three.locator(".tok")).to_have_count(len(gpt2.encode("naïve 🥖")))
    assert ids_in(three) == gpt2.encode("naïve 🥖")
    three.get_by_role("textbox").fill("low lower 你好")
    expect(three.locator('[data-figure="Bytes"]')).to_have_text("16")
    assert ids_in(three) == gpt2.encode("low lower 你好")
    # A text that the page sets takes the place of what was typed, also of a letter that has not been read yet, and is
    # what a key then changes.
    assert not page.evaluate(SET_AFTER_A_LETTER)
    expect(three.get_by_role("textbox")).to_have_value("low lower")
    three.get_by_role("textbox").press("End")
    three.get_by_role("textbox").press_sequentially(" 你好")
    expect(three.locator('[data-figure="Bytes"]')).to_have_text("16")
    page.evaluate("addEventListener('select', ({ detail }) => (document.title = `id ${detail.id}`))")
    three.locator(".tok").nth(1).click()
    expect(page).to_have_title(f"id {gpt2.encode('low lower 你好')[1]}")
    three.get_by_role("button", name="Bytes", exact=True).click()
    expect(three).to_have_attribute("depth", "bytes")
    # Where no text is left, the picture of the file is there again.
    four = page.locator("#four")
    expect(four.locator(".tok")).to_have_count(len(TEXT))
    for typed, tokens in (("aaa", 3), ("", len(TEXT))):
        four.get_by_role("textbox").fill(typed)
        expect(four.locator(".tok")).to_have_count(tokens)
    assert page.evaluate("Object.keys(window).filter((name) => /bpe|player|strip/i.test(name))") == []


MKDOCS = """<body data-md-color-scheme="slate" style="color-scheme: dark"><article class="md-content__inner md-typeset">
<h1>Tokens</h1><p>{line}</p></article></body>"""


def test_the_theme_the_direction_and_the_paper_are_those_of_the_page(new_page: Opener, folder: Path) -> None:
    style = "<style>* { text-transform: uppercase; letter-spacing: 9px } html { color-scheme: light dark }</style>"
    body = element_html("bpe-player", {"text": TEXT})
    page = new_page(offline=True, color_scheme="dark", viewport={"width": 390, "height": 844})
    page.goto(written(folder, body, head=style, dir_="rtl").as_uri())
    stage = page.locator(".stage")
    expect(stage.locator(".tok").first).to_be_visible()
    look = "node => { const { direction, letterSpacing, textTransform } = getComputedStyle(node); return [direction, letterSpacing, textTransform]; }"
    assert stage.evaluate(look) == ["ltr", "normal", "none"]
    background = "node => getComputedStyle(node).backgroundColor"
    assert page.locator("bpe-player").evaluate(background) == "rgb(20, 24, 28)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.emulate_media(media="print")
    assert page.locator("bpe-player").evaluate(background) == "rgb(255, 255, 255)"
    page.emulate_media(media="screen", color_scheme="light")
    assert page.locator("bpe-player").evaluate(background) == "rgb(252, 252, 250)"
    # By keyboard: the focus is in the player.
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("End")
    expect(page.get_by_label("Step number")).to_have_value(str(len(HISTORY.merges)))
    # A page of MkDocs in the theme that the reader chose.
    published = element_html("bpe-tokens", {"text": TEXT, "vocabulary": "gpt2"})
    line = element_html("bpe-tokens", {"text": TEXT}) + published
    page.goto(written(folder, MKDOCS.format(line=line)).as_uri())
    strip, other = page.locator("bpe-tokens").all()
    for shown, tokenizer in ((strip, Tokenizer.from_history(HISTORY)), (other, load_published("gpt2"))):
        expect(shown.locator(".tok").first).to_be_visible()
        assert ids_in(shown) == tokenizer.encode(TEXT)
    assert strip.evaluate(background) == "rgb(20, 24, 28)"
    # Themes set any size for the root of their page; letters do not depend on it.
    for size in ("62.5%", "125%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        button = strip.get_by_role("button", name="Copy ids")
        assert button.evaluate("node => getComputedStyle(node).fontSize") == "14px"


HOSTILE = "</script><img src=x onerror=\"document.title='taken'\">\u202e\u2066 a\U000e0061 <b>a</b>"
BROKEN: dict[str, Any] = {
    "no data": None,
    "a list": [1, 2],
    "a number": 3,
    "no merges": {"mode": "train"},
    "another picture": {"tokens": []},
    "nothing but a cycle": {
        "parts": {"near": "", "moves": "", "width": 1, "classes": [], "byteOrder": "", "special": {}},
        "merges": ["AA"],
    },
}


def test_what_strangers_write_is_only_text_and_never_ends_the_page(
    new_page: Opener, browser_errors: list[str], folder: Path
) -> None:
    elements = {
        "markup": {"text": HOSTILE, "min-count": 1},
        "huge": {"text": "a😀 " * 20_000},
        "recipe": {"text": "a", "recipe": "__proto__"},
        "vocabulary": {"text": "a", "vocabulary": "../gpt2"},
        "numbers": {"text": "aa aa", "merges": "1e9", "step": "-1", "ties": "<i>", "min-count": "0"},
        "marker": {"text": "Ġ a", "recipe": "word-marker"},
        "script": {"src": "javascript:document.title='taken'"},
        "missing": {"src": "no such file.js"},
        "empty": {},
        **{
            name: {"src": f"#{number}", **({"text": "ab"} if "cycle" in name else {})}
            for number, name in enumerate(BROKEN)
        },
    }
    data = "".join(
        f'<script type="application/json" id="{number}">{script_json(broken)}</script>'
        for number, broken in enumerate(BROKEN.values())
    )
    body = "".join(element_html("bpe-player", {"title": name, **values}) for name, values in elements.items())
    page = new_page(offline=True)
    page.goto(written(folder, body + data).as_uri())
    page.evaluate("document.querySelector('[title=empty]').setAttribute('text', 'a\\ud800b a\\ud800b')")
    notices = {
        "huge": "The text has 60,000 characters; at most 30,000 are shown here.",
        "recipe": "There is no recipe “__proto__”.",
        "vocabulary": "There is no vocabulary “../gpt2”.",
        "marker": "marks a space",
        "script": "could not be loaded",
        "missing": "The file no such file.js could not be loaded.",
        **dict.fromkeys(BROKEN, "This is not data of the BPE explorer."),
        "no data": "There is nothing to show yet.",
    }
    for name, said in notices.items():
        element = page.get_by_title(name, exact=True)
        expect(element.get_by_role("status").first).to_contain_text(said)
        expect(element.locator(".tok")).to_have_count(0)
    for name, text in (("markup", HOSTILE), ("empty", "a\ufffdb a\ufffdb")):
        expect(page.get_by_title(name, exact=True).locator(".stage .tok")).to_have_count(len(text.encode()))
    expect(page.get_by_title("numbers", exact=True).get_by_label("Step number")).to_have_value("0")
    expect(page.locator("img, bpe-player p b")).to_have_count(0)
    assert page.title() == "Ours"
    # Two files could not be loaded; nothing else went wrong.
    assert all("load" in error for error in browser_errors)
    browser_errors.clear()


def test_an_element_that_moves_or_goes_leaves_nothing_behind(new_page: Opener, folder: Path) -> None:
    data = f'<script type="application/json" id="data">{script_json(player_data(HISTORY))}</script>'
    two = element_html("bpe-player", {"src": "#data", "step": 3}) * 2
    page = new_page(offline=True)
    page.goto(written(folder, f"<main>{two}</main><aside></aside>{data}").as_uri())
    expect(page.get_by_label("Step number")).to_have_count(2)
    page.evaluate("document.querySelector('aside').append(document.querySelector('bpe-player'))")
    expect(page.locator("aside").get_by_label("Step number")).to_have_value("3")
    expect(page.locator("aside .bpe-player")).to_have_count(1)
    page.locator("main").get_by_role("button", name="Last step").click()
    page.evaluate("document.querySelector('main').replaceChildren()")
    expect(page.locator("aside").get_by_label("Step number")).to_have_value("3")


def test_the_player_and_the_strip_work_in_their_frames(new_page: Opener) -> None:
    views = [
        show(train("low lower lowest", recipe="gpt2", num_merges=4)),
        show(load_published("gpt2"), "slow café"),
    ]
    # Both frames are in view, since Chromium draws a frame only then.
    page = new_page(viewport={"width": 1280, "height": 1200})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("about:blank")  # so that no security policy of an earlier server applies
    page.set_content("<h1>A notebook</h1>" + "".join(view._repr_html_() for view in views))
    player, strip = (page.frame_locator("iframe").nth(index) for index in range(2))
    number = player.get_by_label("Step number")
    number.fill("2")
    number.press("Enter")
    expect(upcoming(player)).to_have_text(tells("Next:", "·", "low"))
    expect(player.locator(".stage .tok", has_text="low").first).to_be_visible()
    expect(strip.locator(".tok")).to_have_count(2)
    strip.get_by_role("button", name="Ids", exact=True).click()
    expect(strip.locator(".tok").first).to_have_text("38246")
    strip.get_by_role("button", name="Copy ids").click()
    expect(strip.get_by_text("Copied")).to_be_visible()
    assert not [url for url in asked if not url.startswith(("about:", "blob:", "data:"))]
    # Neither view is cut off by its frame.
    for frame in page.frames[1:]:
        assert frame.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_app_offers_the_line_and_a_page_with_words_of_ones_own_for_a_learning_platform(
    page: Page, new_page: Opener, server: Server, folder: Path
) -> None:
    open_page(page, server, "Train", text=text_to_query(TEXT), num_merges="5", step="3")
    share(page, "Embed in slides or a course page")
    dialog = page.get_by_role("dialog")
    line = dialog.locator("code").first.inner_text()
    assert line.endswith(element_html("bpe-player", {"text": TEXT, "merges": 5, "step": 3}))
    history = train(TEXT, recipe="gpt2", num_merges=5, min_count=2)
    preview = dialog.locator("bpe-player")
    expect(preview.get_by_label("Step number")).to_have_value("3")
    assert ids_in(preview.locator(".stage")) == history.ids_at(3)
    expect(dialog.locator("code").last).to_contain_text("<iframe src=")
    with page.expect_download() as download:
        dialog.get_by_role("button", name=f"Save {FILE}").click()
    assert download.value.path().read_text("utf-8") == elements_js()
    # The line is what another page needs.
    pasted = new_page(offline=True)
    pasted.goto(written(folder, line.partition("\n")[2], name="pasted.html").as_uri())
    expect(pasted.get_by_label("Step number")).to_have_value("3")
    assert ids_in(pasted.locator(".stage")) == history.ids_at(3)

    dialog.press("Escape")
    expect(dialog).to_have_count(0)
    share(page, "Save as a web page")
    dialog.get_by_label("Title").fill("Bread & <b>butter</b>")
    dialog.get_by_label("A sentence below it").fill("For Tuesday.")
    dialog.get_by_label("A sentence below it").press("Tab")
    wait_for_run(page)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save bpe.html").click()
    saved = folder / download.value.suggested_filename
    download.value.save_as(saved)
    dialog.press("Escape")
    expect(dialog).to_have_count(0)
    share(page, "Package for a learning platform")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save bpe.zip").click()
    assert download.value.suggested_filename == "bpe.zip"
    # As a learning platform finds the title and the page of a SCORM package.
    shutil.unpack_archive(download.value.path(), folder / "unpacked", "zip")
    manifest = ET.parse(folder / "unpacked" / "imsmanifest.xml").getroot()  # noqa: S314 - our own
    ns = {"": "http://www.imsproject.org/xsd/imscp_rootv1p1p2"}
    [item] = manifest.findall("organizations/organization/item", ns)
    [resource] = manifest.findall(f"resources/resource[@identifier='{item.get('identifierref')}']", ns)
    assert item.findtext("title", "", ns) == "Bread & <b>butter</b>"
    assert (folder / "unpacked" / resource.get("href", "")).read_bytes() == saved.read_bytes()
    # The platform offers its interface to whatever it frames; an asset reports nothing to it.
    platform = folder / "platform.html"
    platform.write_text(
        "<script>window.calls = [];"
        " window.API = new Proxy({}, { get: (_, name) => () => (calls.push(name), '') });</script>"
        f'<iframe src="unpacked/{resource.get("href")}" width="1200" height="900"></iframe>',
        "utf-8",
    )
    pasted.goto(platform.as_uri())
    handout = pasted.frame_locator("iframe")
    expect(handout.get_by_role("heading", level=1)).to_have_text("Bread & <b>butter</b>")
    expect(handout.get_by_text("For Tuesday.")).to_be_visible()
    expect(handout.get_by_role("button", name="Predict")).to_be_visible()
    answers = handout.locator("section details p")
    expect(answers).to_have_count(2)
    expect(answers.first).to_be_hidden()
    handout.get_by_text("The answer").first.click()
    expect(answers.first).to_contain_text(re.compile(r"^[A-D]\. "))
    expect(handout.get_by_label("Step number")).to_have_value("3")
    handout.get_by_role("button", name="One step forward").click()
    expect(handout.get_by_label("Step number")).to_have_value("4")
    handout.get_by_label("Another text, to train on in the same way").fill("aaabdaaabac")
    expect(handout.get_by_text("/ 3")).to_be_visible()
    assert pasted.evaluate("calls") == []
    assert pasted.title() == ""
