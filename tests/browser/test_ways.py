"""The Ways page in a browser: it draws what the engine computes, and a token says why BPE did not use it."""

from component_pages import Opener
from playwright.sync_api import Page, expect

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query

WORD = "supercalifragilistic"


def open_word(open_picture: Opener, text: str = WORD) -> Page:
    query = {"text": text_to_query(text), "tokenizer": "cl100k_base"}
    return open_picture("places/tokens/other_splits/ways", "Ways", query)


LINES = """() => [...document.querySelectorAll(".bpe.ways .seen")]
    .filter((line) => line.checkVisibility())
    .map((line) => {
        const { strokeWidth, strokeDasharray } = getComputedStyle(line);
        const of = line.parentNode;
        return {
            words: line.closest(".key-of-arcs span")?.textContent ?? null,
            is: ["taken", "chosen", "taker"].filter((name) => of.classList.contains(name)),
            bold: parseFloat(strokeWidth) > 3,
            dashed: strokeDasharray !== "none",
        };
    })"""


def test_arcs_are_the_tokens_that_fit_and_dropout_goes_from_the_encoding_to_the_bytes(
    open_picture: Opener,
) -> None:
    page = open_word(open_picture)
    expect(page.locator(".bpe.ways .head")).to_contain_text("147,270 ways")
    ranks = load_published("cl100k_base").mergeable_ranks
    data = WORD.encode()
    fit = {(i, j) for i in range(20) for j in range(i + 2, 21) if data[i:j] in ranks}
    spans = "nodes => nodes.map(node => [+node.dataset.start, +node.dataset.end])"
    assert {tuple(span) for span in page.locator(".bpe.ways .arc").evaluate_all(spans)} == fit
    taken = {tuple(span) for span in page.locator(".bpe.ways .arc.taken").evaluate_all(spans)}
    tokens = load_published("cl100k_base").decode_tokens_bytes(load_published("cl100k_base").encode(WORD))
    assert {data[start:end] for start, end in taken} == set(tokens)

    # The longest unused token is named before anybody touches one.
    touched = page.locator(".bpe.ways .touched")
    expect(touched).to_contain_text("would make it, but rank")
    # An arc is bold if and only if it is in the cut.
    frame = page.locator(".bpe.ways .picture-box")
    frame.focus()
    for _ in range(6):  # any token may be selected, used or unused
        lines = page.evaluate(LINES)
        arcs = [line for line in lines if line["words"] is None]
        assert sum("chosen" in arc["is"] for arc in arcs) == 1
        for arc in arcs:
            assert arc["bold"] == ("taken" in arc["is"]), arc
            assert arc["dashed"] == ("taker" in arc["is"]), arc
        key = {line["words"]: line for line in lines if line["words"]}
        assert key["used"]["bold"]
        assert not key["fits, not used"]["bold"]
        assert not key["selected"]["bold"]
        took = "took bytes from the selected one"
        assert (took in key) == any("taker" in arc["is"] for arc in arcs)
        assert took not in key or key[took]["dashed"]
        frame.press("ArrowRight")

    # A longer token names the merge that took its letters.
    for _ in fit:  # through all tokens once, of which su, sup and super come one after another
        if touched.inner_text().startswith("super:"):
            break
        frame.press("ArrowRight")
    expect(touched).to_contain_text(f"super: rank {ranks[b'super']} would make it, but rank")
    expect(touched).to_contain_text("comes first")
    frame.press("ArrowLeft")
    expect(touched).to_contain_text("sup: the merge of rank")
    expect(touched).to_contain_text("it is one of the tokens")

    # Dropout ranges from the normal encoding to single bytes.
    slider, drawn = page.get_by_label("Dropout in per cent"), page.locator(".bpe.ways p.drawn")
    slider.fill("0")
    expect(drawn).to_contain_text("1 different tokenization, of 7.0 tokens")
    slider.fill("100")
    expect(drawn).to_contain_text("1 different tokenization, of 20.0 tokens")
    slider.fill("50")
    before = drawn.inner_text()
    page.get_by_role("button", name="Draw again").click()
    expect(drawn).not_to_have_text(before)


def test_a_boundary_is_dragged_by_mouse_keys_and_buttons(open_picture: Opener) -> None:
    page = open_word(open_picture, "1234567 cats")
    gpt4 = load_published("cl100k_base")
    ways = page.locator(".bpe.ways")
    ids = ways.locator(".ids span")
    stage = ways.locator(".text-stage")

    def shown(*tokens: bytes) -> None:
        expect(ids).to_have_text([str(gpt4.id_of_bytes[token]) for token in tokens])
        assert b"".join(tokens) == b"1234567 cats"

    shown(b"123", b"456", b"7", b" cats")
    ways.get_by_role("button", name="Digits from the right").click()
    shown(b"1", b"234", b"567", b" cats")
    assert ways.locator(".ids .other").count() == 3

    # The first boundary is dragged two letters to the right, and back.
    box = stage.locator(".boxes").nth(1).locator("i")
    place = box.nth(0).bounding_box()
    assert place
    width, y = place["width"], place["y"] + place["height"] / 2
    edge = place["x"] + width
    page.mouse.move(edge, y)
    page.mouse.down()
    page.mouse.move(edge + 2 * width, y, steps=4)
    shown(b"123", b"4", b"567", b" cats")
    page.mouse.move(edge, y, steps=4)
    page.mouse.up()
    shown(b"1", b"234", b"567", b" cats")

    # By keys: to the second boundary, along with it, and joined.
    stage.focus()
    for _ in range(3):
        stage.press("ArrowRight")
    stage.press("Shift+ArrowLeft")
    shown(b"1", b"23", b"456", b"7", b" cats")
    ways.get_by_role("button", name="Move the boundary right").click()
    ways.get_by_role("button", name="The tokenizer's own").click()
    shown(b"123", b"456", b"7", b" cats")
    assert not ways.locator(".ids .other").count()
    expect(ways.locator(".said")).to_contain_text("4 tokens: what GPT-4 itself produces")
