"""Reads the JavaScript and CSS of the components: the only module that knows where their files are.

A component's JavaScript is several modules, and a browser gets one: `joined` combines a module and all that
it imports into one text. It supports only the forms of `import` and `export` that are used here, and rejects
any other:

    import { one, two as other } from "../shared/file.js";
    export const one = ...    export function, export async function, export class
    export default ...    what Streamlit mounts: kept in the entry module, left out of others

The app's own pages load what several components import once, as a file of its own (`common_js`).
"""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from explorer_ui.cache.bounded import cached

_HERE = Path(__file__).parents[1]

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
# Comments on lines of their own. No multi-line string looks like one: tests/js/eslint.config.js forbids it.
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
# Indentation, empty lines, and comments behind code, unless a quotation mark follows: they would be 4% of what a browser
# gets.
_UNREAD = re.compile(r"""^ +|^\n| +// [^'"`\n]*$""", re.MULTILINE)
# Further in a file that is as small as possible: spaces and line ends next to signs, in lines where no string, comment or
# regular expression can be. A line end after these signs ends no statement.
_PLAIN_LINE = re.compile(r"""^[^'"`/\n]*$""", re.MULTILINE)
_NEXT_TO_SIGNS = re.compile(r" ?([=,{}();:?&|<>*]) ?")
_AFTER_SIGNS = re.compile(r"^([^/\n]*[;{},(])\n(?=.)", re.MULTILINE)
_SCOPE = re.compile(r"^const (\w+) = \(\(\) => \{$", re.MULTILINE)
# The same in a style sheet: a tenth of its size.
_UNREAD_CSS = re.compile(r"^ +|/\*[\s\S]*?\*/\n?", re.MULTILINE)
_SPACES_CSS = re.compile(r"\s*([{};])\s*|([,:])\s+")
# What Streamlit mounts: a function, which another module may import like any other, or the result of
# `mounting`.
_DEFAULT = re.compile(r"^export default (?=function )|^export default mounting\(\w+\);\n", re.MULTILINE)
_NAMED = re.compile(r"^export default (mounting\(\w+\));", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b(?! default (?:function|mounting)).*", re.MULTILINE)


class _Module(NamedTuple):
    """A module: its imports as (names, file), the names that it exports, and its code without both."""

    imports: tuple[tuple[str, Path], ...]
    exports: frozenset[str]
    code: str


def components() -> list[str]:
    """Return the components that Streamlit mounts, as arguments for `component_js`.

    >>> components()[:2]
    ['page/arrival', 'page/pages_menu']
    """
    return sorted(
        path.relative_to(_HERE).with_suffix("").as_posix()
        for path in _HERE.rglob("*.js")
        if "\nexport default " in path.read_text("utf-8")
    )


def component_js(path: str, *, common: str | None = None) -> str:
    """Return the JavaScript of a component as one module.

    Args:
        path: The location of its files, such as "parts/player/merge_player".
        common: The address of `common_js`, from which it imports; None: it imports nothing.

    Returns:
        The module; code appended to it can call its export `mount`.
    """
    return _NAMED.sub(
        r"const mount = \1;\nexport default mount;", joined(_HERE / f"{path}.js", common=common)
    )


@cached
def common_js() -> str:
    """Return what several components import as one module, which exports the scope of each."""
    modules = _common()
    scopes = (_scoped(path, modules) for path in modules)
    return "".join([*scopes, f"export {{ {', '.join(map(_scope, modules))} }};\n"])


def joined_component(path: str) -> str:
    """Return the JavaScript of a module that mounts itself, with all that it imports, as one module."""
    return joined(_HERE / f"{path}.js")


def smaller(js: str) -> str:
    r"""Return a joined module with fewer characters, which does the same.

    >>> smaller("const a_b = (() => {\nlet x = 1 ? 2 : 3;\nreturn { x };\n})();\nconst { x } = a_b;\n")
    'const _0=(()=>{let x=1?2:3;return{x};})();const{x}=_0;\n'
    """
    for number, scope in enumerate(_SCOPE.findall(js)):
        js = re.sub(rf"\b{scope}\b", f"_{number}", js)
    plain = _PLAIN_LINE.sub(lambda line: _NEXT_TO_SIGNS.sub(r"\1", line[0]), js)
    return _AFTER_SIGNS.sub(r"\1", plain)


def read_css(path: str) -> str:
    """Return a style sheet alone, as a browser gets it: without comments, and without spaces next to signs."""
    return _SPACES_CSS.sub(r"\1\2", _UNREAD_CSS.sub("", (_HERE / f"{path}.css").read_text("utf-8")))


def shared_css() -> str:
    """Return the style sheets that all components have."""
    return read_css("browser/look") + read_css("browser/shared")


def own_css(*paths: str) -> str:
    """Return the style sheets of components alone; those of their imports come first.

    A module's style sheet has the module's name.
    """
    modules: dict[Path, _Module] = {}
    for path in paths:
        _with_imported(_HERE / f"{path}.js", modules, ())
    return "".join(
        read_css(module.with_suffix("").as_posix())
        for module in modules
        if module.with_suffix(".css").exists()
    )


def component_css(*paths: str) -> str | None:
    """Return the style sheets of components, after the shared ones; None if they have none."""
    own = own_css(*paths)
    return shared_css() + own if own else None


def joined(entry: Path, *, common: str | None = None) -> str:
    """Return a module and all that it imports, each in its own scope, as one module.

    `common` is as in `component_js`.

    Raises:
        ValueError: A module has an unsupported form of import or export, or imports itself or a name that is
        not exported.
    """
    modules = _with_imported(entry, {}, ())
    left_out = _common() if common else {}
    own = [path for path in modules if path == entry or path not in left_out]
    needed = {other: None for path in own for _, other in modules[path].imports if other in left_out}
    imported = f'import {{ {", ".join(map(_scope, needed))} }} from "{common}";\n' if needed else ""
    scopes = (_scoped(path, modules) for path in own if path != entry)
    return "".join([imported, *scopes, _code(entry, modules)])


@cached
def _common() -> dict[Path, _Module]:
    """Return the modules that several components import, each after its own imports, which are among them."""
    modules: dict[Path, _Module] = {}
    components_with = Counter[Path]()
    for path in components():
        found = _with_imported(_HERE / f"{path}.js", {}, ())
        components_with.update(list(found))
        modules |= found
    return {path: module for path, module in modules.items() if components_with[path] > 1}


def _with_imported(
    path: Path, found: dict[Path, _Module], importing: tuple[Path, ...]
) -> dict[Path, _Module]:
    """Add a module to `found`, after its dependencies; returns `found`."""
    if path in importing:
        raise ValueError(f"{path.name} imports itself, by way of {importing[-1].name}")
    if path not in found:
        module = _read(path)
        for _, other in module.imports:
            _with_imported(other, found, (*importing, path))
        found[path] = module
    return found


def _scoped(path: Path, modules: Mapping[Path, _Module]) -> str:
    """Return the code of a module in its own scope, which has its exports."""
    exports = ", ".join(sorted(modules[path].exports))
    return f"const {_scope(path)} = (() => {{\n{_DEFAULT.sub('', _code(path, modules))}return {{ {exports} }};\n}})();\n"


def _code(path: Path, modules: Mapping[Path, _Module]) -> str:
    """Return the code of a module, preceded by the names that it imports."""
    imports = modules[path].imports
    for names, other in imports:
        for name in re.findall(r"(\w+)(?: as \w+)?", names):
            if name not in modules[other].exports:
                raise ValueError(f"{path.name}: {other.name} exports no {name}")
    taken = [f"const {{{names.replace(' as ', ': ')}}} = {_scope(other)};\n" for names, other in imports]
    return "".join([*taken, modules[path].code])


@cached
def _read(path: Path) -> _Module:
    text = _UNREAD.sub("", _COMMENT.sub("", path.read_text("utf-8")))
    imports = tuple((names, (path.parent / file).resolve()) for names, file in _IMPORT.findall(text))
    code = _EXPORT.sub("", _IMPORT.sub("", text)).lstrip()
    if other := _OTHER.search(code):
        raise ValueError(
            f"{path.name}: cannot join {other[0]!r}; see what explorer_ui/browser/files.py knows"
        )
    return _Module(imports, frozenset(_EXPORT.findall(text)), code)


def _scope(path: Path) -> str:
    return f"{path.parent.name}_{path.stem}"
