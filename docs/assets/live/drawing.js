// A whole search drawn as a tree, with the root on top: a box for each call, a stub for each column left out. For one
// search with a window, small enough for a page.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { element, shape } from "./dom.js";
import { LETTERS } from "./rules.js";
import { letters, marked, scoreInWords } from "./tell.js";
import { count } from "./words.js";

const [WIDE, HIGH] = [50, 51]; // a box
const [ACROSS, DOWN] = [55, 79]; // from one box to the next
const LEFT = 14; // for the letter of the player to move
const MARGIN = 2; // for the border of a box
const LINES = [11, 26, 42]; // in a box

/** A drawing of a search as it is at a moment. */
export class Drawing {
  element = element("div", { class: "tree" });

  show({ roots: [root], calls }, moment) {
    const boxes = place(root, 0);
    const plies = Math.max(...calls.map((call) => call.ply)) + 1;
    const size = `${LEFT + ACROSS * boxes[0].right} ${DOWN * (plies - 1) + HIGH + 2 * MARGIN}`;
    const players = Array.from({ length: plies }, (_, ply) => playerAt(ply, root.game.player));
    const shown = boxes.filter(({ call }) => moment.stateOf(call) !== "waiting");
    const parts = [
      ...shown.flatMap((box) => branches(box, moment)),
      ...shown.map((box) => drawn(box, moment)),
    ];
    const attributes = { viewBox: `0 0 ${size}`, role: "img", "aria-label": described(root, moment) };
    this.element.replaceChildren(shape("svg", attributes, ...players, ...parts));
  }
}

/** Return where a call and all below it are: their middles, from `left` on, and where the next may begin, in boxes. */
function place(call, left) {
  const below = [];
  const ends = new Map(); // of the branches, by column
  let right = left;
  for (const child of call.children) {
    const [box, ...others] = place(child, right);
    ends.set(child.column, box.middle);
    below.push(box, ...others);
    right = box.right;
  }
  for (const column of call.isCut ? call.leftOut : []) {
    ends.set(column, right + 0.25);
    right += 0.5;
  }
  right = Math.max(right, left + 1);
  return [{ call, ends, right, middle: (left + right) / 2 }, ...below];
}

/** Return the lines that go down from a box at a moment. */
function branches({ call, ends, middle }, moment) {
  const [x1, y1] = [across(middle), down(call.ply) + HIGH];
  return moment.slots(call).flatMap(({ state }, column) => {
    if (!ends.has(column) || state === "waiting") return [];
    const [x2, y2] = [across(ends.get(column)), down(call.ply + 1)];
    const line = shape("line", { x1, y1, x2, y2 });
    const name = label("column", COLUMN_NAMES[column], (x1 + 2 * x2) / 3, (y1 + 2 * y2) / 3);
    const end = state === "cut" ? [label("cut", "cut", x2, y2 + LINES[0])] : [];
    return [shape("g", { class: `branch-${state}` }, line, name, ...end)];
  });
}

/** Return a box: the window as the call's moves have left it, and what has come back. */
function drawn({ call, middle }, moment) {
  const [x, y] = [across(middle), down(call.ply)];
  const { alpha, beta } = moment.window(call);
  const state = moment.stateOf(call);
  return shape(
    "g",
    { class: `box-${state}${call === moment.call ? " now" : ""}` },
    shape("rect", { x: x - WIDE / 2, y, width: WIDE, height: HIGH, rx: 5 }),
    label("end", `α ${alpha}`, x, y + LINES[0]),
    label("end", `β ${beta}`, x, y + LINES[1]),
    label("value", state === "done" ? marked(call) : "", x, y + LINES[2]),
  );
}

function playerAt(ply, first) {
  return label("player", LETTERS[ply % 2 ? 3 - first : first], LEFT / 2, down(ply) + HIGH / 2);
}

function label(kind, text, x, y) {
  return shape("text", { class: kind, x, y }, text);
}

function across(place) {
  return LEFT + ACROSS * place;
}

function down(ply) {
  return MARGIN + DOWN * ply;
}

/** Say what the drawing shows. */
function described(root, moment) {
  const [me] = letters(root.game);
  const tried = root.children.filter((child) => moment.hasReturnedFrom(child));
  const scores = tried.map(
    (child) => `, column ${COLUMN_NAMES[child.column]} is worth ${scoreInWords(child.tried)}`,
  );
  return `A tree of ${count(moment.made, "node")}; ${me} is to move at the root${scores.join("")}`;
}
