// <c4-puzzles>: positions in which one column wins, or holds a draw. The solver judges each stone and plays the other side.
// The page's address names the puzzle and a theme, ?puzzle=17&theme=fork; without a puzzle, it is the easiest of the
// theme, or the one of the day.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { hearQuery, pageAddress, pushQuery } from "./address.js";
import { Analyst } from "./analyst.js";
import { board, describeBoard, outcome, picture } from "./board.js";
import { complaintLine, Moves, saidBox, statusLine, ways } from "./controls.js";
import { button, choice, controls, element, hearKey, iconButton, keepFocus } from "./dom.js";
import { fetchFile, requireWebAssembly } from "./fetching.js";
import { ordinal } from "./format.js";
import {
  Attempt,
  bestColumn,
  drawPuzzle,
  hint,
  neighbour,
  puzzleOfDay,
  PUZZLES,
  readPuzzles,
  sortPuzzles,
  task,
  themeOf,
  THEMES,
} from "./puzzle.js";
import { markReason } from "./reasons.js";
import { shareControls } from "./share.js";
import { Stopped } from "./solver.js";
import { siteStorage, StoredState } from "./stored-state.js";
import { describeReason } from "./wording.js";

const FILE = new URL("puzzles.json", import.meta.url);

/**
 * The choice of a puzzle: a select and buttons, also those that share a board. `onChoose` gets the puzzle; `isSolved` says
 * which ones a random choice leaves out.
 */
class PuzzleChoice {
  #puzzles;
  #isSolved;
  #number; // of the puzzle that is shown
  #theme;
  next;
  about = element("p", { class: "puzzle-theme" });

