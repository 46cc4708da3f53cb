/** Return what this site has at an address; throw an Error with the reason if that cannot be had. */
export async function fetched(url) {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) {
    throw new Error(`${url} could not be loaded: ${response?.status ?? "there is no connection"}`);
  }
  return response;
}
