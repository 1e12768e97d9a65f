"""Tokens as you type: encoded in the browser at every keystroke, with the engine's ids."""

import json
from collections.abc import Callable

from driver import Server, choose, open_page, text_box, wait_for_run
from playwright.sync_api import Page, expect

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query

# The tokens that the strip has drawn, and the text in the box.
DRAWN = """() => {
    const roots = [...document.querySelectorAll("*")].flatMap((host) => host.shadowRoot ?? []);
    const find = (selector) => roots.map((root) => root.querySelector(selector)).find(Boolean);
    const tokens = [...find(".bpe-strip").querySelectorAll(".tok")];
    const figure = (name) => find(`[data-figure="${name}"]`).textContent;
    return {
        ids: tokens.map((token) => Number(token.dataset.id)),
        figures: ["Tokens", "Characters", "Bytes", "Chunks"].map((name) => Number(figure(name))),
        text: find("textarea").value,
    };
}"""
# Typed and checked in one task, so that nothing from the server can arrive in between.
TYPED = """(text) => {
    const hosts = [...document.querySelectorAll("*")].filter((host) => host.shadowRoot);
    const box = hosts.map((host) => host.shadowRoot.querySelector("textarea")).find(Boolean);
    window.typedAt = performance.now();
    box.value = text;
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    return (DRAWN)();
}""".replace("DRAWN", DRAWN)
# Milliseconds from the last keystroke to each message with the typed word that the page sends from now on.
NOTE_MESSAGES = """() => {
    const { send } = WebSocket.prototype;
    window.sentAfter = [];
    WebSocket.prototype.send = function (data) {
        if (new TextDecoder().decode(data).includes("world")) sentAfter.push(performance.now() - typedAt);
        return send.call(this, data);
    };
}"""
# The debounce delay (REST in text_box.js; timers round).
REST = 300 - 1


def test_what_is_typed_is_drawn_in_the_same_task_no_answer_undoes_it_and_its_tokens_are_saved(
    page: Page, server: Server
) -> None:
    with page.expect_response("**/encoder/categories.*"):
        open_page(page, server, "Tokens", tokenizer="o200k_base", text="")
    # Until the page encodes what is typed.
    page.wait_for_function(
        """() => new Promise((done) => {
            const heard = () => done([...document.querySelectorAll("*")].some((host) =>
                host.shadowRoot?.querySelector('[data-figure="Tokens"]')));
            setTimeout(heard, 300);
        })"""
    )
    text_box(page).focus()
    tokenizer = load_published("o200k_base")
    page.evaluate(NOTE_MESSAGES)
    typed = "Hello world 👩‍👩‍👧 שלום 日本語 '2024'"
    for end in range(1, len(typed) + 1):
        text = typed[:end]
        drawn = page.evaluate(TYPED, text)
        chunks = tokenizer.encode_chunks(text)
        assert drawn["ids"] == tokenizer.encode(text)
        assert drawn["figures"] == [len(drawn["ids"]), len(text), len(text.encode()), len(chunks)]
    # The text is sent to Python after a pause, which on a busy machine may occur between two keys too.
    page.wait_for_function("() => sentAfter.length > 0")
    assert not [waited for waited in page.evaluate("sentAfter") if waited < REST]
    # A word that is still being composed is encoded.
    text_box(page).fill("")
    wait_for_run(page)
    page.evaluate("() => addEventListener('compositionend', () => ended++, { capture: true })")
    keyboard = page.context.new_cdp_session(page)
    for word in ("नमस्ते", "日本語"):
        page.evaluate("() => { window.ended = 0; }")
        for end in range(1, len(word) + 1):
            composed = {"text": word[:end], "selectionStart": end, "selectionEnd": end}
            keyboard.send("Input.imeSetComposition", composed)
            drawn = page.evaluate(DRAWN)
            assert drawn["text"] == word[:end]
            assert drawn["ids"] == tokenizer.encode(word[:end])
            if end == 1:  # the text is sent to Python during composition, which the answer does not end
                expect(page.get_by_text(json.dumps(tokenizer.encode(word[:1])))).to_be_visible()
                wait_for_run(page)
        expect(page.get_by_text(json.dumps(tokenizer.encode(word)))).to_be_visible()
        assert page.evaluate("ended") == 0
        keyboard.send("Input.insertText", {"text": word})
        assert page.evaluate("ended") == 1
        assert page.evaluate(DRAWN)["text"] == word
        text_box(page).fill("")
        wait_for_run(page)
    # An answer never overwrites text typed since.
    text = "one two"
    for round_number in range(6):
        text += f" three{round_number}"
        assert page.evaluate(TYPED, text)["ids"] == tokenizer.encode(text)
        # Long enough for some pauses, and for an answer that arrives after the next key.
        page.wait_for_timeout(250 + 40 * round_number)
        drawn = page.evaluate(DRAWN)
        assert drawn["text"] == text
        assert drawn["ids"] == tokenizer.encode(text)
    wait_for_run(page)
    assert page.evaluate(DRAWN)["ids"] == tokenizer.encode(text)
    expect(page.get_by_text(json.dumps(tokenizer.encode(text)))).to_be_visible()
    # The selected token is kept while its neighbours change.
    page.evaluate(TYPED, "the cat sat")
    wait_for_run(page)
    page.locator(".bpe-strip .tok", has_text="cat").click()
    wait_for_run(page)
    cat, sat = tokenizer.encode(" cat sat")
    expect(page.get_by_text(f"Token {cat}")).to_be_visible()
    # The card tells at once what it is made of: as tiktoken's ranks say, " c" is 274, and "at" 266.
    made = page.locator(".bpe-strip .card dt", has_text="made of").locator("+ dd")
    expect(made).to_have_text("·c + at")
    with page.expect_download() as download:
        page.get_by_role("button", name="tokens.json").click()
    rows = json.loads(download.value.path().read_bytes())
    assert [row["id"] for row in rows] == tokenizer.encode("the cat sat")
    for text in ("See: the cat sat", "See: the cat sat down", "Look: see the cat sat down"):
        page.evaluate(TYPED, text)
        expect(page.locator('.bpe-strip .tok[aria-selected="true"]')).to_have_attribute("data-id", str(cat))
        wait_for_run(page)
        expect(page.get_by_text(f"Token {cat}")).to_be_visible()
        expect(page.locator('.bpe-strip .tok[aria-selected="true"]')).to_have_attribute("data-id", str(cat))
    page.evaluate(TYPED, f"no such animal here {sat}")
    wait_for_run(page)
    expect(page.locator('.bpe-strip .tok[aria-selected="true"]')).to_have_count(0)
    expect(page.get_by_text("Touch a token to see how it was made.")).to_be_visible()
    # The strip stays where it was scrolled to.
    page.evaluate(TYPED, "one line of words\n" * 40)
    wait_for_run(page)
    box = page.locator(".bpe-strip .box")
    box.evaluate("(box) => { box.scrollTop = 200; }")
    page.evaluate(TYPED, "one line of words\n" * 40 + "more")
    assert box.evaluate("(box) => box.scrollTop") == 200
    wait_for_run(page)
    assert box.evaluate("(box) => box.scrollTop") == 200

    # A special token is refused by the server, and drawn as it is told.
    before = page.evaluate(TYPED, "abc")["ids"]
    assert page.evaluate(TYPED, "abc<|endoftext|>")["ids"] == before
    expect(page.get_by_text("so it is rejected")).to_be_visible()
    page.get_by_text("encode them as special tokens").click()
    wait_for_run(page)
    expect(page.locator(".bpe-strip .tok").first).to_be_visible()
    ids = page.evaluate(TYPED, "abc<|endoftext|>d")["ids"]
    assert ids[-2] == tokenizer.special_tokens["<|endoftext|>"]
    # The server encodes if the browser cannot.
    choose(page, "Tokenizer", "single bytes")
    page.evaluate(TYPED, "abc")
    expect(page.locator(".bpe-strip .tok")).to_have_count(3)


