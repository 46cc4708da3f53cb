// <c4-cards>: a game against X's cards, all of them as a graph, and their check.
//
// The address has the moves up to a stone of O, or a card's: X answers at once, by the rules of deck.js.

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { COLUMN_BITS, listCells, ones } from "./bits.js";
import { board, outcome, picture } from "./board.js";
import { complaintLine, say, statusLine, ways } from "./controls.js";
import { breakDeck, CardPlayer, loadDeck, loadModule } from "./deck.js";
import { button, controls, element, hearKey, keepFocus, shape } from "./dom.js";
import { tellMissing } from "./fetching.js";
import { count, readableTime } from "./format.js";
import { place } from "./marks.js";
import { findReasons, markReason } from "./reasons.js";
import { recordInAddress } from "./record.js";
import { CELLS, COLUMNS, Game } from "./rules.js";
import { describeReason } from "./wording.js";

const RULES = {
  four: () => "Rule 1: X makes four",
  card: () => "Rule 2: the position has a card, so X plays its stone",
  block: () => "Rule 3: X blocks",
  digit: (column) => `Rule 5: the digit of the card says ${COLUMN_NAMES[column]}`,
};

const [APART, RADIUS] = [11, 4]; // between dots, and of one
const [ACROSS, LEFT, GAP] = [28, 62, 5]; // dots in a line; room for what a row says, and between rows

/** All cards as dots, by the stones on their boards, and lines from one card to those that come next. */
class CardGraph {
  #dots = []; // by the number of the card
  #places = [];
  #lines = shape("g", { class: "card-links" });
  element;

  /** A dot that is pressed calls a function with its card's number. */
  constructor(deck, onOpen) {
    const rows = Map.groupBy(deck.keys(), (number) => ones(deck[number].mask).length);
    const drawn = [];
    let y = APART;
    for (const [stones, numbers] of [...rows].sort(([one], [other]) => one - other)) {
      drawn.push(shape("text", { x: LEFT - 10, y: y + 3 }, `${stones}: ${numbers.length}`));
      for (const [at, number] of numbers.entries()) {
        const [cx, cy] = [LEFT + APART * (at % ACROSS), y + APART * Math.floor(at / ACROSS)];
        this.#places[number] = [cx, cy];
        this.#dots[number] = shape("circle", { class: "card-dot", cx, cy, r: RADIUS });
      }
      y += APART * Math.ceil(numbers.length / ACROSS) + GAP;
    }
    const label = `${deck.length} cards. ${[...rows].map(([stones, { length }]) => `${stones} stones: ${length}`).join(", ")}`;
    const onclick = ({ target }) => this.#dots.includes(target) && onOpen(this.#dots.indexOf(target));
    const dots = shape("g", { onclick }, ...this.#dots);
    const size = `0 0 ${LEFT + ACROSS * APART} ${y}`;
    const named = { class: "card-graph", viewBox: size, role: "img", "aria-label": label };
    this.element = shape("svg", named, this.#lines, ...drawn, dots);
  }

  /** Highlight a card, or -1 for none, and those that come next. */
  light(number, next) {
    this.#dots.forEach((dot, at) => {
      dot.classList.toggle("current", at === number);
      dot.classList.toggle("next", next.includes(at));
    });
    const lines = next.map((other) => {
      const [[x1, y1], [x2, y2]] = [this.#places[number], this.#places[other]];
      return shape("line", { x1, y1, x2, y2 });
    });
    this.#lines.replaceChildren(...lines);
  }

  clear() {
    for (const dot of this.#dots) dot.classList.remove("proven", "failed");
  }

  /** Note that a card holds, or fails. */
  note(number, isProven) {
    this.#dots[number].classList.add(isProven ? "proven" : "failed");
  }
}

class Cards extends HTMLElement {
  #player;
  #graph;
  #record;
  #game; // as shown, with X's answer
  #lost = null; // of a broken deck after the game shown: how it was broken, why it fails, and its card
  #worker = null;
  #board = board((column) => this.#go(this.#game.play(column).text), { keys: "page" });
  #card = element("figure", { class: "board card-in-force" });
  #status = statusLine();
  #reason = element("p", { class: "card-reason" });
  #complaint = complaintLine();
  #undo = button("Take back", () => this.#go(this.#game.text.slice(0, this.#game.moves % 2 ? -2 : -1)));
  #again = button("New game", () => this.#go(""));
  #next = element("select", {
    "aria-label": "Cards that come next",
    onchange: () => this.#open(Number(this.#next.value)),
  });
  #check = button("Check it all", () => this.#run(this.#player.deck));
  #break = button("Break a card", () => this.#breakOne());
  #outcome = element("p", { class: "card-outcome", role: "status" });
  #counts = element("p", { class: "card-counts" });

