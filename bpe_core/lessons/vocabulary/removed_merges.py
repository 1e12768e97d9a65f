"""A tokenizer without some of its merges: which other tokens are removed with them, and which stay.

A merge is named by the token that it makes. Which other tokens are removed with it depends on how the merges
are stored:

    merges of a list    S o -> So,  So l -> Sol     without So: Sol is made only of So and l, so it is removed too
    a table of ranks    So 256, Sol 257, ol 258     without So: o l -> ol, then S ol -> Sol, which is in the table: it stays

A list names both parts of each merge, so a token is removed if each of its merges needs a removed token. With
a table, any two neighbours merge if their joined bytes are in it, so a token stays if its bytes alone still
merge to it. Any other token is removed from the table too; otherwise tiktoken would still find it when a whole
chunk equals it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bpe_core.in_parts import InParts, finished
from bpe_core.tokenizer import MergeRules, RankTable, Tokenizer
from bpe_core.tokenizer.sentencepiece import PieceRules
from bpe_core.tokenizer.strings import ListedRules
from bpe_core.types import BpeError, Pair

MAX_REMADE = 500_000
"""The maximum number of bytes of the tokens of a rank table that contain a removed token, since each is merged again.

In the published tables, such tokens have at most 100,395 bytes (those with `er` in o200k_base).
"""

_BLOCK = 5_000  # bytes


@dataclass(frozen=True, slots=True)
class WithoutMerges:
    """What is left of a tokenizer; the remaining tokens keep their ids.

    `also_gone` are the ids, in increasing order, of the tokens that had to be removed too.
    `other_pair` is for rank tables: it maps each token that is now made from another pair to that pair.
    """

    tokenizer: Tokenizer
    also_gone: tuple[int, ...]
    other_pair: Mapping[int, Pair]


def has_merges_to_remove(tokenizer: Tokenizer) -> bool:
    """Return whether a tokenizer merges by rank.

    If it merges by scores, as SentencePiece does, no merge can be removed.

    >>> from bpe_core import load_published
    >>> has_merges_to_remove(load_published("gpt2"))
    True
    """
    return not isinstance(tokenizer.rules, PieceRules)


def without_merges(tokenizer: Tokenizer, token_ids: Collection[int]) -> WithoutMerges:
    """Return a tokenizer without the merges that make some tokens.

    All other tokens keep their ids, and the removed ids stay unused. Raises `BpeError` for an id that no
    merge makes or that stands for unknown characters, for a tokenizer that merges by scores, and for a rank
    table in which the tokens that contain a removed one have more than `MAX_REMADE` bytes.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> without = without_merges(gpt2, gpt2.encode(" SolidGoldMagikarp"))
    >>> without.tokenizer.decode_tokens_bytes(without.tokenizer.encode(" SolidGoldMagikarp")), without.also_gone
    ([b' Solid', b'GoldMagikarp'], ())
    >>> the = without_merges(gpt2, gpt2.encode(" t"))
    >>> the.tokenizer.encode(" the") == gpt2.encode(" the"), gpt2.decode_tokens_bytes(the.other_pair[262])
    (True, [b' ', b'the'])
    """
    return finished(without_merges_in_parts(tokenizer, token_ids))


def without_merges_in_parts(tokenizer: Tokenizer, token_ids: Collection[int]) -> InParts[WithoutMerges]:
    """Do what `without_merges` does, a few thousand bytes at a time."""
    rules = tokenizer.rules
    if not has_merges_to_remove(tokenizer):
        raise BpeError("This tokenizer merges by scores and has no merges that could be removed.")
    made = set(rules.made_ids.tolist()) - _base_units(tokenizer)
    if (unknown := tokenizer.steps.unknown) is not None and unknown in token_ids:
        token = tokenizer.vocab[unknown].decode("utf-8", "replace")
        raise BpeError(
            f"The token {token[:40]!r} stands for unknown characters in this tokenizer, so it cannot be removed."
        )
    if (unmade := next((token_id for token_id in token_ids if token_id not in made), None)) is not None:
        raise BpeError(f"No merge makes the token {unmade}, so there is none to remove.")
    if isinstance(rules, RankTable):
        return (yield from _without_ranks(tokenizer, rules, frozenset(token_ids)))
    return _without_listed(tokenizer, frozenset(token_ids))


# ---- a rank table


def _without_ranks(tokenizer: Tokenizer, table: RankTable, removed: frozenset[int]) -> InParts[WithoutMerges]:
    parts = [table.vocab[token_id] for token_id in removed]
    ranks = {token: rank for token, rank in table.mergeable_ranks.items() if rank not in removed}
    # Only tokens whose bytes contain a removed token can lack a merge.
    touched = []
    for number, (token, rank) in enumerate(ranks.items(), 1):
        if any(part in token for part in parts):
            touched.append(rank)
        if number % _BLOCK == 0:
            yield rank
    size = sum(len(table.vocab[rank]) for rank in touched)
    if size > MAX_REMADE:
        raise BpeError(
            f"The {len(touched):,} tokens that contain a removed token have {size:,} bytes, which would all be merged "
            f"again; the limit is {MAX_REMADE:,}."
        )
    fewer = RankTable(ranks)
    also_gone: set[int] = set()
    other_pair: dict[int, Pair] = {}
    done = 0
    for rank in touched:
        before, now = table.last_pair(rank), fewer.last_pair(rank)
        if now is None and before is not None:
            also_gone.add(rank)
        elif now is not None and now != before:
            other_pair[rank] = now
        done += len(table.vocab[rank])
        if done >= _BLOCK:
            done = 0
            yield rank
    left = RankTable({token: rank for token, rank in ranks.items() if rank not in also_gone})
    return WithoutMerges(replace(tokenizer, rules=left), tuple(sorted(also_gone)), other_pair)


# ---- a list of merges


def _without_listed(tokenizer: Tokenizer, removed: frozenset[int]) -> WithoutMerges:
    rules, merges, recipe = tokenizer.rules, tokenizer.merges, tokenizer.recipe
    gone, dropped = _needing(merges, removed, keep=_base_units(tokenizer))
    kept = tuple(merge for number, merge in enumerate(merges) if number not in dropped)
    if stage := recipe.second_stage:
        after = stage.after - sum(number < stage.after for number in dropped)
        recipe = replace(recipe, second_stage=replace(stage, after=after) if after < len(kept) else None)
    left = MergeRules(kept, tokenizer.base)
    if isinstance(rules, ListedRules):
        added = {token.token_id for token in tokenizer.steps.added_tokens}
        left = replace(
            rules,
            merges=kept,
            listed={id_: token for id_, token in rules.listed.items() if id_ not in gone or id_ in added},
            id_of_string={string: id_ for string, id_ in rules.id_of_string.items() if id_ not in gone},
        )
    return WithoutMerges(replace(tokenizer, recipe=recipe, rules=left), tuple(sorted(gone - removed)), {})


def _base_units(tokenizer: Tokenizer) -> set[int]:
    """Return the ids that exist before any merge, among them that of unknown characters."""
    if not isinstance(tokenizer.rules, ListedRules):
        return set(tokenizer.base.vocab)
    prefix, suffix, unknown = tokenizer.steps.prefix, tokenizer.steps.suffix, tokenizer.steps.unknown
    return {
        token_id
        for string, token_id in tokenizer.id_of_string.items()
        if len(string.removeprefix(prefix).removesuffix(suffix)) < 2 or token_id == unknown
    }


def _needing(
    merges: Sequence[tuple[Pair, int]], removed: frozenset[int], *, keep: Collection[int]
) -> tuple[set[int], set[int]]:
    """Return the removed tokens, with those that cannot be made without them, and the indices of the merges to drop."""
    uses: dict[int, list[int]] = defaultdict(list)
    for number, (pair, _) in enumerate(merges):
        for side in {*pair}:
            uses[side].append(number)
    ways = Counter(new_id for _, new_id in merges)
    gone, dropped = set(removed), {number for number, (_, new_id) in enumerate(merges) if new_id in removed}
    waiting = list(removed)
    while waiting:
        for number in uses[waiting.pop()]:
            made = merges[number][1]
            if number in dropped:
                continue
            dropped.add(number)
            ways[made] -= 1
            if not ways[made] and made not in keep:
                gone.add(made)
                waiting.append(made)
    return gone, dropped
