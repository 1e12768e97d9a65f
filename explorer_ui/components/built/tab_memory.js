// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/shared/tab_storage.js
var PREFIX = "bpe-";
var FLAG = "bpe_kept=1; path=/; SameSite=Strict";
function keep(name, value) {
  try {
    sessionStorage.setItem(PREFIX + name, value);
    document.cookie = FLAG;
  } catch {
    forget(name);
  }
}
function kept(name) {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
function forget(name) {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
  }
}

// explorer_ui/components/tab/tab_memory.js
var AGAIN = 1e3;
var asking = 0;
function mount({ data, setTriggerValue }) {
  clearInterval(asking);
  document.documentElement.classList.toggle("bpe-asking", data.asked !== null);
  if (data.asked === null) {
    keep("chosen", JSON.stringify({ link: data.link, chosen: data.chosen }));
    return;
  }
  const answer = () => setTriggerValue("kept", { asked: data.asked, text: kept("text"), ...read(kept("chosen")) });
  answer();
  asking = window.setInterval(answer, AGAIN);
}
function read(written) {
  try {
    return JSON.parse(written ?? "{}");
  } catch {
    return {};
  }
}
export {
  mount as default
};
