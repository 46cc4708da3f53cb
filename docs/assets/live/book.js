// Reading a book: the format is that of common/book_file.py.

import { HEIGHT, WIDTH } from "../wasm/kernels.js";
import { fetchFile } from "./fetching.js";

const BOOK = new URL("../7x6.book", import.meta.url);
const HEADER = 16;
const CHECKSUM = 12;
const VERSION = 3;
const MAGIC = [..."C4BK"].map((letter) => letter.charCodeAt(0));
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  return crc;
});

let loading = null; // the book of the pages

/** Return the book of the pages, which is read once; throw an Error that says what could not be loaded. */
export function loadBook() {
  loading ??= fetchFile(BOOK, async (response) => readBook(await response.arrayBuffer())).catch((error) => {
    loading = null; // the next question tries again
    throw error;
  });
  return loading;
}

/** Return the book in some bytes, as the steps take it; throw an Error if they are not a whole book. */
export async function readBook(buffer) {
  const bytes = new DataView(buffer);
  if (buffer.byteLength < HEADER)
    throw new Error(`a book of ${buffer.byteLength} bytes: its start is missing`);
  if (MAGIC.some((byte, at) => bytes.getUint8(at) !== byte)) throw new Error("this is not a book");
  const [version, width, height, plies] = [4, 5, 6, 7].map((at) => bytes.getUint8(at));
  if (version !== VERSION) throw new Error(`a book of version ${version}, not ${VERSION}`);
  if (width !== WIDTH || height !== HEIGHT) throw new Error(`a book for a board of ${width}x${height}`);
  const size = bytes.getUint32(8, true);
  const covered = [new Uint8Array(buffer, 0, CHECKSUM), new Uint8Array(buffer, HEADER)];
  if (crc32(covered) !== bytes.getUint32(CHECKSUM, true)) throw new Error("the book is damaged");
  const packed = new Blob([new Uint8Array(buffer, HEADER)]).stream();
  const inflated = new Response(packed.pipeThrough(new DecompressionStream("deflate")));
  const planes = new Uint8Array(await inflated.arrayBuffer());
  const entries = new BigInt64Array(size);
  const halves = new Uint32Array(entries.buffer); // the lower one first; big integers are much slower
  let key = 0;
  for (let index = 0; index < size; index++) {
    let gap = 0;
    for (let place = 4; place > 0; place--) gap = 256 * gap + planes[size * place + index];
    key += gap;
    halves[2 * index] = (key << 8) | planes[index];
    halves[2 * index + 1] = key >>> 24;
  }
  return { entries, size, plies };
}

function crc32(parts) {
  const add = (crc, byte) => (crc >>> 8) ^ REMAINDERS[(crc ^ byte) & 255];
  return ~parts.reduce((crc, part) => part.reduce(add, crc), -1) >>> 0;
}
