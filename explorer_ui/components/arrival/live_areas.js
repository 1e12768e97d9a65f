// Streamlit's text areas send what is in them on Ctrl+Enter, or when one leaves them: its one-line boxes can be live,
// these cannot. This presses the keys when the hand has rested, as our own text box hears it.

const REST = 300; // milliseconds

/** @returns {(event: Event) => void} A listener for `input`, in the capturing phase. */
export function liveAreas() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (event) => {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement) || !target.closest('[data-testid="stTextArea"]')) return;
    clearTimeout(timer);
    // What is being composed (Chinese, Japanese, Korean, dead keys) is left alone until it is done.
    if (event instanceof InputEvent && event.isComposing) return;
    timer = setTimeout(() => {
      if (target.isConnected) target.dispatchEvent(controlEnter());
    }, REST);
  };
}

const controlEnter = () => new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true });
