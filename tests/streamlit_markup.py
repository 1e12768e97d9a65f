"""The parts of Streamlit's own markup that the app uses: test ids and classes that another version may not have.

Streamlit guarantees none of them. They are listed here so that a browser test can search for each on a page
that needs it, and say what is lost without it. A second test checks that the style sheets and the components
use no others.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hook:
    """A CSS selector that must match something on `page`, and what is lost without it.

    `hovered` is the selector of an element to hover over first, `pressed` the labels of the buttons to press.
    """

    selector: str
    page: str
    lost: str
    hovered: str = ""
    pressed: tuple[str, ...] = ()

    @property
    def names(self) -> set[str]:
        """The test ids and classes in the selector."""
        return hooks_in(self.selector)


def hooks_in(source: str) -> set[str]:
    r"""Return Streamlit's own names in a style sheet or a script: test ids, attributes, and classes with their dot.

    Classes that begin with st-key- are the app's own keys, and are left out.

    >>> sorted(hooks_in("[data-testid=stMain] > [data-testid=\"stText\"] .stCode .st-key-menu"))
    ['.stCode', 'stMain', 'stText']
    """
    return {
        *re.findall(r"""data-testid=\\?["']?([\w-]+)""", source),
        *re.findall(r"data-test-[\w-]+", source),
        *re.findall(r"\.st[A-Z]\w*", source),
    }


HOOKS = (
    Hook(
        "[data-testid=stApp][data-test-script-state][data-test-connection-state]", "Start",
        "a link that is clicked right after typing waits until the text was read; the tests know when a run is over",
    ),
    Hook("[data-testid=stMain]", "Start", "a page reached by a button begins at its top"),
    Hook(".stMainBlockContainer", "Start", "a page begins near the top of the screen and uses its width"),
    Hook(".stMainBlockContainer > .stVerticalBlock", "Start", "the elements of a page stand close together"),
    Hook("[data-testid=stHeader]", "Start", "Streamlit's menu stands next to the names of the pages, not over them"),
    Hook("[data-testid=stHeader] :has(> [data-testid=stMainMenu])", "Start", "Streamlit's menu is on the screen"),
    Hook(
        "[data-testid=stLayoutWrapper]:has(> :is(.st-key-arrival, .st-key-arrival_step))", "Start",
        "what only listens takes no room, and the names of the pages stay in view",
    ),
    Hook(
        "[data-testid=stLayoutWrapper] > .st-key-navigation nav > div > a", "Start",
        "the names of the pages stay in view, and a button unfolds them on a phone",
    ),
    Hook("[data-testid=stMetricValue]", "Characters", "a browser translates the figures of a text"),
    Hook("[data-testid=stText]", "Tokens", "a browser translates lists of ids and texts in byte glyphs"),
    Hook(
        ".st-key-training_settings [data-testid=stHorizontalBlock]", "Train",
        "on a phone the settings of a training are in two columns",
    ),
    Hook(
        "[data-testid=stMultiSelectTagsContainer]", "Growth",
        "what was chosen of several can be read in the dark theme", pressed=("GPT-4o, GPT-4",),
    ),
    Hook("[data-testid=stText]", "Chat", "an error that quotes somebody is drawn with its lines, in a box"),
    Hook(".st-key-training_settings [data-testid=stCheckbox] p", "Train", "on a phone a setting says all that it does"),
    Hook(
        '[data-testid="stBaseButton-primary"]', "Ways",
        "a main button can be read in the dark theme", pressed=("Present & share", "Save as a web page"),
    ),
    Hook("[data-testid=stTextArea] textarea", "Decode", "ids are read when the hand rests, without Ctrl and Enter"),
    Hook(
        "[data-testid=stPopoverBody]", "Encode",
        "the player leaves the keys alone while something lies over the page", pressed=("100 merges",),
    ),
    Hook(
        ".st-key-training_popover [data-testid=stMarkdownContainer]", "Encode",
        "on a phone the settings of a training are an icon, in one row with the tokenizer",
    ),
    Hook(
        "[data-testid=stDialog] h2", "Train",
        "a lost connection is told in our own words, over nothing of the page", pressed=("Present & share", "Copy the link"),
    ),
    Hook(
        '[data-testid=stElementToolbarButton] [aria-label="Download as CSV"]', "Vocabulary",
        "a table offers no download that a spreadsheet would run as a program", hovered="[data-testid=stDataFrame]",
    ),
    Hook(
        "[data-testid=stElementContainer]:has(> [data-testid=stFullScreenFrame] > .stDataFrame)", "Vocabulary",
        "on a phone the buttons of a table have room of their own, and lie over no heading",
    ),
    Hook(".stDataFrame .dvn-scroller", "Vocabulary", "a swipe over a table scrolls the page"),
    Hook(".stBidiComponent *", "Tokens", "P finds the picture of a page, and shows it alone"),
    Hook('[data-testid=stApp] [class*="st-emotion"]', "Start", "a page is printed dark on white from the dark theme"),
    Hook("[data-testid=stBidiComponentIsolated]", "Train", "a component is printed dark on white from the dark theme"),
    Hook("[data-testid=stButton]", "Start", "no button is printed"),
    Hook("[data-testid=stDownloadButton]", "Tokens", "no button is printed"),
    Hook("[data-testid=stFileUploader]", "Tokenizer file", "no button is printed"),
    Hook("[data-testid=stPopover]", "Growth", "no button is printed"),
    Hook("[data-testid=stTextInput]", "Encode", "no field is printed"),
    Hook("[data-testid=stNumberInput]", "Train", "no field is printed"),
    Hook("[data-testid=stSelectbox]", "Train", "what was chosen is printed as a line of text"),
    Hook("[data-testid=stColumn]", "Train", "what was chosen is printed in full"),
    Hook("[data-testid=stTooltipIcon] button", "Characters", "a finger meets the help signs"),
    Hook("[data-testid=stButtonGroup] button", "Vocabulary", "a finger meets one of several choices"),
    Hook("[data-testid=stExpander] summary", "Prices", "a finger meets what unfolds"),
    Hook("[data-testid=stMainMenuButton]", "Start", "a finger meets the menu"),
    Hook(
        '[data-testid=stElementToolbar] [data-testid="stBaseButton-elementToolbar"]', "Vocabulary",
        "a finger meets the buttons of a table", hovered="[data-testid=stDataFrame]",
    ),
)  # fmt: skip
"""All parts of Streamlit's markup that the app uses."""
