// Choosing a puzzle: a theme, the next or the previous one of it, a random one, or that of the day.

import { pageAddress } from "./address.js";
import { button, controls, element } from "./dom.js";
import { drawPuzzle, neighbour, puzzleOfDay, sortPuzzles, themeOf, THEMES } from "./puzzle.js";
import { shareControls } from "./share.js";

/** A select and buttons, also those that share a board; `onChoose` gets the puzzle. `isSolved` says which ones a random choice leaves out. */
export class PuzzleChoice {
  #puzzles;
  #isSolved;
  #number; // of the puzzle that is shown
  #theme;
  #told = element("p", { class: "puzzle-theme" });
  next;

  constructor(puzzles, board, isSolved, onChoose) {
    this.#puzzles = puzzles;
    this.#isSolved = isSolved;
    const choose = (step) => onChoose(neighbour(this.#chosen, this.#number, step));
    const options = ["", ...Object.keys(THEMES)].map((value) => element("option", { value }));
    this.#theme = element(
      "select",
      { "aria-label": "Theme, with how many are solved", onchange: () => onChoose(this.easiest) },
      ...options,
    );
    this.next = button("Next", () => choose(1));
    this.elements = [
      controls(
        this.#theme,
        button("Previous", () => choose(-1)),
        button("Random", () => onChoose(drawPuzzle(this.#unsolved, this.#number))),
        button("Today's", () => onChoose(puzzleOfDay(puzzles, new Date()))),
        ...shareControls(board),
      ),
      this.#told,
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
    this.next.classList.toggle("leads", isDone);
    for (const option of this.#theme.options) {
      const puzzles = sortPuzzles(this.#puzzles, option.value);
      const solved = puzzles.filter(this.#isSolved).length;
      option.textContent = `${THEMES[option.value]?.name ?? "all themes"}: ${solved} of ${puzzles.length}`;
    }
    const theme = THEMES[this.theme || (isDone ? themeOf(puzzle) : "")];
    this.#told.replaceChildren(...(theme ? tell(theme) : []));
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

/** Say where a theme is explained. */
function tell({ name, section, lesson }) {
  const how = element("a", { href: pageAddress("players/how_to_win", `#${section}`) }, "How to win");
  const step = element("a", { href: pageAddress(`lessons/${lesson}`) }, `lesson ${lesson.slice(0, 2)}`);
  return [`About ${name}: `, how, ", and for programs ", step, "."];
}
