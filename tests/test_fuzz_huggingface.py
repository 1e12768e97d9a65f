"""Random `tokenizer.json` files: we give the ids of Hugging Face tokenizers, or say why a file is refused.

For more files: `python -m tests.test_fuzz_huggingface 20000`, or from another seed on: `... 20000 5000`.
"""

import base64
import json
import multiprocessing
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from tokenizers import Tokenizer as Peer

from bpe_core import BpeError, Tokenizer
from bpe_core.alphabets import BYTE_GLYPHS, to_glyphs
from bpe_core.formats import read_huggingface
from bpe_core.pipeline.known_patterns import WITH_PIPELINE
from tests.charsmaps import charsmap

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

CONTEXT = multiprocessing.get_context("spawn")
KIND = re.compile(r"""'.*?'|".*?"|\d+""")
BEHAVIORS = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")
ALPHABETS = (
    "ab", "ab ", "aAbB ", "ab 12.", "a▁ b", "é e\u0301è", "a你 好の", "ßẞſsS", "İIıi", "ΑΣσς ", "ﬁﷺ½①㌔", "가각ᄀ\u1161\u11a8",
    "a\n\r\t ", " \u00a0\u3000\u2003\x85\u200b", "👩\u200d👩🏽🙂", "\u0301\u0323a\u0300", "ﾊﾟﾀﾞ\u3099か", "\x00\x01\x7f\x9fa",
    "a\u088f\U00016121 ", "\ua7ce\ua7cf\U00010d50Ǆǅ", "١٢²Ⅷ٣ 3", "a_‿-—'s ", "\ufeff\ufffd\U0010ffff", "ĠĊÄa Ã", "\u0600\u0605\u061c\u2069",
    "อำ\u0e33ຳ", "क्षि\u094d", "\U000e0100\ufe0f☝", "ªºⅯⅿⓐ", "\u0345ᾳΐ", "#</w>a b",
)  # fmt: skip
PATTERNS = tuple(pattern for patterns in WITH_PIPELINE.values() for pattern in patterns)
ATOMS = (
    "a", "b", " ", "é", "▁", ".", r"\p{L}", r"\p{Lu}", r"\p{N}", r"\P{L}", r"\p{M}", r"\p{P}", r"\p{S}", r"\s", r"\S", r"\w", r"\W",
    r"\d", r"\D", "[ab]", "[^a]", r"[^\s\p{L}\p{N}]", r"[\p{L}\p{M}]", "[a-z]", "[A-Z]", r"[^\r\n]", r"[\w.]", r"[^\W_]", "[[:punct:]]",
    "[[:alpha:]]", "[[:space:]]", "[[:digit:]]", "[[:alnum:]]", r"[\p{L}&&[^a]]", r"\h", "1", "'", r"\.", "[^(\\s|[.,])]", "\n",
    r"\p{Han}", r"\p{Alphabetic}", r"\p{Ll}", "[一-龥]", "[[:^space:]]", "[[:upper:]]", r"[\d ]", r"[^\S\n]", r"\x61", r"\t", r"\u0301",
    "[[:word:]]", "[[:blank:]]", "[[:cntrl:]]", "[[:graph:]]", "[[:print:]]", "[[:lower:]]", "[[:xdigit:]]", "[[:ascii:]]",
    r"\p{Greek}", r"\p{Arabic}", r"\p{Hiragana}", r"\p{White_Space}", r"\p{Zs}", r"\p{Cf}", r"\p{^L}", r"[\p{Lo}\p{Lm}]", r"\p{Emoji}",
)  # fmt: skip
EDGES = ("^", "$", r"\b", r"\B", r"\A", r"\z", r"\Z")
QUANTIFIERS = (
    "+", "*", "?", "{1,3}", "{2}", "{2,}", "{,2}", "+?", "*?", "??", "++", "*+", "?+", "{1,2}+", "{1,2}?",
    "{2}?",
)  # fmt: skip


def pattern_of(rng: random.Random, depth: int = 0) -> str:
    """A split pattern of a few branches, too small to take long on a text of a few dozen characters."""
    if depth == 0 and rng.random() < 0.3:
        return rng.choice(PATTERNS)
    return "|".join(branch_of(rng, depth) for _ in range(rng.choice([1, 1, 2, 3])))


