"""The textbook loop on a text, for any recipe."""

from collections.abc import Callable
from itertools import pairwise

import regex

from bpe_core import Pair, Recipe, TrainingHistory, reference
from bpe_core.alphabets import base_ids, written_vocab
from bpe_core.history import tie_order
from bpe_core.pairs import count_pairs, merge_pair, rank_pairs
from bpe_core.pretokenization import split
from bpe_core.types import BoundaryKind, Merge


def textbook(history: TrainingHistory, num_merges: int, min_count: int) -> list[reference.Step]:
    """Return every step of training on the text of a history, by the textbook loop."""
    recipe = history.recipe
    steps = reference.train(
        chunks_of(history, history.text),
        first_new_id=len(history.base.vocab),
        num_merges=num_merges,
        tie_break=recipe.tie_break,
        tie_order=tie_order(recipe, history.base),
        min_count=min_count,
        strings=history.base.vocab if recipe.same_string_same_token else None,
        token_bytes=written_vocab(history.base),
    )
    return list(steps)


def made_by(pair: Pair, strings: dict[int, bytes], recipe: Recipe) -> tuple[int, bytes]:
    """Return the id and the string of the token that a pair makes: a known one of this string, or a new one."""
    string = strings[pair[0]] + strings[pair[1]]
    known = [id_ for id_, other in strings.items() if other == string and recipe.same_string_same_token]
    return (known or [max(strings) + 1])[0], string


def by_hand(history: TrainingHistory, pick: Callable[[list[Pair]], Pair], most: int) -> list[reference.Step]:
    """Return the steps of the same loop, in which `pick` chooses the pair to merge."""
    chunks = chunks_of(history, history.text)
    strings = dict(history.base.vocab)
    steps = []
    while (counts := count_pairs(chunks)) and len(steps) < most:
        pair = pick(list(counts))
        new_id, string = made_by(pair, strings, history.recipe)
        strings[new_id] = string
        after = [merge_pair(chunk, pair, new_id) for chunk in chunks]
        replaced = sum(map(len, chunks)) - sum(map(len, after))
        steps.append(reference.Step(chunks, counts, Merge(len(steps), pair, new_id, counts[pair], replaced)))
        chunks = after
    return [*steps, reference.Step(chunks, counts, None)]


def fewest_tokens(history: TrainingHistory, num_merges: int) -> int:
    """Return the fewest tokens that this many merges can leave, by trying every choice."""

    def fewest(chunks: list[list[int]], strings: dict[int, bytes], left: int) -> int:
        sizes = [sum(map(len, chunks))]
        for pair in count_pairs(chunks) if left else ():
            new_id, string = made_by(pair, strings, history.recipe)
            after = [merge_pair(chunk, pair, new_id) for chunk in chunks]
            sizes.append(fewest(after, strings | {new_id: string}, left - 1))
        return min(sizes)

    return fewest(chunks_of(history, history.text), dict(history.base.vocab), num_merges)


def chunks_of(history: TrainingHistory, text: str) -> list[list[int]]:
    """Return the chunks of a text in base units, by the recipe of a history."""
    recipe, chunks = history.recipe, []
    longest_first = sorted(recipe.special_tokens, key=len, reverse=True)
    special = f"({'|'.join(map(regex.escape, longest_first))})"
    for part in regex.split(special, text) if longest_first else [text]:
        if part in recipe.special_tokens:
            chunks.append([history.special_tokens[part]])
            continue
        texts = [part]
        if recipe.alphabet == "word-marker":
            # A leading space belongs to no word; all other spaces are written as the marker.
            begins = part.startswith(" ")
            texts = [part[:begins], part[begins:].replace(" ", "Ġ")]
        cut = [chunk for text in texts for chunk in split(text, recipe.split_pattern)]
        chunks += [base_ids(chunk, history.base).tolist() for chunk in cut]
    return chunks


def is_of_kind(kind: BoundaryKind, before: str, after: str) -> bool:
    """Return whether a chunk boundary is of a kind, by regular expressions."""
    if kind == "all":
        return True
    at_blank = bool(regex.search(r"\s$|^\s", before[-1]) or regex.match(r"\s", after))
    if kind == "blanks":
        return at_blank
    return not at_blank and bool(regex.search(r"[^\s\p{L}\p{N}]", before[-1] + after[0]))


def textbook_in_stages(
    history: TrainingHistory, recipe: Recipe, num_merges: int, min_count: int
) -> list[reference.Step]:
    """Return every step of training on the text of a history, by a recipe with a second stage.

    After the first stage, or earlier if no pair is frequent enough, chunks are joined where the boundary
    between them is of the lifted kind. A pair that was merged before makes the same token again. From then
    on, as in the program of SuperBPE's authors, a pair is skipped if its string contains `: ` or more words
    than the recipe allows.
    """
    stage = recipe.second_stage
    assert stage is not None
    pieces = split(history.text, recipe.split_pattern)
    chunks = [base_ids(piece, history.base).tolist() for piece in pieces]
    strings = dict(history.base.vocab)
    id_of_pair: dict[Pair, int] = {}
    in_first = True

    def is_passed_over(pair: Pair) -> bool:
        string = strings[pair[0]] + strings[pair[1]]
        num_words = len([word for word in string.split(b" ") if word])
        too_many = stage.max_words is not None and num_words > stage.max_words
        return too_many or (stage.keeps_colons and b": " in string)

    def ranked_pairs() -> tuple[dict[Pair, int], bool]:
        """Return the pairs with their counts, and whether the first is frequent enough."""
        counts = count_pairs(chunks)
        counts = {pair: counts[pair] for pair in counts if in_first or not is_passed_over(pair)}
        ranked = rank_pairs(counts, recipe.tie_break, tie_order(recipe, history.base), token_bytes=strings)
        return ranked, max(counts.values(), default=0) >= min_count

    steps: list[reference.Step] = []
    while True:
        ranked, enough = ranked_pairs()
        if in_first and (len(steps) >= stage.after or not enough):
            in_first = False
            joined: list[list[int]] = chunks[:1]
            for (before, after), chunk in zip(pairwise(pieces), chunks[1:], strict=True):
                if is_of_kind(stage.lifts, before, after):
                    joined[-1] = joined[-1] + chunk
                else:
                    joined.append(chunk)
            chunks = joined
            ranked, enough = ranked_pairs()
        if len(steps) == num_merges or not enough:
            return [*steps, reference.Step(chunks, ranked, None)]
        pair = next(iter(ranked))
        new_id, string = made_by(pair, strings, recipe)
        new_id = id_of_pair.setdefault(pair, new_id)
        strings[new_id] = string
        after_merge = [merge_pair(chunk, pair, new_id) for chunk in chunks]
        replaced = sum(map(len, chunks)) - sum(map(len, after_merge))
        steps.append(reference.Step(chunks, ranked, Merge(len(steps), pair, new_id, ranked[pair], replaced)))
        chunks = after_merge
