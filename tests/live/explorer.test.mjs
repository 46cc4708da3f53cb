// What the search explorer says of recorded searches: all that it says follows from the calls.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuery, tell, Trace, viewOf, windowInWords } from "../../docs/assets/live/trace.js";

// Two columns have room: 2 for three stones, 3 for two; O is to move. Recorded by common/tools/site/traces.py.
const MOVES = "6671172557317146411256676437445543225";
const MINMAX = {
  step: "01",
  anticipates: false,
  parents: [null, 0, 1, 2, 1, 0, 5, 6, 7, 8, 6, 5, 11, 11, 13, 14],
  columns: [null, 1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 2, 1, 2, 1, 1],
  scores: [0, 1, -1, 1, 2, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0],
};
const ALPHA_BETA = {
  step: "02",
  anticipates: false,
  parents: [null, 0, 1, 2, 0, 4, 5, 6, 5, 4, 9, 9],
  columns: [null, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 2],
  alphas: [-18, -2, -1, -1, -2, -1, -1, 0, -1, -1, 0, 0],
  betas: [18, 18, 2, 1, 1, 2, 1, 1, 0, 0, 1, 1],
  scores: [0, 1, -1, 1, 0, 0, 0, 0, 1, 0, 1, 0],
};
const ANTICIPATION = {
  step: "07",
  anticipates: true,
  parents: [null, null, null, 2, 2, null, 5, 6, 7, 5, 9, null, 11, 12, 12],
  columns: [null, null, null, 2, 1, null, 2, 2, 2, 1, 1, null, 2, 2, 1],
  alphas: [9, -9, 1, -2, -2, 0, -1, 0, -1, -1, 0, -1, 0, -1, -1],
  betas: [10, -8, 2, -1, -1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0],
  scores: [2, -1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0],
};
const CALLS = MINMAX.scores.length; // as many plies there cannot be
const minmax = new Trace(MOVES, MINMAX);
const alphaBeta = new Trace(MOVES, ALPHA_BETA);
const anticipation = new Trace(MOVES, ANTICIPATION);

/** Return a search of a single call from the empty board. */
function single(alpha, beta, score) {
  const call = { parents: [null], columns: [null], alphas: [alpha], betas: [beta], scores: [score] };
  return new Trace("", { step: "05", anticipates: false, ...call });
}

/** Return what is said of all moments. */
function tellAll(trace, plies = CALLS) {
  return trace.moments(plies).map((moment) => tell(moment, plies));
}

test("calls know their place in the tree", () => {
  assert.equal(alphaBeta.roots.length, 1);
  const { path, game } = alphaBeta.calls[7];
  const columns = path.map((call) => call.column);
  assert.deepEqual(columns, [null, 2, 1, 1, 2]);
  assert.equal(game.text, `${MOVES}3223`);
  assert.equal(alphaBeta.roots[0].size, ALPHA_BETA.scores.length);
  const size = anticipation.roots.reduce((sum, root) => sum + root.size, 0);
  assert.equal(size, ANTICIPATION.scores.length);
});

test("every call happens once and returns once, a call before those it makes and after them", () => {
  const moments = minmax.moments(CALLS);
  const calls = moments.filter((moment) => !moment.hasReturned).map((moment) => moment.call);
  assert.deepEqual(calls, minmax.calls);
  for (const call of minmax.calls) {
    const [made, returned] = [false, true].map((has) =>
      moments.findIndex((moment) => moment.call === call && moment.hasReturned === has),
    );
    assert.equal(returned - made, 2 * call.size - 1);
  }
  assert.ok(moments.every(({ call, hasReturned, made }) => hasReturned || made === call.index + 1));
});

test("calls deeper than is shown are counted", () => {
  const moments = alphaBeta.moments(3);
  assert.equal(moments.length, 2 * alphaBeta.calls.filter((call) => call.ply <= 3).length);
  assert.equal(moments.at(-1).made, ALPHA_BETA.scores.length);
  assert.ok(tellAll(alphaBeta, 3).some((text) => text.endsWith("Deeper than shown here: 1 node.")));
});

