// Bundles each component's modules into explorer_ui/components/built/<name>.js, one module that imports nothing.
//
//   node tests/js/bundle.js           writes the bundles
//   node tests/js/bundle.js --check   fails if the committed bundles are not what the modules give

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { argv, exit } from "node:process";
import { build } from "esbuild";

const COMPONENTS = "explorer_ui/components";
const BUILT = join(COMPONENTS, "built");
const ENTRIES = [
  "arrival/arrival.js",
  "bytes/byte_table.js",
  "bytes/glyph_table.js",
  "card/challenge_card.js",
  "chat/chat_counts.js",
  "chunks/chunk_view.js",
  "classroom/follower_page.js",
  "cuts/aligned_cuts.js",
  "growth/exported_growth.js",
  "growth/growth.js",
  "lives/exported_lives.js",
  "lives/lives.js",
  "paste_guard/paste_guard.js",
  "player/exported_page.js",
  "player/merge_player.js",
  "prompt/exported_prompt.js",
  "prompt/prompt.js",
  "strip/exported_strip.js",
  "strip/token_strip.js",
  "tab/tab_memory.js",
  "textbox/text_box.js",
  "tree/merge_tree.js",
  "ways/exported_ways.js",
  "ways/ways.js",
];

const { outputFiles } = await build({
  entryPoints: ENTRIES.map((entry) => join(COMPONENTS, entry)),
  bundle: true,
  format: "esm",
  charset: "utf8",
  outdir: BUILT,
  entryNames: "[name]",
  target: "es2023",
  write: false,
  banner: { js: "// Made by `make bundles` from the modules named below: change those, not this file." },
});
const bundles = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));

await mkdir(BUILT, { recursive: true });
const committed = (await readdir(BUILT)).filter((name) => name.endsWith(".js"));
if (argv.includes("--check")) {
  const stale = [];
  for (const [name, text] of bundles)
    if (!committed.includes(name) || (await readFile(join(BUILT, name), "utf8")) !== text) stale.push(name);
  stale.push(...committed.filter((name) => !bundles.has(name)));
  if (stale.length) {
    console.error(`Not what the modules give: ${stale.join(", ")} in ${BUILT}. Run: make bundles`);
    exit(1);
  }
} else {
  for (const [name, text] of bundles) await writeFile(join(BUILT, name), text);
  for (const name of committed) if (!bundles.has(name)) await rm(join(BUILT, name));
}
