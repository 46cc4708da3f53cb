// <c4-play x="you" o="medium" levels='{"medium": 2.5}'>: a game of people and levels, each by its temperature.
//
// The address has the players and the moves. A person's move or choice is a new entry of the browser's history; the
// reply of a level, or another player, changes the last one. So "back" leads to where a person was to move.

import { hearQuery, pushQuery, replaceQuery } from "./address.js";
import { Analyst } from "./analyst.js";
import { board, outcome, nameBest } from "./board.js";
import { complaintLine, Moves, NOTE_AFTER, say, scene, statusLine, waitingLine, Ways } from "./controls.js";
import { button, controls, element, hearKey, keepFocus } from "./dom.js";
import { ReviewSection } from "./review-section.js";
import { choose, Match, played, SIDES, YOU } from "./match.js";
import { readMoves } from "./notation.js";
import { NUDGES } from "./puzzle.js";
import { describeMistake } from "./record.js";
import { explain, Game, highest, LETTERS, winningSquares } from "./rules.js";
import { shareControls } from "./share.js";
import { Stopped } from "./solver.js";
import { describeReasons } from "./wording.js";
import { count } from "./format.js";

const TO_WATCH = 600; // milliseconds that a stone is seen where nobody but levels plays

const NAMES = ["Hint", "Hint: why", "Hint: column"];

/** The rest of a hint. */
class Hint {
  #analyst;
  #game;
  #scores;
  #explanation;
  #given = 0; // how many parts

