"""Every page has an address, every address of an earlier version leads to its page, and the address names what is drawn."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from explorer_ui.present.lecture.own_lecture import read_lecture
from explorer_ui.visit.links import text_to_query
from explorer_ui.words.course import OLD_ADDRESSES, PAGES, PLACES, moved_to, page_at
from tests.apps import from_menu, markup, open_app, shows, visit
from tests.sampling import IN_TURNS
from tests.test_server import PAGE, application, ask

# An address of each page as the app wrote it when there were eighteen of them, and what is drawn there: the name of the
# page, and a setting.
SEVEN = f"text={text_to_query('low lower')}&num_merges=7"
EIGHTEEN = {
    "/?text=low": ("Start", {"text": "low"}),
    f"/first_merges?{SEVEN}": ("First merges", {"num_merges": 7}),
    "/bytes?text=caf%C3%A9%20%26": ("Bytes", {"text": "café &"}),
    "/bytes?bytes_tab=Each+character+once&text=caf%C3%A9": ("Characters", {"text": "café"}),
    "/chunks?chunks_tab=Split+repeatedly": ("Chunks", {"chunks_tab": "Split repeatedly"}),
    f"/train?{SEVEN}&step=2": ("Train", {"num_merges": 7, "step": 2}),
    f"/train?{SEVEN}&below=files": ("Save", {"num_merges": 7, "text": "low lower"}),
    f"/train?below=printed&{SEVEN}&printed_example=own": ("Homework", {"num_merges": 7, "printed_example": "own", "below": None}),
    "/encode?tokenizer=gpt2&encode_text=lower": ("Encode", {"encode_text": "lower"}),
    "/decode?tokenizer=gpt2&ids_text=464+262": ("Decode", {"ids_text": "464 262"}),
    "/tokens?tokenizer=o200k_base&special_policy=special": ("Tokens", {"special_policy": "special"}),
    "/tokens?tokenizer=gpt2&token_limit=7&chunk_overlap=3&split_characters=1": (
        "Pieces",
        {"token_limit": 7, "chunk_overlap": 3, "split_characters": True},
    ),
    "/vocabulary?tokenizer=gpt2&vocabulary_token=43453": ("Vocabulary", {"vocabulary_token": 43453}),
    "/compare?compared=gpt2+o200k_base": ("Compare", {"compared": ["gpt2", "o200k_base"]}),
    "/languages?tokenizer=gpt2&language=Thai": ("Languages", {"language": "Thai"}),
    "/languages?languages_part=Training&parity_step=7": ("Several languages", {"parity_step": 7}),
    "/growth?grown=gpt2&growth_size=2000": ("Growth", {"growth_size": 2000}),
    "/ways?tokenizer=cl100k_base&text=super": ("Ways", {"text": "super"}),
    "/prompt?tokenizer=cl100k_base&text=super": ("Prompt", {"text": "super"}),
    "/chat?chat_format=chatml": ("Chat", {}),
    "/seam?tokenizer=gpt2&text=HAVING&seam_at=1": ("Seam", {"seam_at": 1}),
    "/lives?recipe=bytes&text=aaab": ("Lives", {"recipe": "bytes"}),
    "/challenge?challenge_kind=pair": ("Challenge", {"challenge_kind": "ties"}),
}  # fmt: skip


def answer(address: str) -> tuple[int, dict[str, str]]:
    path, _, query = address.partition("?")
    return ask(application(), path, query=query, headers=PAGE)[:2]


def followed(address: str) -> str:
    """The address at which a browser ends that opens another one."""
    status, headers = answer(address)
    if status == 200:
        return address
    assert status == 302
    assert "frame-ancestors" in headers["content-security-policy"]
    return "/" + headers["location"].removeprefix(".")


def named(address: str) -> str | None:
    parts = urlsplit(address)
    page = page_at(parts.path, dict(parse_qsl(parts.query)))
    return page and page.name


def test_every_page_is_at_its_address_whole_and_alone() -> None:
    for page in PAGES:
        assert page_at(page.path, page.query) == page
        assert page_at(f"/app/{page.path}", page.alone) == page
        assert page.alone["view"] == "player"
    assert page_at("gone", {}) is None
    # What a place does not have is its first page.
    for place in PLACES:
        first = next(page for page in PAGES if page.place == place)
        assert page_at("" if place == "start" else place, {"view": "gone", "depth": "gone"}) == first


def test_no_old_address_is_that_of_a_place() -> None:
    assert not OLD_ADDRESSES.keys() & PLACES.keys()
    assert {name for name, _ in EIGHTEEN.values()} >= {*OLD_ADDRESSES.values()}
    paths = {urlsplit(address).path.strip("/") for address in EIGHTEEN}
    assert paths >= {old.partition("?")[0] for old in OLD_ADDRESSES}


@IN_TURNS
@pytest.mark.parametrize("address", EIGHTEEN)
def test_an_address_of_an_earlier_version_leads_to_its_page_with_its_settings(address: str) -> None:
    name, state = EIGHTEEN[address]
    there = urlsplit(followed(address))
    assert named(address) == named(there.geturl()) == name
    app = open_app(name, query=dict(parse_qsl(there.query)))
    assert {key: app.session_state[key] for key in state} == state
    assert app.session_state.notice is None
    # A lecture's script may have it as well.
    [scene], problems = read_lecture(address, host="")
    assert (scene.page, problems) == (name, [])


@pytest.mark.parametrize("name", sorted({*OLD_ADDRESSES.values(), "Train"}))
def test_a_frame_of_an_earlier_version_shows_the_picture_alone(name: str) -> None:
    old = {page: address for address, page in OLD_ADDRESSES.items()}.get(name, "train")
    settings = f"{'' if '=' in old else '=9'}&" if "?" in old else "?"
    there = urlsplit(followed(f"/{old}{settings}view=player&text=low"))
    query = dict(parse_qsl(there.query))
    # What was below the player was not in its frame.
    shown = "Train" if "below=" in old else name
    assert (named(there.geturl()), query["view"], query["text"]) == (shown, "player", "low")
    if name == "Train":  # all have one shell
        assert "<nav" not in markup(open_app(shown, query=query))


def test_no_address_leads_elsewhere() -> None:
    for query in ("?text=//evil.example", "?text=%0d%0aSet-Cookie:a=b", "?view=%0a", "?" + "a=b&" * 500):
        status, headers = answer(f"//evil.example/seam{query}" if "view" in query else f"/seam{query}")
        assert status == 302
        assert headers["location"].startswith("tokens?view=two_halves")
        assert not {"\r", "\n"} & {*headers["location"]}
        assert "set-cookie" not in headers
    # Only the settings of an address are kept.
    moved = moved_to("/bytes", "view=gone&of=x&depth=ids&text=a%26b&&embed=true")
    assert moved == "tokens?depth=bytes&text=a%26b&embed=true"


@pytest.mark.parametrize(("name", "limit"), [("Tokens", None), ("Pieces", "7")])
def test_a_link_to_tokens_leads_there_although_the_pieces_have_a_limit(name: str, limit: str | None) -> None:
    app = from_menu(open_app(name, token_limit=7), "share", {"what": "link", "at": 1}, again=False)
    [query] = [dict(parse_qsl(code.value.partition("?")[2])) for code in app.code if "text=" in code.value]
    assert (page_at("tokens", query).name, query.get("token_limit")) == (name, limit)


def test_the_address_names_the_page_that_is_drawn_in_one_way() -> None:
    app = open_app("Tokens", query={"view": "text_to_ids", "depth": "tokens", "text": "low"})
    assert app.query_params == {"text": "low"}
    app.session_state.goes_to = "Seam"
    app.run()
    assert app.query_params == {"view": "two_halves"}
    assert shows(app, "Seam")
    visit(app, "Bytes").run()
    assert shows(app, "Bytes")