  constructor(puzzles, board, isSolved, onChoose) {
    this.#puzzles = puzzles;
    this.#isSolved = isSolved;
    const choose = (step) => onChoose(neighbour(this.#chosen, this.#number, step));
    const named = { "aria-label": "Theme, with how many are solved", onchange: () => onChoose(this.easiest) };
    this.#theme = choice(named, ["", ...Object.keys(THEMES)], () => "");
    this.next = button("Next", () => choose(1));
    this.elements = [
      controls(
        button("Previous", () => choose(-1)),
        this.next,
        button("Random", () => onChoose(drawPuzzle(this.#unsolved, this.#number))),
        button("Today's", () => onChoose(puzzleOfDay(puzzles, new Date()))),
      ),
      controls(this.#theme, ...shareControls(board)),
    ];
  }

  /** What the reader chose, "" for all themes. */
  get theme() {
    return this.#theme.value;
  }

  set theme(theme) {
    this.#theme.value = theme in THEMES ? theme : "";
  }

  /** The easiest puzzle of the theme that is not solved. */
  get easiest() {
    return this.#unsolved[0];
  }

  /** Go on from a puzzle; once it is solved, the next one leads on, and its theme no longer tells too much. */
  show(puzzle, isDone) {
    this.#number = puzzle.number;
    this.next.classList.toggle("primary", isDone);
    for (const option of this.#theme.options) {
      const puzzles = sortPuzzles(this.#puzzles, option.value);
      const solved = puzzles.filter(this.#isSolved).length;
      option.textContent = `${THEMES[option.value]?.name ?? "all themes"}: ${solved} of ${puzzles.length}`;
    }
    const theme = THEMES[this.theme || (isDone ? themeOf(puzzle) : "")];
    this.about.replaceChildren(...(theme ? describeTheme(theme) : []));
  }

  get #chosen() {
    return sortPuzzles(this.#puzzles, this.theme);
  }

  /** Those that the reader has not solved, all of the theme if none is left. */
  get #unsolved() {
    const left = this.#chosen.filter((puzzle) => !this.#isSolved(puzzle));
    return left.length ? left : this.#chosen;
  }
}

function describeTheme({ name, section, lesson }) {
  const how = element("a", { href: pageAddress("players/how_to_win", `#${section}`) }, "How to win");
  const step = element("a", { href: pageAddress(`lessons/${lesson}`) }, `lesson ${lesson.slice(0, 2)}`);
  return [`About ${name}: `, how, ", and for programs ", step, "."];
}

class Puzzles extends HTMLElement {
  #analyst = new Analyst();
  #stored;
  #puzzles;
  #attempt = null;
  #before = null; // the attempt without a stone that was wrong

  #choice;
  #title = element("p", { class: "puzzle-title" });
  #task = element("p", { class: "puzzle-task" });
  #board = board((column) => this.#try(this.#attempt.play(column)), { keys: "page" });
  #status = statusLine();
  #moves = new Moves((number) => this.#look(number));
  #back = iconButton("Take back", "undo", () =>
    this.#enter(this.#before, `Taken back. ${outcome(this.#before.game)}.`),
  );
  #again = iconButton("Start over", "restart", () => this.#begin(this.#attempt.puzzle));
  #hint = button("Hint", () => this.#giveHint());
  #show = button("Show the move", () => this.#showMove());
  #reason = element("p", { class: "reason", role: "status" });
  #why = element("div", { class: "puzzle-why" });
  #ways = ways(this.#board);
  #complaint = complaintLine();

  async connectedCallback() {
    try {
      await requireWebAssembly();
      this.#puzzles = await fetchFile(FILE, async (response) => readPuzzles(await response.json()));
      this.#stored = new StoredState(siteStorage(), PUZZLES);
      const isSolved = (puzzle) => this.#howDone(puzzle) === "solved";
      this.#choice = new PuzzleChoice(this.#puzzles, this.#board, isSolved, (puzzle) => this.#go(puzzle));
      this.replaceChildren(
        this.#title,
        this.#task,
        this.#board,
        controls(this.#back, this.#again, this.#hint, this.#show),
        saidBox(this.#status, this.#complaint),
        ...this.#choice.elements,
        this.#moves.element,
        this.#ways,
        this.#reason,
        this.#choice.about,
        this.#why,
      );
      hearKey("Backspace", this, () => this.#back.click());
      this.#ways.addEventListener("click", () => this.#keepPlace());
      hearQuery(() => this.#restore());
      this.#restore();
      this.#stored.hear(() => {
        this.#describe();
        this.#choice.show(this.#attempt.puzzle, this.#attempt.isSolved);
      });
      this.#analyst.load();
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
    }
  }

  #howDone({ moves }) {
    return Object.hasOwn(this.#stored.state.done, moves) ? this.#stored.state.done[moves] : null;
  }

  #restore() {
    const query = new URLSearchParams(location.search);
    const asked = query.get("puzzle");
    this.#choice.theme = query.get("theme") ?? "";
    const puzzle = this.#puzzles.find(({ number }) => String(number) === asked);
    const usual = this.#choice.theme ? this.#choice.easiest : puzzleOfDay(this.#puzzles, new Date());
    this.#begin(puzzle ?? usual, history.state ?? undefined);
    if (asked !== null && !puzzle) {
      this.#complaint.textContent = `There is no puzzle ${asked}; they are 1 to ${this.#puzzles.length}.`;
    }
  }

  #go(puzzle) {
    pushQuery({ puzzle: puzzle.number, theme: this.#choice.theme || null });
    this.#begin(puzzle);
    this.#title.scrollIntoView({ block: "nearest" });
    this.#board.say(`${this.#title.textContent}. ${task(puzzle)}`);
  }

  /** Begin a puzzle, or go on from where it was left. */
  #begin(puzzle, left = {}) {
    this.#complaint.textContent = this.#stored.problem;
    this.#enter(Attempt.goOn(puzzle, left), "");
  }

  /** Have the browser keep what to go on from when the reader comes back. */
  #keepPlace() {
    const { game, isShown } = this.#before ?? this.#attempt;
    history.replaceState({ moves: game.text, isShown }, "");
  }

  /** Show an attempt and what happened; after a wrong stone, `before` is the attempt without it, and there may be a reason. */
  #enter(attempt, said, before = null, reason = null) {
    const findNext = () => {
      const leading = before ? this.#back : attempt.isSolved ? this.#choice.next : null;
      return leading ?? this.#board.nearestColumn;
    };
    keepFocus(() => {
      this.#analyst.stop();
      [this.#attempt, this.#before] = [attempt, before];
      this.#look(attempt.game.moves);
      this.#board.mark(reason ? markReason(reason) : {});
      this.#reason.textContent = reason ? describeReason(reason) : "";
      this.#status.textContent = said;
      this.#describe();
      this.#back.disabled = before === null;
      this.#back.classList.toggle("primary", before !== null);
      this.#again.disabled = attempt.game.text === attempt.puzzle.moves;
      this.#show.disabled = !attempt.isReadersTurn || before !== null;
      this.#hint.disabled = this.#show.disabled;
      this.#hint.classList.toggle("primary", before === null && !attempt.isSolved);
      this.#choice.show(attempt.puzzle, attempt.isSolved);
      this.#why.replaceChildren(...(attempt.isSolved ? explainSolution(attempt) : []));
    }, findNext);
  }

  /** Show the board after that many moves; stones are played on the last one only. */
  #look(number) {
    const { game, isReadersTurn, isSolved, puzzle } = this.#attempt;
    const isLast = number === game.moves;
    const shown = isLast ? game : game.upTo(number);
    this.#board.show(shown);
    this.#board.toggleAttribute("disabled", !isLast || !isReadersTurn || this.#before !== null);
    if (isSolved) this.#board.setAttribute("disabled", "It is solved: press Next.");
    this.#moves.show(game.columns, number, { first: puzzle.moves.length });
  }

  #giveHint() {
    this.#status.textContent = hint(this.#attempt.puzzle);
    const disable = () => this.#hint.toggleAttribute("disabled", true); // there is no other
    keepFocus(disable, () => this.#show);
  }

  #describe() {
    const { puzzle } = this.#attempt;
    const facts = [
      `Puzzle ${puzzle.number} of ${this.#puzzles.length}`,
      `grade ${puzzle.grade}`,
      puzzle === puzzleOfDay(this.#puzzles, new Date()) && "today's",
      { solved: "solved ✓", shown: "shown" }[this.#howDone(puzzle)],
    ];
    this.#title.textContent = facts.filter(Boolean).join(" · ");
    this.#task.textContent = task(puzzle);
  }

  /** Judge a stone that has just been played, and reply to it. */
  async #try(attempt) {
    const before = this.#attempt;
    if (attempt.isSolved) {
      this.#finish(attempt);
      return;
    }
    this.#enter(attempt, "Checking …");
    const scores = await this.#search(attempt, before);
    if (!scores) return;
    const wrong = attempt.refute(scores);
    const after = attempt.play(bestColumn(scores));
    if (wrong) {
      this.#enter(after, `${wrong} ${after.reply}`, before, after.refutation);
    } else {
      const column = COLUMN_NAMES[attempt.game.columns.at(-1)];
      const left = after.stonesLeft === 1 ? "Now win." : `${after.stonesLeft} stones to go.`;
      this.#enter(after, `Column ${column} is right. ${after.reply} ${left}`);
    }
  }

  #finish(attempt) {
    const { puzzle, isShown } = attempt;
    this.#stored.change(({ done }) => {
      if (this.#howDone(puzzle) !== "solved") done[puzzle.moves] = isShown ? "shown" : "solved";
    });
    const end = isShown ? "That was the solution. Start over, and find it yourself." : "Solved! Press Next.";
    const what = attempt.isHold ? "holds a draw" : "has four in a row";
    this.#enter(attempt, `${attempt.reader} ${what}. ${end}`);
    this.#complaint.textContent = this.#stored.complaint || this.#stored.problem;
  }

  async #showMove() {
    const attempt = this.#attempt;
    if (attempt.game.text === attempt.puzzle.moves) {
      this.#try(attempt.play(attempt.puzzle.column, true));
      return;
    }
    this.#status.textContent = "Looking …";
    const scores = await this.#search(attempt, attempt);
    if (scores) this.#try(attempt.play(bestColumn(scores), true));
  }

  /**
   * Return the columns' scores of an attempt, or null if another is shown meanwhile. If none can be had, say why and
   * return to the attempt `before`.
   */
  async #search(attempt, before) {
    this.#complaint.textContent = this.#stored.problem;
    try {
      const scores = await this.#analyst.analyze(attempt.game);
      return this.#attempt === attempt ? scores : null;
    } catch (error) {
      if (error instanceof Stopped) return null;
      this.#enter(before, "");
      this.#complaint.textContent = error.message;
      return null;
    }
  }
}

customElements.define("c4-puzzles", Puzzles);

/** Return why a solved puzzle was won: where it can be seen first, and the words. */
function explainSolution(attempt) {
  const { insight, reader } = attempt;
  if (!insight) return [];
  const { game, reason, stone } = insight;
  const what = attempt.isHold ? "draw" : "win";
  const words = `After ${reader}'s ${ordinal(stone)} stone, the ${what} can be seen without a search. ${describeReason(reason)}`;
  const drawn = picture(game.cells, describeBoard(game), [], markReason(reason));
  return [element("p", {}, words), element("figure", { class: "board" }, drawn)];
}
