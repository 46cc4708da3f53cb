// Load the widgets that a page has, and nothing else. The first word after c4- in an element's name is that of its
// files: c4-play is play.js and play.css. What is folded away is loaded when it is opened.

for (const widget of document.querySelectorAll(".live > *")) {
  const name = widget.localName.split("-")[1];
  const fold = widget.closest("details");
  if (!fold || fold.open) load(name);
  else fold.addEventListener("toggle", () => load(name), { once: true });
}

async function load(name) {
  const script = new URL(`${name}.js`, import.meta.url).href;
  link("modulepreload", script);
  await link("stylesheet", new URL(`${name}.css`, import.meta.url).href); // what is drawn sooner would move
  import(script);
}

/** Link a file unless the page has it; return when it is there, or cannot be had. */
function link(rel, href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = Object.assign(document.createElement("link"), { rel, href });
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
}
