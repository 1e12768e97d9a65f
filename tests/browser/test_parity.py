"""Parity-aware training in a browser: bars, steps, both rules, the link and the file."""

from collections.abc import Callable
from itertools import islice

from playwright.sync_api import Page, expect

from bpe_core import train
from bpe_core.training.parity import ParityTraining, token_counts_of_texts
from explorer_ui.visit.links import text_to_query
from explorer_ui.visit.samples import parallel_texts

TEXTS = parallel_texts()
PARITY = "places/train/several_languages/parity"
FIGURES = ".bpe.parity .bars li > span:last-of-type"


def figures(history, texts: list[str], step: int) -> list[str]:
    return [f"{tokens:,}" for tokens in token_counts_of_texts(history, texts)[:, step].tolist()]


def test_both_rules_are_stepped_both_ways(open_picture: Callable[..., Page]) -> None:
    texts = [*TEXTS.values()]
    training = ParityTraining(texts)
    list(islice(training, 9))
    chosen = [list(TEXTS)[index] for index in training.chosen_by]
    by_count = train(texts, recipe="gpt2", num_merges=9)
    page = open_picture(PARITY, "Several languages", {"parity_step": "7"})
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
    # Python, which makes the link, hears of the rule and the step.
    page.wait_for_function("() => told.at(-1)?.[1].step === 600 && told.at(-1)[1].rule === 'count'")


def test_a_rule_that_has_ended_stays_at_its_end(open_picture: Callable[..., Page]) -> None:
    lines = ["xy", "abcabdabcab"]
    training = ParityTraining(lines, worst_off="tokens-per-byte")
    ended = len(list(training))
    by_count = train(lines, recipe="gpt2", num_merges=600)
    assert ended < len(by_count.merges)
    query = {"text": text_to_query("\n".join(lines)), "parity_texts": "lines", "parity_step": "600"}
    page = open_picture(PARITY, "Several languages", query)
    expect(page.locator(".bpe.parity output")).to_have_text(
        f"{len(by_count.merges)} / {len(by_count.merges)}"
    )
    expect(page.locator(".bpe.parity .sentence")).to_have_text(
        f"This rule ended after {ended} merges: the text that is worst off had no pair left."
    )
    tokens = token_counts_of_texts(training.history(), lines)[:, ended].tolist()
    per_byte = [f"{count / len(line):.2f}" for count, line in zip(tokens, lines, strict=True)]
    expect(page.locator(FIGURES)).to_have_text(per_byte)
