// @ts-nocheck
// The token strip: any tokenized text as a flow of boxes. Each distinct token comes once, then one index per
// token of the text; rows are packed once per width and view, and only the visible ones exist.

import { colourOf } from "../shared/colours.js";
import { LETTER, directionOf, mayReadFromTheRight } from "../shared/direction.js";
import { attrs, button, el, isChord } from "../shared/dom.js";
import { drawPieces } from "../shared/draw_pieces.js";
import { mountInstance } from "../shared/mount.js";
import { clamp, grouped, lastAtMost, plural } from "../shared/numbers.js";
import { bytesOf, uint16sOf, uint32sOf } from "../shared/payload.js";
import { pictureOf, savePng, saveSvg } from "../shared/pictures.js";
import { lettersOf, piecesOf } from "../shared/pieces.js";
import { Ruler } from "../shared/ruler.js";
import { TokenPointer, whiteToggle } from "../shared/token_pointer.js";
import { characterAt, decodeUtf8, edges, hexByte, hexBytes, isContinuation } from "../shared/utf8.js";
import { VirtualRows } from "../shared/virtual_rows.js";

const VIEWS = {
  tokens: "Tokens",
  ids: "Ids",
  bytes: "Bytes",
  plain: "Plain",
  ribbon: "Characters over bytes",
};
const TOKEN_GAP = 3; // pixels, as in the style sheet
const MOST_PIECES = 60; // of one token, in one row: a longer token is shortened with an ellipsis

let strips = 0;

class Strip {
  constructor(parent, send) {
    this.send = send;
    Object.assign(this, {
      uid: `strip${++strips}`,
      view: "tokens",
      selected: null,
      cursor: null,
      hovered: null,
    });
    this.root = attrs(el("div", "bpe bpe-strip"), { role: "group" });
    parent.append(this.root);
    this.build();
    this.rows = new VirtualRows(this.box, (row) => this.drawRow(row));
    this.pointer = new TokenPointer({
      root: this.root,
      box: this.box,
      describe: (node) => this.describe(Number(node.dataset.at)),
      light: (id) => this.light(id),
      choose: (node) => {
        this.cursor = Number(node.dataset.at);
        this.select(this.cursor);
      },
    });
    this.listen();
  }

  build() {
    const bar = (this.bar = el("div", "strip-bar"));
    const views = attrs(el("div", "views"), { role: "group", "aria-label": "What the boxes show" });
    this.viewButtons = Object.entries(VIEWS).map(([view, name]) => {
      const node = attrs(el("button", "", name), { type: "button" });
      node.dataset.view = view;
      node.addEventListener("click", () => this.show(view));
      views.append(node);
      return node;
    });
    this.note = el("span", "note");
    bar.append(views, whiteToggle(this.root), this.buildSave(), this.note);
    this.box = attrs(el("div", "box"), { tabindex: 0 });
    this.root.append(bar, this.box);
  }

  buildSave() {
    const group = attrs(el("span", "saves"), { role: "group", "aria-label": "Save a picture" });
    const picture = () => ({ name: `bpe-${this.view}`, picture: pictureOf(this.box) });
    group.append(
      button("", "Save as an SVG picture", "SVG", () => saveSvg(picture())),
      button("", "Save as a PNG picture", "PNG", () => savePng(picture())),
    );
    return group;
  }

  // ------------------------------------------------ data

  update(data) {
    if (data !== this.data) {
      const fresh = this.data?.strip_id !== data.strip_id;
      this.data = data;
      this.bar.hidden = !data.controls;
      this.box.style.height = data.height + "px";
      attrs(this.box, {
        "aria-label": `${data.label}. Arrow keys walk through the tokens, Enter selects one.`,
      });
      attrs(this.root, { "aria-label": data.label });
      if (!fresh) return;
      this.read(data);
      this.view = VIEWS[data.view] ? data.view : "tokens";
      this.selected = data.selected ?? null;
      this.cursor = this.hovered = null;
    }
    this.fit();
    if (this.selected !== null) this.rows.reveal(this.rowOf(this.selected));
  }

