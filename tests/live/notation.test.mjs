// Moves and boards as people write them: those of the cases for common/api/c4/notation.py that the page reads, too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readMoves, readPosition } from "../../docs/assets/live/notation.js";
import { InvalidMoves } from "../../docs/assets/live/rules.js";

const CASES = JSON.parse(readFileSync(new URL("../notation.json", import.meta.url), "utf8"));

for (const [text, moves, ...named] of [...CASES.moves, ...CASES.boards]) {
  test(`${JSON.stringify(text)} is read as in Python`, () => {
    if (moves !== null) {
      assert.equal(readPosition(text).text, moves);
      return;
    }
    const words = named.map((word) => (typeof word === "string" ? word : word[1])); // in Python, on pages
    assert.throws(
      () => readPosition(text),
      (error) =>
        error instanceof InvalidMoves && (words.every((word) => error.message.includes(word)) || error),
    );
  });
}

test("a board is no move list", () => {
  for (const [text, moves] of CASES.moves) if (moves !== null) assert.equal(readMoves(text), moves);
  for (const [text, moves] of CASES.boards) {
    if (moves !== null) assert.throws(() => readMoves(text), /a board does not say/);
  }
});