  constructor(analyst, game) {
    [this.#analyst, this.#game] = [analyst, game];
  }

  /** The name of the next part on a button, or undefined if there is none. */
  get name() {
    return NAMES[this.#given];
  }

  /** Return the next part: what it says, and the scores and marks that a board shows with it. */
  async take() {
    const part = await [this.#nudge, this.#reason, this.#columns][this.#given].call(this);
    this.#given += 1;
    return { scores: [], marks: {}, ...part, text: `${outcome(this.#game)}. ${part.text}` };
  }

  async #nudge() {
    this.#scores = await this.#analyst.analyze(this.#game);
    this.#explanation = await this.#analyst.explain(this.#game, this.#scores);
    const nudge = NUDGES[this.#explanation.reasons[0]?.kind];
    const end = explain(highest(this.#scores), this.#game.moves);
    return { text: `Hint: with best play, ${end}${nudge ? `; ${nudge}` : "."}` };
  }

  async #reason() {
    const { shown_after: after } = this.#explanation; // a line of play, whose first stone is for the last part
    const start = after ? `After ${count(after, "more stone")}: ` : "";
    const text = start + describeReasons({ ...this.#explanation, shown_after: 0 });
    return { text, marks: { squares: winningSquares(this.#game.cells) } };
  }

  async #columns() {
    return { text: nameBest(this.#scores, this.#game), scores: this.#scores };
  }
}

class Play extends HTMLElement {
  #analyst = new Analyst();
  #levels;
  #players;
  #match;
  #board;
  #seats;
  #status = statusLine();
  #complaint = complaintLine();
  #hint; // what is left of it in this position
  #hintButton = button("Hint", () => this.#giveHint());
  #undo = button("Undo", () => this.#turnTo(this.#match.undo()));
  #redo = button("Redo", () => this.#turnTo(this.#match.redo()));
  #again = button("New game", () => this.#turnTo(this.#match.restart()), { class: "again" });
  #rematch = button("Rematch, sides swapped", () => this.#turnTo(this.#match.swap()));
  #moves;
  #stop = button("Stop", () => this.#show(this.#match.run(!this.#isSearching)));
  #isSearching = false;
  #review = button("Review", () => this.#goThrough());
  #ways = new Ways("Analyse", "Why?");
  #reviewSection = new ReviewSection(
    this.#analyst,
    (what, search) => this.#search(what, search),
    (game, marks, score) => this.#showReviewed(game, marks, score),
  );

  connectedCallback() {
    this.#levels = JSON.parse(this.getAttribute("levels"));
    this.#players = [YOU, ...Object.keys(this.#levels)];
    this.#board = board((column) => this.#turnTo(this.#match.play(column)), { keys: "page" });
    this.#seats = SIDES.map((side, at) => this.#seat(side, at));
    const seats = this.#seats.map((seat) => element("label", {}, `${seat.name.toUpperCase()} is `, seat));
    this.#moves = new Moves((moves) => this.#goTo(moves));
    const buttons = [
      this.#hintButton,
      this.#undo,
      this.#redo,
      this.#stop,
      this.#again,
      this.#rematch,
      this.#review,
    ];
    this.replaceChildren(
      controls(...seats),
      scene(this.#board, this.#status),
      this.#complaint,
      controls(...buttons),
      this.#moves.element,
      controls(...shareControls(this.#board)),
      this.#ways.element,
      this.#reviewSection.element,
    );
    hearKey("Backspace", this, () => this.#undo.disabled || this.#turnTo(this.#match.undo()));
    this.#ways.element.addEventListener("click", () => this.#reviewSection.keepPlace());
    hearQuery(() => this.#restore());
    this.#restore();
    this.#analyst.load();
  }

  /** Show what the address names. */
  #restore() {
    const usual = SIDES.map((side) => this.getAttribute(side));
    const query = new URLSearchParams(location.search);
    const moves = query.get("moves") ?? "";
    let sides = usual;
    try {
      sides = Match.parseSides(query, this.#players, usual);
      this.#show(new Match(sides, Game.parse(readMoves(moves))));
      if (query.has("review") && this.#match.game.isOver) this.#goThrough(history.state?.stones);
    } catch (error) {
      const game = Game.parseStart(moves);
      const match = new Match(sides, game);
      this.#show(game.moves ? match.run(false) : match, describeMistake(error, game));
    }
  }

  /** Go on from a person's move or wish. */
  #turnTo(match) {
    pushQuery(match.query);
    this.#show(match);
  }

  /** Go on within a person's turn. */
  #amend(match) {
    replaceQuery(match.query);
    this.#show(match);
  }

  /** Show the game after that many moves: to go through it, or to go on from there. */
  #goTo(moves) {
    if (this.#reviewSection.isOpen) this.#reviewSection.goTo(moves);
    else this.#amend(this.#match.goTo(moves));
  }

  #show(match, complaint = "") {
    keepFocus(() => this.#draw(match, complaint), this.#findNext);
  }

  #draw(match, complaint) {
    this.#match = match;
    this.#isSearching = false;
    this.#hint = new Hint(this.#analyst, match.game);
    this.#analyst.stop();
    this.#reviewSection.close();
    this.#board.show(match.game);
    this.#ways.show(match.game);
    this.#board.mark({});
    this.#board.toggleAttribute("disabled", match.isLevelsTurn);
    this.#moves.show(match.line, match.game.moves);
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

  /** Show the buttons that do something now. */
  #update() {
    const match = this.#match;
    const waits = match.isLevelsTurn && !match.isRunning;
    keepFocus(() => {
      this.#hintButton.disabled = match.mover !== YOU || !this.#hint.name;
      this.#hintButton.textContent = this.#hint.name ?? "Hint";
      const { isOver } = match.game;
      for (const each of [this.#hintButton, this.#stop]) each.hidden = isOver;
      this.#review.hidden = !isOver;
      this.#rematch.hidden = !isOver || new Set(match.sides).size === 1;
      this.#undo.disabled = !match.undo();
      this.#redo.disabled = !match.redo();
      this.#stop.disabled = !waits && !this.#isSearching;
      this.#stop.textContent = waits ? goOn(match) : "Stop";
    }, this.#findNext);
  }

  #findNext = () => this.#board.nearestColumn ?? this.#again;

  async #think() {
    const match = this.#match;
    const what = `${played(match.game)}${LETTERS[match.game.player]} is thinking`;
    const [scores] = await Promise.all([
      this.#search(what, () => this.#analyst.analyze(match.game)),
      this.#board.settle(match.sides.includes(YOU) ? 0 : TO_WATCH),
    ]);
    if (!scores || this.#match !== match) return;
    this.#amend(match.play(choose(scores, this.#levels[match.mover])));
  }

  async #giveHint() {
    const [match, hint] = [this.#match, this.#hint];
    if (this.#isSearching) return;
    const part = await this.#search("Looking for a hint", () => hint.take());
    if (!part || this.#match !== match) return;
    this.#board.show(match.game, part.scores);
    this.#board.mark(part.marks);
    say(this.#status, part.text);
    this.#update();
  }

  /** Go through the game, which is over, from its end or after that many stones. */
  async #goThrough(stones = this.#match.game.moves) {
    if (this.#isSearching) return;
    replaceQuery({ ...this.#match.query, review: 1 });
    await this.#reviewSection.open(this.#match.game, stones);
  }

  #showReviewed(game, marks, score) {
    const end = game.isOver || score === null ? "" : ` With best play, ${explain(score, game.moves)}.`;
    say(this.#status, `${played(game)}${outcome(game)}.${end}`);
    this.#board.show(game);
    this.#ways.show(game);
    this.#board.mark(marks);
    this.#board.toggleAttribute("disabled", true);
    const { line } = this.#match;
    if (this.#match.game.text.startsWith(game.text)) {
      this.#moves.show(line, game.moves, { marks: this.#reviewSection.marks });
    }
  }

  /** Return what a search finds; null if it was stopped, or failed. */
  async #search(what, search) {
    const match = this.#match;
    const before = this.#status.textContent;
    const line = waitingLine(what);
    line.update(this.#status);
    const noting = setInterval(() => line.update(this.#status), NOTE_AFTER);
    this.#isSearching = true;
    this.#update();
    try {
      const found = await search();
      if (!match.isThinking) {
        this.#isSearching = false;
        this.#status.textContent = before;
        this.#update();
      }
      return found;
    } catch (error) {
      if (!(error instanceof Stopped)) this.#show(match.run(false), error.message);
      return null;
    } finally {
      clearInterval(noting);
    }
  }

  #seat(side, at) {
    const options = this.#players.map((name) => element("option", { value: name }, name));
    const change = ({ target }) => this.#amend(this.#match.seat(at, target.value));
    return element("select", { name: side, onchange: change }, ...options);
  }
}

customElements.define("c4-play", Play);

/** Say whose turn it is, or how the game ended. */
function turn(match) {
  return match.isLevelsTurn ? `${outcome(match.game)}: press ${goOn(match)}` : outcome(match.game);
}

/** Return the text of the button that makes a level move. */
function goOn(match) {
  return match.game.moves ? "Continue" : "Start";
}