  read(data) {
    const special = new Set(data.special);
    this.tokens = data.tokens.map(([id, base64, rank]) => {
      const bytes = bytesOf(base64);
      const isSpecial = special.has(id);
      const pieces = piecesOf(bytes, isSpecial ? "text" : data.display);
      const quiet = data.ranked ? rank === null && !isSpecial : bytes.length === 1;
      return {
        id,
        bytes,
        rank,
        pieces,
        quiet,
        special: isSpecial,
        letters: lettersOf(pieces),
        ...edges(bytes),
      };
    });
    this.indexes = data.index_bytes === 2 ? uint16sOf(data.indexes) : uint32sOf(data.indexes);
    this.chunks = data.chunks === null ? null : uint32sOf(data.chunks);
    this.uses = new Uint32Array(this.tokens.length);
    for (const index of this.indexes) this.uses[index]++;
    this.parted = data.display !== "glyphs" && this.tokens.some((token) => token.lacks || token.leads);
    this.offsets = null;
    const n = this.indexes.length;
    this.note.textContent = `${plural(n, "token")}, ${grouped(this.tokens.length)} different`;
  }

  get length() {
    return this.indexes.length;
  }

  token(at) {
    return this.tokens[this.indexes[at]];
  }

  // Byte offset of each token; only the ribbon and characters across tokens need it.
  byteOffsets() {
    if (this.offsets) return this.offsets;
    this.offsets = new Uint32Array(this.length + 1);
    for (let at = 0; at < this.length; at++)
      this.offsets[at + 1] = this.offsets[at] + this.token(at).bytes.length;
    this.bytes = new Uint8Array(this.offsets[this.length]);
    for (let at = 0; at < this.length; at++) this.bytes.set(this.token(at).bytes, this.offsets[at]);
    return this.offsets;
  }

  // ------------------------------------------------ layout

  fit() {
    if (!this.data || !this.box.clientWidth) return;
    const keep = this.starts
      ? this.starts[Math.min(this.starts.length - 1, Math.round(this.rows.top / this.rows.height))]
      : 0;
    const size = parseFloat(getComputedStyle(this.box).fontSize);
    this.ruler = new Ruler(this.box, size);
    const room = this.box.clientWidth - 26;
    for (const node of this.viewButtons)
      attrs(node, { "aria-pressed": String(node.dataset.view === this.view) });
    this.root.dataset.view = this.view;
    const plain = this.view === "plain"; // plain text has no tokens to choose
    attrs(this.box, { role: plain ? "group" : "listbox", "aria-orientation": plain ? null : "horizontal" });
    let height = this.parted && this.view === "tokens" ? 44 : 32;
    if (this.view === "ribbon") {
      this.byteOffsets();
      this.cell = Math.ceil(this.ruler.ch * 2 + 7);
      height = 92;
    }
    this.starts = this.pack(room);
    this.directions = this.rowDirections();
    this.rows.reset(this.starts.length, height);
    this.rows.scrollTo(lastAtMost(this.starts, keep) * height);
    this.root.dataset.rows = this.starts.length;
  }

  widthOf(token) {
    const { ch } = this.ruler;
    if (this.view === "ids") return String(token.id).length * ch + 14;
    if (this.view === "bytes") return Math.min(token.bytes.length, MOST_PIECES) * 2.7 * ch + 10;
    if (this.view === "ribbon") return token.bytes.length * this.cell;
    const edge = this.view === "plain" ? 0 : 11;
    let width = edge;
    for (const piece of token.pieces.slice(0, MOST_PIECES)) {
      if (piece.kind === "text")
        width += /^[\x20-\x7e]$/.test(piece.text) ? ch : this.ruler.width(piece.text);
      else width += piece.kind === "white" ? ch : piece.text.length * ch * 0.8 + 10;
    }
    return width;
  }

