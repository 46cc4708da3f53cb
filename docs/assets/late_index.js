// The theme asks for the index of the search on every page, and that is most of what a page would load. Let its
// request wait until somebody searches, or has come from a search. A plain script: it has to run before the theme's.
{
  const { open, send } = XMLHttpRequest.prototype;
  const parameters = new URLSearchParams(location.search);
  const searching = new Promise((resolve) => {
    if (parameters.has("q") || parameters.has("h")) resolve();
    document.addEventListener("focusin", ({ target }) => target.matches("[name=query]") && resolve());
  });
  XMLHttpRequest.prototype.open = function (method, url, ...others) {
    open.call(this, method, url, ...others);
    if (`${url}`.endsWith("search/search_index.json"))
      this.send = () => searching.then(() => send.call(this));
  };
}