def branch_of(rng: random.Random, depth: int) -> str:
    written = ""
    for _ in range(rng.choice([1, 1, 2, 3])):
        kind = rng.random()
        if kind < 0.08:
            written += rng.choice(EDGES)
            continue
        atom, quantified = "", True
        if kind < 0.2 and depth < 2:
            opened = rng.choice(["(?:", "(", "(?=", "(?!", "(?>", "(?i:", "(?m:", "(?<=", "(?<!"])
            inner = rng.choice(ATOMS) if opened.startswith("(?<") else pattern_of(rng, depth + 1)
            atom = f"{opened}{inner})"
            quantified = opened in ("(?:", "(", "(?>", "(?i:", "(?m:")
        atom = atom or rng.choice(ATOMS)
        written += atom + (rng.choice(QUANTIFIERS) if quantified and rng.random() < 0.5 else "")
    return written


def pattern_part(rng: random.Random, alphabet: str) -> dict[str, str]:
    if rng.random() < 0.4:
        return {"String": string_of(rng, alphabet, 3) if rng.random() < 0.95 else ""}
    return {"Regex": pattern_of(rng)}


def string_of(rng: random.Random, alphabet: str, most: int) -> str:
    return "".join(rng.choices(alphabet, k=rng.randint(1, most)))


def maybe(rng: random.Random, chance: float = 0.5) -> bool:
    return rng.random() < chance


def normalizer_of(rng: random.Random, alphabet: str) -> dict[str, Any]:
    kind = rng.choice(
        ["NFC", "NFD", "NFKC", "NFKD", "Lowercase", "Replace", "Replace", "Prepend", "Strip", "StripAccents", "BertNormalizer", "Precompiled"]
    )  # fmt: skip
    step: dict[str, Any] = {"type": kind}
    if kind == "Replace":
        content = string_of(rng, alphabet, 3) if maybe(rng, 0.8) else ""
        step |= {"pattern": pattern_part(rng, alphabet), "content": content}
    elif kind == "Prepend":
        step["prepend"] = string_of(rng, alphabet + "▁", 2)
    elif kind == "Strip":
        step |= {"strip_left": maybe(rng), "strip_right": maybe(rng)}
    elif kind == "Precompiled":
        new = (string_of(rng, alphabet, 3) if maybe(rng, 0.8) else "" for _ in range(8))
        table = charsmap({string_of(rng, alphabet, 2): one for one in new})
        step["precompiled_charsmap"] = base64.b64encode(table).decode()
    elif kind == "BertNormalizer":
        for key in ("clean_text", "handle_chinese_chars", "lowercase"):
            step[key] = maybe(rng)
        step["strip_accents"] = rng.choice([None, True, False])
    return step


def pre_tokenizer_of(rng: random.Random, alphabet: str) -> dict[str, Any]:
    kind = rng.choice(
        [
            "Split", "Split", "Split", "Digits", "Punctuation", "Metaspace", "Whitespace", "WhitespaceSplit", "BertPreTokenizer",
            "ByteLevel",
        ]
    )  # fmt: skip
    step: dict[str, Any] = {"type": kind}
    if kind == "Split":
        step |= {"pattern": pattern_part(rng, alphabet), "behavior": rng.choice(BEHAVIORS)}
        step["invert"] = maybe(rng, 0.3)
    elif kind == "Digits":
        step["individual_digits"] = maybe(rng)
    elif kind == "Punctuation":
        step["behavior"] = rng.choice(BEHAVIORS)
    elif kind == "Metaspace":
        sign = "▁" if maybe(rng, 0.7) else rng.choice(alphabet)
        step |= {"replacement": sign, "prepend_scheme": rng.choice(["always", "first", "never"])}
        step["split"] = maybe(rng)
    elif kind == "ByteLevel":
        step |= byte_level(rng)
    return step


def byte_level(rng: random.Random) -> dict[str, Any]:
    flags = {"add_prefix_space": maybe(rng, 0.3), "trim_offsets": maybe(rng), "use_regex": maybe(rng)}
    return {"type": "ByteLevel", **flags}


def in_sequence(steps: list[dict[str, Any]], key: str, rng: random.Random) -> dict[str, Any] | None:
    if not steps:
        return None
    if len(steps) == 1 and maybe(rng):
        return steps[0]
    if len(steps) > 2 and maybe(rng, 0.3):
        steps = [steps[0], {"type": "Sequence", key: steps[1:]}]
    return {"type": "Sequence", key: steps}