  pack(room) {
    const widths = this.tokens.map((token) => this.widthOf(token));
    const breaks = this.tokens.map((token) => token.bytes.includes(10));
    const starts = [0];
    let x = 0;
    for (let at = 0; at < this.length; at++) {
      const index = this.indexes[at];
      if (x > 0 && x + widths[index] > room) {
        let start = at;
        // The tokens of one character stay on one row, if they are few.
        while (this.parted && start > starts[starts.length - 1] + 1 && at - start < 8 && this.joined(start))
          start--;
        if (this.joined(start)) start = at;
        starts.push(start);
        x = 0;
        for (let i = start; i < at; i++) x += widths[this.indexes[i]];
      }
      x += widths[index];
      if (breaks[index] && at + 1 < this.length) {
        starts.push(at + 1);
        x = 0;
      }
    }
    return Uint32Array.from(starts);
  }

  // The direction of the paragraph that each row belongs to: that of its first letter, which may begin in one
  // token and end in another.
  rowDirections() {
    const directions = new Array(this.starts.length).fill("ltr");
    // Nothing below U+0590 reads from the right.
    if (!this.tokens.some((token) => mayReadFromTheRight(token.bytes))) return directions;
    let paragraph = "ltr";
    for (let row = 0; row < this.starts.length; row++) {
      const fresh = row === 0 || this.token(this.starts[row] - 1).bytes.includes(10);
      if (fresh) paragraph = directionOf(this.paragraphFrom(this.starts[row]));
      directions[row] = paragraph;
    }
    return directions;
  }

  paragraphFrom(at) {
    const bytes = [];
    for (let ended = false; !ended && at < this.length && bytes.length < 4096; at++) {
      const token = this.token(at);
      if (!token.special) bytes.push(...token.bytes.subarray(0, 4096));
      ended = token.bytes.includes(10);
    }
    return decodeUtf8(Uint8Array.from(bytes));
  }

  // Whether a character runs on from the token before `at` into this one.
  joined(at) {
    return this.parted && at > 0 && at < this.length && this.token(at).leads > 0 && this.runsOn(at - 1);
  }

  runsOn(at) {
    const token = this.token(at);
    if (token.lacks) return true;
    return token.leads === token.bytes.length && at > 0 && this.runsOn(at - 1);
  }

  rowOf(at) {
    return lastAtMost(this.starts, at);
  }

  end(row) {
    return row + 1 < this.starts.length ? this.starts[row + 1] : this.length;
  }

  // ------------------------------------------------ drawing

  drawRow(row) {
    const line = attrs(el("div", "line"), { role: "presentation" });
    line.style.height = this.rows.height + "px";
    line.dir = this.directions[row];
    if (this.view === "ribbon") this.drawRibbon(line, row);
    else if (this.view === "plain") this.drawPlain(line, row);
    else if (this.length)
      for (let at = this.starts[row]; at < this.end(row); at = this.drawGroup(line, at, this.end(row)));
    return line;
  }

  // The text itself: letters join over the borders of tokens.
  drawPlain(line, row) {
    const offsets = this.byteOffsets();
    const text = drawPieces(
      el("span", "plain-text"),
      piecesOf(this.bytes.subarray(offsets[this.starts[row]], offsets[this.end(row)])),
    );
    text.dir = line.dir;
    line.append(text);
  }

  // One token; or the tokens that share a character, under that character.
  drawGroup(line, at, end) {
    let last = at + 1;
    if (this.view === "tokens") while (last < end && this.joined(last)) last++;
    if (last === at + 1) {
      line.append(this.drawToken(at, line.dir));
      return last;
    }
    const group = attrs(el("span", "shared"), { role: "presentation" });
    const offsets = this.byteOffsets();
    const places = [];
    let x = 0;
    for (let i = at; i < last; i++) {
      const node = this.drawToken(i, line.dir);
      const width = Math.ceil(this.widthOf(this.token(i))) - TOKEN_GAP;
      node.style.width = width + "px";
      places.push({ x, width, from: offsets[i], size: offsets[i + 1] - offsets[i] });
      x += width + TOKEN_GAP;
      group.append(node);
    }
    const placeOf = (byte) => {
      const place =
        places[
          lastAtMost(
            places.map(({ from }) => from),
            byte,
          )
        ];
      return place.x + (place.width * (byte - place.from)) / place.size;
    };
    for (const { from, to, pieces } of this.sharedCharacters(at, last)) {
      const roof = attrs(el("span", "roof"), { "aria-hidden": "true" });
      const start = placeOf(from) + 1;
      roof.style.insetInlineStart = start + "px";
      const final = places.at(-1);
      roof.style.width = (to < final.from + final.size ? placeOf(to) : x - TOKEN_GAP) - start - 1 + "px";
      group.append(drawPieces(roof, pieces));
    }
    line.append(group);
    return last;
  }

