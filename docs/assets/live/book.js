// Reading a book: the format is that of the steps' book.py.

import { HEIGHT, WIDTH } from "../wasm/kernels.js";

const HEADER = 16;
const CHECKSUM = 12;
const VERSION = 3;
const MAGIC = [..."C4BK"].map((letter) => letter.charCodeAt(0));

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
  const planes = await inflate(new Uint8Array(buffer, HEADER));
  const entries = new BigInt64Array(size);
  let key = 0;
  for (let index = 0; index < size; index++) {
    for (let place = 0; place < 4; place++) key += planes[size * (place + 1) + index] * 256 ** place;
    entries[index] = BigInt(256 * key + planes[index]);
  }
  return { entries, size, plies };
}

/** Return the bytes that zlib has compressed. */
async function inflate(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function crc32(parts) {
  let crc = -1;
  for (const part of parts)
    for (const byte of part) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
    }
  return ~crc >>> 0;
}