test("minmax compares each score with the best so far", () => {
  const texts = tellAll(minmax);
  assert.equal(texts[0], "O is to move. Every move will be tried.");
  assert.equal(texts[3], "O plays column 3; X is to move. X wins at once in column 3: score 1.");
  assert.equal(texts[8], "Back after 3 nodes below. O tried column 2: -1, the first score.");
  assert.ok(texts.includes("Back. X tried column 3: -2, no better than 1."));
  assert.ok(texts.some((text) => text.endsWith("The board is full: score 0.")));
  assert.equal(texts.at(-1), "The score is 0, a draw. The search took 16 nodes.");
});

test("alpha-beta says what raises alpha, what reaches beta and what is left out", () => {
  const texts = tellAll(alphaBeta);
  assert.equal(
    texts[0],
    "O is to move. The window holds all scores, alpha -18 to beta 18. No move wins at once: at most 2, so beta falls from 18 to 2.",
  );
  const raised = "O is sure of -1 now: alpha rises from -18 to -1.";
  assert.ok(texts.includes(`Back after 2 nodes below. O tried column 2: -1. ${raised}`));
  assert.ok(texts.includes("Back. O tried column 3: -1, no more than alpha 0, which stays."));
  const cutoffs = texts.filter((text) => text.includes("Cutoff"));
  assert.match(
    cutoffs[0],
    /X tried column 2: at least 1, which reaches beta 1\. Cutoff: column 3 is never looked at\. X cannot get more than 1 here\.$/,
  );
  assert.match(
    cutoffs[1],
    /X tried column 3: at least 0, which reaches beta 0\. Cutoff, though no column is left\. X cannot get more than 0 here\.$/,
  );
  assert.equal(alphaBeta.moments(CALLS).filter((moment) => moment.isCutoff).length, 1);
});

test("a score or a bound is true of its position", () => {
  for (const call of alphaBeta.calls) {
    const columns = call.path.slice(1).map((each) => each.column);
    const { ply, score } = minmax.follow(columns);
    assert.equal(ply, call.ply);
    assert.ok(score === call.score || Math.sign(score - call.score) === call.bound);
  }
});

test("null windows ask a question each, and safe moves are the only ones tried", () => {
  const texts = tellAll(anticipation);
  assert.equal(anticipation.roots.length, 5);
  assert.equal(
    texts[2],
    "O is to move. Is the score above -9? O has a safe move, so at least -1, which reaches beta -8: nothing to search.",
  );
  assert.equal(texts[3], "Back at the start: at least -1, after 1 node.");
  assert.ok(texts.some((text) => text.endsWith("Nobody wins with the last stones: score 0.")));
  assert.ok(texts.some((text) => text.endsWith("Whatever O plays, X wins with the next stone: score -1.")));
  assert.equal(texts.at(-1), "The score is 0, a draw. The search took 15 nodes.");
});

test("a bound below the earliest win that is left comes from the table", () => {
  const [highest] = single(20, 21, 20).calls;
  assert.equal(highest.ending, "highest");
  const trace = single(5, 6, 3);
  assert.equal(trace.calls[0].ending, "table");
  assert.match(tellAll(trace)[0], /The table has this position: at most 3, which does not exceed alpha 5/);
});

