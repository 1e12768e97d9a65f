// Takes over what was typed into the box of the document before the app was drawn: ../first_sight/first_sight.js.

/**
 * Removes that box, and calls `take` with its text if it was edited; first waits for a word that is being composed.
 *
 * @param {(text: string) => void} take
 * @param {() => HTMLTextAreaElement} unfold Called if the box had the focus; gets the box that takes it.
 */
export function takeOver(take, unfold) {
  const shell = document.getElementById("bpe-first-sight");
  const area = shell?.querySelector("textarea");
  if (!shell || !area) return;
  const act = () => {
    const { value, defaultValue, selectionStart, selectionEnd } = area;
    const focused = document.activeElement === area;
    shell.remove();
    if (value !== defaultValue) take(value);
    if (!focused) return;
    const box = unfold();
    box.focus();
    box.setSelectionRange(selectionStart, selectionEnd);
  };
  if (area.dataset.composing === undefined) act();
  else area.addEventListener("compositionend", () => setTimeout(act), { once: true });
}
