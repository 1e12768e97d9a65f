// Builds elements. Text becomes text nodes only: no string is ever parsed as markup.

/**
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {string} [className]
 * @param {string | number} [text] @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = String(text);
  return node;
}

/** Additional words for visitors with a keyboard; a phone has none. */
export const orKeys = () =>
  matchMedia("(hover: none)").matches ? "" : ", or use the arrow keys in the picture,";

/**
 * Sets attributes, and removes those whose value is null or undefined.
 *
 * @template {Element} Node @param {Node} node
 * @param {Record<string, string | number | null | undefined>} values @returns {Node}
 */
export function attrs(node, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, String(value));
  }
  return node;
}

/**
 * Shows which button of a row is the chosen one.
 *
 * @param {Iterable<Element>} buttons @param {number} chosen
 */
export function press(buttons, chosen) {
  [...buttons].forEach((node, at) => attrs(node, { "aria-pressed": String(at === chosen) }));
}

/**
 * Marks what a translation of the page must leave as it is: tokens, patterns, code, the visitor's text.
 *
 * @template {Element} Node @param {Node} node @returns {Node}
 */
export const verbatim = (node) => attrs(node, { translate: "no" });

/**
 * @template {keyof SVGElementTagNameMap} Tag @param {Tag} tag
 * @param {Record<string, string | number | null | undefined>} [values] @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, values = {}) {
  const node = attrs(document.createElementNS("http://www.w3.org/2000/svg", tag), values);
  return tag === "svg" ? verbatim(node) : node;
}

/**
 * An element around others.
 *
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {string} className
 * @param {(Node | string)[]} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function inside(tag, className, ...children) {
  const node = el(tag, className);
  node.append(...children);
  return node;
}

/**
 * A slider with a label.
 *
 * @param {string} name For screen readers.
 * @param {Record<string, string | number>} values
 */
export const labelledRange = (name, values) =>
  attrs(el("input"), { type: "range", ...values, "aria-label": name });

/** Text in a picture. @param {string} words @param {Record<string, string | number>} values */
export function svgText(words, values) {
  const node = svg("text", values);
  node.textContent = words;
  return node;
}

/** The paths of the icons for what a player without the app offers too: to fill the screen, and to save. */
export const CORNERS = "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z";
export const ARROW = "M7 2h2v6h3l-4 4-4-4h3zM2 13h12v1.5H2z";

/** An icon of 16 by 16 pixels in the colour of the surrounding text. @param {string} path */
export function icon(path) {
  const picture = svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  picture.append(svg("path", { d: path, fill: "currentColor" }));
  return picture;
}

/**
 * @param {string} className
 * @param {string} name Its name, for the tooltip and for screen readers.
 * @param {string | Node} content @param {(event: MouseEvent) => void} act
 */
export function button(className, name, content, act) {
  const node = attrs(el("button", className), { type: "button", "aria-label": name, title: name });
  node.append(content);
  node.addEventListener("click", act);
  return node;
}

/**
 * Moves the focus with a key within a group of which only one member at a time can be reached by Tab.
 *
 * @param {Event} event @param {HTMLElement} here @param {HTMLElement} next
 */
export function moveFocus(event, here, next) {
  event.preventDefault();
  here.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/**
 * The nearest element that matches a selector, from the target of an event upwards.
 *
 * @param {Event} event @param {string} selector @returns {HTMLElement | null}
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * The focused element in the same tree: for a shadow root, the document knows only the root's host.
 *
 * @param {Node} node @returns {Element | null}
 */
export function focusedBeside(node) {
  const root = node.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/** Whether the visitor asked for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Whether a key is pressed together with one of these, which belongs to the browser.
 *
 * @param {KeyboardEvent} event
 */
export const isChord = (event) => event.ctrlKey || event.metaKey || event.altKey;
