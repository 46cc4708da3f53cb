// <c4-puzzles>: positions in which one column wins, or holds a draw. The solver judges each stone and plays the other side.
// The page's address names the puzzle and a theme, ?puzzle=17&theme=fork; without a puzzle, it is the easiest of the
// theme, or the one of the day. The theme "mistakes" has the reader's own, each named by its moves.

import { hearQuery, pageAddress, pushQuery } from "./address.js";
import { Moves, screenButton, ways } from "./controls.js";
import { dayOf, puzzleOfDay, TRIES } from "./days.js";
import { button, choice, controls, element, hearKey, keepFocus } from "./dom.js";
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
  neighbour,
  task,
  themeOf,
  THEMES,
} from "./puzzle.js";
import { shareControls } from "./share.js";
import { siteStorage, StoredState } from "./stored-state.js";
import { PuzzleWidget } from "./today.js";

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

class Puzzles extends PuzzleWidget {
  #mistakes = new StoredState(siteStorage(), MISTAKES);
  #choice;
  #moves = new Moves((number) => this.look(this.attempt.game.upTo(number)));
  #hint = button("Hint", () => this.#giveHint());
  #show = button("Show the move", () => this.#showMove());

  constructor() {
    super();
    this.board.setAttribute("keys", "page");
  }

  open() {
    const isSolved = (puzzle) => howDone(this.stored.state, puzzle) === "solved";
    const go = (puzzle) => this.#go(puzzle);
    this.#choice = new PuzzleChoice(this.puzzles, this.#mistakes, this.board, isSolved, go);
    this.next = this.#choice.next;
    const onward = ways(this.board);
    this.buttons.append(this.#hint, this.#show, screenButton(this, this.board));
    this.panel.element.before(...this.#choice.elements, this.#moves.element, onward);
    this.why.before(this.#choice.about);
    hearKey("Backspace", this, () => this.back.click());
    onward.addEventListener("click", () => this.#keepPlace());
    hearQuery(() => this.#restore());
    this.#restore();
    for (const stored of [this.stored, this.#mistakes]) stored.hear(() => this.#describe());
    this.analyst.load();
  }

  #restore() {
    const query = new URLSearchParams(location.search);
    const asked = query.get("puzzle");
    this.#choice.theme = query.get("theme") ?? "";
    const puzzle = this.#choice.find(asked);
    const usual = this.#choice.theme ? this.#choice.easiest : puzzleOfDay(this.puzzles, dayOf(new Date()));
    this.enter(Attempt.goOn(puzzle ?? usual, history.state ?? {}), "");
    if (asked !== null && !puzzle) {
      const isPractice = this.#choice.theme === PRACTICE;
      const all = isPractice ? "those of this browser are below" : `they are 1 to ${this.puzzles.length}`;
      this.complaint.textContent = `There is no ${isPractice ? "mistake" : "puzzle"} ${asked}; ${all}.`;
    }
  }

  #go(puzzle) {
    pushQuery({ puzzle: puzzle.number, theme: this.#choice.theme || null });
    this.enter(new Attempt(puzzle), "");
    this.heading.scrollIntoView({ block: "nearest" });
    this.board.say(`${this.heading.textContent}. ${task(puzzle)}`);
  }

  /** Have the browser keep what to go on from when the reader comes back. */
  #keepPlace() {
    const { game, isShown } = this.earlier ?? this.attempt;
    history.replaceState({ moves: game.text, isShown }, "");
  }

  update() {
    this.#describe();
    this.#show.disabled = !this.isAsked;
    this.#hint.disabled = !this.isAsked;
    this.#hint.classList.toggle("primary", this.earlier === null && !this.attempt.isSolved);
  }

  look(game) {
    super.look(game);
    const { game: last, puzzle } = this.attempt;
    this.#moves.show(last.columns, game.moves, { first: puzzle.moves.length });
  }

  #giveHint() {
    this.status.textContent = hint(this.attempt.puzzle);
    const disable = () => this.#hint.toggleAttribute("disabled", true); // there is no other
    keepFocus(disable, () => this.#show);
  }

  /** Say which puzzle it is, and what is stored of it, which another tab may have changed. */
  #describe() {
    const { puzzle, isSolved } = this.attempt;
    const facts = isMistake(puzzle)
      ? ["Your mistake", describeDue(this.#mistakes.state, puzzle.moves, dayOf(new Date()))]
      : [
          `Puzzle ${puzzle.number} of ${this.puzzles.length}`,
          `grade ${puzzle.grade}`,
          this.#isTodays && "today's",
          { solved: "solved ✓", shown: "shown" }[howDone(this.stored.state, puzzle)],
        ];
    this.heading.textContent = facts.filter(Boolean).join(" · ");
    this.#choice.show(puzzle, isSolved);
    this.panel.element.hidden = !this.#isTodays;
    this.panel.show(dayOf(new Date()));
  }

  get #isTodays() {
    return this.attempt.puzzle === puzzleOfDay(this.puzzles, dayOf(new Date()));
  }

  get problem() {
    return super.problem || this.#mistakes.complaint || this.#mistakes.problem;
  }

  /** Note how the puzzle was answered, if it is asked today: the day's, or a mistake that is due. */
  note(answer) {
    const { puzzle } = this.attempt;
    const note = (state) => noteAnswer(state, puzzle.moves, answer.isRight, dayOf(new Date()));
    if (isMistake(puzzle)) this.#mistakes.change(note);
    else if (this.#isTodays) super.note(answer);
  }

  async #showMove() {
    this.note({ isRight: false, tries: TRIES });
    const scores = await this.search(this.attempt, "Looking …");
    if (scores) this.try(this.attempt.play(bestColumn(scores), true));
  }
}

customElements.define("c4-puzzles", Puzzles);
