// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/shared/dom.js
function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== void 0) node.textContent = String(text);
  return node;
}
function attrs(node, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === void 0) node.removeAttribute(name);
    else node.setAttribute(name, String(value));
  }
  return node;
}

// explorer_ui/components/shared/mount.js
var mounted = /* @__PURE__ */ new WeakMap();
function mountInstance(Component, { data, parentElement, setStateValue }) {
  let entry = mounted.get(parentElement);
  if (!entry) {
    const send = (name, value) => mounted.get(parentElement)?.send(name, value);
    entry = { instance: new Component(parentElement, send), calls: 0, send: setStateValue };
    mounted.set(parentElement, entry);
  }
  const here = entry;
  const call = ++here.calls;
  here.send = setStateValue;
  here.instance.update(data);
  return () => {
    if (here.calls !== call) return;
    here.instance.destroy();
    here.instance.root.remove();
    mounted.delete(parentElement);
  };
}

// explorer_ui/components/shared/numbers.js
var figures = new Intl.NumberFormat("en-GB");
var grouped = (n) => figures.format(n);

// explorer_ui/components/chat/chat_counts.js
var KINDS = ["frame", "content", "injected"];
var Chat = class {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.root = el("div", "bpe chat");
    parent.append(this.root);
  }
  /** @param {ChatCounts} data */
  update({ counts, seen, more }) {
    this.root.replaceChildren(...seen.map(seenMessage));
    if (counts.length) this.root.append(countTable(counts));
    if (more) this.root.append(el("p", "more", `And ${grouped(more)} more.`));
  }
  destroy() {
    this.root.replaceChildren();
  }
};
function seenMessage({ role, content, injected }) {
  const node = el("div", injected ? "seen forged" : "seen");
  const head = el("p", "role", role);
  if (injected) head.append(" ", el("span", "from", "from inside the text"));
  const body = el("p", "content", content);
  body.dir = "auto";
  node.append(head, body);
  return node;
}
function countTable(rows) {
  const kinds = KINDS.filter((kind) => kind !== "injected" || rows.some((row) => row.injected));
  const most = Math.max(...rows.map(({ frame, content, injected }) => frame + content + injected), 1);
  const table = el("table", "counts");
  const head = table.createTHead().insertRow();
  for (const name of ["message", ...kinds])
    head.append(attrs(el("th", name, name[0].toUpperCase() + name.slice(1)), { scope: "col" }));
  head.append(el("td"));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    line.append(attrs(el("th", "", row.name), { scope: "row" }));
    for (const kind of kinds) line.append(el("td", "", grouped(row[kind])));
    const cell = attrs(el("td", "bar"), { "aria-hidden": "true" });
    const bar = el("div");
    for (const kind of kinds) {
      if (!row[kind]) continue;
      const part = el("span", kind);
      part.style.width = `${100 * row[kind] / most}%`;
      bar.append(part);
    }
    cell.append(bar);
    line.append(cell);
  }
  return table;
}
function mount(call) {
  return mountInstance(Chat, call);
}
export {
  mount as default
};
