// What the site has for the stages: their list, each with its texts and programs, and whether there is a Python.

import { fetchFile } from "../fetching.js";

const WAIT = 2000; // milliseconds until Python is looked for again
const COMING =
  "Python for this page is being fetched. The page continues by itself once it has arrived. `c4 learn` does the same in a " +
  "terminal.";
export const WITHOUT =
  "This copy of the site was built without Python, so it cannot check anything. `c4 learn` does the same in a terminal.";

/** Return what common/tools/site/write.py says about all of it; while Python is being fetched, have that said, and wait. */
export async function findPython(say) {
  let about = await readStageFile("about");
  if (about.isComing) say(COMING);
  while (about.isComing) {
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    about = await readStageFile("about");
  }
  return about;
}

/** Return the contents of a file that common/tools/site/write.py made, by its name: that of a stage is the stage. */
export async function readStageFile(name) {
  return fetchFile(new URL(`${name}.json`, import.meta.url));
}
