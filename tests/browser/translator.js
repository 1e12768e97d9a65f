// Translates the page as Chrome does: <font><font>translation</font></font> takes the place of each text node, also of
// those that the page adds or changes later. As in Firefox, shadow roots are translated too, and an element that must
// not be translated has to say so within its own root. A translation has "ж" for each letter. `untranslated` returns
// what the page has changed where nobody sees it, and which parts are translated though they should not be.
(() => {
  const { replaceWith } = CharacterData.prototype;
  const [replaced, lost] = [new Map(), []];
  window.translation = (text) => text.replace(/\p{L}/gu, "ж");
  const LEFT_OUT = '[translate="no"], .notranslate, font, script, style, textarea';
  const translate = (text) => {
    if (!text.isConnected || text.parentElement?.closest(LEFT_OUT)) return;
    if (window.translation(text.data) === text.data) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = window.translation(text.data);
    outer.append(inner);
    replaced.set(text, { outer, data: text.data });
    replaceWith.call(text, outer);
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
  // Who takes a <font> for the text node that was there writes to nobody.
  for (const name of ["data", "nodeValue"])
    Object.defineProperty(Element.prototype, name, {
      get: () => null,
      set: (said) => {
        lost.push(`${name}: ${said}`);
      },
    });
  // Who removes a text node that is not there any more leaves its translation.
  for (const [kind, name] of [[Node, "removeChild"], [CharacterData, "remove"], [CharacterData, "replaceWith"]]) {
    const remove = kind.prototype[name];
    kind.prototype[name] = function (...given) {
      const result = remove.apply(this, given);
      const text = name === "removeChild" ? given[0] : this;
      if (replaced.get(text)?.outer.isConnected) lost.push(`not removed: ${text.data}`);
      return result;
    };
  }
  window.untranslated = (verbatim) => {
    for (const [text, { outer, data }] of replaced) {
      if (!outer.isConnected) replaced.delete(text);
      else if (text.isConnected) lost.push(`twice: ${data}`);
      else if (text.data !== data) lost.push(`still: ${data}, instead of ${text.data}`);
    }
    const translated = (root) => [...root.querySelectorAll("*")].flatMap((node) => [
      ...(node.matches(verbatim) && node.querySelector("font") ? [`translated: ${node.textContent}`] : []),
      ...(node.shadowRoot ? translated(node.shadowRoot) : []),
    ]);
    return [...lost, ...translated(document)];
  };
})
