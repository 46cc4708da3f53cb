// Choosing a puzzle: the next or the previous one of a grade, one by chance, or that of the day.

import { button, controls, element } from "./dom.js";
import { drawPuzzle, neighbour, puzzleOfDay } from "./puzzle.js";

const ALL = "all grades";

/** A select and buttons; `onChoose` is told the puzzle. `isSolved` tells those that chance leaves out. */
export class PuzzleChoice {
  #puzzles;
  #isSolved;
  #number; // of the puzzle that is shown
  #grade;
  next;

  constructor(puzzles, isSolved, onChoose) {
    this.#puzzles = puzzles;
    this.#isSolved = isSolved;
    const choose = (step) => onChoose(neighbour(this.#chosen, this.#number, step));
    const onchange = () => this.#chosen.some(({ number }) => number === this.#number) || choose(1);
    const grades = [ALL, ...new Set(puzzles.map(({ grade }) => grade).sort())];
    const options = grades.map((grade) => element("option", { value: grade }, nameGrade(grade)));
    this.#grade = element("select", { "aria-label": "Grade", onchange }, ...options);
    this.next = button("Next", () => choose(1));
    this.element = controls(
      this.#grade,
      button("Previous", () => choose(-1)),
      this.next,
      button("Random", () => onChoose(drawPuzzle(this.#unsolved, this.#number))),
      button("Today's", () => onChoose(puzzleOfDay(puzzles, new Date()))),
    );
  }

  /** Go on from a puzzle; once it is solved, the next one is what leads on. */
  show({ number }, isDone) {
    this.#number = number;
    this.next.classList.toggle("leads", isDone);
  }

  /** The puzzles of the grade that the reader chose. */
  get #chosen() {
    const { value } = this.#grade;
    return value === ALL ? this.#puzzles : this.#puzzles.filter(({ grade }) => String(grade) === value);
  }

  /** Those that the reader has not solved, all of the grade if none is left. */
  get #unsolved() {
    const left = this.#chosen.filter((puzzle) => !this.#isSolved(puzzle));
    return left.length ? left : this.#chosen;
  }
}

/** Name a grade, as the select and the title do. */
export function nameGrade(grade) {
  return grade === ALL ? ALL : `grade ${grade}`;
}
