// What the document does before Streamlit's scripts and without them: it says why a page does not appear, and keeps a
// translated page right. Older browsers have to read it, so its syntax is that of 2018.

{
  const PATIENCE = 15; // seconds until it is said why there is no page yet
  const TOO_OLD =
    "This browser is too old for this page, which needs Chrome or Edge 110, Firefox 115 or Safari 16.4, or a newer version.";
  let failed = false; // whether a script could not be loaded

  const reason = () => {
    const app = document.querySelector('[data-testid="stApp"]');
    if (!app && failed)
      return "A script of this page could not be loaded. Check the connection and reload the page.";
    if (!app) return "The page is still loading: the connection is slow.";
    if (app.getAttribute("data-test-connection-state") !== "CONNECTED")
      return "Can't connect to the server. A proxy, a firewall or a browser extension may block the websocket, /_stcore/stream. Retrying…";
    if (app.getAttribute("data-test-script-state") === "running")
      return "The server is busy. The page appears when it is ready.";
    return "Part of this page could not be loaded. Reload the page.";
  };

  addEventListener("error", ({ target }) => (failed = failed || target instanceof HTMLScriptElement), true);
  addEventListener("DOMContentLoaded", () => {
    const said = document.querySelector("#bpe-first-sight > p");
    if (!("toSorted" in Array.prototype) || typeof DecompressionStream === "undefined") {
      (said || document.body.appendChild(document.createElement("p"))).textContent = TOO_OLD;
      return;
    }
    let left = PATIENCE;
    const timer = setInterval(() => {
      if (!said || !said.isConnected) clearInterval(timer);
      else if (--left <= 0 && said.textContent !== reason()) said.textContent = reason();
    }, 1000);
  });
}

{
  // A browser's translation replaces text nodes by <font> elements. React, which knows nothing of that, fails when it
  // removes such a text node, and changes it where nobody sees it: the page would show the old figure.

  /** What Streamlit draws and nobody should translate; our components mark their own. */
  const VERBATIM = 'code, pre, kbd, canvas, svg, [data-testid="stMetricValue"], [data-testid="stText"]';
  /** For a node that a translation removed: the element that it put there. @type {WeakMap<Node, any>} */
  const standIns = new WeakMap();

  const shown = (/** @type {any} */ node) => {
    while (!node.parentNode && standIns.has(node)) node = standIns.get(node);
    return node;
  };
  /** The child of `parent` that is a node, stands for it, or contains it; null if there is none. */
  const childOf = (/** @type {Node} */ parent, /** @type {Node} */ node) => {
    let at = shown(node);
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at;
  };

  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const node of addedNodes) {
        standIns.delete(node);
        if (!(node instanceof Element)) continue;
        for (const one of [node, ...node.querySelectorAll(VERBATIM)])
          if (one.matches(VERBATIM)) one.setAttribute("translate", "no");
      }
      // The element was put there in the same step, or next to the node right before.
      const near = [...addedNodes, previousSibling, nextSibling];
      const font = near.find((one) => one && one.nodeName === "FONT");
      for (const node of font ? removedNodes : [])
        if (node instanceof Text || node.nodeName === "FONT") standIns.set(node, font);
    }
  }).observe(document, { childList: true, subtree: true });

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function (node, before) {
    insertBefore.call(this, node, before && childOf(this, before));
    return node;
  };
  Node.prototype.removeChild = function (node) {
    const child = childOf(this, node);
    if (child) removeChild.call(this, child);
    return node;
  };
  const value = /** @type {any} */ (Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue"));
  /** Puts the text node back, with the new text, which the translation then translates. @this {Node} */
  const setValue = function (/** @type {string | null} */ text) {
    if (shown(this) !== this) shown(this).replaceWith(this);
    value.set.call(this, text);
  };
  Object.defineProperty(Node.prototype, "nodeValue", { ...value, set: setValue });
}
