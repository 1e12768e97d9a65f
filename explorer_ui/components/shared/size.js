// The size of an element, on the screen and on paper.

/**
 * Calls `changed` when an element has another size. A browser that prints waits for no observer: the page is made as
 * wide as a sheet before it takes the picture, and `printed` draws the component then and afterwards, in the same task.
 *
 * @param {HTMLElement} node
 * @param {() => void} changed
 * @param {() => void} [printed]
 * @returns {() => void} Stops it.
 */
export function watchSize(node, changed, printed = changed) {
  const sizes = new ResizeObserver(changed);
  const stop = new AbortController();
  const onPaper = (/** @type {boolean} */ on) => {
    for (const all of [document.documentElement, node.closest(".bpe")]) all?.classList.toggle("on-paper", on);
    printed();
  };
  sizes.observe(node);
  addEventListener("beforeprint", () => onPaper(true), { signal: stop.signal });
  addEventListener("afterprint", () => onPaper(false), { signal: stop.signal });
  return () => {
    sizes.disconnect();
    stop.abort();
  };
}
