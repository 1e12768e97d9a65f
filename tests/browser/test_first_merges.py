"""First merges on a phone: everything fits on one screen, and the pairs are those of the published example."""

from component_pages import Opener
from playwright.sync_api import expect

from bpe_core.lessons.train.printed import PRINTED

FIRST_MERGES = "places/start/first_merges"


def test_the_printed_merges_are_touched_one_after_the_other(open_picture: Opener) -> None:
    page = open_picture(FIRST_MERGES, "First merges", viewport={"width": 390, "height": 844}, has_touch=True)
    lesson = page.locator(".first-merges")
    expect(lesson.locator(".words li")).to_have_count(5)
    for part in (".words", ".pairs", ".said"):
        expect(lesson.locator(part)).to_be_in_viewport(ratio=1)
    small = lesson.locator(".pair").evaluate_all(
        "pairs => pairs.filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 44).length"
    )
    assert small == 0
    # No counts are shown before a pair is touched; a wrong pair shows its own, and at a second try the right one's.
    expect(lesson.locator(".count")).to_have_count(0)
    lesson.get_by_role("button", name="u + n").tap()
    expect(lesson.locator(".count")).to_have_text(["16"])
    expect(lesson.locator(".said")).to_have_text(
        "Not this one: u + n occurs 16 times (12 + 4); another pair occurs more often. Try again."
    )
    lesson.get_by_role("button", name="u + n").tap()
    expect(lesson.locator(".count")).to_have_text(["20", "16"])
    expect(lesson.locator(".counter")).to_have_text("Merge 1 of 5")
    expect(lesson.locator(".pairs")).to_be_in_viewport(ratio=1)
    for number, merge in enumerate([*PRINTED["hug"].merges, ("p", "un"), ("p", "ug")], start=2):
        lesson.get_by_role("button", name=" + ".join(merge), exact=True).tap()
        expect(lesson.locator(".counter")).to_have_text(
            f"Merge {number} of 5" if number < 6 else "Five merges"
        )
        expect(lesson.locator(".said")).to_contain_text(f"Merged {' + '.join(merge)}")
    expect(lesson.locator(".words li")).to_have_text(["10 ×hug", "5 ×pug", "12 ×pun", "4 ×bun", "5 ×hugs"])
    expect(lesson.locator(".words li").first.locator(".chip")).to_have_text(["hug"])
    lesson.get_by_role("button", name="Start again").tap()
    expect(lesson.locator(".counter")).to_have_text("Merge 1 of 5")
