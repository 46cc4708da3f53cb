// What the site has for the stages: their list, each with its texts and programs, and whether there is a Python.

import { fetchFile } from "../fetching.js";
import { PROJECT, Project } from "../project.js";
import { siteStorage, StoredState } from "../stored-state.js";

const WAIT = 2000; // milliseconds until Python is looked for again
const COMING =
  "Python for this page is being fetched. The page continues by itself once it has arrived. `c4 learn` does the same in a " +
  "terminal.";
const WITHOUT =
  "This copy of the site was built without Python, so no program can run here; `c4 learn` checks and runs yours in a terminal.";

/** Return what common/tools/site/write.py says about the site, and the reader's project. */
export async function openProject() {
  const about = await readStageFile("about");
  return { about, project: new Project(about.stages, new StoredState(siteStorage(), PROJECT)) };
}

/** Return the site's Python, or null if it has none, after saying so; while it is being fetched, say that, and wait. */
export async function findPython(about, say) {
  let { python, isComing } = about;
  if (isComing) say(COMING);
  while (isComing) {
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    ({ python, isComing } = await readStageFile("about"));
  }
  if (!python) say(WITHOUT);
  return python;
}

/** Return the contents of a file that common/tools/site/write.py made, by its name: that of a stage is the stage. */
export async function readStageFile(name) {
  return fetchFile(new URL(`${name}.json`, import.meta.url));
}
