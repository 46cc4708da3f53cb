// <c4-analysis moves="4455">: any position, with the score of each column, why it is so, and a rule to play against.
// The page's address has the position, and with ?why=1 asks why; not so with several boards: <c4-analysis moves="4455" in-text>.
// The scores of its first position are those of the board that stands in its place without scripts, if that has any.

import { Analyst, Team } from "./analyst.js";
import { nameBest, outcome } from "./board.js";
import {
  complaintLine,
  NOTE_AFTER,
  recordControls,
  saidBox,
  say,
  screenButton,
  statusLine,
  waitingNote,
  ways,
} from "./controls.js";
import { alternatives, button, controls, element, hearKey, keepFocus } from "./dom.js";
import { describeMarks } from "./marks.js";
import { describeMove } from "./match.js";
import { cellOf, replyByReason } from "./reasons.js";
import { Record } from "./record.js";
import { Game, highest, winningSquares } from "./rules.js";
import { GameGraph } from "./score-graph.js";
import { SetUp } from "./setup.js";
import { Solver, Stopped } from "./solver.js";
import { Why } from "./why.js";

const TEAM = new Team(); // of all boards of a page
const PAUSE = 400; // milliseconds until the rule replies, for the reader to see their own stone

/** A trial of a reason from the position where it holds, with the reader to move. */
class Trial {
  #reason;
  #start;
  #moves; // of the game that was shown last

