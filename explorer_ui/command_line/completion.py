"""`bpe-explorer completion`: the script with which a shell completes commands and options, made from the parser."""

import argparse
from argparse import Namespace

from explorer_ui.command_line.arguments import PROGRAM, parser
from explorer_ui.command_line.writing import say

_BASH = """\
_{name}() {{
    local command="${{COMP_WORDS[1]}}" words=
    case "$command:$COMP_CWORD" in
        *:1) words="{commands}" ;;
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _{name} {program}"""


def run(options: Namespace) -> None:
    """Print the script; it completes file names wherever there is nothing else to complete."""
    of_command = _options()
    if options.shell == "fish":
        for command, words in of_command.items():
            say(f"complete -c {PROGRAM} -n __fish_use_subcommand -a {command}")
            for word in words:
                flag = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
                say(f"complete -c {PROGRAM} -n '__fish_seen_subcommand_from {command}' {flag}")
        return
    if options.shell == "zsh":
        say("autoload -U +X bashcompinit && bashcompinit")
    cases = (f'        {command}:*) words="{" ".join(words)}" ;;' for command, words in of_command.items())
    name = PROGRAM.replace("-", "_")
    say(_BASH.format(name=name, program=PROGRAM, commands=" ".join(of_command), cases="\n".join(cases)))


def _options() -> dict[str, list[str]]:
    """Return for each command its options, and the choices of its arguments."""
    [commands] = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))  # noqa: SLF001
    return {
        name: [
            word
            for action in command._actions  # noqa: SLF001
            if action.help is not argparse.SUPPRESS
            for word in (*action.option_strings, *map(str, action.choices or ()))
            if word.startswith("--") or not word.startswith("-")
        ]
        for name, command in commands.choices.items()
    }
