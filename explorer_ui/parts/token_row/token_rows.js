// Several tokenizers on one text, one below the other; what they split differently is highlighted.

import { Component, mounting } from "../../browser/mount.js";
import { bytesOf } from "../../browser/payload.js";
import { BoundaryRow } from "./text_line.js";
import { TextStage } from "./text_stage.js";

class TokenRows extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("token-rows", parent);
    this.id = "";
    this.stage = new TextStage("The token boundaries, line by line");
    this.root.append(this.stage.box);
  }

  /** @param {Message.RowsData} data */
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
