r"""Chat templates as data: how each model family marks the messages of a conversation.

    messages    user: Hello
    ChatML      <|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n
    Llama 3     <|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHello<|eot_id|>...
    Mistral     <s>[INST]Hello[/INST]

Everything except the content belongs to the template. Control tokens have ids that no merge makes; the rest
of the template (the role, a line end) is encoded as text.
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

    `written_by` names the function of `chat_writers` that writes messages in this template. `words` has the
    strings that this function writes around contents, by the names it uses; a missing name means "".
    `roles` are the supported roles. `tools` says whether the template has a form for tool definitions
    ("definitions"), for calls and results only ("calls"), or for none ("").

    `controls` are all control tokens of the template, and `reads` says what each of them means to a model:
    "opens" begins a message, whose role follows up to `header_end`; "closes" ends a message; any other value
    begins a message of that role. `header_gap` is skipped after the header. `beginning` comes before all
    messages. `to_answer` is written if the last message is not the assistant's, for the model to continue.
    Content that is null is written as the word None in messages of the roles in `null_as_none`.
    """

    name: str
    title: str
    source: str
    written_by: str
    words: Mapping[str, str]
    controls: tuple[str, ...]
    reads: Mapping[str, str]
    roles: tuple[str, ...] = ("system", "user", "assistant", "tool")
    tools: str = ""
    header_end: str = ""
    header_gap: str = ""
    beginning: str = ""
    to_answer: str = ""
    null_as_none: tuple[str, ...] = ()


_ROWS: Mapping[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("chat_templates.toml").read_text("utf-8")
)


def _row(name: str) -> dict[str, Any]:
    own = _ROWS[name]
    if "like" not in own:
        return own
    base = _row(own["like"])
    return base | own | {"words": base["words"] | own["words"]}


def _template(name: str) -> ChatTemplate:
    row = {field: value for field, value in _row(name).items() if field != "like"} | {"name": name}
    row |= {field: tuple(row[field]) for field in row if isinstance(row[field], list)}
    return ChatTemplate(**row)


TEMPLATES: Mapping[str, ChatTemplate] = MappingProxyType({name: _template(name) for name in _ROWS})
"""The templates in `chat_templates.toml`, by name.

>>> TEMPLATES["qwen3"].reads == TEMPLATES["chatml"].reads
True
"""

NO_TEMPLATE = ChatTemplate(
    name="none", title="none", source="", written_by="chatml", words={}, controls=(), reads={}
)
"""For the prompt of the Completions API, which a server encodes as it is."""

PUBLISHED_IDS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {"cl100k_base": {"<|im_start|>": 100264, "<|im_end|>": 100265}}
)
"""Ids of control tokens that a published vocabulary lacks but its maker documents elsewhere: vocabulary -> token -> id.

The ids of ChatML's tokens are only in tiktoken's README ("Extending tiktoken").
"""

ABOUT_OPENAI: Mapping[str, str] = MappingProxyType(
    {
        "cl100k_base": "The current API seems to use a different template: according to OpenAI's cookbook, each "
        "message has one token less.",
        "o200k_base": "OpenAI has not published a chat template, so ChatML is used.",
    }
)
"""What to know about ChatML with the vocabularies of OpenAI's models."""

_OWN = {
    "qwen2.5": "qwen2.5",
    "qwen3": "qwen3",
    "o200k_harmony": "harmony",
    "tekken": "mistral",
    "deepseek_v3": "deepseek",
    "cl100k_base": "chatml",
}


def own_template(name: str, tokens: Collection[str]) -> ChatTemplate | None:
    """Return the template of a tokenizer, found by its name if it is published, otherwise by its control tokens.

    None if no template fits, as for a tokenizer that was not made for conversations.

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
