// Special tokens in a text: it is split there; the longest match wins if several begin at the same place.

/**
 * The parts of a text in order: ordinary text, and special tokens with their ids.
 *
 * @param {string} text @param {Record<string, number>} special @returns {{text: string, id: number | null}[]}
 */
export function cutAtSpecial(text, special) {
  const tokens = Object.keys(special).sort((a, b) => b.length - a.length);
  const found = tokens.map((token) => text.indexOf(token));
  const parts = [];
  for (let done = 0; ;) {
    // Searched again only after the match has been passed, so that each token searches every part of the text
    // once.
    tokens.forEach((token, i) => {
      if (found[i] >= 0 && found[i] < done) found[i] = text.indexOf(token, done);
    });
    let first = -1;
    for (let i = 0; i < tokens.length; i++)
      if (found[i] >= 0 && (first < 0 || found[i] < found[first])) first = i;
    const end = first < 0 ? text.length : found[first];
    if (end > done) parts.push({ text: text.slice(done, end), id: null });
    if (first < 0) return parts;
    parts.push({ text: tokens[first], id: special[tokens[first]] });
    done = end + tokens[first].length;
  }
}

/** Whether a text contains any of them. @param {string} text @param {Record<string, number>} special */
export const spellsSpecial = (text, special) => Object.keys(special).some((token) => text.includes(token));