  async connectedCallback() {
    hearKey("Backspace", this, () => this.#undo.click());
    try {
      const [deck, module] = await Promise.all([loadDeck(), loadModule("choose")]);
      this.#player = new CardPlayer(deck, module);
    } catch (error) {
      this.append(this.#complaint);
      this.#complaint.textContent = error.message;
      return;
    }
    this.#graph = new CardGraph(this.#player.deck, (number) => this.#open(number));
    this.replaceChildren(
      element("div", { class: "card-table" }, this.#board, this.#card),
      this.#status,
      this.#reason,
      controls(this.#undo, this.#again),
      this.#complaint,
      ways(this.#board),
      element("h2", {}, "Walk the cards"),
      this.#graph.element,
      controls(
        element("label", {}, "Next: ", this.#next),
        button("First card", () => this.#go("")),
      ),
      element("h2", {}, "Check it all"),
      controls(this.#check, this.#break),
      this.#outcome,
      this.#counts,
    );
    this.#record = recordInAddress("", (message) => {
      this.#complaint.textContent = message;
    });
    const findNext = () => this.#board.nearestColumn ?? this.#again;
    this.#record.addEventListener("change", () => keepFocus(() => this.#show(), findNext));
  }

  /** Go to a game; `lost` says why a broken deck fails there, if one does. */
  #go(text, lost = null) {
    this.#lost = lost;
    this.#record.go(text);
    this.#lost = null;
  }

  #open(number) {
    const { game, stone } = this.#player.deck[number];
    const at = Game.parse(game);
    const landsOn = (column) => at.canPlay(column) && at.play(column).fields.mask & stone;
    this.#go(at.play(COLUMNS.find(landsOn)).text);
  }

  #show() {
    const asked = this.#record.game;
    const turns = this.#player.follow(asked);
    const answer = asked.player === 1 && !asked.isOver && !this.#lost ? turns.at(-1) : null;
    this.#game = answer && !answer.failure ? asked.play(answer.column) : asked;
    this.#complaint.textContent = "";
    this.#board.show(this.#game);
    this.#board.toggleAttribute("disabled", this.#game.player === 1);
    this.#undo.disabled = this.#game.moves < 2;
    const turn = answer ?? turns[Math.ceil(asked.moves / 2) - 1];
    const used = turns.filter(({ kind }) => kind === "card").length;
    say(this.#status, `${this.#tell(turn)} ${outcome(this.#game)}.`.trimStart());
    this.#explain(turn);
    this.#drawCard(turn, used);
    this.#linkFrom(turn?.number ?? -1);
  }

  /** Say where X has played, and by which rule. */
  #tell(turn) {
    if (this.#lost) return `${this.#lost.before}X does not win here: ${this.#lost.why}.`;
    if (!turn) return "";
    if (turn.failure) return `X does not know what to do: ${turn.failure}.`;
    const played = this.#game.columns.at(this.#game.player === 2 || this.#game.isOver ? -1 : -2);
    const column = `X plays column ${COLUMN_NAMES[played]}.`;
    if (played !== turn.column) return `${column} By the rules it is column ${COLUMN_NAMES[turn.column]}.`;
    const kind = ["wait", "poison"].includes(turn.kind) ? turn.kind : `a ${turn.kind}`;
    const rule = RULES[turn.kind]?.(turn.column) ?? `Rule 4: a reason, ${kind}, shows the win`;
    return `${column} ${rule}.`;
  }

  /** Show the reason that decides, as other pages do. */
  #explain(turn) {
    const isReason = turn && !turn.failure && !RULES[turn.kind] && this.#game.player === 2;
    const [reason] = isReason ? findReasons(this.#game, -1) : [];
    this.#reason.textContent = reason ? describeReason(reason) : "";
    this.#board.mark(reason ? markReason(reason) : {});
  }

  #drawCard(turn, used) {
    const card = this.#lost ? this.#lost.card : turn?.card;
    if (!card) {
      this.#card.replaceChildren();
      return;
    }
    const cell = !this.#lost && turn.kind === "digit" ? this.#game.upTo(-1).last : null;
    const { game } = this.#lost ? card : this.#player.deck[turn.number];
    const name = game ? `The card after ${game}` : "The first card";
    const more = this.#lost
      ? ", which fails"
      : `${turn.isMirrored ? ", mirrored" : ""}. Cards in this game: ${used}`;
    const caption = element("figcaption", { class: "card-caption" }, `${name}${more}`);
    this.#card.replaceChildren(drawCard(card, cell), caption);
  }

  #linkFrom(number) {
    const links = number < 0 ? [] : [...this.#player.link(number)];
    const next = links.map(([other]) => other);
    this.#graph.light(number, next);
    const options = links.map(([other, line]) => element("option", { value: other }, `after ${line}`));
    const title = links.length ? `${count(links.length, "card")} by replies of O` : "no card: X wins before";
    this.#next.replaceChildren(element("option", { value: "" }, title), ...options);
    this.#next.disabled = !links.length;
  }

  #breakOne() {
    const { deck, words } = breakDeck(this.#player.deck);
    this.#run(deck, `Broken: ${words}. `);
  }

  /** Check a deck card by card, and report the result. */
  #run(deck, before = "") {
    this.#worker?.terminate();
    const worker = new Worker(new URL("card-worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    this.#graph.clear();
    this.#outcome.textContent = `${before}Checking …`;
    worker.onerror = (event) => this.#end(tellMissing("The check", event));
    worker.onmessage = ({ data }) => {
      if (data.error) this.#end(data.error);
      else this.#note(deck, before, data);
    };
    worker.postMessage(deck);
  }

  #end(outcome) {
    this.#worker.terminate();
    this.#worker = null;
    this.#outcome.textContent = outcome;
  }

  #note(deck, before, { number, counts: { positions, ...kinds }, milliseconds, isOver, ...failed }) {
    const card = deck[number];
    if (card) this.#graph.note(this.#player.find(card), !failed.failure);
    const answers = Object.entries(kinds).filter(([, many]) => many);
    const listed = answers.map(([kind, many]) => `${kind} ${many.toLocaleString("en")}`).join(", ");
    this.#counts.textContent = `${count(positions, "position")} with O to move. X's answers: ${listed}`;
    if (!isOver) return;
    const seconds = `in ${readableTime(milliseconds)} on your machine`;
    if (failed.failure) {
      const whose = card ? `The card ${failed.game || "-"}` : "The empty board";
      const why = `after ${failed.line || "no stone"} ${failed.failure}`;
      this.#end(`${before}${whose} fails: ${why}. The board shows it.`);
      this.#go(failed.line, { before, why: failed.failure, card });
      this.#board.scrollIntoView({ block: "nearest" });
      this.#status.scrollIntoView({ block: "nearest" });
    } else {
      const wins = `${count(deck.length, "card")} hold: X wins whatever O does. ${count(positions, "position")}, ${seconds}.`;
      this.#end(before ? `${before}That does no harm. ${wins}` : wins);
    }
  }
}

customElements.define("c4-cards", Cards);

/** Return the picture of a card as it lies on the board; `used` is the cell whose digit X has just played, if any. */
function drawCard({ own, mask, stone, digits }, used = null) {
  const owners = Array(CELLS).fill(0);
  for (const cell of listCells(mask)) owners[cell] = 2;
  for (const cell of listCells(own | stone)) owners[cell] = 1;
  const [played] = listCells(stone);
  const digitOf = (cell) => digits[Math.floor(cell / HEIGHT) * COLUMN_BITS + (cell % HEIGHT)];
  const written = owners.map((_, cell) => cell).filter((cell) => !owners[cell] && digitOf(cell) >= 0);
  const marks = used === null ? {} : { awaited: [used] };
  const svg = picture(owners, describeCard(played, written, digitOf), [played], marks);
  const texts = written.map((cell) =>
    shape("text", { class: "card-digit", transform: place(cell) }, COLUMN_NAMES[digitOf(cell)]),
  );
  svg.querySelector("g").append(...texts);
  return svg;
}

function describeCard(played, written, digitOf) {
  const columns = Map.groupBy(written, (cell) => Math.floor(cell / HEIGHT));
  const answers = [...columns].map(([column, cells]) => {
    const each = cells.map((cell) => `row ${(cell % HEIGHT) + 1}: ${COLUMN_NAMES[digitOf(cell)]}`);
    return `O in column ${COLUMN_NAMES[column]}, ${each.join(", ")}`;
  });
  const start = `The card: X plays column ${COLUMN_NAMES[Math.floor(played / HEIGHT)]}`;
  return [start, answers.length ? `answers to ${answers.join("; ")}` : "no digits"].join(". ");
}
