// <c4-today>: the puzzle of the day, the same for everybody, with three tries; and what it is made of, as Puzzles is.

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
import { Attempt, isMistake, loadPuzzles, noteDone, playOut, PUZZLES, task } from "./puzzle.js";
import { markReason } from "./reasons.js";
import { copyButton } from "./share.js";
import { Solver, Stopped } from "./solver.js";
import { siteStorage, StoredState } from "./stored-state.js";
import { describeReason } from "./wording.js";

const SIGNS = { solved: "✓", missed: "✗", open: "·" };

/** What a day has besides its puzzle: the tries, the streak, a strip of seven days, a line to copy, and the day before. */
class DayPanel {
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
function explainSolution(attempt) {
  const { insight, reader, stake } = attempt;
  if (!insight) return [];
  const { game, reason, stone } = insight;
  const words = `After ${reader}'s ${ordinal(stone)} stone, the ${stake} can be seen without a search. ${describeReason(reason)}`;
  const drawn = picture(game.cells, describeBoard(game), [], markReason(reason));
  return [element("p", {}, words), element("figure", { class: "board" }, drawn)];
}

/**
 * A puzzle on a board, whose stones the solver judges and answers, with the panel of the day. A widget adds what else it has
 * in `open`, and brings that up to date with each attempt in `update`.
 */
export class PuzzleWidget extends HTMLElement {
  analyst = new Analyst();
  stored = new StoredState(siteStorage(), PUZZLES);
  puzzles;
  panel;
  attempt = null;
  earlier = null; // the attempt without a stone that was wrong
  next = null; // a button that leads on once it is solved, where there is one

  heading = element("p", { class: "puzzle-title" });
  #task = element("p", { class: "puzzle-task" });
  board = board((column) => this.try(this.attempt.play(column)));
  back = iconButton("Take back", "undo", () =>
    this.enter(this.earlier, `Taken back. ${outcome(this.earlier.game)}.`),
  );
  #again = iconButton("Start over", "restart", () => this.enter(new Attempt(this.attempt.puzzle), ""));
  buttons = controls(this.back, this.#again);
  status = statusLine();
  complaint = complaintLine();
  #reason = element("p", { class: "reason", role: "status" });
  why = element("div", { class: "puzzle-why" });

  async connectedCallback() {
    try {
      await requireWebAssembly();
      this.puzzles = await loadPuzzles();
      this.panel = new DayPanel(this.puzzles);
      this.replaceChildren(
        this.heading,
        this.#task,
        this.board,
        this.buttons,
        saidBox(this.status, this.complaint),
        this.panel.element,
        this.#reason,
        this.why,
      );
      this.open();
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
    }
  }

  open() {}

  update() {}

  /** Why something cannot be read or kept, "" if it can. */
  get problem() {
    return this.stored.complaint || this.stored.problem || this.panel.complaint;
  }

  /** Whether the reader is to play a stone, rather than to take one back. */
  get isAsked() {
    return this.attempt.isReadersTurn && this.earlier === null;
  }

  /** Show an attempt and what happened; after a wrong stone, `earlier` is the attempt without it, and there may be a reason. */
  enter(attempt, said, earlier = null, reason = null) {
    const findNext = () => {
      const leading = earlier ? this.back : attempt.isSolved ? this.next : null;
      return leading ?? this.board.nearestColumn ?? this.#again;
    };
    keepFocus(() => {
      this.analyst.stop();
      [this.attempt, this.earlier] = [attempt, earlier];
      this.look(attempt.game);
      this.board.mark(reason ? markReason(reason) : {});
      this.#reason.textContent = reason ? describeReason(reason) : "";
      this.#task.textContent = task(attempt.puzzle);
      this.status.textContent = said;
      say(this.complaint, this.problem);
      this.back.disabled = earlier === null;
      this.back.classList.toggle("primary", earlier !== null);
      this.#again.disabled = attempt.game.text === attempt.puzzle.moves;
      this.why.replaceChildren(...(attempt.isSolved ? explainSolution(attempt) : []));
      this.update();
    }, findNext);
  }

  /** Show a game of the attempt; stones are played on the last one only. */
  look(game) {
    const isLast = game.moves === this.attempt.game.moves;
    this.board.show(game);
    this.board.toggleAttribute("disabled", !isLast || !this.isAsked);
    if (this.next && this.attempt.isSolved) this.board.setAttribute("disabled", "It is solved: press Next.");
  }

  /** Judge a stone that has just been played, and reply to it. */
  async try(attempt) {
    const before = this.attempt;
    if (attempt.isSolved) {
      this.#finish(attempt);
      return;
    }
    const scores = await this.search(attempt, "Checking …");
    if (!scores) return;
    const { after, said, isWrong, refutation } = attempt.judge(scores);
    if (after.isSolved) {
      this.#finish(after);
      return;
    }
    if (isWrong) this.note({ isRight: false });
    this.enter(after, said, isWrong ? before : null, refutation);
  }

  /**
   * Return the columns' scores of an attempt, shown meanwhile, or null if another is shown by then. If none can be had, say
   * why and return to the attempt before.
   */
  async search(attempt, said) {
    const before = this.attempt;
    this.enter(attempt, said);
    try {
      const scores = await this.analyst.analyze(attempt.game);
      return this.attempt === attempt ? scores : null;
    } catch (error) {
      if (error instanceof Stopped) return null;
      this.enter(before, "");
      this.complaint.textContent = error.message;
      return null;
    }
  }

  /** Note how the puzzle was answered, which is the day's. */
  note({ isRight, tries = 1 }) {
    if (isRight) this.panel.noteSolved();
    else this.panel.noteWrong(tries);
  }

  #finish(attempt) {
    const { puzzle, reader, achievement, isShown } = attempt;
    if (!isMistake(puzzle)) this.stored.change((state) => noteDone(state, attempt));
    if (!isShown) this.note({ isRight: true });
    const solved = this.next ? "Solved! Press Next." : "Solved!";
    const end = isShown ? "That was the solution. Start over, and find it yourself." : solved;
    this.enter(attempt, `${reader} ${achievement}. ${end}`);
  }
}

class Today extends PuzzleWidget {
  #day;

  open() {
    this.addEventListener("keydown", (event) => this.#hearKey(event));
    document.addEventListener("visibilitychange", () => this.#follow());
    this.#follow();
  }

  /** Keep the keys of a board that has the focus from the page's other board, which hears them everywhere. */
  #hearKey(event) {
    if (/^(\d|Backspace)$/.test(event.key)) event.stopPropagation();
    if (event.key === "Backspace") this.back.click();
  }

  /** Show the puzzle of the day that it is, unless it is shown already: a page may stay open overnight. */
  #follow() {
    const day = dayOf(new Date());
    if (document.hidden || day === this.#day) return;
    this.#day = day;
    this.panel.show(day);
    const puzzle = puzzleOfDay(this.puzzles, day);
    this.heading.textContent = `${nameDay(day, { weekday: "long" })}, ${nameDate(day)} · grade ${puzzle.grade} of 5`;
    this.enter(new Attempt(puzzle), "");
  }
}

customElements.define("c4-today", Today);
