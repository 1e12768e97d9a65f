// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/arrival/arrival.js
var SOON = 120;
var LATEST = 1500;
var listeners = /* @__PURE__ */ new WeakMap();
var shown;
function heldBack() {
  let typed = false;
  let sentAt = -Infinity;
  return {
    input: ({ target }) => {
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
  const app = document.querySelector('[data-testid="stApp"]');
  const running = app?.getAttribute("data-test-script-state") !== "notRunning";
  return since < SOON || running && since < LATEST;
}
function mount({ data, parentElement }) {
  for (const link of document.querySelectorAll(".st-key-navigation a")) {
    if (link.textContent?.trim() === data.page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (data.page !== shown) document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  shown = data.page;
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
