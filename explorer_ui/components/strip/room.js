// The room that a box has, and the font in it.

/**
 * Calls when the box becomes wider or narrower, and when a font has loaded; returns what ends that.
 *
 * @param {HTMLElement} box
 * @param {() => void} changed
 */
export function watchRoom(box, changed) {
  let width = 0;
  let frame = 0;
  const sizes = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (box.clientWidth === width) return;
      width = box.clientWidth;
      changed();
    });
  });
  sizes.observe(box);
  document.fonts.addEventListener("loadingdone", changed);
  return () => {
    cancelAnimationFrame(frame);
    document.fonts.removeEventListener("loadingdone", changed);
    sizes.disconnect();
  };
}
