/** Return what this site has at an address; throw an Error if it has nothing there. */
export async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.url} could not be loaded: ${response.status}`);
  return response;
}