  // The characters that run across the borders of tokens `at` to `last`.
  sharedCharacters(at, last) {
    const offsets = this.byteOffsets();
    const borders = new Set(offsets.subarray(at + 1, last));
    const shared = [];
    let from = offsets[at];
    while (from < offsets[last]) {
      const found = characterAt(this.bytes, from, offsets[last]);
      const size = found ? found.size : 1;
      let crosses = false;
      for (let i = from + 1; i < from + size; i++) crosses ||= borders.has(i);
      const to = from + size;
      if (crosses) shared.push({ from, to, pieces: piecesOf(this.bytes.subarray(from, to)) });
      from = to;
    }
    return shared;
  }

  drawToken(at, lineDirection) {
    const token = this.token(at);
    const node = el("span", `tok ${token.quiet ? "base" : "c" + colourOf(token.id)}`);
    if (token.special) node.classList.add("special");
    if (this.hovered === token.id) node.classList.add("same");
    node.dataset.at = at;
    node.dataset.id = token.id;
    attrs(node, {
      role: "option",
      id: `${this.uid}-${at}`,
      "aria-selected": String(at === this.selected),
      "aria-posinset": at + 1,
      "aria-setsize": this.length,
    });
    if (at === this.cursor && this.root.getRootNode().activeElement === this.box)
      node.classList.add("cursor");
    node.dir = "ltr"; // of ids and bytes
    if (this.view === "ids") node.textContent = token.id;
    else if (this.view === "bytes") node.textContent = hexBytes(token.bytes, MOST_PIECES);
    else {
      node.dir = LETTER.test(token.letters) ? directionOf(token.letters) : lineDirection;
      drawPieces(node, token.pieces, MOST_PIECES);
    }
    return node;
  }

  // Three aligned rows: the characters, their bytes, and the tokens that hold the bytes.
  drawRibbon(line, row) {
    line.dir = "ltr"; // bytes stand in the order of memory
    const offsets = this.byteOffsets();
    const [from, to] = [offsets[this.starts[row]], offsets[this.end(row)]];
    const place = (node, start, end) => {
      node.style.left = (start - from) * this.cell + "px";
      node.style.width = (end - start) * this.cell - 3 + "px";
      line.append(node);
    };
    let at = from;
    while (at < to && at > from - 4 && isContinuation(this.bytes[at]) && at > 0) at--; // a character begun a row above
    for (at = Math.min(at, from); at < to;) {
      const found = characterAt(this.bytes, at, this.bytes.length);
      const size = found ? found.size : 1;
      const pieces = piecesOf(this.bytes.subarray(at, at + size), "text");
      const node = attrs(el("span", `glyph ${found ? "" : "broken"}`), { "aria-hidden": "true" });
      if (found) drawPieces(node, pieces);
      else node.textContent = "–";
      place(node, Math.max(at, from), Math.min(at + size, to));
      at += size;
    }
    for (let i = from; i < to; i++) {
      place(attrs(el("span", "byte", hexByte(this.bytes[i])), { "aria-hidden": "true" }), i, i + 1);
    }
    for (let i = this.starts[row]; i < this.end(row); i++) {
      const node = this.drawToken(i, line.dir);
      node.textContent = this.token(i).id;
      place(node, offsets[i], offsets[i + 1]);
    }
  }

  // ------------------------------------------------ one token

  chunkOf(at) {
    if (!this.chunks?.length) return null;
    const index = lastAtMost(this.chunks, at);
    const node = el("span", "code");
    const end = index + 1 < this.chunks.length ? this.chunks[index + 1] : this.length;
    const bytes = [];
    for (let i = this.chunks[index]; i < end && bytes.length < 400; i++) bytes.push(...this.token(i).bytes);
    return drawPieces(node, piecesOf(Uint8Array.from(bytes), this.data.display), 40);
  }

