// <c4-puzzles>: positions in which one column wins, or holds a draw. The solver judges each stone and plays the other side.
// The page's address names the puzzle and a theme, ?puzzle=17&theme=fork; without a puzzle, it is the easiest of the
// theme, or the one of the day. The theme "mistakes" has the reader's own, each named by its moves.

import { hearQuery, pageAddress, pushQuery } from "./address.js";
import { Analyst } from "./analyst.js";
import { board, outcome } from "./board.js";
import { complaintLine, Moves, saidBox, screenButton, statusLine, ways } from "./controls.js";
import { dayOf, puzzleOfDay, TRIES } from "./days.js";
import { button, choice, controls, element, hearKey, iconButton, keepFocus } from "./dom.js";
import { requireWebAssembly } from "./fetching.js";
import {
  countDue,
  describeDue,
  describePractice,
  listPractice,
  MISTAKES,
  noteAnswer,
  PRACTICE,
} from "./mistakes.js";
import {
  Attempt,
  bestColumn,
  choosePuzzles,
  drawPuzzle,
  hint,
  howDone,
  isMistake,
  loadPuzzles,
  neighbour,
  noteDone,
  PUZZLES,
  task,
  themeOf,
  THEMES,
} from "./puzzle.js";
import { markReason } from "./reasons.js";
import { shareControls } from "./share.js";
import { Stopped } from "./solver.js";
import { siteStorage, StoredState } from "./stored-state.js";
import { DayPanel, explainSolution } from "./today.js";
import { describeReason } from "./wording.js";

/**
 * The choice of a puzzle: a select and buttons, also those that share a board. `onChoose` gets the puzzle; `isSolved` says
 * which ones a random choice leaves out. The state of the reader's mistakes is `mistakes.state`.
 */
class PuzzleChoice {
  #puzzles;
  #isSolved;
  #mistakes;
  #number; // of the puzzle that is shown
  #theme;
  #practise; // a button that leads to the mistakes, once some are due
  next;
  about = element("p", { class: "puzzle-theme" });

