"""Parity-aware training in a browser: bars, steps, both rules, the link and the file."""

from itertools import islice
from pathlib import Path

from driver import Server, open_page, share, wait_for_run
from playwright.sync_api import Page, expect
from tokenizers import Tokenizer as PeerTokenizer

from bpe_core import Tokenizer, train
from bpe_core.training.parity import ParityTraining, token_counts_of_texts
from explorer_ui.visit.links import text_to_query
from explorer_ui.visit.samples import parallel_texts

TEXTS = parallel_texts()
FIGURES = ".bpe.parity .bars li > span:last-of-type"


def figures(history, texts: list[str], step: int) -> list[str]:
    return [f"{tokens:,}" for tokens in token_counts_of_texts(history, texts)[:, step].tolist()]


def test_both_rules_are_stepped_both_ways(page: Page, server: Server) -> None:
    texts = [*TEXTS.values()]
    training = ParityTraining(texts)
    list(islice(training, 9))
    chosen = [list(TEXTS)[index] for index in training.chosen_by]
    by_count = train(texts, recipe="gpt2", num_merges=9)
    open_page(page, server, "Several languages", parity_step="7")
    shown = page.locator(FIGURES)
    current = page.locator(".bpe.parity .bars [aria-current] b")
    sentence = page.locator(".bpe.parity .sentence")
    expect(shown).to_have_text(figures(training.history(), texts, 7))
    expect(current).to_have_text(chosen[7])
    expect(sentence).to_contain_text(f"{chosen[6]} was worst off and chose this pair.")
    for key, step in (("ArrowRight", 8), ("ArrowLeft", 7), ("PageUp", 6), ("Home", 0)):
        page.keyboard.press(key)
        expect(page.locator(".bpe.parity output")).to_have_text(f"{step} / 600")
        expect(shown).to_have_text(figures(training.history(), texts, step))
    expect(sentence).to_have_text("No merge yet: every base unit is a token.")
    page.keyboard.press("PageDown")
    page.get_by_role("button", name="Next pair: most frequent pair").click()
    expect(shown).to_have_text(figures(by_count, texts, 1))
    expect(sentence).to_contain_text(f"the most frequent pair: {by_count.merges[0].count:,} times")
    expect(current).to_have_count(0)
    page.keyboard.press("End")
    totals = page.locator(".bpe.parity .totals")
    expect(totals).to_contain_text("merged: 4,021 tokens, the most expensive 1.86 times the cheapest.")
    expect(totals).to_contain_text("chooses: 4,275 tokens, the most expensive 1.03 times the cheapest.")
    # The link restores the rule and the step.
    wait_for_run(page)
    share(page, "Copy the link")
    link = page.get_by_role("dialog").locator("code")
    expect(link).to_contain_text("parity_rule=count")
    expect(link).to_contain_text("parity_step=600")


def test_the_file_is_the_tokenizer_of_the_step(page: Page, server: Server, tmp_path: Path) -> None:
    training = ParityTraining([*TEXTS.values()])
    list(islice(training, 40))
    own = Tokenizer.from_history(training.history())
    open_page(page, server, "Several languages", parity_step="40")
    page.get_by_text("Save this tokenizer").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="tokenizer.json").first.click()
    path = tmp_path / "tokenizer.json"
    download.value.save_as(path)
    peer = PeerTokenizer.from_file(str(path))
    for text in TEXTS.values():
        assert peer.encode(text).ids == own.encode(text)


def test_a_rule_that_has_ended_stays_at_its_end(page: Page, server: Server) -> None:
    lines = ["xy", "abcabdabcab"]
    training = ParityTraining(lines, worst_off="tokens-per-byte")
    ended = len(list(training))
    by_count = train(lines, recipe="gpt2", num_merges=600)
    assert ended < len(by_count.merges)
    query = {"text": text_to_query("\n".join(lines)), "parity_texts": "lines"}
    open_page(page, server, "Several languages", parity_step="600", **query)
    expect(page.locator(".bpe.parity output")).to_have_text(
        f"{len(by_count.merges)} / {len(by_count.merges)}"
    )
    expect(page.locator(".bpe.parity .sentence")).to_have_text(
        f"This rule ended after {ended} merges: the text that is worst off had no pair left."
    )
    tokens = token_counts_of_texts(training.history(), lines)[:, ended].tolist()
    per_byte = [f"{count / len(line):.2f}" for count, line in zip(tokens, lines, strict=True)]
    expect(page.locator(FIGURES)).to_have_text(per_byte)
