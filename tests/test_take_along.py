"""What a view shows can be taken along: the page's shell offers what the view has announced."""

import pytest
from apps import open_app, visit, words

from explorer_ui.present.take_along import take_along

PAGES = ("train", "encode", "growth", "ways", "prompt", "seam", "lives")
SAVE = "Save this picture"


def labels(app: object) -> list[str]:
    return [button.label for button in app.button]  # type: ignore[attr-defined]


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The name and the page of each file that was offered."""
    found = []
    draw = take_along.st.download_button

    def download(label: str, data: object, name: str, *more: object, **options: object) -> bool:
        if callable(data):
            found.append((name, data()))
        return draw(label, data, name, *more, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(take_along.st, "download_button", download)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_picture_is_offered_as_a_page_and_as_a_package(page: str, offered: list[tuple[str, str]]) -> None:
    app = open_app(page.capitalize(), text="low lower lowest", encode_text="lowest")
    assert not offered
    next(button for button in app.button if button.label == SAVE).click().run()
    assert not app.exception
    name = "bpe" if page in ("train", "encode") else f"bpe_{page}"
    assert [file for file, _ in offered] == [f"{name}.html", f"{name}.zip"]
    assert b"drawExported" in bytes(offered[0][1])
    assert bytes(offered[1][1]).startswith(b"PK")
    assert '<iframe src="' in words(app)
    # The dialog opens once.
    app.run()
    assert len(offered) == 2


def test_nothing_is_offered_where_nothing_is_shown() -> None:
    app = open_app("Growth", text="")
    assert SAVE not in labels(app)
    assert "Link to this view" in labels(app)
    app = open_app("Tokens", text="low")
    assert SAVE not in labels(app)


def test_what_was_shown_on_the_page_before_is_not_offered() -> None:
    app = open_app("Growth", text="low")
    assert SAVE in labels(app)
    visit(app, "Tokens").run()
    assert SAVE not in labels(app)
