// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/arrival/live_areas.js
var REST = 300;
function liveAreas() {
  let timer;
  return (event) => {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement) || !target.closest('[data-testid="stTextArea"]')) return;
    clearTimeout(timer);
    if (event instanceof InputEvent && event.isComposing) return;
    timer = setTimeout(() => {
      if (target.isConnected) target.dispatchEvent(controlEnter());
    }, REST);
  };
}
var controlEnter = () => new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true });

// explorer_ui/components/arrival/arrival.js
var SOON = 120;
var LATEST = 1500;
var listeners = /* @__PURE__ */ new WeakMap();
var shown;
var looked = null;
function heldBack() {
  let typed = false;
  let sentAt = -Infinity;
  const sendAtRest = liveAreas();
  return {
    input: (event) => {
      sendAtRest(event);
      const [target] = event.composedPath();
      typed = target instanceof Element && target.matches("textarea, input");
    },
    focusout: () => {
      if (typed) sentAt = performance.now();
      typed = false;
    },
    click: (event) => {
      const { target } = event;
      const link = target instanceof Element ? target.closest('[data-testid="stPageLink-NavLink"]') : null;
      if (!(link instanceof HTMLElement) || !event.isTrusted || !isReading(sentAt)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const follow = () => {
        if (isReading(sentAt)) setTimeout(follow, 20);
        else link.click();
      };
      setTimeout(follow, SOON);
    }
  };
}
function isReading(sentAt) {
  const since = performance.now() - sentAt;
  return since < SOON || isRunning() && since < LATEST;
}
var STEADY = 1500;
var HANDS = ["wheel", "touchstart", "pointerdown", "keydown"];
function lead() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  let left = STEADY;
  const stop = new AbortController();
  for (const hand of HANDS) document.addEventListener(hand, () => stop.abort(), { signal: stop.signal });
  const hold = () => {
    const target = document.querySelector(".st-key-look");
    if (target && Math.abs(target.getBoundingClientRect().top) > 20)
      target.scrollIntoView({ block: "start", behavior: "instant" });
    if (target && !isRunning()) left -= 100;
    if (left > 0 && !stop.signal.aborted) setTimeout(hold, 100);
    else stop.abort();
  };
  setTimeout(hold, 100);
}
function isRunning() {
  const app = document.querySelector('[data-testid="stApp"]');
  return app?.getAttribute("data-test-script-state") !== "notRunning";
}
function mount({ data, parentElement }) {
  for (const link of document.querySelectorAll(".st-key-navigation a")) {
    if (link.textContent?.trim() === data.page) {
      link.setAttribute("aria-current", "page");
      if (data.page !== shown) link.scrollIntoView({ block: "nearest", inline: "center" });
    } else link.removeAttribute("aria-current");
  }
  if (data.page !== shown) document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  shown = data.page;
  if (data.look !== null && data.look !== looked) lead();
  looked = data.look;
  if (!listeners.has(parentElement)) {
    const added = heldBack();
    for (const [kind, listener] of Object.entries(added)) document.addEventListener(kind, listener, true);
    listeners.set(parentElement, added);
  }
  return () => {
    for (const [kind, listener] of Object.entries(listeners.get(parentElement) ?? {}))
      document.removeEventListener(kind, listener, true);
    listeners.delete(parentElement);
  };
}
export {
  mount as default
};