ROW = """() => {
    const row = [document, ...[...document.querySelectorAll("*")].flatMap((host) => host.shadowRoot ?? [])]
        .flatMap((root) => [...root.querySelectorAll(".live-row")])[0];
    const { top, bottom } = row.getBoundingClientRect();
    const area = row.parentElement.querySelector("textarea");
    return { count: row.querySelector(".live-count").textContent, top, bottom, below: top - area.getBoundingClientRect().bottom,
        ids: [...row.querySelectorAll("small")].map((id) => Number(id.textContent)), seen: row.checkVisibility(),
        asTyped: ["autocapitalize", "autocorrect", "spellcheck"].map((name) => area.getAttribute(name)) };
}"""


def test_a_finger_sees_tokens_below_the_box_while_a_word_is_composed(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_page(page, server, "Train", text=text_to_query("a"), tokenizer="gpt2")
    page.get_by_label("Edit the text").or_(page.get_by_role("textbox", name="Your text")).first.tap()
    box = page.get_by_role("textbox", name="Your text")
    expect(page.locator(".live-count")).to_contain_text(": 1 token")
    box.fill("")
    expect(page.locator(".live-count")).to_contain_text(": 0 tokens")
    keyboard = page.context.new_cdp_session(page)
    tokenizer = load_published("gpt2")
    word = "strawberry"
    for end in range(1, len(word) + 1):
        composed = {"text": word[:end], "selectionStart": end, "selectionEnd": end}
        keyboard.send("Input.imeSetComposition", composed)
        expected = tokenizer.encode(word[:end])
        row = page.evaluate(ROW)
        assert row["ids"] == expected
        assert row["count"].endswith(f": {len(expected)} token{'s'[: len(expected) - 1]}")
        assert row["seen"]
        assert 0 <= row["below"] <= 10
    assert row["asTyped"] == ["off", "off", "false"]
    # The row moves above an on-screen keyboard.
    low = page.evaluate(
        """() => { Object.defineProperty(visualViewport, "height", { value: 200, configurable: true });
            visualViewport.dispatchEvent(new Event("resize")); return visualViewport.offsetTop + 200; }"""
    )
    assert page.evaluate(ROW)["bottom"] <= low
    box.blur()
    expect(page.locator(".live-row")).to_be_hidden()
