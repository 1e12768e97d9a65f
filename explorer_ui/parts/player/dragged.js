// Handles dragging.

/**
 * Calls `act` with every position within `node` that a pressed pointer passes.
 *
 * @param {HTMLElement | SVGElement} node @param {(x: number, y: number) => void} act
 */
export function dragged(node, act) {
  const move = (/** @type {PointerEvent} */ event) => {
    const bounds = node.getBoundingClientRect();
    act(event.clientX - bounds.left, event.clientY - bounds.top);
  };
  node.addEventListener("pointerdown", (event) => {
    if (!(event instanceof PointerEvent)) return;
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
    move(event);
  });
  node.addEventListener("pointermove", (event) => {
    if (event instanceof PointerEvent && node.hasPointerCapture(event.pointerId)) move(event);
  });
}
