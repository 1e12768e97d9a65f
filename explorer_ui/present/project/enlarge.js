// As large as the window allows: text that is read from the last row.

const LAST_ROW = 2.35; // how many times larger than usual text must be to be read from the last row, projected at 1920 by 1080 pixels
const MOST = 3; // the limit, as a multiple of that
const TRIES = 5;

/**
 * Enlarges a presented component until its picture fills the window; a longer text gets the smallest size
 * that can be read from the last row, and scrolls.
 *
 * @param {HTMLElement} root @param {HTMLElement} picture
 */
export async function enlarge(root, picture) {
  const least = Math.max(1, LAST_ROW * Math.min(innerWidth / 1920, innerHeight / 1080));
  root.style.setProperty("--least", least.toFixed(3));
  const zoom = async (/** @type {number} */ times) => {
    root.style.setProperty("--zoom", times.toFixed(3));
    await drawn();
  };
  await zoom(least);
  let times = least * Math.min(MOST, growth(picture));
  for (let tries = 0; tries < TRIES && times > least * 1.02; tries++) {
    await zoom(times);
    if (!spills(picture) && !spills(root)) return;
    times *= 0.88;
  }
  await zoom(least);
}

/**
 * The factor by which a picture can grow until its marks fill it, with or without more lines of text.
 *
 * @param {HTMLElement} picture
 */
function growth(picture) {
  if (spills(picture)) return 1;
  const room = picture.getBoundingClientRect();
  const boxes = [...picture.querySelectorAll(picture.dataset.picture ?? "*")].map((mark) =>
    mark.getBoundingClientRect(),
  );
  const top = Math.min(...boxes.map((box) => box.top));
  const high = Math.max(...boxes.map((box) => box.bottom)) - top;
  const left = Math.min(...boxes.map((box) => box.left));
  const wide = Math.max(...boxes.map((box) => box.right)) - left;
  const widest = Math.max(...boxes.map((box) => box.width));
  const asPicture = Math.min(room.height / high, room.width / wide);
  const asText = Math.min(Math.sqrt(room.height / high), room.width / widest);
  return Math.max(asPicture, asText);
}

/** @param {HTMLElement} node */
const spills = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;

/** Resolves after two frames: sizes are observed in one, and what depends on them is drawn in the next. */
const drawn = () =>
  new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
