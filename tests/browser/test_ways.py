"""The Ways page in a browser: it draws what the engine computes, and a token says why BPE did not use it."""

from driver import Server, go_to, open_page
from playwright.sync_api import Page, expect

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query

WORD = "supercalifragilistic"


def open_word(page: Page, server: Server) -> None:
    open_page(page, server, "Ways", text=text_to_query(WORD), tokenizer="cl100k_base")
    expect(page.locator(".bpe.ways .head")).to_contain_text("147,270 ways")


def test_arcs_are_the_tokens_that_fit_and_dropout_goes_from_the_encoding_to_the_bytes(
    page: Page, server: Server
) -> None:
    open_word(page, server)
    ranks = load_published("cl100k_base").mergeable_ranks
    data = WORD.encode()
    fit = {(i, j) for i in range(20) for j in range(i + 2, 21) if data[i:j] in ranks}
    spans = "nodes => nodes.map(node => [+node.dataset.start, +node.dataset.end])"
    assert {tuple(span) for span in page.locator(".bpe.ways .arc").evaluate_all(spans)} == fit
    taken = {tuple(span) for span in page.locator(".bpe.ways .arc.taken").evaluate_all(spans)}
    tokens = load_published("cl100k_base").decode_tokens_bytes(load_published("cl100k_base").encode(WORD))
    assert {data[start:end] for start, end in taken} == set(tokens)

    # A longer token names the merge that took its letters.
    frame = page.locator(".bpe.ways .picture-box")
    touched = page.locator(".bpe.ways .touched")
    # The longest unused token is named before anybody touches one.
    expect(touched).to_contain_text("would make it, but rank")
    frame.focus()
    spans = page.locator(".bpe.ways .arc").evaluate_all(
        "nodes => nodes.map(node => [+node.dataset.start, +node.dataset.end])"
    )
    for _ in spans:  # through all tokens once, of which su, sup and super come one after another
        if touched.inner_text().startswith("super:"):
            break
        frame.press("ArrowRight")
    ranks = load_published("cl100k_base").mergeable_ranks
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


def test_a_row_of_tokens_leads_to_its_ids_on_decode(page: Page, server: Server) -> None:
    open_word(page, server)
    gpt4 = load_published("cl100k_base")
    rows = page.locator(".bpe.ways .cut")
    most = rows.filter(has_text="The most tokens, one for each base unit: 20")
    most.focus()
    most.press("Enter")
    box = page.get_by_label("Ids, in any notation")
    ids = [gpt4.id_of_bytes[bytes([byte])] for byte in WORD.encode()]
    expect(box).to_have_value(", ".join(map(str, ids)))
    expect(page.get_by_text("20 of 20 tokens differ")).to_be_visible()

    # Back on Ways, touching the tokenizer's own tokens gives ids that it would produce.
    go_to(page, "Ways")
    expect(page.locator(".bpe.ways .head")).to_contain_text("147,270 ways")
    rows.filter(has_text="Byte-pair encoding: 7").click()
    expect(box).to_have_value(", ".join(map(str, gpt4.encode(WORD))))
    expect(page.get_by_text("would produce exactly these ids")).to_be_visible()


def test_the_ids_of_the_example_are_read_by_its_tokenizer(page: Page, server: Server) -> None:
    open_page(page, server, "Ways")
    page.locator(".bpe.ways .cut").filter(has_text="Byte-pair encoding: 7").click()
    ids = ", ".join(map(str, load_published("cl100k_base").encode(WORD)))
    expect(page.get_by_label("Ids, in any notation")).to_have_value(ids)
    expect(page.get_by_text("would produce exactly these ids")).to_be_visible()


LINES = """() => [...document.querySelectorAll("*")].flatMap((host) => host.shadowRoot ?? [])
    .flatMap((root) => [...root.querySelectorAll(".bpe.ways .seen")])
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


def test_an_arc_is_bold_if_and_only_if_it_is_in_the_cut(page: Page, server: Server) -> None:
    open_word(page, server)
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
