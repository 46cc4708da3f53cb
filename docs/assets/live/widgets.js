// Load the widgets that a page has, and nothing else: c4-play is play.js and play.css.

const WIDGETS = ["analysis", "play", "ladder", "explorer", "bitboard", "edit", "stages"];
const PLAIN = ["analysis"]; // live.css is all that it needs

for (const name of WIDGETS.filter((each) => document.querySelector(`c4-${each}`))) {
  if (!PLAIN.includes(name)) {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = new URL(`${name}.css`, import.meta.url).href;
    document.head.append(style);
  }
  import(new URL(`${name}.js`, import.meta.url));
}
