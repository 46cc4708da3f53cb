import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aligned,
  alignment,
  alignmentStages,
  DIRECTIONS,
  dropStages,
  key,
  listed,
  PRESETS,
  stepOf,
  withoutSpare,
} from "../../docs/assets/live/bitboard-stages.js";
import { ones, SPARE, withOnes } from "../../docs/assets/live/bits.js";
import { COLUMNS, Game } from "../../docs/assets/live/rules.js";
import { HEIGHT } from "../../docs/assets/wasm/kernels.js";
import { seeded } from "./stand_in.mjs";

/** Yield every game on the way through random games, reproducibly. */
function* games(number) {
  const random = seeded(1);
  for (let each = 0; each < number; each++) {
    let game = new Game();
    while (!game.isOver) {
      const columns = COLUMNS.filter((column) => game.canPlay(column));
      game = game.play(columns[Math.floor(random() * columns.length)]);
      yield game;
    }
  }
}

const lastBoard = ({ boards }) => boards.at(-1).bits;

function presetOf(name) {
  const preset = PRESETS.find((each) => each.name === name);
  const { stones, mask } = Game.parse(preset.moves).fields;
  const shown = preset.whose === "mover" ? stones : stones ^ mask;
  return { shown, direction: DIRECTIONS.get(preset.direction), stage: preset.stage };
}

test("the carry puts each stone where the rules do", () => {
  for (const game of games(50)) {
    const before = new Game(game.columns.slice(0, -1));
    const [mask, stones] = dropStages(before.fields, game.columns.at(-1), "X", "O").slice(3).map(lastBoard);
    assert.deepEqual({ stones, mask }, { stones: game.fields.stones, mask: game.fields.mask }, game.text);
    assert.equal(mask & SPARE, 0n);
  }
});

test("the shifts find four in a row just when the rules do", () => {
  let lines = 0;
  for (const game of games(300)) {
    const { stones, mask } = game.fields;
    assert.equal(aligned(stones ^ mask), game.line !== null, game.text);
    if (game.line) lines += 1;
  }
  assert.ok(lines > 200);
});

test("bits have the numbers and the steps of the lesson", () => {
  const { stones, mask } = Game.parse("445566").fields;
  assert.deepEqual(ones(stones), [21, 28, 35]);
  assert.deepEqual(ones(mask), [21, 22, 28, 29, 35, 36]);
  const steps = [...DIRECTIONS.values()].map((each) => stepOf(each));
  assert.deepEqual(steps, [1, 6, 7, 8]);
  assert.equal(key({ stones, mask }), stones + mask);
  assert.deepEqual([listed(0n), listed(8n), listed(11n)], ["no bit", "bit 3", "bits 0, 1 and 3"]);
});

test("the examples with a line end in it", () => {
  for (const name of ["Four in a row", "Four up a diagonal"]) {
    const { shown, direction } = presetOf(name);
    const [found, packed] = alignmentStages(shown, "X", direction).slice(4);
    assert.match(found.words, /^Not 0: .* True\. A line begins at bit \d+;/);
    assert.equal(ones(found.boards[2].bits).length, 1);
    assert.match(packed.words, /finds the same line/);
  }
});

test("the example that wraps has a line only without the spare bit", () => {
  const { shown, direction, stage } = presetOf("A line that wraps");
  assert.equal(aligned(shown), false);
  assert.notEqual(alignment(withoutSpare(shown), stepOf(direction, HEIGHT)).fours, 0n);
  const { words, boards } = alignmentStages(shown, "X", direction)[stage];
  assert.match(words, /calls bits 4, 5, 6 and 7 a line.*the same cells are bits 4, 5, 7 and 8/);
  const [spaced, packed, ...others] = boards.map(({ ringed }) => ones(ringed));
  assert.deepEqual(spaced, [4, 5, 7, 8]);
  assert.deepEqual(packed, [4, 5, 6, 7]);
  assert.deepEqual(others, []);
});

test("a shift says which bits leave the board", () => {
  const vertical = alignmentStages(withOnes([0, 7, 21]), "X", DIRECTIONS.get("vertical"))[1];
  assert.match(vertical.words, /one cell down.*bit 0 fell off.*spare row, bits 6 and 20 came off/);
  const diagonal = alignmentStages(withOnes([8]), "X", DIRECTIONS.get("diagonal down"));
  assert.match(diagonal[1].words, /one column to the left and one cell up/);
  assert.match(diagonal[3].words, /two columns to the left and two cells up/);
});

test("the carry goes through the stones of its column and rests above them", () => {
  const { stones, mask } = Game.parse("445566").fields;
  const drop = dropStages({ stones, mask }, 3, "X", "O");
  assert.match(drop[2].words, /0000011 \+ 0000001 = 0000100/);
  const { bits, ringed, carried } = drop[2].boards[2];
  assert.deepEqual([bits, ones(ringed), ones(carried)], [mask + (1n << 21n), [23], [21, 22]]);
  const after = Game.parse("4455664").fields;
  assert.deepEqual([drop[3].boards[2].bits, drop[4].boards[2].bits], [after.mask, after.stones]);
});

test("in a full column the carry comes to rest in the spare bit", () => {
  const drop = dropStages(Game.parse("121212212121").fields, 0, "X", "O");
  assert.match(drop[2].words, /rest in bit 6.*spare bit: the column is full/);
  assert.match(drop[3].words, /ruined/);
});
