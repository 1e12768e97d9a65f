r"""Chat templates: how the makers of models mark the messages of a conversation, as data.

    messages    user: Hello
    ChatML      <|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n
    Llama 3     <|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHello<|eot_id|>...
    Mistral     <s>[INST]Hello[/INST]

What is not content is the template's. Its control tokens are ids that no merge makes; the rest of it (the role, a line
end) is text, and takes tokens as any text does.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType


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


_ROLES = ("system", "user", "assistant")
_CHATML = ChatTemplate(
    name="chatml",
    title="ChatML",
    source="OpenAI's chatml.md of March 2023; the ids for GPT-4's vocabulary as in the README of tiktoken.",
    around=dict.fromkeys(_ROLES, ("<|im_start|>{role}\n", "<|im_end|>\n")),
    controls=("<|im_start|>", "<|im_end|>"),
    reads={"<|im_start|>": "opens", "<|im_end|>": "closes"},
    header_end="\n",
    to_answer="<|im_start|>assistant\n",
)
_LLAMA = ChatTemplate(
    name="llama3",
    title="Llama 3",
    source="The chat_template in tokenizer_config.json of Meta-Llama-3-8B-Instruct; Meta's model card of Llama 3.",
    around=dict.fromkeys(_ROLES, ("<|start_header_id|>{role}<|end_header_id|>\n\n", "<|eot_id|>")),
    controls=("<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"),
    reads={"<|start_header_id|>": "opens", "<|eot_id|>": "closes"},
    header_end="<|end_header_id|>",
    header_gap="\n\n",
    beginning="<|begin_of_text|>",
    to_answer="<|start_header_id|>assistant<|end_header_id|>\n\n",
    strips=True,
)

_LLAMA_SYSTEM = "<|start_header_id|>system<|end_header_id|>\n\nCutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n"

_ALL = (
    _CHATML,
    replace(
        _CHATML,
        name="qwen2.5",
        title="Qwen 2.5's ChatML",
        source="The chat_template in tokenizer_config.json of Qwen2.5-Instruct.",
        own_message="<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant."
        "<|im_end|>\n",
    ),
    replace(
        _CHATML,
        name="qwen3",
        title="Qwen 3's ChatML",
        source="The chat_template in tokenizer_config.json of Qwen3, with thinking on.",
        controls=(*_CHATML.controls, "<think>", "</think>"),
        thinks=True,
    ),
    ChatTemplate(
        name="harmony",
        title="Harmony",
        source="“OpenAI harmony response format”, and the package openai-harmony 0.0.8.",
        around={
            "system": ("<|start|>developer<|message|># Instructions\n\n", "<|end|>"),
            "developer": ("<|start|>developer<|message|># Instructions\n\n", "<|end|>"),
            "user": ("<|start|>user<|message|>", "<|end|>"),
            "assistant": ("<|start|>assistant<|channel|>final<|message|>", "<|end|>"),
        },
        controls=("<|start|>", "<|message|>", "<|end|>", "<|channel|>", "<|return|>", "<|call|>"),
        reads={"<|start|>": "opens", "<|end|>": "closes", "<|return|>": "closes", "<|call|>": "closes"},
        header_end="<|message|>",
        own_message="<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\n"
        "Knowledge cutoff: 2024-06\n\nReasoning: medium\n\n# Valid channels: analysis, commentary, final. "
        "Channel must be included for every message.<|end|>",
        own_message_always=True,
        to_answer="<|start|>assistant",
    ),
    replace(
        _LLAMA,
        name="llama3.2",
        title="Llama 3.2",
        source="The chat_template in tokenizer_config.json of Llama-3.2-Instruct, with the date that it has in it.",
        controls=(*_LLAMA.controls, "<|eom_id|>"),
        reads={**_LLAMA.reads, "<|eom_id|>": "closes"},
        own_message=_LLAMA_SYSTEM + "<|eot_id|>",
        first_system_before=_LLAMA_SYSTEM,
    ),
    _LLAMA,
    ChatTemplate(
        name="mistral",
        title="Mistral (Tekken, version 3)",
        source="The package mistral-common 1.13, for its tekken.json of 2024-07-18.",
        around={"system": ("", "\n\n"), "user": ("[INST]", "[/INST]"), "assistant": ("", "</s>")},
        controls=("<s>", "[INST]", "[/INST]", "</s>"),
        reads={"[INST]": "user", "[/INST]": "assistant", "</s>": "closes"},
        beginning="<s>",
        strips_end_of_answers=True,
        systems_join_last_user=True,
    ),
    ChatTemplate(
        name="deepseek",
        title="DeepSeek V3",
        source="The chat_template in tokenizer_config.json of DeepSeek-V3.",
        around={
            "system": ("", ""),
            "user": ("<｜User｜>", ""),
            "assistant": ("<｜Assistant｜>", "<｜end▁of▁sentence｜>"),
        },
        controls=(
            "<｜begin▁of▁sentence｜>",
            "<｜User｜>",
            "<｜Assistant｜>",
            "<｜end▁of▁sentence｜>",
        ),
        reads={
            "<｜begin▁of▁sentence｜>": "system",
            "<｜User｜>": "user",
            "<｜Assistant｜>": "assistant",
            "<｜end▁of▁sentence｜>": "closes",
        },
        beginning="<｜begin▁of▁sentence｜>",
        to_answer="<｜Assistant｜>",
        systems_first=True,
    ),
)

TEMPLATES: Mapping[str, ChatTemplate] = MappingProxyType({template.name: template for template in _ALL})
"""The templates by name."""

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
