// Translates the page as Chrome does: <font><font>translation</font></font> takes the place of each text node, also of
// those that the page adds or changes later. As in Firefox, shadow roots are translated too, and an element that must
// not be translated has to say so within its own root. A translation has "ж" for each letter.
(() => {
  window.translation = (text) => text.replace(/\p{L}/gu, "ж");
  const LEFT_OUT = '[translate="no"], .notranslate, font, script, style, textarea';
  const translate = (text) => {
    if (!text.isConnected || text.parentElement?.closest(LEFT_OUT)) return;
    if (window.translation(text.data) === text.data) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = window.translation(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const visit = (node) => {
    if (node instanceof Text) translate(node);
    if (node.shadowRoot) watch(node.shadowRoot);
    for (const child of [...node.childNodes]) visit(child);
  };
  const watched = new WeakSet();
  const watch = (root) => {
    if (watched.has(root)) return;
    watched.add(root);
    changes.observe(root, { childList: true, characterData: true, subtree: true });
    visit(root);
  };
  const changes = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) visit(node);
  });
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    watch(root);
    return root;
  };
  watch(document.body);
})
