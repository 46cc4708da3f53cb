// Load the widgets that a page has, and nothing else. The first word after c4- in an element's name is that of its
// files: c4-play is play.js and play.css. A folded widget is loaded when it is opened, a late one after the first paint.

import { element } from "./dom.js";

for (const widget of document.querySelectorAll(".live > *")) {
  const fold = widget.closest("details");
  if (fold) stayOpen(fold, nameOf(widget));
  if (widget.closest(".late")) hearPaint(() => load(widget));
  else if (!fold || fold.open) load(widget);
  else fold.addEventListener("toggle", () => load(widget), { once: true });
}

// A board in a text is live where it stands, once its picture or its link is pressed.
document.addEventListener("click", (event) => {
  const figure = event.target.closest("figure.board:not(.live *)");
  const picture = figure?.querySelector(":scope > svg");
  const link = figure?.querySelector("figcaption a[href*='?moves=']");
  const isAsked = event.target === link || picture?.contains(event.target);
  if (!picture || !link || !isAsked || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const moves = new URLSearchParams(link.search).get("moves");
  const board = element("c4-analysis", { moves, "in-text": true });
  picture.replaceWith(board);
  board.append(picture); // until the board is there
  link.textContent = "Open it on a page of its own";
  load(board);
});

/** Call a function once something of the page has been painted. */
function hearPaint(onPaint) {
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    onPaint();
  });
  observer.observe({ type: "paint", buffered: true });
}

function nameOf(widget) {
  return widget.localName.split("-")[1];
}

/** Restore a fold to its state when this tab left the page, for example by a reload. */
function stayOpen(fold, name) {
  const key = `c4-open ${location.pathname} ${name}`;
  if (sessionStorage.getItem(key)) fold.open = true;
  fold.addEventListener("toggle", () => sessionStorage.setItem(key, fold.open ? "open" : ""));
}

async function load(widget) {
  const name = nameOf(widget);
  const script = new URL(`${name}.js`, import.meta.url).href;
  link("modulepreload", script);
  await link("stylesheet", new URL(`${name}.css`, import.meta.url).href); // what is drawn sooner would move
  import(script).catch(() => {
    const words = "This part could not be loaded: check your connection, then reload the page.";
    widget.append(element("p", { class: "complaint", role: "alert" }, words));
  });
}

/** Link a file unless the page has it; return when it is there, or cannot be had. */
function link(rel, href) {
  if ([...document.querySelectorAll("link")].some((link) => link.href === href)) return null;
  return new Promise((resolve) => {
    document.head.append(element("link", { rel, href, onload: resolve, onerror: resolve }));
  });
}
