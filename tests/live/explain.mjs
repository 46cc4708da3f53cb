// What the page's reasons say of positions: node tests/live/explain.mjs KIND < LINES, a line of JSON each.
//
// reasons         of each score's sign, for positions as move strings
// words           a list of sentences, for explanations as JSON
// explanations    all but the nodes, for move strings with the scores of the columns as JSON behind them
// reviews         with words, for games with the score of each position as JSON behind them

import { readFileSync } from "node:fs";
import * as explanations from "../../docs/assets/live/explanation.js";
import { Kernel } from "../../docs/assets/live/kernel.js";
import { findReasons } from "../../docs/assets/live/reasons.js";
import { Game, highest } from "../../docs/assets/live/rules.js";
import * as wording from "../../docs/assets/live/wording.js";
import { THINKER } from "../../docs/assets/wasm/kernels.js";

const folder = process.env.C4_WASM ?? new URL("../../docs/assets/wasm", import.meta.url).pathname;

function makeExplainer() {
  const kernel = new Kernel(THINKER, new WebAssembly.Module(readFileSync(`${folder}/${THINKER}.wasm`)));
  const isAtMost = (game, score) => kernel.solve(game.fields, score, score + 1) === score;
  return (text) => {
    const [moves, json] = text.split(" ");
    const [game, scores] = [Game.parse(moves), JSON.parse(json)];
    const line = explanations.findLine(game, highest(scores), isAtMost);
    const worse = explanations
      .listWorse(scores)
      .map((column) => explanations.findPunishment(game, column, scores[column], isAtMost));
    return explanations.joinExplanation(game, scores, line, worse);
  };
}

/** Return the words that why.js shows, and the line as the terminal has it. */
function describe(explanation) {
  const { line } = explanation;
  const legend = wording.describeStoneMarks(line);
  const played = `Best play: ${line.map(wording.spellStone).join(" ")}${legend ? `   (${legend})` : ""}`;
  return [
    wording.describeResult(explanation),
    wording.describeBest(explanation),
    ...(wording.isLineTold(explanation) ? [played] : []),
    wording.describeReasons(explanation),
    ...wording.describeWorseMoves(explanation).map(({ text }) => text),
  ];
}

function review(text) {
  const [moves, json] = text.split(" ");
  const made = explanations.reviewGame(Game.parse(moves), JSON.parse(json));
  const mistakes = explanations.listMistakes(made);
  const losses = mistakes.map((stone) => wording.describeMistake(made, stone));
  return {
    ...made,
    mistakes: mistakes.map(({ number }) => number),
    end: wording.describeEnd(made),
    atOnce: wording.describeGlance(made),
    losses,
  };
}

const ANSWERS = {
  reasons: () => (moves) => [-1, 0, 1].map((score) => findReasons(Game.parse(moves), score)),
  words: () => (json) => describe(JSON.parse(json)),
  explanations: makeExplainer,
  reviews: () => review,
};
const answer = ANSWERS[process.argv[2]]();
for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1))
  console.log(JSON.stringify(answer(line)));
