// <c4-minimax moves="...">: the tree of a late position, which Python drew with its scores. The reader fills these in,
// from the leaves up, as the mover of each box sees them or as X does.

import { say, statusLine } from "./controls.js";
import { button, controlGroup } from "./dom.js";
import { count, joinNames } from "./format.js";
import { CELLS, explain, winScore } from "./rules.js";

const VIEWS = { mover: "The mover's view", X: "X's view" };
const RULE_OF_X = "X's boxes have the highest score below them, O's the lowest. There is no minus.";

class Minimax extends HTMLElement {
  #nodes = []; // in the order in which they are filled in
  #filled = 0;
  #view = "mover";
  #rule;
  #ruleOfMover;
  #status = statusLine();
  #scores = [];
  #rest = button("Fill in the rest", () => this.#fill(this.#nodes.length));
  #views = Object.entries(VIEWS).map(([view, name]) => button(name, () => this.#look(view)));

  connectedCallback() {
    this.#nodes = inOrder([...this.querySelectorAll("li")]);
    this.#rule = this.querySelector(".tree-rule");
    this.#ruleOfMover = [...this.#rule.childNodes];
    this.#rule.setAttribute("aria-live", "polite");
    const limit = winScore(this.getAttribute("moves").length);
    const scores = Array.from({ length: 2 * limit + 1 }, (_, at) => at - limit);
    this.#scores = scores.map((score) => button(String(score), () => this.#answer(score)));
    const groups = [
      controlGroup("The score of the marked box", ...this.#scores, this.#rest),
      controlGroup("Whose view", ...this.#views),
    ];
    this.querySelector(".tree-answers").replaceChildren(this.#status, ...groups);
    this.#show("");
  }

  get #node() {
    return this.#nodes[this.#filled];
  }

  #answer(score) {
    if (!this.#node) return;
    if (score === this.#scoreOf(this.#node)) this.#fill(this.#filled + 1);
    else say(this.#status, `Not ${score}. ${this.#explain(this.#node)}`);
  }

  #fill(number) {
    const node = this.#node;
    this.#filled = number;
    if (node) this.#show(number === this.#nodes.length ? "" : `Yes, ${this.#scoreOf(node)}.`);
  }

  #look(view) {
    this.#view = view;
    this.#rule.replaceChildren(...(view === "X" ? [RULE_OF_X] : this.#ruleOfMover));
    this.#show("");
  }

  #show(words) {
    this.#nodes.forEach((node, at) => {
      const isFilled = at < this.#filled;
      const edge = node.querySelector(":scope > .edge");
      node.classList.toggle("now", node === this.#node);
      node.querySelector("b").textContent = isFilled ? this.#scoreOf(node) : "?";
      if (edge) edge.textContent = isFilled ? this.#worthOf(node) : "";
    });
    // Not the attribute disabled: a button that has it loses the focus.
    for (const each of [...this.#scores, this.#rest]) each.setAttribute("aria-disabled", String(!this.#node));
    for (const [at, view] of Object.keys(VIEWS).entries()) {
      this.#views[at].setAttribute("aria-pressed", String(view === this.#view));
    }
    say(this.#status, [words, this.#node ? this.#ask() : this.#sum()].filter(Boolean).join(" "));
  }

  #ask() {
    const after = this.#node.querySelector(":scope > .node > .unseen")?.textContent ?? "At the start: ";
    const { textContent } = this.#node.querySelector("small");
    return `${after}${textContent}. What is it worth to ${this.#viewerOf(this.#node)}?`;
  }

  #sum() {
    const root = this.#nodes.at(-1);
    const moves = this.getAttribute("moves").length;
    return `${count(this.#nodes.length, "node")}, and the score is ${this.#scoreOf(root)}: ${explain(Number(root.dataset.score), moves)}.`;
  }

  /** Say what the score of a box follows from. */
  #explain(node) {
    const { player, score } = node.dataset;
    const below = childrenOf(node);
    if (below.length) {
      const worths = joinNames(below.map((child) => String(this.#worthOf(child))));
      const choice = this.#viewerOf(node) === player ? "highest" : "lowest";
      return `To ${this.#viewerOf(node)}, the moves are worth ${worths}, and ${player} takes the ${choice}.`;
    }
    if (score === "0") return "The board is full, and nobody has won.";
    return `${player} wins with stone ${CELLS / 2 + 1 - Number(score)} of their ${CELLS / 2}.`;
  }

  #viewerOf(node) {
    return this.#view === "X" ? "X" : node.dataset.player;
  }

  #scoreOf(node) {
    return seenBy(this.#viewerOf(node), node);
  }

  /** Return what the move to a box is worth to the player who makes it, or to X. */
  #worthOf(node) {
    return seenBy(this.#viewerOf(node.parentElement.parentElement), node);
  }
}

/** Return the leaves, then what is above them, the lowest first. */
function inOrder(nodes) {
  const heights = new Map();
  for (const node of nodes.toReversed()) {
    heights.set(node, Math.max(-1, ...childrenOf(node).map((child) => heights.get(child))) + 1);
  }
  return nodes.toSorted((a, b) => heights.get(a) - heights.get(b));
}

function childrenOf(node) {
  return [...node.querySelectorAll(":scope > ol > li")];
}

function seenBy(viewer, { dataset: { player, score } }) {
  return (viewer === player ? 1 : -1) * Number(score) || 0; // not -0
}

customElements.define("c4-minimax", Minimax);
