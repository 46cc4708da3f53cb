// Load the widgets that a page has, and nothing else. The first word after c4- in an element's name is that of its
// files: c4-play is play.js and play.css. What is folded away is loaded when it is opened.

for (const widget of document.querySelectorAll(".live > *")) {
  const name = widget.localName.split("-")[1];
  const fold = widget.closest("details");
  if (!fold || fold.open) load(name);
  else fold.addEventListener("toggle", () => load(name), { once: true });
}

function load(name) {
  const href = new URL(`${name}.css`, import.meta.url).href;
  if (!document.querySelector(`link[href="${href}"]`)) {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = href;
    document.head.append(style);
  }
  import(new URL(`${name}.js`, import.meta.url));
}
