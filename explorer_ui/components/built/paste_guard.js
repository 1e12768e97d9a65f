// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/paste_guard/paste_guard.js
var SETTERS = [HTMLTextAreaElement, HTMLInputElement].map((Kind) => ({
  Kind,
  set: Object.getOwnPropertyDescriptor(Kind.prototype, "value")?.set
}));
var guards = /* @__PURE__ */ new WeakMap();
function mount({ parentElement, setStateValue }) {
  const guard = ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return;
    if (target.value.isWellFormed()) return;
    SETTERS.find(({ Kind }) => target instanceof Kind)?.set?.call(target, target.value.toWellFormed());
    setStateValue("replaced", true);
  };
  const before = guards.get(parentElement);
  if (before) document.removeEventListener("input", before, true);
  document.addEventListener("input", guard, true);
  guards.set(parentElement, guard);
  return () => document.removeEventListener("input", guard, true);
}
export {
  mount as default
};
