"""SentencePiece's tables of characters, for tests of the code that reads them."""


def charsmap(table: dict[str, str]) -> bytes:
    """Write a table as SentencePiece compiles it: a double array and the replacements."""
    keys = {key.encode(): new.encode() for key, new in table.items()}
    strings = b"".join(new + b"\0" for new in keys.values())
    value_of, at = {}, 0
    for key, new in keys.items():
        value_of[key] = at
        at += len(new) + 1
    nodes = {0: 0}

    def place(index: int, label: int, path: bytes) -> None:
        labels = sorted({key[len(path)] for key in keys if key.startswith(path) and key != path})
        wanted = [0, *labels] if path in keys else labels
        base = next(base for base in range(1, 1 << 16) if all(base ^ child not in nodes for child in wanted))
        nodes.update(dict.fromkeys((base ^ child for child in wanted), 0))
        nodes[index] = label | (path in keys) << 8 | (index ^ base) << 10
        if path in keys:
            nodes[base] = 1 << 31 | value_of[path]
        for child in labels:
            place(base ^ child, child, path + bytes([child]))

    place(0, 0, b"")
    trie = b"".join(nodes.get(index, 0).to_bytes(4, "little") for index in range(max(nodes) + 1 | 255))
    return len(trie).to_bytes(4, "little") + trie + strings
