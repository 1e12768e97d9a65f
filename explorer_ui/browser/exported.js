// A saved page, or one in a notebook: one component with its data, and no server.

/**
 * Draws the component, and draws it again when the theme changes.
 *
 * @template Data @param {(call: import("./mount.js").Mounted<Data>) => void} mount
 */
export function drawExported(mount) {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
  const parentElement = document.getElementById("component");
  if (!parentElement) throw new Error("the page has no element for the component");
  const draw = () => mount({ data, parentElement, setStateValue: () => {} });
  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}
