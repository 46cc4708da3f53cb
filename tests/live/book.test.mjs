import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readBook } from "../../docs/assets/live/book.js";

const bytes = readFileSync(new URL("../../common/data/7x6-8.book", import.meta.url));
const changed = (at, value) => {
  const copy = new Uint8Array(bytes);
  copy[at] = value;
  return copy.buffer;
};

test("the book has all its positions in ascending order", async () => {
  const book = await readBook(new Uint8Array(bytes).buffer);
  assert.equal(book.plies, 8);
  assert.equal(book.size, book.entries.length);
  assert.ok(book.entries.every((entry, index) => index === 0 || book.entries[index - 1] >> 8n < entry >> 8n));
  const scores = [...book.entries].map((entry) => Number(entry & 255n) - 128);
  assert.deepEqual([Math.min(...scores), Math.max(...scores)], [-17, 16]);
});

test("what is no book is refused, and why is said", async () => {
  await assert.rejects(readBook(new ArrayBuffer(3)), /a book of 3 bytes: its start is missing/);
  await assert.rejects(readBook(changed(0, 65)), /this is not a book/);
  await assert.rejects(readBook(changed(4, 1)), /a book of version 1, not 3/);
  await assert.rejects(readBook(changed(5, 6)), /a book for a board of 6x6/);
  await assert.rejects(readBook(changed(7, bytes[7] ^ 1)), /the book is damaged/);
  await assert.rejects(readBook(changed(bytes.length - 1, bytes.at(-1) ^ 1)), /the book is damaged/);
  await assert.rejects(readBook(new Uint8Array(bytes).slice(0, -1).buffer), /the book is damaged/);
});