test("what has become of the columns depends on the moment", () => {
  const moments = alphaBeta.moments(CALLS);
  const cut = alphaBeta.calls[2]; // the reply to column 2 that leaves out the other one
  const statesOf = (moment, call) => moment.slots(call).map((slot) => slot.state);
  const states = (at, call) => statesOf(moments[at], call);
  const open = (first, second) => ["full", first, second, "full", "full", "full", "full"];
  assert.deepEqual(states(0, alphaBeta.roots[0]), open("waiting", "waiting"));
  assert.deepEqual(states(1, alphaBeta.roots[0]), open("open", "waiting"));
  assert.deepEqual(states(2, cut.parent), open("open", "waiting"));
  const returned = moments.findIndex((moment) => moment.call === cut && moment.hasReturned);
  assert.deepEqual(states(returned - 1, cut.parent), open("open", "waiting"));
  assert.deepEqual(states(returned, cut.parent), open("done", "cut"));
  assert.deepEqual(states(moments.length - 1, alphaBeta.roots[0]), open("done", "done"));
  const lost = anticipation.calls[9]; // X after column 2, who must reply there
  const last = anticipation.moments(CALLS).at(-1);
  assert.deepEqual(statesOf(last, lost), open("done", "unsafe"));
});

test("each call gets the window that the moves before have left", () => {
  const moments = alphaBeta.moments(CALLS);
  for (const moment of moments.filter(({ call, hasReturned }) => call.parent && !hasReturned)) {
    const { alpha, beta } = moment.call.tried;
    assert.deepEqual(moment.window(moment.call.parent), { alpha, beta });
  }
  const [root] = alphaBeta.roots;
  assert.deepEqual(moments.at(0).window(root), { alpha: -18, beta: 18 });
  assert.deepEqual(moments.at(-1).window(root), { alpha: 0, beta: 2 });
});

test("a move that reaches beta leaves alpha below it", () => {
  const last = alphaBeta.moments(CALLS).at(-1);
  const cut = alphaBeta.calls.filter((call) => call.isCut);
  assert.ok(cut.length > 1);
  for (const call of cut) {
    const { alpha, beta } = last.window(call);
    assert.ok(alpha < beta && last.best(call) >= beta);
  }
});

test("windows are put in words", () => {
  assert.equal(windowInWords(minmax.roots[0]), "No window: every score matters.");
  assert.equal(windowInWords(alphaBeta.roots[0]), "Window -18 to 18: every score matters.");
  assert.match(
    windowInWords(alphaBeta.calls[2]),
    /^Window -1 to 2: only scores above alpha, -1, and below beta, 2,/,
  );
  assert.match(windowInWords(anticipation.roots[3]), /is O's score above 0\?$/);
});

test("words, number line and window are from one player's point of view", () => {
  const [made, returned] = alphaBeta.moments(CALLS).filter(({ call }) => call === alphaBeta.calls[3]);
  const shown = ({ game, alpha, beta, score }) => [game.player, alpha, beta, score];
  assert.deepEqual(shown(viewOf(made)), [1, -1, 1, 1]);
  assert.deepEqual(shown(viewOf(returned)), [2, -1, 1, -1]);
  assert.match(tell(returned, CALLS), /^Back\. O tried column 3: -1/);
});

test("another search is entered where the way is the same, as far as it goes", () => {
  assert.equal(minmax.follow([2, 1]), minmax.calls[6]);
  assert.equal(alphaBeta.follow([1, 2, 1]), alphaBeta.calls[1]); // column 3 is cut off there
  assert.equal(anticipation.follow([2, 2, 2]), anticipation.calls[8]);
  assert.equal(anticipation.follow([2, 2]), anticipation.calls[13]);
  assert.equal(anticipation.follow([]), anticipation.roots.at(-1));
});

test("the address says what is shown", () => {
  const index = { steps: ["01", "02"], positions: [{ moves: "44" }, { moves: MOVES }] };
  const read = (text) => readQuery(new URLSearchParams(text), index);
  assert.deepEqual(read(""), { moves: "44", step: "01", at: 0 });
  assert.deepEqual(read(`moves=${MOVES}&search=02&moment=7`), { moves: MOVES, step: "02", at: 6 });
  assert.throws(() => read("moves=45"), /No search after the moves '45'/);
  assert.throws(() => read("search=04"), /No search of step '04'.*01, 02/);
  assert.throws(() => read("moment=0"), /no moment '0'/);
});
