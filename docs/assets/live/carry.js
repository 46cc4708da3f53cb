// The work of `Position.play` of steps/04_bitboard/position.py, in stages like those of alignment.js.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { bottom, COLUMN_BITS, listed, ones, top } from "./bits.js";
import { capitalize, count } from "./words.js";

/** Return the stages of dropping a stone in a column, for a position whose mover and opponent have names. */
export function dropStages({ stones, mask }, column, mover, opponent) {
  const sum = mask + bottom(column);
  const isFull = (mask & top(column)) !== 0n;
  const landed = sum & ~mask;
  const carried = mask & ~sum;
  const before = { name: "mask", bits: mask };
  const one = { name: "bottom(column)", bits: bottom(column) };
  const added = { name: "mask + bottom(column)", bits: sum };
  const after = { name: "mask | (mask + bottom(column))", bits: mask | sum };
  return [
    { formula: "mask", words: heightInWords(mask, column), boards: [before] },
    {
      formula: "bottom(column)",
      words:
        `A single 1 in the lowest cell of column ${COLUMN_NAMES[column]}, ${listed(bottom(column))}. ` +
        `The code counts columns from 0: bottom(${column}).`,
      boards: [before, one],
    },
    {
      formula: "mask + bottom(column)",
      words: sumInWords(mask, sum, column) + carryInWords(carried, landed) + (isFull ? refusal(landed) : ""),
      boards: [before, one, { ...added, ringed: landed, carried }],
    },
    {
      formula: "mask | (mask + bottom(column))",
      words: restored(carried, landed, isFull),
      boards: [before, added, { ...after, ringed: landed }],
    },
    {
      formula: "stones ^ mask",
      words:
        `Remove the stones of ${mover} from the mask before the move; those of ${opponent} are left. ` +
        `${opponent} is to move now, so these become stones. ` +
        `The new stone is in the mask but not among them, because it is ${mover}'s.`,
      boards: [{ name: "stones", bits: stones }, before, { name: "stones ^ mask", bits: stones ^ mask }],
    },
  ];
}

/** Return the bits of a column, the spare one first. */
function digits(bits, column) {
  const own = (bits >> BigInt(column * COLUMN_BITS)) & ((1n << BigInt(COLUMN_BITS)) - 1n);
  return own.toString(2).padStart(COLUMN_BITS, "0");
}

function heightInWords(mask, column) {
  const height = [...digits(mask, column)].filter((digit) => digit === "1").length;
  const value = `its bits are ${digits(mask, column)}, which is 2**${height} - 1`;
  return `Column ${COLUMN_NAMES[column]} has ${count(height, "stone")}. From the top ${value}.`;
}

function sumInWords(mask, sum, column) {
  const [before, one, after] = [mask, bottom(column), sum].map((bits) => digits(bits, column));
  return `In column ${COLUMN_NAMES[column]}, ${before} + ${one} = ${after}.`;
}

function carryInWords(carried, landed) {
  if (!carried) return ` Nothing is in the way: ${listed(landed)}, marked by a ring, turns to 1.`;
  const turned = ones(carried).length === 1 ? "turns to 0 and carries" : "turn to 0 and carry";
  const rest = `It comes to rest in ${listed(landed)}, marked by a ring.`;
  return ` ${capitalize(listed(carried))}, marked by arrows, ${turned} a 1 upwards. ${rest}`;
}

function refusal(landed) {
  const rule = `play does not check, so call can_play first; ${listed(landed)} must stay 0.`;
  return ` That is the spare bit: the column is full. ${rule}`;
}

function restored(carried, landed, isFull) {
  const back = carried ? `The carry has cleared ${listed(carried)}; the | brings them back.` : "";
  const stone = isFull ? "is not a cell: the board is ruined" : "is the new stone";
  return `${back} The ring marks ${listed(landed)}, which ${stone}.`.trim();
}
