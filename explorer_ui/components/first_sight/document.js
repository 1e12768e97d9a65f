// What the document does by itself, before Streamlit's scripts and without them: it says why a page does not
// appear, and keeps a translated page working. Older browsers have to read it, so its syntax is that of 2017.

{
  const PATIENCE = 15; // seconds until the reason is shown
  const LOOK = 1000; // milliseconds
  const TOO_OLD =
    "This browser is too old for this page, which needs Chrome or Edge 110, Firefox 115 or Safari 16.4, or a newer version.";

  let failed = false;
  const noteFailure = (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLScriptElement) failed = true;
  };

  const reason = () => {
    const app = document.querySelector('[data-testid="stApp"]');
    if (!app)
      return failed
        ? "A script of this page could not be loaded. Check the connection and reload the page."
        : "The page is still loading: the connection is slow.";
    if (app.getAttribute("data-test-connection-state") !== "CONNECTED")
      return (
        "Can't connect to the server. A proxy, a firewall or a browser extension may block the websocket, " +
        "/_stcore/stream. Retrying…"
      );
    return app.getAttribute("data-test-script-state") === "running"
      ? "The server is busy. The page appears when it is ready."
      : "Part of this page could not be loaded. Reload the page.";
  };

  const watch = () => {
    const said = document.querySelector("#bpe-first-sight > p");
    if (!("toSorted" in Array.prototype) || typeof DecompressionStream === "undefined") {
      (said || document.body.appendChild(document.createElement("p"))).textContent = TOO_OLD;
      return;
    }
    let left = PATIENCE;
    const timer = setInterval(() => {
      if (!said || !said.isConnected) clearInterval(timer);
      else if (--left <= 0 && said.textContent !== reason()) said.textContent = reason();
    }, LOOK);
  };

  addEventListener("error", noteFailure, true);
  addEventListener("DOMContentLoaded", watch);
}

{
  // A browser's translation replaces text nodes by <font> elements. React, which knows nothing of that, fails when it
  // removes such a text node, and changes it where nobody sees it: the page would show the old figure.

  /** What Streamlit draws and nobody should translate; our components mark their own. */
  const VERBATIM = 'code, pre, kbd, canvas, svg, [data-testid="stMetricValue"], [data-testid="stText"]';
  /** For a node that a translation removed: the element that it put there. @type {WeakMap<ChildNode, ChildNode>} */
  const standIns = new WeakMap();

  /** @param {ChildNode} node */
  const shown = (node) => {
    let at = node;
    for (let next; !at.parentNode && (next = standIns.get(at));) at = next;
    return at;
  };

  /**
   * The child of `parent` that is, or stands for, or contains a node; null if there is none.
   *
   * @param {Node} parent
   * @param {Node} node
   */
  const childOf = (parent, node) => {
    /** @type {Node | null} */
    let at = shown(/** @type {ChildNode} */ (node));
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at;
  };

  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const node of addedNodes) {
        standIns.delete(/** @type {ChildNode} */ (node));
        if (!(node instanceof Element)) continue;
        for (const one of [node, ...node.querySelectorAll(VERBATIM)])
          if (one.matches(VERBATIM)) one.setAttribute("translate", "no");
      }
      // The element was put there in the same step, or next to the node right before.
      const [font] = [...addedNodes, previousSibling, nextSibling].filter(
        (one) => one && one.nodeName === "FONT",
      );
      for (const node of removedNodes)
        if (font && (node instanceof Text || node.nodeName === "FONT"))
          standIns.set(/** @type {ChildNode} */ (node), /** @type {ChildNode} */ (font));
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
  const value = /** @type {Required<PropertyDescriptor>} */ (
    Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")
  );
  Object.defineProperty(
    Node.prototype,
    "nodeValue",
    Object.assign({}, value, {
      /** @this {ChildNode} @param {string | null} text */
      set(text) {
        // The text node is put back, with the new text, which the translation then translates.
        const there = shown(this);
        if (there !== this) there.replaceWith(this);
        value.set.call(this, text);
      },
    }),
  );
}
