// <c4-end>: the end of volume one. The reader's program scores the empty board, plays two games, and has its climb; then
// three doors lead on. It takes the events of common/tools/learn/ending.py.

import { pageAddress } from "./address.js";
import { board } from "./board.js";
import { scene } from "./controls.js";
import { button, controls, element } from "./dom.js";
import { count, readableTime } from "./format.js";
import { OWN, YOU } from "./match.js";
import { COLUMNS, Game } from "./rules.js";
import { exportButtons } from "./write/folder.js";
import { prose } from "./write/prose.js";
import { Console } from "./write/python.js";
import { findPython, openProject, readStageFile } from "./write/stages.js";

const TO_SEE = 250; // milliseconds that a stone is seen

class End extends HTMLElement {
  #console = new Console((isBusy) => this.#setBusy(isBusy));
  #megabytes;
  #project;
  #stage; // the one that ends volume one
  #run = null; // what is shown, until it is stopped
  #scores;
  #game = ""; // what is said of the game that goes on
  #board = board(() => {}, { disabled: "Here your program plays." });
  #start = button("", () => this.#play());
  #report = element("div", { class: "report" }); // what stays of it
  #save = exportButtons({
    ask: (question) => this.#console.ask(question),
    exported: () => this.#export(),
    tell: (text) => this.#console.say(text),
  });
  #doors = element("div", { class: "doors", hidden: true });

  async connectedCallback() {
    try {
      const { about, project } = await openProject();
      const python = await findPython(about, (why) => this.replaceChildren(...prose(why)));
      if (!python) return;
      [this.#project, this.#stage, this.#megabytes] = [project, about.end, python.megabytes];
      if (project.isDone(about.end)) this.#build();
      else this.replaceChildren(...this.#turnAway());
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
    }
  }

  /** Return what somebody sees whose program is not there yet. */
  #turnAway() {
    const href = pageAddress(`lessons/${this.#project.lesson(this.#stage)}`, "#stop-write-it");
    const way = element("a", { href }, `write stage ${this.#stage}`);
    return [element("p", {}, "Your program plays here once it has passed the last stage: ", way, ".")];
  }

  #build() {
    const [status, ...others] = this.#console.lines;
    this.#console.stop.addEventListener("click", () => {
      this.#run = null; // Python may be done, and not all of it shown
    });
    const [save, link] = this.#save;
    save.replaceChildren(...words("Export it", "as a folder for c4 learn"));
    const door = (path, query, name, about) =>
      element("a", { href: pageAddress(path, query) }, ...words(name, about));
    this.#doors.append(
      door("live/play", `?x=${YOU}&o=${OWN}`, "Play against it", "you begin"),
      element("div", {}, save, link),
      door("volume_two", "", "What now?", "volume two"),
    );
    this.replaceChildren(
      controls(this.#start, this.#console.stop),
      scene(this.#board, status),
      ...others,
      this.#report,
      this.#doors,
    );
    this.#board.show(new Game());
    this.#doors.hidden = !this.#project.done[this.#stage].board_nodes;
    this.#setBusy(false);
  }

  /** Let the program play; show what happens stone by stone. */
  async #play() {
    const run = {};
    this.#run = run;
    this.#scores = COLUMNS.map(() => null);
    this.#report.replaceChildren();
    this.#board.show(new Game());
    let shown = Promise.resolve();
    const show = (event) => {
      shown = shown.then(() => this.#run === run && this[`on${event.event}`]?.(event));
      return shown;
    };
    const files = this.#project.finished(this.#stage);
    const last = await this.#console.ask({ verb: "end", files, done: this.#project.done }, show);
    if (last?.event === "Failure") this.#console.say(`Your program did not score it: ${last.came}.`);
    else if (last && this.#run !== run) this.#console.say("Stopped.");
    this.#run = null;
  }

  onScored({ column, score, nodes }) {
    this.#scores[column] = score;
    this.#board.show(new Game(), this.#scores);
    this.#console.say(`Your program scores the seven moves: ${count(nodes, "node")} so far …`);
  }

  onSolved({ says, nodes, seconds }) {
    this.#project.solveBoard(this.#stage, { nodes, seconds });
    const took = `${count(nodes, "node")}, ${readableTime(1000 * seconds)}`;
    this.#tell(element("strong", {}, `The empty board: ${says}`), ` (${took}).`);
  }

  async onGame({ number, names: [x, o] }) {
    await this.#board.settle(4 * TO_SEE); // the scores are seen, or how the game before ended
    this.#game = `Game ${number}: ${x} is X, ${o} is O`;
    this.#board.show(new Game());
    this.#console.say(`${this.#game}.`);
  }

  async onPlayed({ moves, late }) {
    this.#board.show(Game.parse(moves));
    const why = late ? ": perfect moved for your program" : "";
    this.#console.say(`${this.#game}. Stone ${moves.length}${why}.`);
    await this.#board.settle(TO_SEE);
  }

  onEnded({ moves, result }) {
    const link = element("a", { href: pageAddress("live", `?moves=${moves}`) }, moves);
    this.#tell(`${this.#game}: ${result}. `, link);
  }

  onCompared({ says }) {
    this.#tell(says);
  }

  onClimbed({ climb }) {
    this.#board.show(new Game(), this.#scores);
    this.#report.append(tabulateClimb(climb, climb.length < Number(this.#stage)));
    const isTheirs = this.#project.done[this.#stage].how === "passed";
    this.#tell(
      element("strong", {}, isTheirs ? "You wrote this." : `This was our program of stage ${this.#stage}.`),
    );
    this.#doors.hidden = false;
    this.#doors.scrollIntoView({ block: "nearest" });
  }

  #tell(...words) {
    this.#report.append(element("p", {}, ...words));
  }

  /** Return the project for a folder, with the program of the stage that the reader is at, or comes to next. */
  async #export() {
    const { here } = this.#project;
    const stage = await readStageFile(here === this.#stage ? this.#project.after(here) : here);
    return this.#project.exported(stage, this.#project.program(stage));
  }

  #setBusy(isBusy) {
    for (const each of [this.#start, this.#save[0]]) each.disabled = isBusy;
    const loading = this.#console.python.isThere ? "" : ` (loads Python, ${this.#megabytes} MB)`;
    this.#start.textContent = `Let your program play${loading}`;
    return isBusy ? this.#console.stop : this.#start;
  }
}

customElements.define("c4-end", End);

/** Return the words on a door. */
function words(name, about) {
  return [element("strong", {}, name), " ", element("small", {}, about)];
}

/** Return the nodes of the reader's programs after each step, or after those that are not ours. */
function tabulateClimb(climb, isPartly) {
  const heads = ["", "position", "nodes"].map((name) => element("th", { scope: "col" }, name));
  const rows = climb.map(({ step, title, position, nodes }) => {
    const values = [position, nodes.toLocaleString("en")].map((value) => element("td", {}, value));
    return element("tr", {}, element("th", { scope: "row" }, `${step} ${title}`), ...values);
  });
  const caption = element(
    "caption",
    {},
    `Your climb${isPartly ? ", without the steps that you took from us" : ""}`,
  );
  const parts = [element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)];
  return element("table", { class: "bought" }, caption, ...parts);
}
