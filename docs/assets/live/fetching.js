// Reading the files of this site; errors say what was asked for, what came, and why it is of no use.

const { origin } = new URL(import.meta.url);
const isOwn = origin === globalThis.origin; // of the page's site
const disk = globalThis.process?.getBuiltinModule?.("node:fs/promises"); // Node's, whose fetch asks servers only
const barred = new Set(); // addresses that the page's policy has barred, and the directives that did

globalThis.addEventListener?.("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
  barred.add(blockedURI).add(effectiveDirective);
});

/** A problem that no other copy of a file would solve: this browser or this site lacks something. */
class Lacking extends Error {}

/**
 * Return what a function reads in the response, or else its JSON. If it cannot, ask once more, past the browser's
 * cache, which may have kept something broken.
 */
export async function fetchFile(url, read = (response) => response.json()) {
  let problem;
  for (const cache of /** @type {const} */ (["default", "reload"])) {
    const response = await ask(new URL(url), cache);
    try {
      return await read(response);
    } catch (error) {
      if (error instanceof Lacking) throw error;
      problem = `${url} came as ${response.headers.get("Content-Type")} and cannot be read: ${error.message}`;
    }
  }
  throw new Error(problem);
}

async function ask(url, cache) {
  const isFile = url.protocol === "file:";
  const response = await fetch(url, { cache }).catch(() => null);
  if (response?.ok) return response;
  if (!response && isFile && disk) return new Response(await disk.readFile(url));
  await new Promise((resolve) => setTimeout(resolve)); // until we hear of a violation
  const mostly = isFile ? "it is on disk, and only a server can be asked" : "there is no connection";
  const reason = barred.has(url.href) ? describePolicy("connect-src") : mostly;
  throw new Error(`${url} could not be loaded: ${response?.status ?? reason}`);
}

function describePolicy(directive, sources = "") {
  return `the content security policy of this page must have ${directive} ${isOwn ? "'self'" : `${sources}${origin}`}`;
}

/** Say why a worker failed. If its script did not come, browsers do not say why; mostly the connection is gone. */
export function tellMissing(what, { message }) {
  const policy = describePolicy("worker-src", "blob: ");
  const mostly = `check your connection, then try again${isOwn ? "" : `; if there is one, ${policy}`}`;
  return message || `${what} could not be loaded: ${barred.has("worker-src") ? policy : mostly}`;
}

export async function readModule(response) {
  return compile(await response.arrayBuffer());
}

/** Return the module of WebAssembly in some bytes. */
export async function compile(bytes) {
  if (!globalThis.WebAssembly)
    throw new Lacking(
      "This browser has no WebAssembly, or it is turned off, and this part of the page needs it",
    );
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    const isBarred = /content security policy|\bCSP\b/i.test(error.message);
    const barred =
      "The content security policy of this site blocks WebAssembly; its server must allow 'wasm-unsafe-eval'";
    throw isBarred ? new Lacking(barred) : error;
  }
}

/** Throw an Error that says why no WebAssembly can run, if that is so. */
export async function requireWebAssembly() {
  await compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)); // a module without contents
}

/** Return a function that passes on how a promise ends, unless it was given another one meanwhile: it comes too late then. */
export function latest() {
  let last = null;
  return (promise) => {
    last = promise;
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => last === promise && resolve(value),
        (error) => last === promise && reject(error),
      );
    });
  };
}
