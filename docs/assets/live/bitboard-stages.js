// The work of `aligned` of steps/04_bitboard/position.py in one direction, and that of `Position.play`, in stages.
//
// stage       { formula or title, words, boards }
// board       { name, bits, ringed, slide, columnBits } as bitboard.js takes it

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { bottom, COLUMN_BITS, listCells, ones, SPARE, top, withOnes, withSpare } from "./bits.js";
import { capitalize, count, joinNames, ordinal } from "./format.js";

/** The directions of a line, by their names, as cells to the right and up; in the order of `aligned`. */
export const DIRECTIONS = new Map([
  ["vertical", { right: 0, up: 1, neighbour: "above it" }],
  ["diagonal down", { right: 1, up: -1, neighbour: "to its right and down" }],
  ["horizontal", { right: 1, up: 0, neighbour: "to its right" }],
  ["diagonal up", { right: 1, up: 1, neighbour: "to its right and up" }],
]);

/** Return how much a step in a direction adds to the number of a bit. */
export function stepOf({ right, up }, columnBits = COLUMN_BITS) {
  return right * columnBits + up;
}

/** Return the stones that have a neighbour one step further, and of these where a line of four begins. */
export function alignment(stones, step) {
  const shifted = stones >> BigInt(step);
  const pairs = stones & shifted;
  const shiftedPairs = pairs >> BigInt(2 * step);
  return { shifted, pairs, shiftedPairs, fours: pairs & shiftedPairs };
}

export function aligned(stones) {
  return [...DIRECTIONS.values()].some((direction) => alignment(stones, stepOf(direction)).fours !== 0n);
}

/** Return a number that no other position has. */
export function key({ stones, mask }) {
  return stones + mask;
}

/** Return the same stones in columns of HEIGHT bits, without the spare one. */
export function withoutSpare(stones) {
  return withOnes(listCells(stones));
}

/** Return the bits of the lines of four that begin at some bits. */
export function linesFrom(fours, step) {
  return withOnes(ones(fours).flatMap((bit) => [0, 1, 2, 3].map((steps) => bit + steps * step)));
}

/** Name bits in a sentence: "bits 14, 21 and 28". */
export function listed(bits) {
  const numbers = ones(bits);
  if (!numbers.length) return "no bit";
  return `bit${numbers.length > 1 ? "s" : ""} ${joinNames(numbers)}`;
}

/** Positions that show something: which stones, which direction, and at which stage. */
export const PRESETS = [
  { name: "Four in a row", moves: "4455667", direction: "horizontal", whose: "opponent", stage: 0 },
  { name: "Four up a diagonal", moves: "12233434464", direction: "diagonal up", whose: "opponent", stage: 0 },
  { name: "A line that wraps", moves: "112121121", direction: "vertical", whose: "opponent", stage: 5 },
];

/** Return the stages for the stones of a player in one of the DIRECTIONS. */
export function alignmentStages(stones, player, direction) {
  const step = stepOf(direction);
  const { shifted, pairs, shiftedPairs, fours } = alignment(stones, step);
  const first = { name: "stones", bits: stones };
  const second = { name: "stones >> step", bits: shifted };
  const third = { name: "pairs", bits: pairs };
  const fourth = { name: "pairs >> 2 * step", bits: shiftedPairs };
  return [
    { formula: "stones", words: `The stones of ${player}: ${listed(stones)}.`, boards: [first] },
    {
      formula: "stones >> step",
      words: `The step is ${step}. ${shiftInWords(stones, shifted, direction)}`,
      boards: [first, { ...second, slide: direction }],
    },
    {
      formula: "pairs = stones & (stones >> step)",
      words: `1 where both are 1: each is a stone with another one ${direction.neighbour}. They are ${listed(pairs)}.`,
      boards: [first, second, third].map((board) => ({ ...board, ringed: pairs })),
    },
    {
      formula: "pairs >> 2 * step",
      words: `A shift by ${2 * step} moves all pairs ${distance(direction, 2)}.`,
      boards: [third, { ...fourth, slide: { right: 2 * direction.right, up: 2 * direction.up } }],
    },
    {
      formula: "pairs & (pairs >> 2 * step)",
      words: foursInWords(stones, fours, step),
      boards: [third, fourth, { name: "pairs & (pairs >> 2 * step)", bits: fours }].map((board) => ({
        ...board,
        ringed: fours,
      })),
    },
    spareStage(stones, fours, direction),
  ];
}

