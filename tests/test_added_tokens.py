"""Added tokens that take the white space around them."""

from unittest.mock import Mock

import pytest
import regex
import tokenizers

from bpe_core.formats import read
from bpe_core.pipeline import added_tokens
from bpe_core.pipeline.added_tokens import AddedToken, Finder, FoundToken, StringFinder
from bpe_core.pipeline.aligned_text import AlignedText


@pytest.mark.parametrize(
    ("content", "lstrip", "text"),
    [(" ", False, " " * 400), (" ", True, " " * 400), ("\t", True, " \t" * 200), ("\t", False, "a\t " * 133)],
)
def test_white_space_is_not_searched_again_for_each_token(monkeypatch, content, lstrip, text):
    """A token that is white space itself once took quadratic time: 8 seconds for 5,000 spaces."""
    space = Mock(wraps=added_tokens._SPACE)
    monkeypatch.setattr(added_tokens, "_SPACE", space)
    token = AddedToken(content=content, token_id=1, lstrip=lstrip, rstrip=True)
    list(Finder([(content, token)]).split(AlignedText.of(text)))
    assert 0 < space.match.call_count <= 3 * len(text)


def test_many_tokens_are_not_compiled_into_one_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be tried token by token: 60,000 of them took half a minute to compile, and minutes to search."""
    compiled = Mock(wraps=regex.compile)
    monkeypatch.setattr(added_tokens.regex, "compile", compiled)
    tokens = [f"<|reserved_{number}|>" for number in range(60_000)]
    assert [*StringFinder(tokens).matches("a<|reserved_59999|>b")] == [(1, 19)]
    assert max(len(call.args[0]) for call in compiled.call_args_list) < 100


@pytest.mark.parametrize("lstrip", [False, True])
@pytest.mark.parametrize("content", [" ", "\t", "b", " b"])
def test_tokens_take_white_space_as_in_hugging_face(content: str, lstrip: bool) -> None:
    """The library's own ids, for tokens next to each other, in and around white space."""
    peer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"?": 0}, "?"))
    peer.add_tokens([tokenizers.AddedToken(content, lstrip=lstrip, rstrip=True, normalized=False)])
    token = AddedToken(content=content, token_id=1, lstrip=lstrip, rstrip=True)
    finder = Finder([(content, token)])
    for text in ("   ", " \t \t ", "a  b b  b", "b \t b", "  ab  \n b\t"):
        ours = [
            part.token_id if isinstance(part, FoundToken) else 0
            for part in finder.split(AlignedText.of(text))
        ]
        assert ours == peer.encode(text).ids, text


@pytest.mark.parametrize("special", [False, True])
def test_an_added_token_in_normalized_text_has_the_names_of_hugging_face(special: bool) -> None:
    peer = tokenizers.Tokenizer(tokenizers.models.BPE({"a": 0, "b": 1}, []))
    peer.normalizer = tokenizers.normalizers.Lowercase()
    add = peer.add_special_tokens if special else peer.add_tokens
    add([tokenizers.AddedToken("<A>", normalized=True), tokenizers.AddedToken("<B>", normalized=False)])
    ours = read({"tokenizer.json": peer.to_str().encode()})
    encoded = peer.encode("a<A>b<B>")
    ids = ours.encode("a<A>b<B>", allowed_special="all")
    assert ids == encoded.ids
    assert [ours.id_to_token(token_id) for token_id in ids] == encoded.tokens == ["a", "<a>", "b", "<B>"]
    assert ours.get_vocab() == peer.get_vocab()
    for token in ("<A>", "<a>", "<B>"):
        assert ours.token_to_id(token) == peer.token_to_id(token)


@pytest.mark.parametrize(
    ("step", "token", "text"),
    [
        (tokenizers.normalizers.Lowercase(), tokenizers.AddedToken("Hello"), "hello the Hello cat"),
        # é is a glyph too, that of the byte E9, to which the library decodes it.
        (tokenizers.normalizers.NFC(), tokenizers.AddedToken("e\u0301e\u0301"), "éé cat"),
        (tokenizers.normalizers.NFC(), tokenizers.AddedToken("<début>", special=True), "a<début> cat"),
        (tokenizers.normalizers.NFC(), tokenizers.AddedToken("Ġcat", normalized=False), "aĠcat"),
    ],
)
def test_the_bytes_of_an_added_token_are_those_to_which_it_decodes(
    step: tokenizers.normalizers.Normalizer, token: tokenizers.AddedToken, text: str
) -> None:
    glyphs = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    peer = tokenizers.Tokenizer(tokenizers.models.BPE({glyph: at for at, glyph in enumerate(glyphs)}, []))
    peer.normalizer = step
    peer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.decoder = tokenizers.decoders.ByteLevel()
    peer.add_tokens([token])
    ours = read({"tokenizer.json": peer.to_str().encode()})
    ids = ours.encode(text, allowed_special="all")
    decoded = peer.decode(ids, skip_special_tokens=False)
    assert ids == peer.encode(text).ids
    assert ours.decode(ids) == decoded
    assert b"".join(ours.decode_tokens_bytes(ids)) == ours.decode_bytes(ids)
    for token_id in ids:
        assert (
            ours.decode_single_token_bytes(token_id) == ours.vocab[token_id] == ours.decode_bytes([token_id])
        )
    assert ours.offsets(ids)[-1][1] == len(decoded)
    if "\ufffd" not in decoded:
        assert ours.decode_with_offsets(ids)[0] == decoded
