"""The player with keys and the mouse, and what it sends to Python; pages from file:// with no network."""

from typing import Any

from component_pages import PLAYER, PROSE, WORDS, Opener, draw_anew, go, html_around, step_of
from driver import box_of
from naive_replay import naive_tokens, trained_data
from player_words import tells
from playwright.sync_api import expect

from explorer_ui.browser.answers import place_of
from explorer_ui.parts.player.merge_player import PlayerState, _player_state

DATA = trained_data(PROSE, 40, split=WORDS)


def test_keys_step_while_the_page_stands_still_and_belong_to_whoever_needs_them(open_html: Opener) -> None:
    page = open_html(html_around(PLAYER, DATA))
    seen = []
    for key in ("ArrowRight", "PageDown", "ArrowRight", "ArrowLeft", "PageUp", "End", "ArrowRight", "Home"):
        page.keyboard.press(key)
        seen.append(step_of(page))
    assert seen == [1, 2, 3, 2, 1, 40, 40, 0]
    assert page.evaluate("scrollY") == 0
    page.get_by_label("Speed of playing").select_option("60")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    page.wait_for_function("() => +document.querySelector('.number').value === 40")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert page.evaluate("scrollY") == 0

    # A dialog has keys of its own.
    page.keyboard.press("Home")
    page.evaluate("const d = document.createElement('dialog'); document.body.append(d); d.showModal()")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 0
    page.evaluate("document.querySelector('dialog').close()")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 1


# Each control, with the keys that still step while the control has the focus.
CONTROLS = {
    "<button>+</button>": ["PageDown", "ArrowRight"],
    "<input type=checkbox>": ["PageDown", "ArrowRight"],
    "<details open><summary>More</summary></details>": ["PageDown", "ArrowRight"],
    "<input role=combobox aria-expanded=false>": ["PageDown"],
    "<select><option>a<option>b</select>": ["PageDown"],
    "<input type=number value=3>": ["PageDown"],
    "<input type=radio>": ["PageDown"],
    "<div role=radiogroup><button role=radio>a</button></div>": ["PageDown"],
    "<button role=tab>a</button>": ["PageDown"],
    "<div role=slider tabindex=0>a</div>": ["PageDown"],
    "<input type=range>": ["PageDown"],
    "<input>": [],
    "<textarea></textarea>": [],
    "<div contenteditable tabindex=0>a</div>": [],
    "<input role=combobox aria-expanded=true>": [],
    "<div role=grid tabindex=0>a</div>": [],
    "<canvas tabindex=0></canvas>": [],
    "<div role=menu tabindex=0>a</div>": [],
    "<dialog open><button>a</button></dialog>": [],
}


def test_a_control_that_has_the_focus_keeps_only_the_keys_it_uses(open_html: Opener) -> None:
    # A text of few tokens, since every step is drawn.
    page = open_html(html_around(PLAYER, trained_data("abcdefghijklmnopqrstuvwxyz", 25)))
    moved_by: dict[str, list[str]] = {control: [] for control in CONTROLS}
    for control in CONTROLS:
        page.evaluate(
            """control => { document.getElementById("control")?.remove();
                const place = document.body.insertBefore(document.createElement("div"), document.body.firstChild);
                place.id = "control";
                place.innerHTML = control;
                const inside = [...place.querySelectorAll("*")].find(node => node.tabIndex >= 0);
                inside.focus();
                if (document.activeElement !== inside) throw control; }""",
            control,
        )
        for key in ("PageDown", "ArrowRight"):
            before = step_of(page)
            page.keyboard.press(key)
            if step_of(page) > before:
                moved_by[control].append(key)
    assert moved_by == CONTROLS


def test_the_mouse_reaches_every_step_space_plays_after_it_and_a_number_that_is_being_typed_stays(
    open_html: Opener,
) -> None:
    # So high that Page Down does not scroll: a player out of view does not use keys.
    page = open_html(html_around(PLAYER, DATA), viewport={"width": 1280, "height": 4000})
    page.get_by_label("Step number").fill("17")
    page.keyboard.press("PageDown")
    expect(page.locator(".bpe-player")).to_have_attribute("data-painted", "0")
    page.keyboard.press("Enter")
    page.keyboard.press("PageDown")
    assert step_of(page) == 18
    page.get_by_role("button", name="First step").click()
    for name, step in (("One step forward", 1), ("Last step", 40), ("One step back", 39), ("First step", 0)):
        page.get_by_role("button", name=name).click()
        assert step_of(page) == step
    page.get_by_label("Step", exact=True).fill("17")
    assert step_of(page) == 17
    expect(page.get_by_label("Step", exact=True)).to_have_attribute("aria-valuetext", "step 17 of 40")
    box = box_of(page.locator(".curve"))
    page.mouse.click(box["x"] + box["width"] - 10, box["y"] + 20)
    assert step_of(page) == 40
    page.locator(".word").first.click()  # the newest token: its merge is the last
    assert step_of(page) == 39
    # Space plays after a press with the mouse.
    page.get_by_label("elsewhere").focus()
    page.get_by_role("button", name="First step").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_label("elsewhere")).to_have_value("")