function shiftInWords(stones, shifted, direction) {
  const lost = stones & ((1n << BigInt(stepOf(direction))) - 1n);
  const off = shifted & SPARE;
  const moved = `The shift moves all stones ${distance(direction, 1)}`;
  return [
    `${moved}: a bit is 1 if there was a stone ${direction.neighbour}.`,
    lost ? `Of the stones, ${listed(lost)} fell off at the lower end.` : "",
    off ? `In the spare row, ${listed(off)} came off the board; no stone is there, so the & clears it.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Say how far a shift moves the board: "two columns to the left and two cells up". */
function distance({ right, up }, times) {
  const [number, ending] = times === 1 ? ["one", ""] : ["two", "s"];
  const left = right ? [`${number} column${ending} to the left`] : [];
  const down = up ? [`${number} cell${ending} ${up > 0 ? "down" : "up"}`] : [];
  return [...left, ...down].join(" and ");
}

function foursInWords(stones, fours, step) {
  if (fours) {
    const lines = `A line begins at ${listed(fours)}; its stones are ${listed(linesFrom(fours, step))}.`;
    return `Not 0: pairs two steps apart are four in a row, and aligned returns True. ${lines}`;
  }
  const all = aligned(stones)
    ? "Another step finds a line: aligned returns True"
    : "The other steps find none either: aligned returns False";
  return `0: there is no line of four in this direction. ${all}.`;
}

/** Return the stage that asks the same of columns without a spare bit. */
function spareStage(stones, fours, direction) {
  const step = stepOf(direction, HEIGHT);
  const packed = withoutSpare(stones);
  const found = alignment(packed, step).fours;
  const wrong = linesFrom(found & ~withoutSpare(fours), step);
  const ringed = linesFrom(found, step);
  const words = wrong
    ? `The test calls ${listed(wrong)} a line. On the board they are no line of four but ${cells(wrong)}. ` +
      `With the spare bit the same cells are ${listed(withSpare(wrong))}, no longer one step apart.`
    : `The test finds ${found ? "the same line" : "no line, as with the spare bit"}. That is luck: ` +
      "“A line that wraps” shows a position in which it is wrong.";
  return {
    title: "without the spare bit",
    words: `With only ${HEIGHT} bits per column the step is ${step}. ${words}`,
    boards: [
      { name: `stones, ${COLUMN_BITS} bits per column`, bits: stones, ringed: withSpare(ringed) },
      { name: `stones, ${HEIGHT} bits per column`, bits: packed, ringed, columnBits: HEIGHT },
    ],
  };
}

function cells(packed) {
  const named = (bit) =>
    `the ${ordinal((bit % HEIGHT) + 1)} of column ${COLUMN_NAMES[Math.floor(bit / HEIGHT)]}`;
  return `these cells, counted from below: ${ones(packed).map(named).join(", ")}`;
}

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
      words: sumInWords(mask, sum, column) + carryInWords(carried, landed, isFull),
      boards: [before, one, { ...added, ringed: landed, carried }],
    },
    {
      formula: "mask | (mask + bottom(column))",
      words: restoringInWords(carried, landed, isFull),
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

function carryInWords(carried, landed, isFull) {
  if (!carried) return ` Nothing is in the way: ${listed(landed)}, marked by a ring, turns to 1.`;
  const turned = ones(carried).length === 1 ? "turns to 0 and carries" : "turn to 0 and carry";
  const rest = `It comes to rest in ${listed(landed)}, marked by a ring.`;
  const rule = `play does not check, so call can_play first; ${listed(landed)} must stay 0.`;
  const refusal = isFull ? ` That is the spare bit: the column is full. ${rule}` : "";
  return ` ${capitalize(listed(carried))}, marked by arrows, ${turned} a 1 upwards. ${rest}${refusal}`;
}

function restoringInWords(carried, landed, isFull) {
  const back = carried ? `The carry has cleared ${listed(carried)}; the | brings them back.` : "";
  const stone = isFull ? "is not a cell: the board is ruined" : "is the new stone";
  return `${back} The ring marks ${listed(landed)}, which ${stone}.`.trim();
}
