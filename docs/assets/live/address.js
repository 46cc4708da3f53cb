// The query of the page's address, which several widgets of a page may show and change; and the addresses of other pages.

let query; // as the page shows it
const listeners = new Set();

/** Change the address, as a new entry of the browser's history, which may keep more of what is shown. */
export function pushAddress(address, state = null) {
  history.pushState(state, "", address);
  query = location.search;
}

/** Change the address, in the current entry. */
export function replaceAddress(address) {
  history.replaceState(null, "", address);
  query = location.search;
}

/** Call a function when the reader goes to another query. A link to a section keeps the query. */
export function hearQuery(listener) {
  if (query === undefined) addEventListener("popstate", tellQuery);
  query ??= location.search;
  listeners.add(listener);
}

function tellQuery() {
  if (location.search === query) return;
  query = location.search;
  for (const listener of listeners) listener();
}

/**
 * Return the address of a page, such as "lessons/01_minmax", or of a folder's first one, with some query or section. The menu
 * of each page has links to all, however their addresses end.
 */
export function pageAddress(path, rest = "") {
  const links = [...document.querySelectorAll(".md-nav--primary a[href]")];
  const ends = [`/${path}/`, `/${path}/index.html`, `/${path}.html`];
  const link = links.find(({ pathname }) => ends.some((end) => pathname.endsWith(end)));
  const address = new URL(link?.href ?? `../../${path}/`, import.meta.url);
  return new URL(rest, address.href.replace(/[?#].*/, "")).href;
}
