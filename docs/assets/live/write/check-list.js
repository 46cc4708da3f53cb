// The progress of a check: which checks hold, and the first failure with its board.

import { COLUMN_NAMES, HEIGHT, WIDTH } from "../../wasm/kernels.js";
import { describeBoard, picture } from "../board.js";
import { element } from "../dom.js";
import { nameCells } from "../marks.js";
import { Game } from "../rules.js";
import { prose } from "./prose.js";

/** The list of checks and the failure; it takes the events of common/tools/learn/trying/events.py. */
export class CheckList {
  #checks = element("ul", { class: "checks", "aria-label": "Checks" });
  #failure = element("div");
  #row = null; // of the check that is going on
  #asked = null; // the question without an answer yet
  #hangs; // what it points to if an answer never comes
  #earlier; // the stage before

  box = element("div", { class: "check-list" }, this.#checks, this.#failure);
  title = ""; // of the check that is going on, or has failed
  hasFailed = false;

  constructor(hangs, earlier) {
    [this.#hangs, this.#earlier] = [hangs, earlier];
  }

  take(event) {
    if (!this.hasFailed) this.#asked = event.event === "Asked" ? event : null;
    this[`on${event.event}`]?.(event);
  }

  onBegun({ title }) {
    this.#row?.remove(); // importing the files is not a check
    this.title = title;
    this.#row = element("li", { class: "running" });
    this.#checks.append(this.#row);
    this.#mark("…", title);
  }

  onHeld({ questions }) {
    this.#mark("✓", `${this.title} (${questions})`);
    this.#row = null;
  }

  onFailure(failure) {
    if (this.hasFailed) return;
    if (failure.check === "nodes") this.onBegun({ title: "nodes" });
    this.hasFailed = true;
    if (failure.kind === "missing") this.title = failure.came; // no check is to blame
    this.#mark("✗", this.title);
    this.onExplained(failure);
  }

  onExplained(failure) {
    this.#failure.replaceChildren(drawFailure(failure));
  }

  onPassed(passed) {
    this.#row?.remove();
    this.#failure.replaceChildren(tabulateNodes(passed, this.#earlier));
  }

  /** Say that it was ended, by the reader or by the clock: it hung on a question without an answer. */
  stopped() {
    const asked = this.#asked;
    if (this.hasFailed || !this.#row) return;
    const facts = { came: "no answer before it was stopped", right: "an answer", idea: this.#hangs };
    if (asked) this.onFailure({ ...asked, ...facts });
    else this.#mark("-", `${this.title}, stopped`);
  }

  #mark(mark, text) {
    this.#row.replaceChildren(element("b", {}, mark), ` ${text}`);
    this.#row.className = { "✓": "held", "✗": "failed" }[mark] ?? "running";
  }
}

/** Return a failure: the board, the question, the answer, the right answer, and what that points to. */
function drawFailure(failure) {
  const { kind, moves, asked, came, right, idea, trace = [] } = failure;
  const lines = trace.length ? [element("pre", { tabindex: 0 }, trace.join("\n"))] : [];
  if (kind === "missing") return section(element("p", {}, `${came}.`), ...lines);
  const position = moves && `${moves}, ${"XO"[moves.length % 2]} to move`;
  const facts = Object.entries({ position, asked, got: came, expected: right }).filter(([, fact]) => fact);
  const list = facts.flatMap(([name, fact]) => [
    element("dt", {}, name),
    element("dd", { class: name }, fact),
  ]);
  const drawing = drawPosition(failure);
  const heading = kind === "crashed" ? [element("p", {}, "Your program stopped with an error.")] : [];
  const known = [...heading, element("dl", {}, ...list), ...lines, ...(idea ? prose(idea) : [])];
  return section(...(drawing ? [drawing] : []), element("div", { class: "facts" }, ...known));
}

function section(...children) {
  return element("section", { class: "failure", "aria-label": "What is wrong" }, ...children);
}

/** Return a drawing of the position that was asked about, or null if there is none. */
function drawPosition({ moves, drawn: rows = [] }) {
  if (!moves && !rows.length) return null;
  const letters = [...COLUMN_NAMES].map((name) => element("span", {}, name));
  const names = element("div", { class: "names", "aria-hidden": "true" }, ...letters);
  if (rows.length) return element("figure", {}, drawRows(rows), names);
  const game = Game.parse(moves);
  return element("figure", {}, picture(game.cells, describeBoard(game), game.line ?? []), names);
}

function drawRows(rows) {
  const cells = rows.map((row) => row.split(" "));
  const letters = Array.from(
    { length: WIDTH * HEIGHT },
    (_, cell) => cells[HEIGHT - 1 - (cell % HEIGHT)][Math.floor(cell / HEIGHT)],
  );
  const owners = letters.map((letter) => Math.max(0, " XO".indexOf(letter)));
  const starred = letters.flatMap((letter, cell) => (letter === "*" ? [cell] : []));
  const stones = owners.flatMap((owner, cell) => (owner ? [cell] : []));
  return picture(owners, `Board with stones in ${nameCells(stones) || "no cell"}`, [], { starred });
}

/** Return the nodes of a passed stage, beside ours and those of the reader's program one stage earlier, if it is known. */
function tabulateNodes({ positions, nodes, our_nodes, nodes_before }, earlier) {
  const counts = { "your program": nodes, ours: our_nodes, [`yours after stage ${earlier}`]: nodes_before };
  const rows = Object.entries(counts).map(([name, count]) => {
    const value = element("td", {}, count.toLocaleString("en"));
    return element("tr", { hidden: !count }, element("th", { scope: "row" }, name), value);
  });
  const caption = element("caption", {}, `All scores are exact. ${positions} positions took:`);
  const head = element("tr", {}, element("td"), element("th", { scope: "col" }, "nodes"));
  return element(
    "table",
    { class: "bought" },
    caption,
    element("thead", {}, head),
    element("tbody", {}, ...rows),
  );
}