def model_of(rng: random.Random, alphabet: str, *, in_bytes: bool) -> dict[str, Any]:
    """A vocabulary of base units and the tokens of a few dozen merges, in any order and with any ids."""
    prefix = rng.choice(["##", "#", "é"]) if maybe(rng, 0.15) else ""
    suffix = rng.choice(["</w>", "a", "é"]) if maybe(rng, 0.15) else ""
    if in_bytes:
        units = [*BYTE_GLYPHS] if maybe(rng, 0.6) else [*to_glyphs((alphabet + " a").encode())]
    else:
        units = [*dict.fromkeys(alphabet + alphabet.lower() + " ▁a")]
    lacking = rng.choice([0, 0, 0.1, 0.4])
    pool = [unit for unit in units if rng.random() >= lacking]
    fallback = maybe(rng, 0.1 if in_bytes else 0.4)
    often = [unit for unit in pool if unit in to_glyphs(alphabet.encode())] if in_bytes else pool
    starts, rest = often or pool or ["a"], []
    if prefix or suffix:
        ends = [unit + suffix for unit in starts]
        rest = [prefix + unit for unit in [*starts, *ends]] + ends
        pool += [token for token in rest if rng.random() >= lacking]
    known = dict.fromkeys([*pool, *starts])
    merges: dict[tuple[str, str], None] = {}
    tokens = [*starts, *rest]
    for _ in range(rng.choice([0, 3, 10, 40, 120])):
        left, right = rng.choice(tokens), rng.choice(tokens)
        if prefix and not right.startswith(prefix) and maybe(rng, 0.98):
            right = prefix + right
        known |= dict.fromkeys((left, right))
        joined = left + right.removeprefix(prefix)
        if len(joined) < 20 and (left, right) not in merges:
            merges[left, right] = None
            known[joined] = None
            tokens.append(joined)
    listed = [*merges]
    if maybe(rng, 0.3):
        rng.shuffle(listed)
    if listed and maybe(rng, 0.1):
        listed += rng.choices(listed, k=3)
    strings = [*known]
    if fallback:
        strings += [f"<0x{byte:02X}>" for byte in range(256) if maybe(rng, 0.999)]
    unknown = None
    if maybe(rng, 0.4):
        unknown = "<unk>" if maybe(rng, 0.8) else rng.choice(strings)
        strings.append(unknown)
    strings += [string_of(rng, alphabet, 5) for _ in range(rng.choice([0, 0, 3]))]
    strings = [*dict.fromkeys(strings)]
    if maybe(rng, 0.3):
        rng.shuffle(strings)
    gap = rng.choice([1, 1, 1, 3])
    in_pairs = maybe(rng)
    if not in_pairs:
        listed = [pair for pair in listed if " " not in "".join(pair)]
    return {
        "type": "BPE",
        "dropout": rng.choice([None, None, 0.0]),
        "unk_token": unknown,
        "continuing_subword_prefix": prefix or rng.choice([None, ""]),
        "end_of_word_suffix": suffix or rng.choice([None, ""]),
        "fuse_unk": maybe(rng),
        "byte_fallback": fallback,
        "ignore_merges": maybe(rng, 0.3),
        "vocab": {string: number * gap for number, string in enumerate(strings)},
        "merges": [[*pair] if in_pairs else " ".join(pair) for pair in listed],
    }


def added_of(rng: random.Random, alphabet: str, vocab: dict[str, int]) -> list[dict[str, Any]]:
    added = {}
    for _ in range(rng.choice([0, 0, 1, 2, 5])):
        content = string_of(rng, alphabet, 4) if maybe(rng, 0.7) else rng.choice([*vocab])
        if maybe(rng, 0.3):
            content = f"<{content}>"
        flags = {
            key: maybe(rng, chance)
            for key, chance in (("single_word", 0.2), ("lstrip", 0.3), ("rstrip", 0.3), ("normalized", 0.4), ("special", 0.4))
        }  # fmt: skip
        new = sum(one not in vocab for one in added)
        added[content] = {"id": vocab.get(content, len(vocab) + new), "content": content, **flags}
    return [*added.values()]


def file_of(rng: random.Random) -> tuple[dict[str, Any], str]:
    """A file, and the characters that it uses."""
    alphabet = "".join(rng.choices(ALPHABETS, k=rng.choice([1, 1, 2, 3])))
    normalizers = [normalizer_of(rng, alphabet) for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 4]))]
    pre_tokenizers = [pre_tokenizer_of(rng, alphabet) for _ in range(rng.choice([0, 0, 1, 1, 2, 4]))]
    in_bytes = maybe(rng, 0.6)
    if in_bytes and maybe(rng, 0.1):
        normalizers.append({"type": "ByteLevel"})
    elif in_bytes:
        pre_tokenizers.append(byte_level(rng))
    model = model_of(rng, alphabet, in_bytes=in_bytes)
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added_of(rng, alphabet, model["vocab"]),
        "normalizer": in_sequence(normalizers, "normalizers", rng),
        "pre_tokenizer": in_sequence(pre_tokenizers, "pretokenizers", rng),
        "post_processor": rng.choice([None, {"type": "ByteLevel"} | byte_level(rng)]),
        "decoder": None,
        "model": model,
    }
    return content, alphabet


