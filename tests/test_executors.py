"""Counting, training and encoding with any executor give what one process gives, ties included."""

import multiprocessing
import random
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import chain, groupby
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe_core import (
    RECIPES,
    BpeError,
    SecondStage,
    SpecialTokenError,
    TieBreak,
    count_chunks,
    count_files,
    load_published,
    train,
)
from bpe_core.tokenizer import files
from bpe_core.training import counted_chunks
from tests.format_samples import learn
from tests.test_blocks import ALPHABET

WORDS = ["low", " lower", "\n", " 你好。", "字，", " naïve", "　", "🙂", " <e>", "<e> x", "\r\n\t", " 12"]


@pytest.fixture(scope="module", params=["threads", "fork", "spawn"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "threads":
        with ThreadPoolExecutor(3) as threads:
            yield threads
        return
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {request.param} on this system")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(request.param)) as processes:
        yield processes


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    # This process alone decides where files and batches are cut; the windows of workers keep their size.
    monkeypatch.setattr(files, "PART", 50)
    monkeypatch.setattr(counted_chunks, "_BATCH", 300)


def corpus(seed: int, folder: Path) -> tuple[list[str], list[Path]]:
    """Random texts with many ties, some of them empty, and the files that contain them."""
    rng = random.Random(seed)
    texts = ["".join(rng.choices([*ALPHABET, *WORDS], k=rng.choice([0, 3, 400]))) for _ in range(6)]
    paths = [folder / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text.encode())
    return texts, paths


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("seed", range(2))
def test_every_executor_gives_the_merges_of_one_process(executor, seed, tmp_path):
    texts, paths = corpus(seed, tmp_path)
    for recipe in RECIPES.values():
        recipe = replace(recipe, special_tokens=("<e>",)) if seed % 2 else recipe  # noqa: PLW2901
        expected = count_chunks(texts, recipe=recipe)
        for found in (
            count_chunks(iter(texts), recipe=recipe, executor=executor, ahead=1 + seed),
            count_files(paths, recipe=recipe, executor=executor),
            count_files(map(str, paths), recipe=recipe),
        ):
            assert list(found.items()) == list(expected.items())
    for tie_break in get_args(TieBreak):
        recipe = replace(RECIPES["gpt4o"], tie_break=tie_break)
        expected = train(texts, recipe=recipe, num_merges=60)
        found = train(texts, recipe=recipe, num_merges=60, executor=executor)
        assert found.merges == expected.merges


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("name", ["gpt2", "o200k_base", "qwen3", "by characters", "trained"])
def test_every_executor_gives_the_ids_of_one_process(executor: Executor, name: str, tmp_path: Path) -> None:
    texts, paths = corpus(7, tmp_path)
    recipe = {"trained": "gpt4", "by characters": "characters"}.get(name)
    tokenizer = learn(texts, recipe, 50) if recipe else load_published(name)
    for workers in (executor, None):
        found = list(tokenizer.encode_files(paths, executor=workers, ahead=2, disallowed_special=()))
        assert all(ids.dtype == np.uint32 for _, ids in found)
        rows = groupby(found, key=lambda row: row[0])
        whole = [(path, np.concatenate([ids for _, ids in row]).tolist()) for path, row in rows]
        assert whole == [
            (str(path), tokenizer.encode_ordinary(text)) for path, text in zip(paths, texts, strict=True)
        ]
        assert (len(found) > len(paths)) == tokenizer.may_be_cut


@settings(max_examples=100)
@given(
    text=st.lists(st.sampled_from([*ALPHABET, *WORDS]), max_size=300).map("".join),
    part=st.integers(1, 40),
    window=st.integers(1, 20),
)
@example(text="字 a", part=1, window=1)
@example(text="\u3000 a\u3000 b", part=2, window=2)
def test_parts_join_to_the_file_wherever_it_is_cut(text: str, part: int, window: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "PART", part)
        patch.setattr(files, "_WINDOW", window)
        patch.setattr(files, "opened", lambda path: BytesIO(text.encode()))
        parts = [files.text_of(one) for one in files.parts_of(["x"], may_be_cut=True)]
    assert "".join(parts) == text
    assert list(count_chunks(filter(None, parts)).items()) == list(count_chunks([text]).items())
    qwen = load_published("qwen3")
    assert [*chain.from_iterable(map(qwen.encode_ordinary, parts))] == qwen.encode_ordinary(text)


class Counting(Executor):
    """Runs each task when its result is asked for, and counts those that wait."""

    def __init__(self) -> None:
        self.waiting = self.most = 0

    def submit(self, function: Any, /, *arguments: Any, **_options: Any) -> Future[Any]:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        future: Future[Any] = Future()

        def result(_timeout: float | None = None) -> Any:
            self.waiting -= 1
            return function(*arguments)

        future.result = result  # type: ignore[method-assign]
        return future


@pytest.mark.usefixtures("small_parts")
def test_only_some_parts_wait_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("word " * 1000)
    executor = Counting()
    count_files([path] * 3, executor=executor, ahead=5)
    assert (executor.most, executor.waiting) == (5, 0)
    # What is not used is not computed.
    next(load_published("gpt2").encode_files([path] * 3, executor=executor, ahead=4))
    assert executor.most == 5


@pytest.mark.usefixtures("small_parts")
def test_errors_say_where_in_the_file(executor: Executor, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("wörd ".encode() * 100 + b"\xff" + b" word" * 100)
    with pytest.raises(BpeError, match=r"a.txt is not valid UTF-8: byte 0xff at offset 600$"):
        count_files([path], executor=executor)
    text = "wörd " * 100 + "<|endoftext|>" + " word" * 100
    path.write_text(text, "utf-8")
    with pytest.raises(SpecialTokenError) as error:
        list(load_published("gpt2").encode_files([path], executor=executor))
    assert error.value.position == text.index("<|")
    path.write_text("ä<|endoftext|>", "utf-8")
    with pytest.raises(SpecialTokenError) as error:
        list(load_published("gpt2").encode_files([path], executor=executor))
    assert error.value.position == 1
    with pytest.raises(FileNotFoundError):
        count_files([tmp_path / "b.txt"], executor=executor)


def test_what_cannot_be_counted_is_refused() -> None:
    gpt2 = load_published("gpt2")
    for run in (count_files, lambda paths: list(gpt2.encode_files(paths))):
        for one in ("a.txt", Path("a.txt")):
            with pytest.raises(TypeError, match=r"^paths must be a list, not "):
                run(one)
    lifted = replace(RECIPES["gpt4"], second_stage=SecondStage(lifts="all", after=1))
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(BpeError, match="counted chunks have no neighbours"):
            train(["a b"], recipe=lifted, num_merges=1, executor=pool)
        with pytest.raises(BpeError, match="pass only one of them"):
            train(["a b"], start_from=gpt2, num_merges=1, executor=pool)


def test_an_address_is_opened_by_fsspec(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    texts = ["no no yes no", "no"]
    addresses = [f"memory://{tmp_path.name}/{number}.txt" for number in range(2)]
    for address, text in zip(addresses, texts, strict=True):
        with fsspec.open(address, "wb") as file:
            file.write(text.encode())
    with ThreadPoolExecutor(2) as pool:
        assert count_files(addresses, executor=pool) == count_chunks(texts)
