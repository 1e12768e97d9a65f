r"""Chat templates: how the makers of models mark the messages of a conversation, as data.

    messages    user: Hello
    ChatML      <|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n
    Llama 3     <|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHello<|eot_id|>...
    Mistral     <s>[INST]Hello[/INST]

What is not content is the template's. Its control tokens are ids that no merge makes; the rest of it (the role, a line
end) is text, and takes tokens as any text does.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatTemplate:
    r"""How a conversation is written for a model.

    `around` has for each role what is written before and after a message; `{role}` is the name of the role.
    `controls` are the control tokens in all that is written here, `reads` how a model takes each of them: it
    "opens" a message, which begins with its role up to `header_end`; it "closes" one; or it opens a message of
    the role that is named. After the header `header_gap` is skipped.

    `beginning` comes before all messages, `own_message` after it: a whole message that nobody wrote, put in
    front where `own_message_always`, or else where the first message is not of role system. `to_answer` is
    written where the last message is not the assistant's: the model goes on from there.

    A message of role system that comes first has `first_system_before` before it, where that is not empty. With
    `strips` white space around a content is dropped, with `strips_end_of_answers` spaces at the end of an
    assistant's. `systems_first` puts messages of role system before
    all others, two line ends between two of them; `systems_join_last_user` puts them into the last message of
    the user. With `thinks` an answer after the last question is written with what the model thought before it,
    <think> to </think>, and earlier answers without.
    """

    name: str
    title: str
    source: str
    around: Mapping[str, tuple[str, str]]
    controls: tuple[str, ...]
    reads: Mapping[str, str]
    header_end: str = ""
    header_gap: str = ""
    beginning: str = ""
    own_message: str = ""
    own_message_always: bool = False
    to_answer: str = ""
    first_system_before: str = ""
    strips: bool = False
    strips_end_of_answers: bool = False
    systems_first: bool = False
    systems_join_last_user: bool = False
    thinks: bool = False


_ROWS: Mapping[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("chat_templates.toml").read_text("utf-8")
)


def _template(name: str) -> ChatTemplate:
    row = {**_ROWS.get(_ROWS[name].get("like", ""), {}), **_ROWS[name]}
    row.pop("like", None)
    row["around"] = {role: (before, after) for role, (before, after) in row["around"].items()}
    return ChatTemplate(**{**row, "name": name, "controls": tuple(row["controls"])})


TEMPLATES: Mapping[str, ChatTemplate] = MappingProxyType({name: _template(name) for name in _ROWS})
"""The templates by name, as `chat_templates.toml` states them.

>>> TEMPLATES["qwen3"].reads == TEMPLATES["chatml"].reads
True
"""

PUBLISHED_IDS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {"cl100k_base": {"<|im_start|>": 100264, "<|im_end|>": 100265}}
)
"""Ids of control tokens that a published vocabulary lacks, and its maker names elsewhere: vocabulary -> token -> id.

Those of ChatML stand in tiktoken's README ("Extending tiktoken") only.
"""

_OWN = {
    "qwen2.5": "qwen2.5",
    "qwen3": "qwen3",
    "o200k_harmony": "harmony",
    "tekken": "mistral",
    "deepseek_v3": "deepseek",
    "cl100k_base": "chatml",
}


def own_template(name: str, tokens: Collection[str]) -> ChatTemplate | None:
    """Return the template of a tokenizer, by the name of a published one or by the control tokens that it has.

    None where it has none of them: it was never told how a conversation is written.

    >>> own_template("qwen3", ()).title, own_template("mine", {"<|im_start|>", "<|im_end|>"}).title
    ("Qwen 3's ChatML", 'ChatML')
    >>> own_template("gpt2", ()) is None
    True
    """
    if name in _OWN:
        return TEMPLATES[_OWN[name]]
    fitting = (
        template for template in TEMPLATES.values() if {*template.controls, *template.reads} <= {*tokens}
    )
    return next(fitting, None)
