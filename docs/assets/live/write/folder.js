// The reader's project as a zipped folder that `c4 learn` knows: export it, import it, undo that.

import { button, element } from "../dom.js";

const NAME = "my-solver.zip";
const MOST_MEGABYTES = 50;

/**
 * Return a button to export, and the link that it makes. `ask` asks Python and returns its answer, or null if that failed;
 * `exported` returns what to export.
 */
export function exportButtons({ ask, exported, tell }) {
  const link = element("a", { download: NAME, hidden: true }, `Save ${NAME}`);
  const pack = async () => {
    const answer = await ask({ verb: "pack", project: await exported() });
    if (!answer) return;
    URL.revokeObjectURL(link.href);
    const bytes = Uint8Array.from(atob(answer.content), (letter) => letter.charCodeAt(0));
    link.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
    link.hidden = false;
    link.click();
    tell(`The folder is in ${NAME}: unpack it, and go on there with c4 learn.`);
  };
  return [button("Export as a folder (.zip)", pack), link];
}

/** Return buttons to export and import; `take` takes what was imported, and returns what that has replaced. */
export function folderButtons({ ask, exported, take, tell }) {
  const undo = element("button", { type: "button", hidden: true }, "Undo the import");
  const unpack = async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > MOST_MEGABYTES * 1e6) {
      tell(`${chosen.name} is larger than ${MOST_MEGABYTES} MB.`);
    } else {
      try {
        const answer = await ask({ verb: "unpack", content: await toText(chosen) });
        if (answer) {
          await replace(answer.project);
          tell(`${chosen.name} has been imported.`);
        }
      } catch (error) {
        tell(`${chosen.name} cannot be imported: ${error.message}. Your own programs are as they were.`);
      }
    }
    file.value = ""; // so that the same file can be chosen again
  };
  const replace = async (state) => {
    const before = await take(state);
    undo.hidden = false;
    undo.onclick = async () => {
      await take(before);
      undo.hidden = true;
      file.focus();
      tell("Your own programs are back.");
    };
  };
  const file = element("input", { type: "file", accept: ".zip", onchange: unpack });
  const save = exportButtons({ ask, exported, tell });
  const choice = element("label", {}, "Import a folder (.zip) ", file);
  return element("div", { class: "controls folder" }, ...save, choice, undo);
}

async function toText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}