  constructor(reason, start) {
    [this.#reason, this.#start, this.#moves] = [reason, start, start.moves];
  }

  covers(game) {
    return game.text.startsWith(this.#start.text);
  }

  isRulesTurn(game) {
    return !game.isOver && game.player !== this.#start.player;
  }

  /** Note which game is shown, and return whether stones were taken back for it. */
  follow({ moves }) {
    const wasTakenBack = moves < this.#moves;
    this.#moves = moves;
    return wasTakenBack;
  }

  reply(game) {
    return replyByReason(this.#reason, this.#start, game);
  }

  /** Return the squares that are still waited for, as cells. */
  awaited(game) {
    return this.#reason.squares.map(cellOf).filter((cell) => !game.cells[cell]);
  }

  tell(game) {
    const [you, rule] = this.#start.letters;
    if (game.isOver) return `${describeMove(game)}${outcome(game)}, as promised.`;
    if (game.moves === this.#start.moves) {
      return `You are ${you}. ${rule} replies by the rule below, and searches nothing. Escape ends this.`;
    }
    return `${describeMove(game)}${this.isRulesTurn(game) ? "" : "Your turn."}`;
  }
}

const STONES = 12; // more would hide the position

/**
 * A toggle and the stones of the best line from the position that a board shows; `onChange` is called when they change, with
 * what to say if the reader has just asked, `onFail` with the reason if they cannot be found.
 */
class BestLine {
  #onChange;
  #onFail;
  #solver = new Solver();
  #position = null; // a game and its score, once that is known
  stones = []; // the cell and the owner of each
  button = button("Best line", () => this.#toggle(), { "aria-pressed": "false" });

  constructor(onChange, onFail) {
    [this.#onChange, this.#onFail] = [onChange, onFail];
  }

  clear() {
    this.#solver.stop();
    [this.#position, this.stones] = [null, []];
  }

  /** Find the line of a position with a score, if it is asked for. */
  async find(game, score) {
    this.#position = { game, score };
    if (await this.#search()) this.#onChange();
  }

  get #isOn() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  async #toggle() {
    this.button.setAttribute("aria-pressed", String(!this.#isOn));
    this.#solver.stop();
    this.stones = [];
    const isFound = await this.#search();
    if (isFound || !this.#isOn) this.#onChange(describeMarks({ line: this.stones }));
  }

  /** Return whether the line was asked for and found. */
  async #search() {
    if (!this.#isOn || !this.#position) return false;
    const { game, score } = this.#position;
    try {
      let after = game;
      for (const column of await this.#solver.ask("play on", game, { score, stones: STONES })) {
        after = after.play(column);
        this.stones.push({ cell: after.last, owner: 3 - after.player });
      }
      return true;
    } catch (error) {
      if (error instanceof Stopped) return false;
      this.button.setAttribute("aria-pressed", "false"); // another press tries again
      this.#onFail(error.message);
      return false;
    }
  }
}

class Analysis extends HTMLElement {
  #analyst = new Analyst(TEAM);
  #record;
  #board;
  #scores = []; // of the columns, as far as they are known
  #drawn = new Map(); // scores that the page came with, by the moves
  #trial = null;
  #status = statusLine();
  #ask = button("Why?", () => this.#explain());
  #squares = button("Winning squares", () => this.#toggleSquares(), { "aria-pressed": "false" });
  #line = new BestLine(
    (said = null) => {
      this.#mark();
      if (said !== null) this.#board.say(said);
    },
    (message) => say(this.#status, message),
  );
  #graph = null; // where the page is about the board
  #stop = button("Stop", () => this.#onStop(), { hidden: true });
  #onStop = null;
  #why = new Why(
    (moves) => {
      this.#trial = null;
      this.#record.go(moves);
    },
    (reason, start) => {
      this.#trial = new Trial(reason, start);
      this.#record.go(start.text);
      this.#board.nearestColumn?.focus();
    },
  );

  connectedCallback() {
    if (this.#board) {
      this.#show(); // it was moved, which ended its search
      return;
    }
    const isInText = this.hasAttribute("in-text");
    const moves = this.getAttribute("moves") ?? "";
    const drawn = (this.closest("[data-scores]") ?? this.querySelector("[data-scores]"))?.dataset.scores;
    const readScore = (score) => (score === "-" ? null : Number(score));
    if (drawn) this.#drawn.set(moves, drawn.split(" ").map(readScore));
    const parts = isInText
      ? recordControls(moves, {}, new Record(moves))
      : recordControls(moves, { keys: "page" });
    [this.#record, this.#board] = [parts.record, parts.board];
    const buttons = [...parts.undoing, alternatives(this.#ask, this.#stop)];
    const more = [this.#squares];
    const isFront = this.closest(".front") !== null; // which has the least that a board needs
    if (!isInText && !isFront) {
      this.#graph = new GameGraph(this.#record);
      for (const each of [this.#ask, this.#stop]) each.className = "primary"; // of the page
      more.push(this.#line.button, new SetUp(this.#record, parts.board).button);
      buttons.push(screenButton(this, this.#board, true));
    }
    this.replaceChildren(
      parts.board,
      controls(...buttons),
      saidBox(this.#status, parts.complaint),
      ...(isFront ? [] : [controls(...more), parts.moves]),
      ...(this.#graph ? [this.#graph.element, parts.form] : []),
      ways(parts.board, "Analyse", "Play from here"),
      this.#why.element,
    );
    this.#squares.setAttribute("aria-pressed", String(isInText)); // as on the picture that was there
    const isMine = (event) => !isInText || event.composedPath().includes(this);
    hearKey("Backspace", this, () => this.#record.undo(), isMine);
    hearKey("Escape", this, () => this.#leave(), isMine);
    const findNext = () => this.#board.nearestColumn ?? parts.undoing[0];
    this.#record.addEventListener("change", () => keepFocus(() => this.#show(), findNext));
    this.#show();
    if (this.#graph) this.#analyst.load();
  }

  disconnectedCallback() {
    this.#analyst.stop();
  }

  get #game() {
    return this.#record.game;
  }

  get #hasSquares() {
    return this.#squares.getAttribute("aria-pressed") === "true";
  }

  #show() {
    const game = this.#game;
    this.#analyst.stop();
    this.#offer();
    this.#scores = [];
    this.#line.clear();
    this.#ask.disabled = true;
    if (!this.#trial?.covers(game)) this.#trial = null;
    if (!this.#trial && !this.#why.leadsTo(game)) this.#why.clear();
    this.#board.show(game);
    this.#board.toggleAttribute("disabled", Boolean(this.#trial?.isRulesTurn(game)));
    this.#mark();
    this.#status.textContent = this.#trial ? this.#trial.tell(game) : `${outcome(game)}.`;
    if (!this.#trial) this.#board.say(describeMove(game));
    if (this.#trial) this.#goOn();
    else if (game.isOver) this.#graph?.fill(game.endScore);
    else this.#search(this.#drawn.get(game.text));
  }

  #mark() {
    const awaited = this.#trial ? this.#trial.awaited(this.#game) : this.#why.follow(this.#game);
    const squares = this.#hasSquares ? { squares: winningSquares(this.#game.cells), awaited } : {};
    this.#board.mark({ ...squares, line: this.#line.stones });
  }

  #toggleSquares() {
    this.#drawSquares(!this.#hasSquares);
    const squares = describeMarks({ squares: winningSquares(this.#game.cells) });
    this.#board.say(this.#hasSquares ? squares || "There are no winning squares." : "");
  }

  #drawSquares(areDrawn) {
    this.#squares.setAttribute("aria-pressed", String(areDrawn));
    this.#mark();
  }

  async #search(known) {
    const game = this.#game;
    const show = (scores) => {
      this.#scores = [...scores];
      this.#board.show(game, scores);
    };
    const scores = await this.#wait(this.#analyst.analyze(game, show, known), {
      what: "Searching",
      stopped: "Stopped; some columns have no score.",
      goOn: () => this.#search(this.#scores.length ? this.#scores : undefined),
    });
    if (!scores) return;
    show(scores);
    this.#tellBest(game, scores);
    this.#ask.disabled = false;
    this.#line.find(game, highest(scores));
    this.#graph?.fill(highest(scores));
    const hasAddress = !this.hasAttribute("in-text");
    if (hasAddress && new URLSearchParams(location.search).has("why")) this.#explain();
  }

  /** Say what the scores mean, which a class that guesses does not see. */
  #tellBest(game, scores) {
    const best = element("span", { class: "spoiler" }, nameBest(scores, game));
    const start = `${outcome(game)}. `;
    if (this.#status.textContent !== start + best.textContent) this.#status.replaceChildren(start, best);
  }

  async #explain() {
    const explanation = await this.#wait(this.#analyst.explain(this.#game, this.#scores), {
      what: "Looking for a reason",
      stopped: "Stopped before a reason was found.",
      goOn: () => this.#explain(),
    });
    if (!explanation) return;
    this.#tellBest(this.#game, this.#scores);
    this.#why.show(explanation);
    this.#drawSquares(true);
  }

  /** Return what a search finds, or null if it was stopped or failed, or another position is shown by then. */
  async #wait(search, { what, stopped, goOn }) {
    const game = this.#game;
    const note = waitingNote(this.#status, `${outcome(game)}. ${what}`);
    const noting = setInterval(() => {
      note();
      this.#offer("Stop", () => this.#analyst.stop());
    }, NOTE_AFTER);
    try {
      const answer = await search;
      this.#offer();
      return answer;
    } catch (error) {
      if (this.#game !== game || this.#trial) return null;
      this.#status.textContent = error instanceof Stopped ? stopped : error.message;
      this.#offer("Continue", () => {
        this.#offer();
        goOn();
      });
      return null;
    } finally {
      clearInterval(noting);
    }
  }

  /** Offer something else than to ask why, or nothing else. */
  #offer(name = "Stop", action = null) {
    const change = () => {
      this.#stop.textContent = name;
      this.#onStop = action;
      [this.#ask.hidden, this.#stop.hidden] = [Boolean(action), !action];
    };
    keepFocus(change, () => this.#board.nearestColumn);
  }

  /** End the trial, if there is one: the board stays as it is. */
  #leave() {
    if (!this.#trial) return;
    this.#trial = null;
    this.#show();
  }

  /** Have the rule reply if it is its turn; taking a stone back also takes back the one before. */
  async #goOn() {
    const [trial, game] = [this.#trial, this.#game];
    const wasTakenBack = trial.follow(game);
    if (!trial.isRulesTurn(game)) return;
    if (wasTakenBack) {
      this.#record.undo();
      return;
    }
    await this.#board.settle(PAUSE);
    if (this.#trial === trial && this.#game === game) this.#record.play(trial.reply(game));
  }
}

customElements.define("c4-analysis", Analysis);

const STYLES = ["../board.css", "live.css", "analysis.css", "own-board.css"];
const REM = 20; // pixels, for which the styles are made

/**
 * Show the moves in the attribute of a <c4-board> in anybody's page, or what is wrong with them: in a shadow root with the
 * styles of this site, so that neither page changes the other.
 */
export function showOwn(host) {
  const moves = host.getAttribute("moves") ?? "";
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  host.style.zoom = REM / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const styles = STYLES.map((name) =>
    element("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href }),
  );
  root.replaceChildren(...styles, element("div", { class: "md-typeset" }, drawOwn(moves)));
}

function drawOwn(moves) {
  try {
    Game.parse(moves);
  } catch (error) {
    const complaint = complaintLine();
    complaint.textContent = `moves="${moves}": ${error.message}`;
    return complaint;
  }
  return element("c4-analysis", { moves, "in-text": "" });
}
