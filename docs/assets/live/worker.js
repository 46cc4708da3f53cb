// A solver off the page's thread: a step's kernel, with the book if it knows how to use one.
//
// asked      { step, useBook, moves, what, ... }, or only the first two, to load the kernel
// answered   { answer, nodes } or { error }; nothing where nothing is asked
// needed     { needsBook }, which the page answers with { book } or { missing }, the reason why it has none
//
// what       answer
// "time"     { score, nodes, milliseconds } of a search from an empty table, repeated if it is too quick for the clock
// "score"    the score
// "line"     of a position of this `score`: see findLine
// "play on"  of a position of this `score`, so many `stones`: see playOn
// "punish"   of a `column` of this `score`: see findPunishment

import { loadKernel, scoreOf } from "./c4.js";
import { findLine, findPunishment, playOn } from "./explanation.js";
import { Game } from "./rules.js";

const QUICK = 50; // milliseconds: less is measured again
const ENOUGH = 150; // milliseconds that all of it takes, emptying tables included

const ANSWERS = {
  time: timed,
  score: scoreOf,
  line: (solver, game, { score }) => findLine(game, score, asker(solver)),
  "play on": (solver, game, { score, stones }) => playOn(game, score, stones, asker(solver)),
  punish: (solver, game, { column, score }) => findPunishment(game, column, score, asker(solver)),
};

let kernel = { name: null }; // and a promise of its solver
let takeBook = null; // once the page was asked for it

addEventListener("message", async ({ data }) => {
  if (data.book || data.missing) {
    takeBook(data);
    return;
  }
  if (!data.what) {
    load(data).catch(() => {}); // the next question reports it
    return;
  }
  try {
    const solver = await load(data);
    const before = solver.nodes;
    const answer = ANSWERS[data.what](solver, Game.parse(data.moves), data);
    postMessage({ answer, nodes: solver.nodes - before });
  } catch (error) {
    postMessage({ error: error.message });
  }
});

/** Return what a search from an empty table finds, with the nodes of one search and the mean of its times. */
function timed(solver, game) {
  const until = performance.now() + ENOUGH;
  let [score, passed, runs] = [0, 0, 0];
  do {
    solver.reset();
    const began = performance.now();
    score = solver.solve(game.fields);
    passed += performance.now() - began;
    runs += 1;
  } while (passed < QUICK && performance.now() < until);
  return { score, nodes: solver.nodes, milliseconds: passed / runs };
}

/** Return a function that asks a solver whether a score is at most a number, which takes less search than the score. */
function asker(solver) {
  return (game, score) => solver.solve(game.fields, score, score + 1) === score;
}

/** Return a step's kernel; only the last one asked for is kept, as its table is large. */
async function load({ step, useBook }) {
  const name = `${step} ${useBook}`;
  if (kernel.name !== name) kernel = { name, solver: loadKernel(step, useBook ? askForBook() : null) };
  try {
    return await kernel.solver;
  } catch (error) {
    kernel = { name: null };
    throw error;
  }
}

/** Return the book that the page has read for all its workers. */
function askForBook() {
  postMessage({ needsBook: true });
  return new Promise((resolve, reject) => {
    takeBook = ({ book, missing }) => (book ? resolve(book) : reject(new Error(missing)));
  });
}
