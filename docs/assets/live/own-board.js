// <c4-board moves="4455"> in anybody's page, by one script tag for board.js, which loads this: the board of c4-analysis, in a
// shadow root with the styles of this site, so that neither page changes the other.

import "./analysis.js";
import { complaintLine } from "./controls.js";
import { element } from "./dom.js";
import { Game } from "./rules.js";

const STYLES = ["../board.css", "live.css", "analysis.css", "own-board.css"];
const REM = 20; // pixels, for which the styles are made

/** Show the moves in an element's attribute, or what is wrong with them. */
export function showOwn(host) {
  const moves = host.getAttribute("moves") ?? "";
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  host.style.zoom = REM / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const styles = STYLES.map((name) =>
    element("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href }),
  );
  root.replaceChildren(...styles, element("div", { class: "md-typeset" }, shown(moves)));
}

function shown(moves) {
  try {
    Game.parse(moves);
  } catch (error) {
    const complaint = complaintLine();
    complaint.textContent = `moves="${moves}": ${error.message}`;
    return complaint;
  }
  return element("c4-analysis", { moves, "in-text": "" });
}
