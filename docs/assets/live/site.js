// The pages of this site. The menu of each page has links to all, however their addresses end.

/** Return the address of a page, such as "lessons/01_minmax", or of a folder's first one, with some query or section. */
export function pageAddress(path, rest = "") {
  const links = [...document.querySelectorAll(".md-nav--primary a[href]")];
  const ends = [`/${path}/`, `/${path}/index.html`, `/${path}.html`];
  const link = links.find(({ pathname }) => ends.some((end) => pathname.endsWith(end)));
  const address = new URL(link?.href ?? `../../${path}/`, import.meta.url);
  return new URL(rest, address.href.replace(/[?#].*/, "")).href;
}
