// Load the widgets that a page has, and nothing else: c4-play is play.js and play.css. What is folded away is
// loaded when it is opened.

const WIDGETS = ["analysis", "play", "ladder", "explorer", "bitboard", "turn", "search-tree", "race"];
const PLAIN = ["analysis"]; // live.css is all that it needs
const WITH_OTHERS = { bitboard: "c4-bitboard, c4-alignment, c4-carry" };

for (const name of WIDGETS) {
  const found = [...document.querySelectorAll(WITH_OTHERS[name] ?? `c4-${name}`)];
  const folds = found.map((each) => each.closest("details"));
  if (folds.some((fold) => !fold || fold.open)) load(name);
  else for (const fold of folds) fold.addEventListener("toggle", () => load(name), { once: true });
}

function load(name) {
  const href = new URL(`${name}.css`, import.meta.url).href;
  if (!PLAIN.includes(name) && !document.querySelector(`link[href="${href}"]`)) {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = href;
    document.head.append(style);
  }
  import(new URL(`${name}.js`, import.meta.url));
}