def test_a_token_tells_what_it_is_and_is_walked_to_and_chosen_by_keyboard(
    open_html: Opener,
) -> None:
    data = trained_data("aaabdaaabac", 3)
    page = open_html(html_around(PLAYER, data | {"step": 3}))
    first = page.locator(".tok").first
    first.hover()
    card = page.get_by_role("tooltip")
    expect(card).to_contain_text("258")
    expect(card).to_contain_text("61 61 61 62")
    expect(card).to_contain_text("merge 3 (rank 2)")
    expect(card).to_contain_text("2 times")
    expect(page.locator(".tok.same")).to_have_count(2)
    first.click()
    tree = page.get_by_role("group", name="Merge tree of the token")
    expect(tree.locator(".node")).to_have_text(["aaab", "aaa", "aa", "a", "a", "a", "b"], use_inner_text=True)
    page.get_by_role("button", name="Go to merge 3, which made it").click()
    assert step_of(page) == 2
    expect(page.locator(".token-name .chip")).to_have_text("aaa")  # the selection keeps its position
    page.wait_for_function("() => told.length > 0 && told.at(-1)[1].step === 2")
    assert page.evaluate("told.at(-1)[1].selected") == {"start": 0, "end": 3, "id": 257}

    draw_anew(page, data | {"step": 3})
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.role") == "listbox":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tooltip")).to_contain_text("merge 3 (rank 2)")
    assert step_of(page) == 3
    page.keyboard.press("Enter")
    expect(page.locator(".tok[aria-selected=true]")).to_have_attribute("data-start", "5")
    page.keyboard.press("PageUp")
    assert step_of(page) == 2


# Keys pressed in one task, so that a slow machine makes no pauses between them.
PRESS = """(times) => { for (let i = 0; i < times; i++)
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true })); }"""


def test_python_hears_only_where_the_hand_rests(open_html: Opener) -> None:
    page = open_html(html_around(PLAYER, DATA))
    for frames in (True, False):
        if not frames:  # on a busy machine they come later
            page.evaluate("() => { window.requestAnimationFrame = () => 1; told.length = 0; }")
            draw_anew(page, DATA)
        page.evaluate(PRESS, 12)
        page.wait_for_function("() => told.length > 0", polling=50)
        page.wait_for_timeout(400)
        told = page.evaluate("told")
        assert [place["step"] for _, place in told] == [12]
        assert told[0][1]["data_id"] == DATA["data_id"]
        tokens = [len(naive_tokens(DATA, step)) for step in (11, 12)]
        expect(page.get_by_role("status")).to_have_text(tells("Merged", *tokens, "Next:"))


def test_a_place_that_python_has_not_heard_of_is_kept_but_not_by_another_history(open_html: Opener) -> None:
    page = open_html(html_around(PLAYER, DATA))
    # All in one task, since a busy machine may take longer than the delay of a message.
    page.evaluate(f"data => {{ ({PRESS})(5); cleanUp(); show(data); }}", DATA)
    assert step_of(page) == 5
    page.wait_for_function("() => told.length === 1 && told[0][1].step === 5")
    page.evaluate("data => { cleanUp(); window.first = show(data); }", DATA)
    assert step_of(page) == 0  # a step that Python knows is not restored by the browser

    # A rerun keeps the place too.
    go(page, 5)
    page.evaluate("data => { show(data); first(); }", DATA | {"step": 2})  # an earlier call is cleaned up
    assert step_of(page) == 5
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 6
    # Other settings keep the step of which nobody has heard yet.
    page.wait_for_function("() => told.some(([, { step }]) => step === 6)")
    page.evaluate(
        "data => { document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' })); show(data); }",
        trained_data(PROSE, 30, split=WORDS) | {"step": 6},
    )
    assert step_of(page) == 7
    page.evaluate("data => { show(data); }", trained_data("other other", 3))
    assert step_of(page) == 0
    page.evaluate("() => cleanUp()")
    expect(page.locator(".bpe-player")).to_have_count(0)
    page.keyboard.press("ArrowRight")


GARBAGE = [None, "", 3, [], {}, {"step": "x"}, {"step": -1}, {"step": 99}, {"step": 1.5}, {"step": True}]


def _state_of(place: object, data: Any, first_step: int) -> PlayerState:
    return _player_state(place_of({"place": place}, data), data, first_step)


def test_whatever_the_browser_sends_the_step_and_the_token_exist() -> None:
    data = trained_data("aaabdaaabac", 3) | {"data_id": "h"}
    for place in (*GARBAGE, *({"data_id": "h", **one} for one in GARBAGE if isinstance(one, dict))):
        assert _state_of(place, data, 2) == PlayerState(step=2, selected=None), place
    # An answer counts for its own history and within its text.
    token = {"start": 0, "end": 4, "id": 258}
    place = {"data_id": "h", "step": 3, "selected": token}
    assert _state_of(place, data, 0) == PlayerState(step=3, selected=0)
    last = token | {"start": 10, "end": 11}
    assert _state_of(place | {"selected": last}, data, 0).selected == 10
    assert _state_of(place | {"data_id": "old"}, data, 0).step == 0
    for wrong in ({"start": 11}, {"start": -1}, {"start": "x"}, {"start": None}):
        assert _state_of(place | {"selected": token | wrong}, data, 0).selected is None
