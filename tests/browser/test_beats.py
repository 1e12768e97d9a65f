"""Beats: a step in three key presses, which count the pairs, choose one and merge it."""

from typing import Any

from component_pages import PLAYER, Opener, draw_anew, go, html_around
from naive_replay import naive_ranking, naive_tokens, trained_data
from player_words import past, remark, tells, upcoming
from playwright.sync_api import Page, expect
from test_film import TEXTS

from bpe_core import load_published, train
from explorer_ui.parts.player.payload import encoding_data, player_data

BEATS = ["merged", "counted", "chosen"]
DATA = trained_data("aaabdaaabac aaaa", 9)


def in_beats(page: Page) -> None:
    page.get_by_role("button", name="Beats").click()
    expect(page.locator(".bpe-player")).to_have_attribute("data-beat", "merged")
    page.locator(".bpe-player .stage").focus()
    page.keyboard.press("Escape")


def at(page: Page, step: int, beat: str) -> None:
    """Wait until the player shows a beat of a step."""
    page.locator(f'.bpe-player[data-painted="{step}"][data-counted="{step}"][data-beat="{beat}"]').wait_for()


def forward_to(page: Page, step: int, beat: str) -> None:
    page.keyboard.press("ArrowRight")
    at(page, step, beat)


def shown(page: Page) -> dict[str, Any]:
    """What is visible of the next merge: marks, pairs, and whether one of them stands out."""
    return page.evaluate(
        """() => {
            const seen = (kind) => [...document.querySelectorAll(kind)].filter((node) => node.checkVisibility(
                { visibilityProperty: true }));
            return {
                marks: seen(".stage .merging").length,
                welds: seen(".stage .weld").length,
                rings: seen(".stage .tok.next").filter((node) => /px/.test(getComputedStyle(node).boxShadow)).length,
                pairs: seen(".pair").length,
                next: seen(".pair.next .rank").length,
                ties: seen(".pair .tie").filter((node) => node.textContent).length,
            }; }"""
    )


def test_a_step_is_three_beats_forwards_and_backwards(open_html: Opener) -> None:
    """What is shown of two steps is compared with the ranking of a naive count."""
    page = open_html(html_around(PLAYER, trained_data("low", 0)), reduced_motion="reduce")
    for data in TEXTS.values():
        draw_anew(page, data | {"step": 1})
        in_beats(page)
        states = []
        for step in (1, 2):
            for beat in BEATS:
                at(page, step, beat)
                states.append(shown(page))
                page.keyboard.press("ArrowRight")
        for step in (1, 2):
            merged, counted, chosen = states[3 * step - 3 : 3 * step]
            counts = [count for *_, count in naive_ranking(data, step)]
            assert set(merged.values()) == {0}
            assert counted["pairs"] == min(8, len(counts))
            assert counted["marks"]
            assert counted["welds"] == counted["rings"] == counted["next"] == counted["ties"] == 0
            assert chosen["marks"] == counted["marks"]
            assert chosen["rings"]
            assert chosen["next"] == 1
            assert chosen["ties"] == (0 if counts.count(counts[0]) == 1 else min(8, counts.count(counts[0])))
        at(page, 3, "merged")
        for step in (2, 1):
            for beat in reversed(BEATS):
                page.keyboard.press("ArrowLeft")
                at(page, step, beat)
                assert shown(page) == states.pop()


def test_the_sentences_go_along_home_is_the_first_beat_and_the_tab_keeps_the_choice(
    open_html: Opener,
) -> None:
    page = open_html(html_around(PLAYER, DATA), reduced_motion="reduce")
    earlier = [page.get_by_role("button", name=name) for name in ("One step back", "First step")]
    in_beats(page)
    forward_to(page, 0, "counted")
    for button in earlier:
        expect(button).to_be_enabled()
    page.keyboard.press("Home")
    at(page, 0, "merged")
    for button in earlier:
        expect(button).to_be_disabled()
    expect(upcoming(page)).to_contain_text("count")
    forward_to(page, 0, "counted")
    expect(upcoming(page)).to_contain_text("most frequent")
    expect(remark(page)).to_have_text("")
    forward_to(page, 0, "chosen")
    expect(upcoming(page)).to_have_text(tells("a", "a", 7))
    expect(remark(page)).to_contain_text("overlap")
    expect(page.locator(".bpe-player > [aria-live]")).to_have_text(tells("begins", "Next:", "a", "a", 7))
    forward_to(page, 1, "merged")
    expect(past(page)).to_have_text(tells("Merged", 16, len(naive_tokens(DATA, 1))))
    expect(page.locator(".word.newest")).to_have_text(tells("aa", "256"))
    page.keyboard.press("Home")
    at(page, 0, "merged")
    page.evaluate("data => { cleanUp(); show(data); }", DATA)  # another player, the same tab
    at(page, 0, "merged")
    page.get_by_role("button", name="Beats").click()
    page.evaluate("data => { cleanUp(); show(data); }", DATA)
    expect(page.get_by_role("button", name="Beats")).to_have_attribute("aria-pressed", "false")