  constructor(puzzles, mistakes, board, isSolved, onChoose) {
    [this.#puzzles, this.#mistakes, this.#isSolved] = [puzzles, mistakes, isSolved];
    const choose = (step) => onChoose(neighbour(this.#chosen, this.#number, step));
    const named = { "aria-label": "Theme, with how many are solved", onchange: () => onChoose(this.easiest) };
    this.#theme = choice(named, ["", ...Object.keys(THEMES), PRACTICE], () => "");
    const practise = () => {
      this.theme = PRACTICE;
      onChoose(this.easiest);
    };
    this.#practise = button("", practise, { hidden: true });
    this.next = button("Next", () => choose(1), { class: "next" });
    this.elements = [
      controls(
        button("Previous", () => choose(-1)),
        this.next,
        button("Random", () => onChoose(drawPuzzle(this.#unsolved, this.#number))),
        button("Today's", () => onChoose(puzzleOfDay(puzzles, dayOf(new Date())))),
      ),
      controls(this.#theme, ...shareControls(board), this.#practise),
    ];
  }

  /** What the reader chose, "" for all themes. */
  get theme() {
    return this.#theme.value;
  }

  set theme(theme) {
    this.#theme.value = theme in THEMES || theme === PRACTICE ? theme : "";
  }

  /** The easiest puzzle of the theme that is not solved, or the mistake that is due first. */
  get easiest() {
    return this.#unsolved[0];
  }

  /** Go on from a puzzle; once it is solved, the next one leads on, and its theme no longer tells too much. */
  show(puzzle, isDone) {
    this.#number = puzzle.number;
    this.next.classList.toggle("primary", isDone);
    const [{ state }, day] = [this.#mistakes, dayOf(new Date())];
    for (const option of this.#theme.options) {
      if (option.value === PRACTICE) {
        option.textContent = describePractice(state, day);
        continue;
      }
      const puzzles = choosePuzzles(this.#puzzles, option.value);
      const solved = puzzles.filter(this.#isSolved).length;
      option.textContent = `${THEMES[option.value]?.name ?? "All themes"}: ${solved} of ${puzzles.length}`;
    }
    this.#practise.textContent = describePractice(state, day);
    this.#practise.disabled = countDue(state, day) === 0 || this.theme === PRACTICE;
    if (!this.#practise.disabled) this.#practise.hidden = false; // from then on, or what is below would move
    const theme = THEMES[this.theme || (isDone ? themeOf(puzzle) : "")];
    this.about.replaceChildren(
      ...(this.theme === PRACTICE ? describeMistakes() : theme ? describeTheme(theme) : []),
    );
  }

  /** Return the puzzle that an address names, if it exists. */
  find(name) {
    return [...this.#chosen, ...this.#puzzles].find(({ number }) => String(number) === name);
  }

  /** The puzzles of the theme; all where the reader has no mistakes. */
  get #chosen() {
    if (this.theme !== PRACTICE) return choosePuzzles(this.#puzzles, this.theme);
    const practice = listPractice(this.#mistakes.state);
    return practice.length ? practice : this.#puzzles;
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

function describeMistakes() {
  const play = element("a", { href: pageAddress("live/play") }, "Play");
  const rule =
    "you are asked here a day later, then after three days, then every week, until you have solved it twice";
  return ["Press Review after a game on ", play, `. Where you lost a win or a draw, ${rule}.`];
}

class Puzzles extends HTMLElement {
  #analyst = new Analyst();
  #stored;
  #mistakes;
  #panel;
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
      this.#puzzles = await loadPuzzles();
      [this.#stored, this.#mistakes] = [PUZZLES, MISTAKES].map(
        (kind) => new StoredState(siteStorage(), kind),
      );
      this.#panel = new DayPanel(this.#puzzles);
      const isSolved = (puzzle) => howDone(this.#stored.state, puzzle) === "solved";
      const go = (puzzle) => this.#go(puzzle);
      this.#choice = new PuzzleChoice(this.#puzzles, this.#mistakes, this.#board, isSolved, go);
      this.replaceChildren(
        this.#title,
        this.#task,
        this.#board,
        controls(this.#back, this.#again, this.#hint, this.#show, screenButton(this, this.#board)),
        saidBox(this.#status, this.#complaint),
        ...this.#choice.elements,
        this.#moves.element,
        this.#ways,
        this.#panel.element,
        this.#reason,
        this.#choice.about,
        this.#why,
      );
      hearKey("Backspace", this, () => this.#back.click());
      this.#ways.addEventListener("click", () => this.#keepPlace());
      hearQuery(() => this.#restore());
      this.#restore();
      for (const stored of [this.#stored, this.#mistakes]) stored.hear(() => this.#describe());
      this.#analyst.load();
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
    }
  }

  #restore() {
    const query = new URLSearchParams(location.search);
    const asked = query.get("puzzle");
    this.#choice.theme = query.get("theme") ?? "";
    const puzzle = this.#choice.find(asked);
    const usual = this.#choice.theme ? this.#choice.easiest : puzzleOfDay(this.#puzzles, dayOf(new Date()));
    this.#begin(puzzle ?? usual, history.state ?? undefined);
    if (asked !== null && !puzzle) {
      const isPractice = this.#choice.theme === PRACTICE;
      const all = isPractice ? "those of this browser are below" : `they are 1 to ${this.#puzzles.length}`;
      this.#complaint.textContent = `There is no ${isPractice ? "mistake" : "puzzle"} ${asked}; ${all}.`;
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
    this.#complaint.textContent = this.#problem;
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

  /** Say which puzzle it is, and what is stored of it, which another tab may have changed. */
  #describe() {
    const { puzzle, isSolved } = this.#attempt;
    const facts = isMistake(puzzle)
      ? ["Your mistake", describeDue(this.#mistakes.state, puzzle.moves, dayOf(new Date()))]
      : [
          `Puzzle ${puzzle.number} of ${this.#puzzles.length}`,
          `grade ${puzzle.grade}`,
          this.#isTodays && "today's",
          { solved: "solved ✓", shown: "shown" }[howDone(this.#stored.state, puzzle)],
        ];
    this.#title.textContent = facts.filter(Boolean).join(" · ");
    this.#task.textContent = task(puzzle);
    this.#choice.show(puzzle, isSolved);
    this.#panel.element.hidden = !this.#isTodays;
    this.#panel.show(dayOf(new Date()));
  }

  get #isTodays() {
    return this.#attempt.puzzle === puzzleOfDay(this.#puzzles, dayOf(new Date()));
  }

  /** Why what was stored could not be read, "" if it could. */
  get #problem() {
    return this.#stored.problem || this.#mistakes.problem || this.#panel.complaint;
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
    const { after, said, isWrong, refutation } = attempt.judge(scores);
    if (after.isSolved) {
      this.#finish(after);
      return;
    }
    if (isWrong) this.#note(attempt.puzzle, { isRight: false });
    this.#enter(after, said, isWrong ? before : null, refutation);
  }

  /** Note how a puzzle was answered, if it is asked today: the day's, or a mistake that is due. */
  #note(puzzle, { isRight, tries = 1 }) {
    const note = (state) => noteAnswer(state, puzzle.moves, isRight, dayOf(new Date()));
    if (isMistake(puzzle)) this.#mistakes.change(note);
    else if (!this.#isTodays) return;
    else if (isRight) this.#panel.noteSolved();
    else this.#panel.noteWrong(tries);
  }

  #finish(attempt) {
    const { puzzle, isShown } = attempt;
    if (!isMistake(puzzle)) this.#stored.change((state) => noteDone(state, attempt));
    if (!isShown) this.#note(puzzle, { isRight: true });
    const end = isShown ? "That was the solution. Start over, and find it yourself." : "Solved! Press Next.";
    this.#enter(attempt, `${attempt.reader} ${attempt.achievement}. ${end}`);
    this.#complaint.textContent = this.#stored.complaint || this.#mistakes.complaint || this.#problem;
  }

  async #showMove() {
    const attempt = this.#attempt;
    this.#note(attempt.puzzle, { isRight: false, tries: TRIES });
    this.#status.textContent = "Looking …";
    const scores = await this.#search(attempt, attempt);
    if (scores) this.#try(attempt.play(bestColumn(scores), true));
  }

  /**
   * Return the columns' scores of an attempt, or null if another is shown meanwhile. If none can be had, say why and
   * return to the attempt `before`.
   */
  async #search(attempt, before) {
    this.#complaint.textContent = this.#problem;
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
