// A reader's project: the stage they are at, their programs, what is done. A page stores what common/tools/learn/write.py
// packs into a folder, and the programs of other tabs.

import { isRecord } from "./stored-state.js";

const FORMAT = 1;
/** The figures of a stage that is done. */
const FIGURES = [
  "nodes",
  "seconds",
  "our_nodes",
  "our_seconds",
  "course_nodes",
  "board_nodes",
  "board_seconds",
];
const MARKS = { passed: "✓", "caught up": "»", skipped: "-" };

/** The kind of state that is stored. */
export const PROJECT = {
  name: "c4-write",
  empty: () => ({
    format: FORMAT,
    here: null,
    done: {},
    hints: {},
    quizzes: {},
    finished: {},
    drafts: {},
    others: {},
  }),
  checked,
  rescue: ": export before you leave",
};

export class Project {
  #stages;

  /** The stages in order, each { name, title, step, lesson }, and the StoredState. */
  constructor(stages, stored) {
    this.#stages = stages;
    this.stored = stored;
  }

  get #state() {
    return this.stored.state;
  }

  get names() {
    return this.#stages.map(({ name }) => name);
  }

  /** Return the stage that was shown last, the first one if none was. */
  get here() {
    return this.#state.here ?? this.names[0];
  }

  set here(name) {
    if (name === this.#state.here) return;
    this.stored.change((state) => {
      state.here = name;
    });
  }

  /** Return the stage that an address asks for, the one that was shown last if none, and why it is another. */
  askedFor(search) {
    const query = new URLSearchParams(search);
    const [step, stage] = [query.get("step"), query.get("stage")];
    const ofStep = this.ofStep(step);
    const asked =
      this.names.find((name) => name === stage) ?? ofStep.find((name) => !this.isDone(name)) ?? ofStep[0];
    if (asked) return { name: asked, complaint: "" };
    const missing = stage ? `stage ${stage}` : step && `stage of step ${step}`;
    return { name: this.here, complaint: missing ? `There is no ${missing}.` : "" };
  }

  ofStep(step) {
    return this.#stages.filter((each) => each.step === step).map(({ name }) => name);
  }

  /** Return the stage after one, or undefined after the last. */
  after(name) {
    return this.names[this.names.indexOf(name) + 1];
  }

  isDone(name) {
    return isDone(this.#state, name);
  }

  /** Return a stage's name with its title, and how it was done. */
  label(name) {
    const mark = MARKS[this.#state.done[name]?.how];
    return `${name} ${this.#find(name).title}${mark ? ` ${mark}` : ""}`;
  }

  lesson(name) {
    return this.#find(name).lesson;
  }

  #find(name) {
    return this.#stages.find((stage) => stage.name === name);
  }

  progress() {
    const done = this.names.filter((name) => this.isDone(name));
    return `${done.length} of ${this.names.length} stages done`;
  }

  /** Return the stage before one, or undefined before the first. */
  before(name) {
    return this.names[this.names.indexOf(name) - 1];
  }

  get done() {
    return this.#state.done;
  }

  /** Return the program that a stage was done with, none if it was not. */
  finished(name) {
    return this.#state.finished[name] ?? {};
  }

  /** Return the program that a stage begins with: theirs from the stage before, or ours. */
  start(stage) {
    const finished = this.#state.finished[this.before(stage.name)];
    return finished ? { ...stage.given, ...finished } : stage.start;
  }

  program(stage) {
    return this.#state.drafts[stage.name] ?? this.#settled(stage);
  }

  /** Store a program as it is now; `shown` is what this tab showed before. Another one, from another tab, is stored too. */
  write(stage, files, shown) {
    this.stored.change((state) => {
      keepOther(state, stage.name, [files, shown]);
      if (isSame(files, this.#settled(stage))) delete state.drafts[stage.name];
      else state.drafts[stage.name] = { ...files };
    });
  }

  countOthers({ name }) {
    return this.#state.others[name]?.length ?? 0;
  }

  /** Swap the oldest of them with the one that is shown. */
  swap({ name }, shown) {
    this.stored.change((state) => {
      keepOther(state, name, [shown]);
      state.drafts[name] = state.others[name].shift();
      state.others[name].push({ ...shown });
    });
  }

  #settled(stage) {
    return this.#state.finished[stage.name] ?? this.start(stage);
  }

  hints(stage) {
    return Math.max(0, Math.min(this.#state.hints[stage.name] ?? 0, stage.hints.length));
  }

  hinted(stage, count) {
    this.stored.change(({ hints }) => {
      hints[stage.name] = Math.max(count, hints[stage.name] ?? 0);
    });
  }

  /** Note how a stage was done, and the program that the next one begins with; `shown` is as in write(). */
  finish(stage, done, files, shown) {
    this.stored.change((state) => {
      if (!state.drafts[stage.name]) keepOther(state, stage.name, [files, shown]);
      state.done[stage.name] = done;
      state.finished[stage.name] = { ...files };
      if (isSame(files, state.drafts[stage.name] ?? {})) delete state.drafts[stage.name];
    });
  }

  /** Note what the program of a stage took for the empty board. */
  solveBoard(name, { nodes, seconds }) {
    this.stored.change(({ done }) => {
      done[name] = { ...done[name], board_nodes: nodes, board_seconds: seconds };
    });
  }

  /** Return the project for a folder whose program is that of a stage. */
  exported(stage, files) {
    const { format, done, hints, quizzes, finished, drafts } = structuredClone(this.#state);
    const areAllDone = this.names.every((name) => done[name]);
    const at = areAllDone ? this.names.at(-1) : stage.name;
    if (at === stage.name) drafts[at] = files;
    return { format, here: areAllDone ? null : at, done, hints, quizzes, finished, drafts };
  }

  /** Take what was exported in place of all but quizzes and others, which join; return what was there. */
  imported(state) {
    this.stored.follow();
    const before = structuredClone(this.#state);
    const { quizzes, others } = before;
    this.stored.replace({ ...state, quizzes: { ...quizzes, ...state.quizzes }, others });
    return before;
  }
}

/** Return whether a stage is done, in a state of this kind. */
export function isDone({ done }, name) {
  return (done[name]?.how ?? "skipped") !== "skipped";
}

/** Return the program that has passed the latest stage, or null if none has. */
export function findOwnProgram({ done, finished }) {
  const passed = Object.keys(finished).filter((name) => done[name]?.how === "passed");
  return finished[passed.sort().at(-1)] ?? null;
}

/** Keep the stored program of a stage beside the one that takes its place, unless that comes from one of these. */
function keepOther({ drafts, finished, others }, name, programs) {
  const stored = drafts[name] ?? finished[name];
  const known = [...programs, ...(others[name] ?? [])];
  if (!stored || known.some((files) => isSame(files, stored))) return;
  others[name] = [...(others[name] ?? []), stored];
}

/** Return whether two programs have the same files. */
export function isSame(files, others) {
  const names = Object.keys(files);
  return names.length === Object.keys(others).length && names.every((name) => files[name] === others[name]);
}

function checked(state) {
  if (!isRecord(state)) throw new Error("it is not a record");
  if (state.format !== FORMAT)
    throw new Error(`its format is ${state.format}, but this page reads ${FORMAT}`);
  if (state.here !== null && typeof state.here !== "string") throw new Error("it names no stage");
  const isProgram = (files) =>
    isRecord(files) &&
    Object.keys(files).length > 0 &&
    Object.values(files).every((text) => typeof text === "string");
  const rules = {
    done: (each) =>
      isRecord(each) &&
      typeof each.how === "string" &&
      FIGURES.every((name) => Number.isFinite(each[name] ?? 0)),
    hints: Number.isInteger,
    quizzes: (each) => each === true,
    finished: isProgram,
    drafts: isProgram,
    others: (each) => Array.isArray(each) && each.every(isProgram),
  };
  for (const [name, isRight] of Object.entries(rules)) {
    if (!isRecord(state[name]) || !Object.values(state[name]).every(isRight)) {
      throw new Error(`"${name}" is not what it should be`);
    }
  }
  return state;
}
