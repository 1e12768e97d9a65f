// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/paste_guard/paste_guard.js
var SETTERS = [HTMLTextAreaElement, HTMLInputElement].map((Kind) => ({
  Kind,
  set: Object.getOwnPropertyDescriptor(Kind.prototype, "value")?.set
}));
var guards = /* @__PURE__ */ new WeakMap();
function mount({ data: most, parentElement, setStateValue }) {
  let before = "";
  const remember = ({ target }) => {
    if (isBox(target)) before = target.value;
  };
  const guard = ({ target }) => {
    if (!isBox(target)) return;
    if (target.value.length > most) {
      setStateValue("too_long", target.value.length);
      put(target, before);
    } else if (!target.value.isWellFormed()) {
      put(target, target.value.toWellFormed());
      setStateValue("replaced", true);
    }
  };
  guards.get(parentElement)?.();
  document.addEventListener("beforeinput", remember, true);
  document.addEventListener("input", guard, true);
  const unmount = () => {
    document.removeEventListener("beforeinput", remember, true);
    document.removeEventListener("input", guard, true);
  };
  guards.set(parentElement, unmount);
  return unmount;
}
function isBox(target) {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}
function put(box, value) {
  SETTERS.find(({ Kind }) => box instanceof Kind)?.set?.call(box, value);
}
export {
  mount as default
};