def texts_of(rng: random.Random, content: dict[str, Any], alphabet: str) -> Iterator[str]:
    parts = [*alphabet, " ", "a", *(token["content"] for token in content["added_tokens"])]
    parts += [string for string in rng.choices([*content["model"]["vocab"]], k=3) if "<0x" not in string]
    strange = rng.choice(ALPHABETS)
    for _ in range(6):
        yield "".join(rng.choices([*parts, *parts, *strange], k=rng.choice([0, 1, 2, 5, 12, 40])))
    yield rng.choice(alphabet) * rng.randint(1, 80)


Both: TypeAlias = tuple[list[int], list[int]]
"""The ids of a text with special tokens recognized, and without."""


MOST_SECONDS = 10  # of CPU time that the library may take for a file and its texts


class TheLibrary:
    """Hugging Face tokenizers in its own process, since on some files and texts it aborts or never ends."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, mp_context=CONTEXT)

    def ids(self, data: str, texts: list[str]) -> list[Both | None] | None:
        """The ids of each text, None for a text on which it fails; None if it cannot open the file at all."""
        # On a busy machine even the start of a process takes longer than any file should: its own time counts.
        try:
            return self._pool.submit(peer_ids, data, texts).result(None if resource else 60)
        except (BrokenProcessPool, TimeoutError):
            self.end()
            self._pool = ProcessPoolExecutor(1, mp_context=CONTEXT)
            return None

    def end(self) -> None:
        for process in [*(self._pool._processes or {}).values()]:
            process.kill()
        self._pool.shutdown()


def peer_ids(data: str, texts: list[str]) -> list[Both | None] | None:
    if resource:
        until = int(time.process_time()) + MOST_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    # The library writes to the error stream whatever it fails on.
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    if (peer := unless_it_fails(lambda: Peer.from_str(data))) is None:
        return None
    return [unless_it_fails(lambda text=text: ids_of(peer, text)) for text in texts]


def ids_of(peer: Peer, text: str) -> Both:
    found = []
    for plain in (False, True):
        peer.encode_special_tokens = plain
        found.append(peer.encode(text, add_special_tokens=False).ids)
    return found[0], found[1]


Value = TypeVar("Value")


def unless_it_fails(do: Callable[[], Value]) -> Value | None:
    """What a call returns; None if the library refuses or panics (a panic is not an Exception in Python)."""
    try:
        return do()
    except BaseException as error:
        if type(error) is Exception or type(error).__name__ == "PanicException":
            return None
        raise


def check(seed: int, library: TheLibrary) -> str:
    """Compare one file with the library; return the result in a word or two."""
    rng = random.Random(seed)
    content, alphabet = file_of(rng)
    data, texts = json.dumps(content, ensure_ascii=maybe(rng)), [*texts_of(rng, content, alphabet)]
    try:
        ours = read_huggingface(data.encode(), own_patterns=True)
    except BpeError as error:
        return f"refused: {KIND.sub(' ', str(error))}"
    expected = library.ids(data, texts)
    if expected is None:
        return "the library fails"
    # In a tokenizer without steps, all added tokens are special.
    plain = not ours.steps.is_empty or all(token["special"] for token in content["added_tokens"])
    for text, ids in zip(texts, expected, strict=True):
        if ids is not None:
            with suppress(BpeError):
                hold(ours, text, ids[0], ids[1] if plain else ours.encode_ordinary(text))
    return "opened"


def hold(ours: Tokenizer, text: str, with_special: list[int], ordinary: list[int]) -> None:
    for _ in range(2):  # the second time from the cache
        assert ours.encode(text, allowed_special="all") == with_special, repr(text)
        assert ours.encode_ordinary(text) == ordinary, f"{text!r}, no special token in it"
    assert [*ours.trace(text).ids] == ordinary, f"{text!r}, traced"


def test_files_that_nobody_wrote_give_the_librarys_ids() -> None:
    library = TheLibrary()
    ends = Counter(check(seed, library) for seed in range(150))
    library.end()
    assert ends["opened"] > 75, ends


if __name__ == "__main__":
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    library, ends = TheLibrary(), Counter[str]()
    for seed in range(first, first + count):
        try:
            ends[check(seed, library)] += 1
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the next file is tried
            sys.stdout.write(f"seed {seed}: {type(error).__name__} {str(error)[:300]}\n")
            ends["different"] += 1
    library.end()
    sys.stdout.write("".join(f"{times} {end}\n" for end, times in ends.most_common()))
    sys.exit(bool(ends["different"]))
