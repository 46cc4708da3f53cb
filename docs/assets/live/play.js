// <c4-play x="you" o="medium" levels='{"medium": 2.5}'>: a game of people and levels, each by its temperature.
//
// The address has the players and the moves. What a person does is a new entry of the browser's history; the
// reply of a level, or another player, changes the last one. So "back" leads to where a person was to move.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { Analyst } from "./analyst.js";
import { board, meaning, outcome } from "./board.js";
import { complaintLine, statusLine } from "./controls.js";
import { button, controls, element } from "./dom.js";
import { choose } from "./level.js";
import { letterOf, Match, played, SIDES, YOU } from "./match.js";
import { COLUMNS, highest } from "./rules.js";
import { Stopped } from "./solver.js";
import { readableTime } from "./words.js";

const NOTE_AFTER = 300; // milliseconds until a search is said to go on
const TO_WATCH = 600; // milliseconds that a stone is seen where nobody but levels plays

class Play extends HTMLElement {
  #analyst = new Analyst();
  #levels;
  #players;
  #match;
  #board;
  #seats;
  #status = statusLine();
  #complaint = complaintLine();
  #hint = button("Hint", () => this.#score());
  #undo = button("Undo", () => this.#turnTo(this.#match.undo()));
  #redo = button("Redo", () => this.#turnTo(this.#match.redo()));
  #again = button("New game", () => this.#turnTo(this.#match.restart()), { class: "again" });
  #stop = button("Stop", () => this.#show(this.#match.run(!this.#isSearching)));
  #isSearching = false;

  connectedCallback() {
    if (this.#board) return;
    this.#levels = JSON.parse(this.getAttribute("levels"));
    this.#players = [YOU, ...Object.keys(this.#levels)];
    this.#board = board((column) => this.#turnTo(this.#match.play(column)));
    this.#seats = SIDES.map((side, at) => this.#seat(side, at));
    const buttons = [this.#hint, this.#undo, this.#redo, this.#again, this.#stop];
    this.replaceChildren(
      controls(...this.#seats.map(labelled)),
      this.#board,
      this.#status,
      controls(...buttons),
      this.#complaint,
    );
    this.addEventListener("keydown", (event) => this.#onKey(event));
    addEventListener("popstate", () => this.#restore());
    this.#restore();
  }

  disconnectedCallback() {
    this.#show(this.#match.run(false));
  }

  /** Show what the address tells of. */
  #restore() {
    const usual = SIDES.map((side) => this.getAttribute(side));
    try {
      this.#show(Match.parse(new URLSearchParams(location.search), this.#players, usual));
    } catch (error) {
      this.#show(new Match(usual), error.message);
    }
  }

  /** Go on from a person's move or wish. */
  #turnTo(match) {
    history.pushState(null, "", match.address(location.href));
    this.#show(match);
  }

  /** Go on within a person's turn. */
  #amend(match) {
    history.replaceState(null, "", match.address(location.href));
    this.#show(match);
  }

  #show(match, complaint = "") {
    this.#keepFocus(() => this.#draw(match, complaint));
  }

  #draw(match, complaint) {
    this.#match = match;
    this.#isSearching = false;
    this.#analyst.stop();
    this.#board.show(match.game);
    this.#board.toggleAttribute("disabled", match.isLevelsTurn);
    this.#seats.forEach((seat, at) => {
      seat.value = match.sides[at];
    });
    this.#complaint.textContent = complaint;
    this.classList.toggle("over", match.game.isOver);
    if (match.isThinking) {
      this.#think();
      return;
    }
    this.#status.textContent = `${played(match.game)}${turn(match)}.`;
    this.#update();
  }

  /** Let the buttons be those that do something now. */
  #update() {
    const match = this.#match;
    const waits = match.isLevelsTurn && !match.isRunning;
    this.#keepFocus(() => {
      this.#hint.disabled = match.mover !== YOU || this.#isSearching;
      this.#undo.disabled = !match.undo();
      this.#redo.disabled = !match.redo();
      this.#stop.disabled = !waits && !this.#isSearching;
      this.#stop.textContent = waits ? goOn(match) : "Stop";
    });
  }

  /** Change something; if that disables the button with the focus, hand the focus on, or no key is heard. */
  #keepFocus(change) {
    const hadFocus = this.contains(document.activeElement);
    change();
    const focused = document.activeElement; // some browsers take it away at once, others later
    if (!hadFocus || (this.contains(focused) && !focused.disabled)) return;
    const next = this.#match.game.isOver ? this.#again : this.#board.querySelector("button:enabled");
    next.focus();
  }

  async #think() {
    const match = this.#match;
    const what = `${played(match.game)}${letterOf(match.game.moves)} is thinking`;
    const [scores] = await Promise.all([this.#search(what), this.#seen()]);
    if (!scores || this.#match !== match) return;
    this.#amend(match.play(choose(scores, this.#levels[match.mover])));
  }

  async #score() {
    const { game } = this.#match;
    const scores = await this.#search("Scoring the columns", (found) => this.#board.show(game, found));
    if (!scores) return;
    this.#isSearching = false;
    this.#board.show(game, scores);
    this.#status.textContent = `${outcome(game)}. Best: ${bestOf(scores, game)}.`;
    this.#update();
  }

  /** Return the scores of the columns; null if the search was stopped, or failed. */
  async #search(what, onScore) {
    const match = this.#match;
    const time = element("span", { "aria-hidden": "true" }); // not read out each time that it changes
    const began = performance.now();
    const noting = setInterval(() => {
      time.textContent = `, ${readableTime(performance.now() - began)} so far`;
    }, NOTE_AFTER);
    this.#status.replaceChildren(what, time, " …");
    this.#isSearching = true;
    this.#update();
    try {
      return await this.#analyst.analyze(match.game, onScore);
    } catch (error) {
      if (!(error instanceof Stopped)) this.#show(match.run(false), error.message);
      return null;
    } finally {
      clearInterval(noting);
    }
  }

  /** Wait until the last stone has fallen and, where nobody but levels plays, for a while. */
  #seen() {
    const falls = this.#board.getAnimations({ subtree: true }).map((each) => each.finished);
    const isWatched = !this.#match.sides.includes(YOU);
    const pause = new Promise((resolve) => setTimeout(resolve, isWatched ? TO_WATCH : 0));
    return Promise.allSettled([...falls, pause]);
  }

  #seat(side, at) {
    const options = this.#players.map((name) => element("option", {}, name));
    const change = ({ target }) => this.#amend(this.#match.seat(at, target.value));
    return element("select", { name: side, onchange: change }, ...options);
  }

  #onKey(event) {
    if (event.key === "Backspace" && !this.#undo.disabled) this.#turnTo(this.#match.undo());
  }
}

customElements.define("c4-play", Play);

/** Return a select beside whose player it tells. */
function labelled(select) {
  return element("label", {}, `${select.name.toUpperCase()} is `, select);
}

/** Say whose turn it is, or how the game ended. */
function turn(match) {
  return match.isLevelsTurn ? `${outcome(match.game)}: press ${goOn(match)}` : outcome(match.game);
}

/** Return what is on the button that lets a level move. */
function goOn(match) {
  return match.game.moves ? "Continue" : "Start";
}

/** Say which columns are the best, and what they lead to. */
function bestOf(scores, game) {
  const best = highest(scores);
  const names = COLUMNS.filter((column) => scores[column] === best).map((column) => COLUMN_NAMES[column]);
  const either = new Intl.ListFormat("en", { type: "disjunction" }).format(names);
  return `column ${either}; ${meaning(best, game)}`;
}
