// Python off the page's thread: Pyodide, from this site, and the files of the repository that check a program.
//
// asked      a question to common/tools/learn/page.py
// answered   { told } for each piece of its answer and { printed } for each line that the program prints, then
//            { done: true }, or { error } with what went wrong; then this worker is of no more use

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { fetched } from "./fetched.js";

const PYODIDE = new URL("../pyodide/", import.meta.url).href;
const PROGRAM = new URL("../turn/program.json", import.meta.url);
const MOST_LINES = 200; // printed for one question
const START = `
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # what a program was a moment ago must not be run in its place
sys.path.insert(0, str(Path.cwd()))
from common.tools.learn.page import answer_question
`;

let printed = 0;
const starting = start();

addEventListener("message", async ({ data }) => {
  try {
    const python = await starting;
    printed = 0;
    python.globals.get("answer_question")(data, (told) => postMessage({ told }));
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
  const places = { indexURL: PYODIDE, packageBaseUrl: PYODIDE };
  const [python, files] = await Promise.all([
    loadPyodide({ ...places, stdout, stderr: stdout }),
    fetched(PROGRAM).then((response) => response.json()),
  ]);
  for (const [path, text] of Object.entries(files)) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  python.runPython(START);
  return python;
}