def test_jumps_fast_playing_and_questions_skip_the_beats_and_slow_playing_shows_all(
    open_html: Opener,
) -> None:
    page = open_html(html_around(PLAYER, DATA))
    in_beats(page)
    forward_to(page, 0, "counted")
    go(page, 5)
    at(page, 5, "merged")
    page.get_by_role("combobox", name="Speed of playing").select_option("60")
    page.get_by_role("button", name="Play", exact=True).click()
    # At the end nothing comes next: there is no beat.
    page.locator('.bpe-player[data-painted="9"]:not([data-beat])').wait_for()
    go(page, 2)
    page.get_by_role("button", name="Predict the next step before you see it").click()
    page.locator(".bpe-player.covered:not([data-beat])").wait_for()
    expect(page.locator(".pair:visible")).not_to_have_count(0)

    # Slow playing shows every beat.
    draw_anew(page, trained_data("aaabdaaabac aaaa", 2))
    in_beats(page)
    page.evaluate(
        """() => { window.beats = [];
            const player = document.querySelector(".bpe-player");
            new MutationObserver(() => beats.push(player.dataset.beat)).observe(player, { attributeFilter: ["data-beat"] });
        }"""
    )
    page.get_by_role("combobox", name="Speed of playing").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator('.bpe-player[data-painted="2"]:not([data-beat])').wait_for()
    beats = page.evaluate("beats.filter((beat, i) => beat !== beats[i - 1])")
    assert beats == ["counted", "chosen", "merged", "counted", "chosen", None]

    # So does a long text, far from its beginning.
    text = " ".join(f"{n} {n * n} {n * n * n}" for n in range(8000))[:100_000]
    long = player_data(train(text, recipe="gpt2", num_merges=520))
    draw_anew(page, {**long, "step": 500, "selected": None})
    in_beats(page)
    for step, beat in ((500, "counted"), (500, "chosen"), (501, "merged")):
        forward_to(page, step, beat)
    page.keyboard.press("ArrowLeft")
    at(page, 500, "chosen")


def test_an_encoding_has_the_same_beats_and_its_boxes_move_when_another_tokenizer_encodes(
    open_html: Opener,
) -> None:
    def encoded(name: str, text: str) -> dict[str, Any]:
        return {**encoding_data(load_published(name), text), "step": 0, "selected": None}

    page = open_html(html_around(PLAYER, encoded("gpt2", "strawberry")))
    moving, stage = page.locator("canvas.moving"), page.locator(".stage")
    page.evaluate("performance.now = () => 1e6")
    narrow = stage.evaluate("box => box.clientWidth")
    page.evaluate("data => show(data)", encoded("o200k_base", "strawberry"))
    expect(moving).to_be_visible()
    # The canvas covers the boxes and takes no space from them.
    assert stage.evaluate("box => box.clientWidth") == narrow
    page.evaluate("performance.now = () => 2e6")
    expect(moving).to_have_count(0)
    page.evaluate("data => show(data)", encoded("o200k_base", "raspberry"))
    expect(stage).to_contain_text("p")
    assert moving.count() == 0
    page.evaluate("delete performance.now")

    tokenizer = load_published("gpt2")
    first = tokenizer.trace("strawberry").applied[0]
    draw_anew(page, encoded("gpt2", "strawberry"))
    in_beats(page)
    assert shown(page)["pairs"] == 0
    forward_to(page, 0, "counted")
    expect(upcoming(page)).to_contain_text("lowest rank")
    assert shown(page)["pairs"] == 9
    assert shown(page)["next"] == 0
    forward_to(page, 0, "chosen")
    expect(upcoming(page)).to_contain_text(f"rank {first.rank}")
    assert shown(page)["next"] == 1
    forward_to(page, 1, "merged")
    expect(past(page)).to_have_text(tells("Merged", f"rank {first.rank}", 10, 9))
    page.get_by_role("button", name="Last step").click()
    tokens = [token.decode() for token in tokenizer.decode_tokens_bytes(tokenizer.encode("strawberry"))]
    expect(page.locator(".stage .tok")).to_have_text(tokens, use_inner_text=True)
