// Several tokenizers on one text, one below the other; what they split differently is highlighted.

import { Component, mounting } from "../shared/mount.js";
import { bytesOf } from "../shared/payload.js";
import { BoundaryRow } from "./boundary_row.js";
import { TextStage } from "./text_stage.js";

/**
 * @typedef {object} NamedRow
 * @property {string} name
 * @property {number[]} boundaries The byte offsets of the row's token boundaries, ascending.
 * @property {number[]} unknown The first bytes of tokens to be struck out.
 */

/**
 * @typedef {object} RowsData
 * @property {string} rows_id The same for the same text and boundaries.
 * @property {string} text Base64 of UTF-8.
 * @property {number} size Its size in bytes.
 * @property {[number, number][]} differing The ranges that the rows split differently, in bytes.
 * @property {NamedRow[]} rows
 */

class TokenRows extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("token-rows", parent);
    this.id = "";
    this.stage = new TextStage("The token boundaries, line by line");
    this.root.append(this.stage.box);
  }

  /** @param {RowsData} data */
  update({ rows_id, text, size, differing, rows }) {
    if (this.id === rows_id) return;
    this.id = rows_id;
    this.stage.setText(bytesOf(text));
    this.stage.show(
      rows.map(({ name, boundaries, unknown }) => {
        return new BoundaryRow(boundaries, size, { name, differing, unknown });
      }),
    );
  }

  destroy() {
    this.stage.destroy();
  }
}

export default mounting(TokenRows);
