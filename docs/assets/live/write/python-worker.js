// Python off the page's thread: Pyodide, from this site, and the files of the repository that check a program.
//
// asked      a question to common/tools/learn/write.py
// answered   { file, bytes } as a file of Pyodide comes, { told } for each piece of the answer and { printed } for each
//            line that the program prints, then { done: true }, or { error } with what went wrong, or { unloaded } with
//            why there is no Python; then this worker is of no more use

import { analyze, load } from "../c4.js";
import { compile, fetchFile, requireWebAssembly } from "../fetching.js";
import { choose } from "../match.js";

const PYODIDE = new URL("../../pyodide/", import.meta.url).href;
const PROGRAM = new URL("program.json", import.meta.url);
const BOOK = new URL("8.book", import.meta.url);
const PLACE = "common/data/7x6-12.book"; // where programs look for a book: plain Python reads that of 12 plies too slowly
const MOST_LINES = 200; // printed for one question
const END_OF_ZIP = [0x50, 0x4b, 5, 6];
const END_BYTES = 22;
const START = `
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # what a program was a moment ago must not be run in its place
sys.path[:0] = [str(Path.cwd()), str(Path.cwd() / "common" / "api")]
from common.tools.learn.write import answer_question
`;
/** For Python from a snapshot, which remembers the random numbers and the folders of the one that it was taken of. */
const RESUME = `
import importlib
import random

importlib.invalidate_caches()
random.seed()
`;
const SNAPSHOTS = "c4-python"; // in the browser's storage: Python's memory once our files are imported
/** Files that Pyodide would wait for forever if they were damaged, and their checks. */
const CHECKED = {
  "pyodide.asm.wasm": compile,
  "python_stdlib.zip": checkZip,
  "pyodide-lock.json": (content) => JSON.parse(new TextDecoder().decode(content)),
};

let printed = 0;
const starting = start();
starting.catch(() => {}); // it is reported once something is asked

addEventListener("message", async ({ data }) => {
  let python;
  try {
    python = await starting;
  } catch (error) {
    postMessage({ unloaded: error.message });
    return;
  }
  try {
    printed = 0;
    const { verb } = JSON.parse(data);
    if (verb === "end") await load();
    const playPerfectly = (moves) => choose(analyze(moves), 0);
    python.globals.get("answer_question")(data, (told) => postMessage({ told }), playPerfectly);
    postMessage({ done: true });
  } catch (error) {
    postMessage({ error: error.message || "Python ended itself" });
  }
});

async function start() {
  const stdout = (line) => {
    printed += 1;
    if (printed <= MOST_LINES) postMessage({ printed: printed < MOST_LINES ? line : "…" });
  };
  await requireWebAssembly(); // or the script of Pyodide itself would stop with an error
  const [{ loadPyodide }, program, book, ...checked] = await Promise.all([
    import("../../pyodide/pyodide.mjs"),
    fetchFile(PROGRAM),
    fetchFile(BOOK, (response) => response.arrayBuffer()),
    ...Object.entries(CHECKED).map(([name, check]) => fetchChecked(name, check)),
  ]);
  const files = new Map(checked);
  const { fetch } = globalThis;
  const boot = async (snapshot) => {
    const how = snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true };
    globalThis.fetch = async (url, options) => files.get(`${url}`)?.clone() ?? fetch(url, options);
    const places = { indexURL: PYODIDE, packageBaseUrl: PYODIDE };
    const python = await loadPyodide({ ...places, ...how, stdout, stderr: stdout });
    globalThis.fetch = fetch;
    for (const [path, content] of Object.entries({ ...program, [PLACE]: new Uint8Array(book) })) {
      python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      python.FS.writeFile(path, content);
    }
    python.runPython(snapshot ? RESUME : START);
    return python;
  };
  const snapshots = await openSnapshots(program).catch(() => null); // a browser may refuse to store anything
  const snapshot = await snapshots?.read().catch(() => null);
  const resumed = snapshot && (await boot(snapshot).catch(() => null)); // it may be damaged
  if (resumed) return resumed;
  const python = await boot(null);
  await snapshots?.write(python.makeMemorySnapshot()).catch(() => {});
  return python;
}

/** Return how to read and write a snapshot that has these files of ours; Pyodide refuses that of another version. */
async function openSnapshots(program) {
  const cache = await caches.open(SNAPSHOTS);
  const text = new TextEncoder().encode(JSON.stringify(program));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const url = `${PYODIDE}${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  return {
    async read() {
      const response = await cache.match(url);
      return response && new Uint8Array(await response.arrayBuffer());
    },
    async write(snapshot) {
      await Promise.all((await cache.keys()).map((other) => cache.delete(other)));
      await cache.put(url, new Response(snapshot));
    },
  };
}

/** Return the address of a file of Pyodide and a response with it, reporting how much of it has come. */
async function fetchChecked(file, check) {
  const url = `${PYODIDE}${file}`;
  const read = async (response) => {
    let bytes = 0;
    const count = new TransformStream({
      transform(piece, controller) {
        bytes += piece.length;
        postMessage({ file, bytes });
        controller.enqueue(piece);
      },
    });
    const content = await new Response(response.body.pipeThrough(count)).arrayBuffer();
    await check(content);
    return [url, new Response(content, { headers: response.headers })];
  };
  return fetchFile(url, read);
}

/** Throw an Error unless some bytes end as a zip file does. */
function checkZip(content) {
  const end = new Uint8Array(content).slice(-END_BYTES);
  if (END_OF_ZIP.some((byte, at) => end[at] !== byte)) throw new Error("it is not a complete zip file");
}
