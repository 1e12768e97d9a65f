"""Rows of tokens over one text, opened from file:// with no network."""

from itertools import pairwise

import numpy as np
from component_pages import Opener, draw_anew, html_around
from driver import see_that_it_fits
from playwright.sync_api import expect

from bpe_core import load_published
from bpe_core.lessons.tokens.segmentations import Segmentation, compare
from explorer_ui.parts.token_row.token_rows import rows_data

TEXT = "昔々あるところに naïve café strawberries, 365 of them: الكتاب على"


def test_boxes_of_all_rows_are_aligned_to_the_byte(open_html: Opener) -> None:
    data, names = TEXT.encode(), ("gpt2", "cl100k_base", "o200k_base")
    tokenizers = [load_published(name) for name in names]
    rows = [Segmentation.of(one, one.encode_ordinary(TEXT)).boundaries for one in tokenizers]
    comparison = compare([Segmentation(row) for row in rows], len(data))
    message = {**rows_data(data, {name: [] for name in names}, comparison)}
    page = open_html(html_around("parts/token_row/token_rows", message))
    for width in (390, 1200):
        page.set_viewport_size({"width": width, "height": 844})
        draw_anew(page, message)
        lines = page.locator(".line").evaluate_all(
            """lines => lines.map(line => Array.from(line.querySelectorAll(".row"), row => ({
                name: row.querySelector(".row-name").textContent, text: row.querySelector(".letters").textContent,
                top: row.getBoundingClientRect().top,
                nameTop: row.querySelector(".row-name").getBoundingClientRect().top,
                boxes: Array.from(row.querySelectorAll(".boxes i"), box => [
                    Math.round(box.offsetLeft), Math.round(box.offsetLeft + box.offsetWidth),
                    box.classList.contains("differs")])})))"""
        )
        assert all([row["name"] for row in rows] == list(names) for rows in lines)
        assert all(len({row["text"] for row in rows}) == 1 for rows in lines)
        assert "".join(rows[0]["text"] for rows in lines).replace("·", " ") == TEXT
        assert all(abs(row["top"] - row["nameTop"]) <= 1 for rows in lines for row in rows)
        for index, row in enumerate(comparison.rows):
            bounds = [0, *row.boundaries.tolist(), len(data)]
            differing = sum(
                any(start <= one and other <= end for start, end in comparison.differing)
                for one, other in pairwise(bounds)
            )
            boxes = [box for rows in lines for box in rows[index]["boxes"]]
            # A token at the end of a line, or in a run of the other direction, can have several boxes.
            assert len(bounds) - 1 <= len(boxes) <= len(bounds) + 4
            assert differing <= sum(differs for _, _, differs in boxes) <= differing + 4
        edges = [{edge for box in rows[0]["boxes"] for edge in box[:2]} for rows in lines]
        fine = [{edge for row in rows[1:] for box in row["boxes"] for edge in box[:2]} for rows in lines]
        shared = sum(len(one & other) for one, other in zip(edges, fine, strict=True))
        assert shared >= len(comparison.shared)
        see_that_it_fits(page)


def test_tokens_to_be_struck_out_a_row_without_boundaries_and_no_edge_through_a_letter(
    open_html: Opener,
) -> None:
    rows = [Segmentation(np.array([3, 9], np.int32)), Segmentation(np.array([], np.int32))]
    data = {**rows_data(b"the zebra bread", {"words": [3], "whole": []}, compare(rows, 15))}
    page = open_html(html_around("parts/token_row/token_rows", data), viewport={"width": 800, "height": 600})
    expect(page.locator(".row").nth(0).locator(".boxes i")).to_have_count(3)
    expect(page.locator(".row").nth(1).locator(".boxes i")).to_have_count(1)
    expect(page.locator(".unknown")).to_have_count(1)
    expect(page.locator(".differs")).to_have_count(4)

    text = "γλ".encode()
    rows = [Segmentation(np.array([1, 2], np.int32)), Segmentation(np.array([], np.int32))]
    data = {**rows_data(text, {"bytes": [], "whole": []}, compare(rows, len(text)))}
    draw_anew(page, data)
    edges = page.locator(".row").first.locator(".boxes i")
    widths = "nodes => nodes.map(getComputedStyle).map(look => [look.borderLeftWidth, look.borderRightWidth])"
    # γ is two bytes, each a token; λ is one token.
    assert edges.evaluate_all(widths) == [["1px", "0px"], ["0px", "1px"], ["1px", "1px"]]
