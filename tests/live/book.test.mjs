import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readBook } from "../../docs/assets/live/book.js";

const bytes = readFileSync(new URL("../../common/data/7x6.book", import.meta.url));
const changed = (at, value) => {
  const copy = new Uint8Array(bytes);
  copy[at] = value;
  return copy.buffer;
};

test("the book has all its positions in ascending order", () => {
  const book = readBook(new Uint8Array(bytes).buffer);
  assert.equal(book.plies, 8);
  assert.equal(book.size, book.keys.length);
  assert.ok(book.keys.every((key, index) => index === 0 || book.keys[index - 1] < key));
  assert.ok(book.scores.every((score) => score >= -18n && score <= 18n));
  assert.ok(book.scores.some((score) => score < 0n));
});

test("what is no book is refused, and why is said", () => {
  assert.throws(() => readBook(new ArrayBuffer(3)), /a book of 3 bytes: its start is missing/);
  assert.throws(() => readBook(changed(0, 65)), /this is not a book/);
  assert.throws(() => readBook(changed(4, 1)), /a book of version 1, not 2/);
  assert.throws(() => readBook(changed(5, 6)), /a book for a board of 6x6/);
  assert.throws(() => readBook(changed(7, bytes[7] ^ 1)), /the book is damaged/);
  assert.throws(() => readBook(changed(bytes.length - 1, bytes.at(-1) ^ 1)), /the book is damaged/);
  assert.throws(() => readBook(new Uint8Array(bytes).slice(0, -1).buffer), /the book is not whole/);
});
