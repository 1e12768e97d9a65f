// Streamlit's text areas send their content on Ctrl+Enter or when they lose focus: only its one-line boxes
// can be live. This simulates these keys after a debounce delay, as our own text box does.

const REST = 300; // milliseconds

/** @returns {(event: Event) => void} A listener for `input`, in the capturing phase. */
export function liveAreas() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (event) => {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement) || !target.closest('[data-testid="stTextArea"]')) return;
    clearTimeout(timer);
    // Text that is being composed (Chinese, Japanese, Korean, dead keys) is left alone until it is finished.
    if (event instanceof InputEvent && event.isComposing) return;
    timer = setTimeout(() => {
      if (target.isConnected) target.dispatchEvent(controlEnter());
    }, REST);
  };
}

const controlEnter = () => new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true });