  sharedOf(at) {
    if (!this.parted) return null;
    let [first, last] = [at, at + 1];
    while (this.joined(first)) first--;
    while (this.joined(last)) last++;
    const [from, to] = [this.byteOffsets()[at], this.byteOffsets()[at + 1]];
    const own = this.sharedCharacters(first, last).filter((shared) => shared.from < to && shared.to > from);
    return own.length
      ? drawPieces(
          el("span", "code"),
          own.flatMap(({ pieces }) => pieces),
        )
      : null;
  }

  describe(at) {
    const token = this.token(at);
    const facts = () => [
      ["id", String(token.id) + (token.special ? ", a special token" : "")],
      ["bytes", hexBytes(token.bytes, 24)],
      [
        "rank",
        token.rank === null
          ? this.data.ranked && !token.special
            ? "none: a base unit"
            : null
          : String(token.rank),
      ],
      ["part of", this.sharedOf(at)],
      ["in chunk", this.chunkOf(at)],
      ["position", `${grouped(at + 1)} of ${grouped(this.length)}`],
      ["occurs here", plural(this.uses[this.indexes[at]], "time")],
    ];
    return { token, facts };
  }

  light(id) {
    if (this.hovered === id) return;
    this.hovered = id;
    for (const node of this.box.querySelectorAll(".tok"))
      node.classList.toggle("same", +node.dataset.id === id);
    for (const row of this.rows.cache.values())
      if (!row.isConnected)
        for (const node of row.querySelectorAll(".tok"))
          node.classList.toggle("same", +node.dataset.id === id);
  }

  select(at) {
    this.selected = at === this.selected ? null : at;
    this.rows.paint(true);
    clearTimeout(this.resting);
    this.resting = setTimeout(
      () => this.send("place", { strip_id: this.data.strip_id, selected: this.selected }),
      150,
    );
  }

  // ------------------------------------------------ switches and keys

  show(view) {
    this.view = view;
    this.pointer.hide();
    this.fit();
  }

  listen() {
    const { box } = this;
    this.sizes = new ResizeObserver(() => {
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(
        () => this.width !== box.clientWidth && ((this.width = box.clientWidth), this.fit()),
      );
    });
    this.sizes.observe(box);
    this.onFonts = () => this.fit();
    document.fonts.addEventListener("loadingdone", this.onFonts);
    box.addEventListener("keydown", (event) => this.walk(event));
    box.addEventListener("focus", () => {
      if (box.matches(":focus-visible"))
        this.moveCursor(this.cursor ?? this.selected ?? this.starts[this.rows.visible[0]] ?? 0);
    });
  }

  walk(event) {
    if (isChord(event) || !this.length || this.view === "plain") return;
    const at = this.cursor ?? 0;
    const row = this.rowOf(at);
    const beside = (other) => {
      const goal = clamp(other, 0, this.starts.length - 1);
      return Math.min(this.starts[goal] + at - this.starts[row], this.end(goal) - 1);
    };
    const page = Math.max(1, Math.floor(this.rows.view / this.rows.height) - 1);
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: beside(row + 1),
      ArrowUp: beside(row - 1),
      PageDown: beside(row + page),
      PageUp: beside(row - page),
      Home: 0,
      End: this.length - 1,
    }[event.key];
    if (to !== undefined) this.moveCursor(to);
    else if (event.key === "Enter" || event.key === " ") this.select(at);
    else if (event.key === "Escape") this.pointer.hide();
    else return;
    event.preventDefault();
  }

  moveCursor(to) {
    if (!this.length || this.view === "plain") return;
    this.cursor = clamp(to, 0, this.length - 1);
    this.rows.reveal(this.rowOf(this.cursor));
    this.pointer.moveTo(`.tok[data-at="${this.cursor}"]`);
  }

  destroy() {
    clearTimeout(this.resting);
    this.pointer.destroy();
    cancelAnimationFrame(this.resizing);
    document.fonts.removeEventListener("loadingdone", this.onFonts);
    this.sizes.disconnect();
    this.rows.destroy();
  }
}

export default function mount(args) {
  return mountInstance(Strip, args);
}
