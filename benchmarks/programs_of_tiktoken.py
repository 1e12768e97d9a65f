"""Runs five published programs that import tiktoken, with tiktoken and with `bpe_core` in its place: `make peers`.

They come from PyPI and are not changed. Each prints what it makes of the same texts, which has to be equal.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from hashlib import sha1
from pathlib import Path

from benchmarks.peers import as_tiktoken_keeps_it
from benchmarks.tests_of_tiktoken import IN_ITS_PLACE

ROOT = Path(__file__).parents[1]
TEXT = ROOT / "README.md"
ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"
"""Where tiktoken downloads a vocabulary from; its cache has the file under the SHA-1 of this."""

PROGRAMS = {
    "ttok==1.0": """
        from click.testing import CliRunner
        from ttok.cli import cli
        for words in ["--encode"], ["-t", "99"], ["--tokens", "-m", "gpt-4"], ["-m", "none"]:
            print(CliRunner().invoke(cli, words, input=text).output)
        # It explains tiktoken's error in its own words if it finds tiktoken's in it.
        print(CliRunner().invoke(cli, ["a<|endoftext|>"]).output.splitlines()[1:])
        print(CliRunner().invoke(cli, ["--decode", "13225", "2375"]).output)""",
    "count-tokens==0.8.3": """
        from count_tokens.count import count_tokens_in_file, count_tokens_in_string
        print(count_tokens_in_file(path), count_tokens_in_string(text, "o200k_base"))""",
    "semchunk==4.1.1": """
        import semchunk
        for name in "cl100k_base", "gpt-4o":
            print(semchunk.chunkerify(name, chunk_size=50)(text))""",
    "llama-models==0.3.0": """
        from llama_models.llama3.tokenizer import Tokenizer
        tokenizer = Tokenizer.get_instance()
        ids = tokenizer.encode(text + "<|eot_id|>", bos=True, eos=True, allowed_special="all")
        print(ids, tokenizer.decode(ids) == f"<|begin_of_text|>{text}<|eot_id|><|end_of_text|>")""",
    "openai-whisper==20250625": """
        from importlib.util import module_from_spec, spec_from_file_location
        # The package itself imports torch.
        spec = spec_from_file_location("tokenizer", whisper)
        sys.modules["tokenizer"] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
        for multilingual in False, True:
            made = module.get_tokenizer(multilingual)
            ids = made.encode(text)
            print(ids, made.decode(ids) == text, made.eot, made.sot_sequence, made.non_speech_tokens)
            print(made.split_to_word_tokens(ids[:300]), made.decode_with_timestamps([*ids[:9], 50400]))""",
}
"""What each program is asked, by its package."""

BEGINNING = """
import sys
from pathlib import Path
path, whisper, ours = sys.argv[1:]
text = Path(path).read_text("utf-8")
if ours:
    exec(ours)
    import bpe_core
    assert sys.modules["tiktoken"] is bpe_core
"""


def main() -> int:
    """Print for each program whether it gives the same with both libraries; return 1 if one does not."""
    equal = True
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        *wheels, source = PROGRAMS
        subprocess.run(
            [*pip, "install", "-qq", "--no-deps", "--target", folder, *wheels, "tqdm", "termcolor"],
            check=True,
        )
        download = ["download", "-qq", "--no-deps", "--no-build-isolation", "--no-binary", ":all:"]
        subprocess.run([*pip, *download, "--dest", folder, source], check=True)
        (archive,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        (whisper,) = Path(folder).glob("*/whisper/tokenizer.py")
        for name in "cl100k_base", "o200k_base":
            kept = Path(folder, sha1(ADDRESS.format(name).encode(), usedforsecurity=False).hexdigest())
            kept.write_bytes(as_tiktoken_keeps_it(name))
        environment = os.environ | {
            "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
            "TIKTOKEN_CACHE_DIR": folder,
        }
        for package, asked in PROGRAMS.items():
            code = BEGINNING + "\n".join(line.removeprefix(" " * 8) for line in asked.splitlines())
            theirs, ours = (
                subprocess.run(
                    [sys.executable, "-c", code, TEXT, whisper, library],
                    cwd=folder, env=environment, check=True, capture_output=True,
                ).stdout
                for library in ("", IN_ITS_PLACE)
            )  # fmt: skip
            same = theirs == ours and len(ours) > 5
            equal &= same
            print(
                f"| {package} | {'equal' if same else 'DIFFERENT'}, {len(ours):,} bytes printed |", flush=True
            )
    return 0 if equal else 1


if __name__ == "__main__":
    raise SystemExit(main())
