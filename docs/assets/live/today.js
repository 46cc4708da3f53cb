// <c4-today>: the puzzle of the day, the same for everybody, with three tries; and the panel of a day, which Puzzles has too.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { Analyst } from "./analyst.js";
import { board, describeBoard, outcome, picture } from "./board.js";
import { complaintLine, saidBox, say, statusLine } from "./controls.js";
import {
  countStreak,
  DAYS,
  dayOf,
  describeDay,
  describeToday,
  isDecided,
  listWeek,
  nameDate,
  nameDay,
  noteSolved,
  noteWrong,
  puzzleOfDay,
  readDay,
  tellResult,
} from "./days.js";
import { controls, element, iconButton, keepFocus } from "./dom.js";
import { requireWebAssembly } from "./fetching.js";
import { ordinal } from "./format.js";
import { Attempt, loadPuzzles, noteDone, playOut, PUZZLES, task } from "./puzzle.js";
import { markReason } from "./reasons.js";
import { copyButton } from "./share.js";
import { Solver, Stopped } from "./solver.js";
import { siteStorage, StoredState } from "./stored-state.js";
import { describeReason } from "./wording.js";

const SIGNS = { solved: "✓", missed: "✗", open: "·" };

/** What a day has besides its puzzle: the tries, the streak, a strip of seven days, a line to copy, and the day before. */
export class DayPanel {
  #puzzles;
  #day;
  #solver = new Solver();
  #stored = new StoredState(siteStorage(), DAYS);
  #words = element("p", { class: "day-words", role: "status" });
  #strip = element("ol", { class: "day-strip", "aria-label": "The last seven days" });
  #copy = copyButton("Copy the result", () => {
    return tellResult(this.#stored.state, this.#day, location.origin + location.pathname);
  });
  #before = element("details", { class: "part", ontoggle: () => this.#explainBefore() });
  element = element(
    "section",
    { class: "day", "aria-label": "Today" },
    this.#words,
    this.#strip,
    controls(this.#copy),
    this.#before,
  );

  constructor(puzzles) {
    this.#puzzles = puzzles;
    this.#stored.hear(() => this.#draw());
  }

  /** Why nothing can be read or kept, "" if it can. */
  get complaint() {
    return this.#stored.complaint || this.#stored.problem;
  }

  show(day) {
    if (day === this.#day) return;
    this.#day = day;
    this.#before.open = false;
    this.#before.replaceChildren(element("summary", {}, "Yesterday's puzzle, and why"));
    this.#draw();
  }

  /** Note a wrong stone in the day's puzzle, or as many as are given. */
  noteWrong(tries) {
    this.#stored.change((state) => noteWrong(state, this.#day, tries));
    this.#draw();
  }

  noteSolved() {
    this.#stored.change((state) => noteSolved(state, this.#day));
    this.#draw();
  }

  #draw() {
    const { state } = this.#stored;
    const today = readDay(state, this.#day);
    const streak = countStreak(state, this.#day);
    say(this.#words, `Today: ${describeToday(today)}.${streak ? ` Streak ${streak}.` : ""}`);
    this.#strip.replaceChildren(...listWeek(this.#day).map((day) => drawDay(day, readDay(state, day))));
    this.#copy.disabled = !isDecided(today);
  }

  /** Show yesterday's puzzle and its solution, once they are asked for. */
  async #explainBefore() {
    const [summary] = this.#before.children;
    if (!this.#before.open || this.#before.querySelector("figure")) return;
    const words = element("p", { role: "status" }, "Looking …");
    this.#before.replaceChildren(summary, words);
    const puzzle = puzzleOfDay(this.#puzzles, this.#day - 1);
    try {
      const solution = explainSolution(await playOut(puzzle, this.#solver));
      if (!words.isConnected) return; // it is another day
      const { game } = new Attempt(puzzle);
      words.textContent = `${task(puzzle)} It is column ${COLUMN_NAMES[puzzle.column]}.`;
      words.after(
        element("figure", { class: "board" }, picture(game.cells, describeBoard(game))),
        ...solution,
      );
    } catch (error) {
      if (!(error instanceof Stopped)) words.textContent = error.message;
    }
  }
}

/** Return a day of the strip: its weekday and how it went. */
function drawDay(day, record) {
  const kind = record.isSolved ? "solved" : isDecided(record) ? "missed" : "open";
  const said = `${nameDay(day, { weekday: "long" })}, ${nameDate(day)}: ${describeDay(record)}`;
  const seen = [nameDay(day, { weekday: "short" }), element("b", {}, SIGNS[kind])];
  return element(
    "li",
    { class: `day-${kind}` },
    element("span", { class: "unseen" }, said),
    element("span", { "aria-hidden": "true", title: said }, ...seen),
  );
}

/** Return why a solved puzzle was won: where it can be seen first, and the words. */
export function explainSolution(attempt) {
  const { insight, reader, stake } = attempt;
  if (!insight) return [];
  const { game, reason, stone } = insight;
  const words = `After ${reader}'s ${ordinal(stone)} stone, the ${stake} can be seen without a search. ${describeReason(reason)}`;
  const drawn = picture(game.cells, describeBoard(game), [], markReason(reason));
  return [element("p", {}, words), element("figure", { class: "board" }, drawn)];
}

class Today extends HTMLElement {
  #analyst = new Analyst();
  #stored = new StoredState(siteStorage(), PUZZLES);
  #puzzles;
  #panel;
  #day;
  #attempt = null;
  #before = null; // the attempt without a stone that was wrong

  #title = element("p", { class: "puzzle-title" });
  #task = element("p", { class: "puzzle-task" });
  #board = board((column) => this.#try(this.#attempt.play(column)));
  #status = statusLine();
  #complaint = complaintLine();
  #reason = element("p", { class: "reason", role: "status" });
  #why = element("div", { class: "puzzle-why" });
  #back = iconButton("Take back", "undo", () =>
    this.#enter(this.#before, `Taken back. ${outcome(this.#before.game)}.`),
  );
  #again = iconButton("Start over", "restart", () => this.#enter(new Attempt(this.#attempt.puzzle), ""));

  async connectedCallback() {
    try {
      await requireWebAssembly();
      this.#puzzles = await loadPuzzles();
      this.#panel = new DayPanel(this.#puzzles);
      this.replaceChildren(
        this.#title,
        this.#task,
        this.#board,
        controls(this.#back, this.#again),
        saidBox(this.#status, this.#complaint),
        this.#panel.element,
        this.#reason,
        this.#why,
      );
      this.addEventListener("keydown", (event) => this.#hearKey(event));
      document.addEventListener("visibilitychange", () => this.#follow());
      this.#follow();
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
    }
  }

  /** Keep the keys of a board that has the focus from the page's other board, which hears them everywhere. */
  #hearKey(event) {
    if (/^(\d|Backspace)$/.test(event.key)) event.stopPropagation();
    if (event.key === "Backspace") this.#back.click();
  }

  /** Show the puzzle of the day that it is, unless it is shown already: a page may stay open overnight. */
  #follow() {
    const day = dayOf(new Date());
    if (document.hidden || day === this.#day) return;
    this.#day = day;
    this.#panel.show(day);
    const puzzle = puzzleOfDay(this.#puzzles, day);
    this.#title.textContent = `${nameDay(day, { weekday: "long" })}, ${nameDate(day)} · grade ${puzzle.grade} of 5`;
    this.#task.textContent = task(puzzle);
    this.#enter(new Attempt(puzzle), "");
  }

  /** Show an attempt and what happened; after a wrong stone, `before` is the attempt without it, and there may be a reason. */
  #enter(attempt, said, before = null, reason = null) {
    const findNext = () => (before ? this.#back : this.#board.nearestColumn) ?? this.#again;
    keepFocus(() => {
      this.#analyst.stop();
      [this.#attempt, this.#before] = [attempt, before];
      this.#board.show(attempt.game);
      this.#board.mark(reason ? markReason(reason) : {});
      this.#reason.textContent = reason ? describeReason(reason) : "";
      this.#board.toggleAttribute("disabled", !attempt.isReadersTurn || before !== null);
      this.#status.textContent = said;
      this.#complaint.textContent = this.#stored.complaint || this.#stored.problem || this.#panel.complaint;
      this.#back.disabled = before === null;
      this.#again.disabled = attempt.game.text === attempt.puzzle.moves;
      this.#why.replaceChildren(...(attempt.isSolved ? explainSolution(attempt) : []));
    }, findNext);
  }

  /** Judge a stone that has just been played, and reply to it. */
  async #try(attempt) {
    const before = this.#attempt;
    if (attempt.isSolved) {
      this.#finish(attempt);
      return;
    }
    this.#enter(attempt, "Checking …");
    try {
      const { after, said, isWrong, refutation } = attempt.judge(await this.#analyst.analyze(attempt.game));
      if (this.#attempt !== attempt) return;
      if (isWrong) this.#panel.noteWrong();
      this.#enter(after, said, isWrong ? before : null, refutation);
    } catch (error) {
      if (error instanceof Stopped) return;
      this.#enter(before, "");
      this.#complaint.textContent = error.message;
    }
  }

  #finish(attempt) {
    this.#stored.change((state) => noteDone(state, attempt));
    this.#panel.noteSolved();
    this.#enter(attempt, `${attempt.reader} ${attempt.achievement}. Solved!`);
  }
}

customElements.define("c4-today", Today);
