// <c4-play x="you" o="medium" levels='{"medium": 2.5}'>: a game of people, levels, each by its temperature, and the reader's
// program. Where that one gives no move, the best level's is offered.
//
// The address has the players and the moves. A person's move or choice is a new entry of the browser's history; the
// reply of a level, or another player, changes the last one. So "back" leads to where a person was to move.

import { SENTENCES } from "../sentences.js";
import { hearQuery, pageAddress, pushQuery, replaceQuery } from "./address.js";
import { Analyst } from "./analyst.js";
import { board, nameBest, outcome } from "./board.js";
import {
  complaintLine,
  Moves,
  NOTE_AFTER,
  saidBox,
  say,
  screenButton,
  statusLine,
  waitingNote,
  ways,
} from "./controls.js";
import { dayOf } from "./days.js";
import { alternatives, button, choice, controls, element, hearKey, iconButton, keepFocus } from "./dom.js";
import { listMistakes, listPositions, reviewGame } from "./explanation.js";
import { count } from "./format.js";
import { choose, describeMove, Match, OWN, SIDES, YOU } from "./match.js";
import { addMistakes, listLosses, MISTAKES, PRACTICE } from "./mistakes.js";
import { readMoves } from "./notation.js";
import { OwnPlayer } from "./own-player.js";
import { describeMoveFault } from "./record.js";
import { explain, Game, highest, winningSquares } from "./rules.js";
import { ScoreGraph } from "./score-graph.js";
import { shareControls } from "./share.js";
import { Stopped } from "./solver.js";
import { siteStorage, StoredState } from "./stored-state.js";
import { Why } from "./why.js";
import * as wording from "./wording.js";

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

  /** Return the next part: what it says, the reason where it gives one, and the scores and marks that a board shows with it. */
  async take() {
    const part = await [this.#nudge, this.#reason, this.#columns][this.#given].call(this);
    this.#given += 1;
    return { scores: [], marks: {}, reason: "", ...part };
  }

  async #nudge() {
    this.#scores = await this.#analyst.analyze(this.#game);
    this.#explanation = await this.#analyst.explain(this.#game, this.#scores);
    const nudge = SENTENCES.nudges[this.#explanation.reasons[0]?.kind];
    const end = explain(highest(this.#scores), this.#game.moves);
    return { text: `Hint: with best play, ${end}${nudge ? `; ${nudge}` : "."}` };
  }

  async #reason() {
    const { shown_after: after } = this.#explanation; // a line of play, whose first stone is for the last part
    const start = after ? `After ${count(after, "more stone")}: ` : "";
    const reason = start + wording.describeReasons({ ...this.#explanation, shown_after: 0 });
    return {
      text: "Hint: the reason is below.",
      reason,
      marks: { squares: winningSquares(this.#game.cells) },
    };
  }

  async #columns() {
    return { text: nameBest(this.#scores, this.#game), scores: this.#scores };
  }
}

/**
 * A game that is over, gone through stone by stone: its scores as a graph, and why the mistakes are mistakes. `onShow` gets a
 * game of it, marks for the board and its score; `wait` waits for the analyst.
 */
class ReviewSection {
  #analyst;
  #wait;
  #onShow;
  #review = null;
  #scores; // of its positions
  #stones; // of the game that were shown last
  #graph = new ScoreGraph((number) => this.goTo(number));
  #why = new Why((moves) => this.#show(Game.parse(moves)));
  element = element("section", { class: "review", "aria-label": "Review", hidden: true });

  constructor(analyst, wait, onShow) {
    [this.#analyst, this.#wait, this.#onShow] = [analyst, wait, onShow];
  }

  close() {
    this.#review = null;
    this.#why.clear();
    this.element.hidden = true;
  }

  get isOpen() {
    return this.#review !== null;
  }

  get marks() {
    return this.#review.stones.map(({ mark }) => mark);
  }

  goTo(number) {
    this.#show(Game.parse(this.#review.moves).upTo(number));
  }

  /** Have the browser keep which stone to show when the reader comes back. */
  keepPlace() {
    if (this.isOpen) history.replaceState({ stones: this.#stones }, "");
  }

  /** Review a game, show it after that many stones, and keep the mistakes of some players, by their letters, to practise. */
  async open(game, stones, players) {
    const fromLast = listPositions(game).toReversed(); // later ones help with the earlier
    const scores = await this.#wait("Going through the game", () => this.#analyst.score(fromLast));
    if (!scores) return;
    this.#scores = scores.toReversed();
    this.#review = reviewGame(game, this.#scores);
    this.#build(game);
    this.#keep(listLosses(this.#review, players), game);
    this.element.hidden = false;
    this.goTo(stones);
    this.element.firstElementChild.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  #build(game) {
    const review = this.#review;
    const glance = [wording.describeGlance(review)].filter(Boolean).map((text) => element("p", {}, text));
    const used = Object.entries(SENTENCES.marks).filter(([mark]) =>
      review.stones.some((stone) => stone.mark === mark),
    );
    this.element.replaceChildren(
      element("p", { class: "review-end", tabindex: -1 }, wording.describeEnd(review)),
      ...glance,
      this.#graph.element,
      element("p", { class: "review-legend" }, used.map((mark) => mark.join(" ")).join("; ")),
      element(
        "ul",
        { class: "review-mistakes" },
        ...listMistakes(review).map((stone) => this.#mistake(game, stone)),
      ),
      this.#why.element,
    );
  }

  /** Keep stones that lost something for the reader to practise, and say so. */
  #keep(losses, game) {
    if (!losses.length) return;
    const stored = new StoredState(siteStorage(), MISTAKES);
    stored.change((state) => addMistakes(state, game, losses, dayOf(new Date())));
    const link = element("a", { href: pageAddress("live/puzzles", `?theme=${PRACTICE}`) }, "your mistakes");
    const said = `You can practise ${count(losses.length, "position")} of this game from tomorrow on, among `;
    const words = stored.complaint ? [stored.complaint] : [said, link, "."];
    this.#why.element.before(element("p", {}, ...words));
  }

  #mistake(game, stone) {
    const { mark, number } = stone;
    const why = button(`Why ${number} ${wording.spellStone(stone)}${mark}`, () =>
      this.#explain(game.upTo(number - 1), stone),
    );
    return element("li", {}, wording.describeMistake(this.#review, stone), " ", why);
  }

  async #explain(game, stone) {
    const explanation = await this.#wait("Looking for a reason", async () =>
      this.#analyst.explain(game, await this.#analyst.analyze(game)),
    );
    if (!explanation) return;
    this.#why.show(explanation, [stone.column]);
    this.#show(game);
  }

  /** Show a game on the board: a part of the one that is reviewed, or of a line of play. */
  #show(game) {
    const review = this.#review;
    const isPart = review.moves.startsWith(game.text);
    if (isPart) this.#stones = game.moves;
    if (!this.#why.leadsTo(game)) this.#why.clear();
    this.#graph.show(review.stones, this.#scores, Math.min(game.moves, review.stones.length));
    const awaited = this.#why.follow(game);
    const score = isPart ? this.#scores[game.moves] : null;
    this.#onShow(game, { squares: game.isOver ? [[], []] : winningSquares(game.cells), awaited }, score);
  }
}

class Play extends HTMLElement {
  #analyst = new Analyst();
  #own = OwnPlayer.find();
  #levels;
  #players;
  #match;
  #board;
  #seats;
  #status = statusLine();
  #complaint = complaintLine();
  #hint; // what is left of it in this position
  #hintButton = button("Hint", () => this.#giveHint(), { class: "primary" });
  #reason = element("p", { class: "reason", role: "status" });
  #undo = iconButton("Undo", "undo", () => this.#enter(this.#match.undo()));
  #redo = iconButton("Redo", "redo", () => this.#enter(this.#match.redo()));
  #again = button("New game", () => this.#enter(new Match(this.#match.sides)));
  #rematch = button("Rematch", () => this.#enter(new Match(this.#match.sides.toReversed())), {
    title: "A new game with the sides swapped",
  });
  #moves;
  #stop = button("Stop", () => this.#show(this.#match.run(!this.#isSearching)), { class: "primary" });
  #isSearching = false;
  #isLong = false; // a search that has taken so long that it can be stopped
  #instead; // of the program
  #offer = button("", () => this.#show(this.#match.run(true), "", this.#instead));
  #review = button("Review", () => this.#goThrough(this.#match.game.moves, this.#readers));
  #reviewSection = new ReviewSection(
    this.#analyst,
    (what, search) => this.#search(what, search),
    (game, marks, score) => this.#showReviewed(game, marks, score),
  );

  connectedCallback() {
    this.#levels = JSON.parse(this.getAttribute("levels"));
    this.#players = [YOU, ...(this.#own ? [OWN] : []), ...Object.keys(this.#levels)];
    this.#instead = Object.keys(this.#levels).at(-1);
    this.#offer.textContent = `Let "${this.#instead}" move`;
    this.#board = board((column) => this.#enter(this.#match.play(column)), { keys: "page" });
    const links = ways(this.#board, "Analyse", "Why?");
    this.#seats = SIDES.map((name, at) => {
      const onchange = ({ target }) => this.#amend(this.#match.seat(at, target.value));
      return choice({ name, onchange }, this.#players, (player) =>
        player === OWN ? "your program" : player,
      );
    });
    const seats = this.#seats.map((seat) => element("label", {}, `${seat.name.toUpperCase()} is `, seat));
    this.#moves = new Moves((moves) => this.#goTo(moves));
    const next = alternatives(this.#hintButton, this.#stop, this.#review);
    this.replaceChildren(
      this.#board,
      controls(this.#undo, this.#redo, next, screenButton(this, this.#board), this.#offer),
      saidBox(this.#status, this.#complaint),
      controls(...seats),
      controls(this.#again, ...shareControls(this.#board), this.#rematch),
      this.#moves.element,
      links,
      this.#reason,
      this.#reviewSection.element,
    );
    hearKey("Backspace", this, () => this.#undo.click());
    links.addEventListener("click", () => this.#reviewSection.keepPlace());
    hearQuery(() => this.#restore());
    this.#restore();
    this.#analyst.load();
  }

  #restore() {
    const usual = SIDES.map((side) => this.getAttribute(side));
    const query = new URLSearchParams(location.search);
    const moves = query.get("moves") ?? "";
    const { sides, fault } = Match.parseSides(query, this.#players, usual);
    const show = (game, faults) => {
      const match = new Match(sides, game);
      this.#show(faults ? match.run(false) : match, faults);
    };
    try {
      show(Game.parse(readMoves(moves)), fault);
      if (query.has("review") && this.#match.game.isOver) this.#goThrough(history.state?.stones); // perhaps others' game
    } catch (error) {
      const game = Game.parseStart(moves);
      show(game, `${fault} ${describeMoveFault(error, game)}`.trim());
    }
  }

  /** Go on from a person's move or wish. */
  #enter(match) {
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

  /** Show a match; if it goes on by itself, `player` moves. */
  #show(match, complaint = "", player = match.mover) {
    keepFocus(() => this.#draw(match, complaint, player), this.#findNext);
  }

  #draw(match, complaint, player) {
    this.#match = match;
    [this.#isSearching, this.#isLong] = [false, false];
    this.#hint = new Hint(this.#analyst, match.game);
    this.#analyst.stop();
    this.#own?.stop();
    if (match.sides.includes(OWN)) this.#own.load();
    this.#reviewSection.close();
    this.#board.show(match.game);
    this.#board.mark({});
    this.#board.toggleAttribute("disabled", match.isLevelsTurn);
    this.#moves.show(match.line, match.game.moves);
    this.#seats.forEach((seat, at) => {
      seat.value = match.sides[at];
    });
    this.#complaint.textContent = complaint;
    this.#reason.textContent = "";
    this.#again.classList.toggle("primary", match.game.isOver);
    if (match.isThinking) {
      this.#think(player);
      return;
    }
    this.#status.textContent = `${describeMove(match.game)}${turn(match)}.`;
    this.#update();
  }

  #update() {
    const match = this.#match;
    const waits = match.isLevelsTurn && !match.isRunning;
    keepFocus(() => {
      const { isOver } = match.game;
      const canStop = waits || this.#isLong;
      this.#hintButton.disabled = match.mover !== YOU || !this.#hint.name;
      this.#hintButton.textContent = this.#hint.name ?? "Hint";
      this.#hintButton.hidden = isOver || canStop;
      this.#stop.hidden = isOver || !canStop;
      this.#review.hidden = !isOver;
      this.#rematch.hidden = new Set(match.sides).size === 1;
      this.#undo.disabled = !match.undo();
      this.#redo.disabled = !match.redo();
      this.#offer.hidden = !(waits && match.mover === OWN && this.#complaint.textContent);
      this.#stop.textContent = waits ? goOn(match) : "Stop";
    }, this.#findNext);
  }

  #findNext = () => this.#board.nearestColumn ?? this.#again;

  async #think(player) {
    const match = this.#match;
    const what = `${describeMove(match.game)}${match.game.letters[0]} is thinking`;
    const [column] = await Promise.all([
      this.#search(what, () => this.#choose(player, match.game)),
      this.#board.settle(match.sides.includes(YOU) ? 0 : TO_WATCH),
    ]);
    if (column === null || this.#match !== match) return;
    this.#amend(match.play(column));
  }

  async #choose(player, game) {
    if (player === OWN) return this.#own.choose(game);
    return choose(await this.#analyst.analyze(game), this.#levels[player]);
  }

  async #giveHint() {
    const [match, hint] = [this.#match, this.#hint];
    if (this.#isSearching) return;
    const part = await this.#search("Looking for a hint", () => hint.take());
    if (!part || this.#match !== match) return;
    this.#board.show(match.game, part.scores);
    this.#board.mark(part.marks);
    say(this.#status, `${outcome(match.game)}. ${part.text}`);
    if (part.reason) this.#reason.textContent = part.reason;
    this.#update();
  }

  /** The letters of those who sit at this page. */
  get #readers() {
    return SIDES.filter((_, at) => this.#match.sides[at] === YOU).map((side) => side.toUpperCase());
  }

  /** Go through the game, which is over, after that many stones; the mistakes of `players` are kept to practise. */
  async #goThrough(stones = this.#match.game.moves, players = []) {
    if (this.#isSearching) return;
    replaceQuery({ ...this.#match.query, review: 1 });
    await this.#reviewSection.open(this.#match.game, stones, players);
  }

  #showReviewed(game, marks, score) {
    const end = game.isOver || score === null ? "" : ` With best play, ${explain(score, game.moves)}.`;
    say(this.#status, `${describeMove(game)}${outcome(game)}.${end}`);
    this.#board.show(game);
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
    const note = waitingNote(this.#status, what);
    note();
    const noting = setInterval(() => {
      note();
      if (this.#isLong) return;
      this.#isLong = true;
      this.#update();
    }, NOTE_AFTER);
    this.#isSearching = true;
    this.#update();
    try {
      const found = await search();
      if (!match.isThinking) {
        [this.#isSearching, this.#isLong] = [false, false];
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
