// Special tokens in a text: it is cut where they stand, the longest of those that begin alike first.

/**
 * The parts of a text in order: ordinary text, and special tokens with their ids.
 *
 * @param {string} text
 * @param {Record<string, number>} special
 * @returns {{text: string, id: number | null}[]}
 */
export function cutAtSpecial(text, special) {
  const tokens = Object.keys(special).sort((a, b) => b.length - a.length);
  const found = tokens.map((token) => text.indexOf(token));
  const parts = [];
  for (let done = 0; ;) {
    // Sought again only when passed, so that each stretch of the text is searched once for each token.
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

/**
 * Whether a text spells any of them.
 *
 * @param {string} text
 * @param {Record<string, number>} special
 */
export const spellsSpecial = (text, special) => Object.keys(special).some((token) => text.includes(token));
