"""Which published vocabulary a request is counted with, from the model that its body names."""

import re
from dataclasses import dataclass, field

from bpe_core.published.models import UnknownModelError, encoding_name_for_model

INSTEAD = "gpt-4o"
"""The model whose vocabulary is used if that of a request is not published, or if the body names none."""

# The beginning of a name, after the providers in front of it -> the vocabulary.
_FAMILIES = {
    r"qwen-?3(?!\.\d)": "qwen3",
    r"qwen-?2\.5|qwq": "qwen2.5",
    r"deepseek-?v4": "deepseek_v4",
    # Models distilled from it have the vocabulary of Qwen or Llama; Ollama's tags say only their size, or nothing.
    r"deepseek-(chat|reasoner|v3|r1(?!:latest))(?!.*(distill|qwen|llama|[:-]\d{1,2}(\.\d)?b(?!it)))": "deepseek_v3",
    r"(open-)?mistral-nemo": "tekken",
    r"gpt-?oss": "o200k_harmony",
    r"olmo-?2": "olmo2",
    r"pythia|gpt-?neox": "gpt_neox",
}
# The models whose chat template is here, whatever their size and quantization; others of a family can have another one.
_TEMPLATES = {
    r"qwen-?3": "qwen3",
    r"qwen-?2\.5(-coder)?": "qwen2.5",
    r"deepseek[-_]?v3": "deepseek",
    r"gpt-?oss|o200k_harmony": "harmony",
    r"(open-)?mistral-nemo|tekken": "mistral",
    r"(ft:)?gpt-(4|3\.?5).*|cl100k_base": "chatml",
}
_SIZE = r"([-:](a?\d+(\.\d+)?b|instruct|2407|latest|mlx|gguf|awq|gptq|fp8|bf16|int\d|\dbit|q\d\w*))*"
_NOT_PUBLISHED = {
    r"claude": "Anthropic has not published the tokenizer of its models since Claude 3: only its API for counting "
    "tokens knows the number",
    r"gemini": "Google has not published the tokenizer of Gemini: only its API for counting tokens knows the number",
    r"llama|meta-?llama": "Llama's licence does not let us include its vocabulary: use the model's tokenizer.json",
}


@dataclass(frozen=True, slots=True)
class FoundModel:
    """The published vocabulary of a model, a sentence if it is that of another model, and the name of its chat template.

    The name is "" if its template is not among those of `TEMPLATES`.
    """

    vocabulary: str
    said: str = ""
    template: str = field(default="", compare=False)


def find_model(model: str) -> FoundModel:
    """Return the vocabulary of a model, found by its name, without the provider in front of it, or by its family.

    >>> find_model("openai/gpt-4o").vocabulary, find_model("Qwen/Qwen3-8B").vocabulary
    ('o200k_base', 'qwen3')
    >>> find_model("deepseek-chat").vocabulary
    'deepseek_v3'
    >>> print(find_model("gemini-2.5-pro").said)
    Google has not published the tokenizer of Gemini: only its API for counting tokens knows the number; counted with \
gpt-4o instead.
    """
    name = re.sub(r"(?<!deepseek-r1):(free|latest|thinking)$", "", model.strip().rpartition("/")[2].lower())
    own = (found for pattern, found in _TEMPLATES.items() if re.fullmatch(f"({pattern}){_SIZE}", name))
    template = next(own, "")
    for spelled in (model, name):
        try:
            return FoundModel(encoding_name_for_model(spelled), template=template)
        except UnknownModelError:
            continue
    family = next((found for pattern, found in _FAMILIES.items() if re.match(pattern, name)), None)
    if family:
        return FoundModel(family, template=template)
    unknown = f"No vocabulary is known for the model {model[:100]!r}"
    said = next((said for pattern, said in _NOT_PUBLISHED.items() if re.match(pattern, name)), unknown)
    return FoundModel(encoding_name_for_model(INSTEAD), f"{said}; counted with {INSTEAD} instead.")
