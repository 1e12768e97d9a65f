// Half a character (a lone surrogate) cannot be sent: UTF-8 has no way to write it, and the server would refuse
// the whole message without a word. It becomes U+FFFD as it is typed or pasted, and Python is told.
const NATIVE = new Map(
  [HTMLTextAreaElement, HTMLInputElement].map((kind) => [kind, Object.getOwnPropertyDescriptor(kind.prototype, "value").set]),
);
const guards = new WeakMap();

export default function ({ parentElement, setStateValue }) {
  // In the capturing phase, so that nobody has read the value yet.
  const guard = ({ target }) => {
    const set = NATIVE.get(target?.constructor);
    if (!set || target.value.isWellFormed()) return;
    set.call(target, target.value.toWellFormed());
    setStateValue("replaced", true);
  };
  document.removeEventListener("input", guards.get(parentElement), true);
  document.addEventListener("input", guard, true);
  guards.set(parentElement, guard);
  return () => document.removeEventListener("input", guard, true);
}
