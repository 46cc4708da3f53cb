// The query of the page's address, which several widgets of a page may show and change; and the addresses of other pages.

let query; // as the page shows it
const listeners = [];

/**
 * Change parts of the query, by their names, null for none: in a new entry of the browser's history, which may keep more of
 * what is shown.
 */
export function pushQuery(parts, state = null) {
  history.pushState(state, "", withQuery(location.href, parts));
  query = location.search;
}

/** Change parts of the query in the current entry, and what it keeps. */
export function replaceQuery(parts, state = null) {
  history.replaceState(state, "", withQuery(location.href, parts));
  query = location.search;
}

/** Return an address with other parts of the query. */
export function withQuery(href, parts) {
  const address = new URL(href);
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  return address;
}

/** Call a function when the reader goes to another query. A link to a section keeps the query. */
export function hearQuery(listener) {
  query ??= location.search;
  listeners.push(listener);
  if (listeners.length > 1) return;
  addEventListener("popstate", () => {
    if (location.search === query) return;
    query = location.search;
    for (const each of listeners) each();
  });
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
