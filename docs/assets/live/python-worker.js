// Python off the page's thread: Pyodide, from this site, and the few lines of run_step.py.
//
// asked      {} to start, { files, folder, positions } to solve positions by the step in a folder
// answered   { score, nodes, milliseconds } for each position and { printed } for each line that the step
//            prints, then { done: true }, or { error } with what went wrong; `isBroken` if the worker is

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { fetched } from "./fetched.js";

const PYODIDE = new URL("../pyodide/", import.meta.url).href;
const BOOK = new URL("../7x6.book", import.meta.url);
const BOOK_PATH = "common/data/7x6.book";
const MOST_LINES = 200; // printed in one run

let printed = 0;
const starting = start();

addEventListener("message", async ({ data }) => {
  try {
    const python = await starting;
    const error = data.files ? await solved(python, data) : "";
    postMessage(error ? { error } : { done: true });
  } catch (error) {
    postMessage({ error: error.message, isBroken: true });
  }
});

async function start() {
  const stdout = (line) => {
    printed += 1;
    if (printed <= MOST_LINES) postMessage({ printed: printed < MOST_LINES ? line : "…" });
  };
  const places = { indexURL: PYODIDE, packageBaseUrl: PYODIDE };
  const python = await loadPyodide({ ...places, stdout, stderr: stdout });
  python.runPython(await (await fetched(new URL("run_step.py", import.meta.url))).text());
  return python;
}

/** Solve positions; return what went wrong, "" if nothing. */
async function solved(python, { files, folder, positions }) {
  if (`steps/${folder}/book.py` in files && !python.FS.analyzePath(BOOK_PATH).exists) {
    const book = new Uint8Array(await (await fetched(BOOK)).arrayBuffer());
    python.FS.mkdirTree("common/data");
    python.FS.writeFile(BOOK_PATH, book);
  }
  printed = 0;
  const answer = (score, nodes, milliseconds) => postMessage({ score: Number(score), nodes, milliseconds });
  return python.globals.get("run")(python.toPy(files), folder, python.toPy(positions), answer);
}
