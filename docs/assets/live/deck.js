// Cards as common/tools/play/cards.py has them, and their file. Compiled functions play by them and check them.
//
// card         { game, own, mask, stone, digits }: a game that leads to its position, bitboards, and a column or -1
//              for each bit
// deck         cards by ascending keys; a card's number there is the one that the functions use, -1 for none

import { ARGUMENTS, FAILURES, KINDS, ROOM } from "../wasm/cards.js";
import { COLUMN_NAMES, HEIGHT, WIDTH } from "../wasm/kernels.js";
import { cellsOf, COLUMN_BITS, columnOf, lowestOf, withOnes, withSpare } from "./bits.js";
import { fetchFile, readModule } from "./fetching.js";
import { Compiled } from "./kernel.js";
import { CELLS, COLUMNS, Game } from "./rules.js";

const FILE = new URL("../cards/7x6.cards", import.meta.url);

/** Return the deck of this site's file. */
export async function loadDeck() {
  return fetchFile(FILE, async (response) => readDeck(await response.text()));
}

/** Return the compiled function of a name. */
export async function loadModule(name) {
  const url = new URL(`../wasm/cards-${name}.wasm`, import.meta.url);
  return fetchFile(url, readModule);
}

/** Return the deck of a file, which is the one that the repository checks. */
export function readDeck(text) {
  const lines = text.trimEnd().split("\n").slice(1);
  const cards = lines.map((line) => {
    const [written, name, ...words] = line.split(" ");
    const game = written.replace("-", "");
    const { stones: own, mask } = Game.parse(game).fields;
    const columns = words.flatMap((word) => [...word.replace("-", "").padStart(HEIGHT, "."), "."]);
    const digits = columns.map((column) => COLUMN_NAMES.indexOf(column));
    const stone = lowestOf({ mask }) & cellsOf(COLUMN_NAMES.indexOf(name));
    return { game, own, mask, stone, digits };
  });
  const keyed = cards.map((card) => [keyOf(card), card]);
  return keyed.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, card]) => card);
}

function mirror(board) {
  const column = (bits, at) => (bits >> BigInt(at * COLUMN_BITS)) & ((1n << BigInt(COLUMN_BITS)) - 1n);
  return COLUMNS.reduce((bits, at) => (bits << BigInt(COLUMN_BITS)) | column(board, at), 0n);
}

/** Return the number that a position shares with its mirror image only. */
function keyOf({ own, mask }) {
  const [key, mirrored] = [own + mask, mirror(own) + mirror(mask)];
  if (key < mirrored) return key; // Math.min takes no BigInt
  return mirrored;
}

function mirrorCard({ game, own, mask, stone, digits }) {
  const flip = (column) => (column < 0 ? -1 : WIDTH - 1 - column);
  return {
    game: [...game].map((name) => COLUMN_NAMES[flip(COLUMN_NAMES.indexOf(name))]).join(""),
    own: mirror(own),
    mask: mirror(mask),
    stone: mirror(stone),
    digits: digits.map((_, bit) => {
      const column = WIDTH - 1 - Math.floor(bit / COLUMN_BITS);
      return flip(digits[column * COLUMN_BITS + (bit % COLUMN_BITS)]);
    }),
  };
}

/** Return a compiled function with a deck in its memory. */
function compileFor(deck, name, module, lengths = {}) {
  const columns = {
    "deck.keys": deck.map(keyOf),
    "deck.owns": deck.map(({ own }) => own),
    "deck.masks": deck.map(({ mask }) => mask),
    "deck.stones": deck.map(({ stone }) => stone),
    "deck.digits": deck.flatMap(({ digits }) => digits.map(BigInt)),
  };
  const given = new Map(Object.entries(lengths));
  for (const [each, values] of Object.entries(columns)) given.set(each, values.length);
  const compiled = new Compiled(module, ARGUMENTS[name], given);
  for (const [each, values] of Object.entries(columns)) compiled.arrays.get(each).set(values);
  return compiled;
}

/** X, who plays by a deck. */
export class CardPlayer {
  #choose;
  #numbers;
  #links = new Map();

  /** @param {{ game: string, own: bigint, mask: bigint, stone: bigint, digits: number[] }[]} deck */
  constructor(deck, module) {
    this.deck = deck;
    this.#choose = compileFor(deck, "choose", module);
    this.#numbers = new Map(deck.map((card, number) => [keyOf(card), number]));
  }

  /** Return the number of a position's card, or -1 if it has none. */
  find(position) {
    return this.#numbers.get(keyOf(position)) ?? -1;
  }

  /**
   * Return what X does at each turn of a game, including the next: what decides, the column and the card in force, as
   * it lies on the board. Without an answer there is `failure` in place of the column.
   */
  follow(game) {
    const turns = [];
    let [number, isMirrored] = [-1, false];
    for (let ply = 0; ply <= game.moves; ply += 2) {
      const before = game.upTo(ply);
      if (before.isOver) break;
      const { stones: own, mask } = before.fields;
      const found = this.find({ own, mask });
      const last = before.last === null ? 0n : withSpare(withOnes([before.last]));
      const wasMirrored = isMirrored;
      const see = (board) => (wasMirrored ? mirror(board) : board);
      const { stone, kind } = this.choose(see(own), see(mask), number, see(last));
      const isCard = stone && kind === "card";
      if (isCard) {
        number = found;
        isMirrored = this.deck[found].own !== own || this.deck[found].mask !== mask;
      }
      const card = number < 0 ? null : isMirrored ? mirrorCard(this.deck[number]) : this.deck[number];
      const shown = { number, card, isMirrored };
      if (!stone) turns.push({ failure: FAILURES[kind], ...shown });
      else turns.push({ kind, column: columnOf(isCard ? card.stone : see(stone)), ...shown });
    }
    return turns;
  }

  /** Return the numbers of the cards at which lines from a card end, each with a shortest one of these lines. */
  link(number) {
    if (this.#links.has(number)) return this.#links.get(number);
    const { game, own, mask, stone } = this.deck[number];
    const start = game + nameColumn(stone);
    const [links, seen] = [new Map(), new Set()];
    const waiting = [{ own: own | stone, mask: mask | stone, line: start }];
    for (const { own, mask, line } of waiting) {
      for (const last of COLUMNS.map((column) => lowestOf({ mask }) & cellsOf(column)).filter(Boolean)) {
        const { stone, kind } = this.choose(own, mask | last, number, last);
        const [after, text] = [mask | last | stone, line + nameColumn(last)];
        if (kind === "card") {
          const found = this.find({ own, mask: mask | last });
          if (!links.has(found)) links.set(found, text);
        } else if ((kind === "block" || kind === "digit") && !seen.has((own | stone) + after)) {
          seen.add((own | stone) + after);
          waiting.push({ own: own | stone, mask: after, line: text + nameColumn(stone) });
        }
      }
    }
    this.#links.set(number, links);
    return links;
  }

  /** Return X's stone and what decides, or 0 and the number of a failure. The other player's last stone is `last`. */
  choose(own, mask, number, last) {
    const [stone, kind] = this.#choose.call({
      ...sizesOf(this.deck),
      own,
      mask,
      card: BigInt(number),
      cell: BigInt(last ? Math.log2(Number(last)) : 0),
    });
    return stone ? { stone: BigInt(stone), kind: KINDS[kind] } : { stone: 0n, kind };
  }
}

/** The check of a deck, card by card. */
export class Check {
  #prove;
  #deck;
  #next = -1; // -1 is the empty board

  constructor(deck, module) {
    this.#deck = deck;
    const lengths = { seen: ROOM, counts: KINDS.length + 1, line: CELLS + 1 };
    this.#prove = compileFor(deck, "prove", module, lengths);
  }

  get isOver() {
    return this.#next === this.#deck.length;
  }

  /** How many positions there have been, and of each kind. */
  get counts() {
    const numbers = [...this.#prove.arrays.get("counts")].map(Number);
    return Object.fromEntries([...KINDS, "positions"].map((kind, at) => [kind, numbers[at]]));
  }

  /** Play all lines from the next card; return its number, and if it fails the game and why. */
  step() {
    const first = BigInt(this.#next);
    const values = { first, end: first + 1n, holder: 0n, plays_out: 0n, room: BigInt(ROOM) };
    const [, failure] = this.#prove.call({ ...sizesOf(this.#deck), ...values });
    const number = this.#next++;
    if (!failure) return { number };
    const line = [...this.#prove.arrays.get("line")].map(Number);
    const game = this.#deck[number]?.game ?? "";
    const rest = line.slice(game.length, line.at(-1)).map((column) => COLUMN_NAMES[column]);
    return { number, game, line: game + rest.join(""), failure: FAILURES[failure] };
  }
}

/** Return a deck with a card changed at random, a digit, its stone or all of it, and how: as break_strategy does. */
export function breakDeck(deck, random = Math.random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const number = Math.floor(random() * deck.length);
  const card = deck[number];
  const name = `the card ${card.game || "-"}`;
  const written = [...card.digits.keys()].filter((bit) => card.digits[bit] >= 0);
  const kind = pick(["gone", "stone", ...(written.length ? ["digit"] : [])]);
  if (kind === "gone") return { deck: deck.toSpliced(number, 1), game: card.game, words: `${name} is gone` };
  const made = { ...card, digits: [...card.digits] };
  let [before, column] = [columnOf(card.stone), 0];
  if (kind === "stone") {
    column = pick(COLUMNS.filter((each) => each !== before && lowestOf(card) & cellsOf(each)));
    made.stone = lowestOf(card) & cellsOf(column);
    made.digits[Math.log2(Number(made.stone))] = -1;
  } else {
    const bit = pick(written);
    before = card.digits[bit];
    column = pick(COLUMNS.filter((each) => each !== before));
    made.digits[bit] = column;
  }
  const words = `${name} has the ${kind} ${COLUMN_NAMES[column]} in place of ${COLUMN_NAMES[before]}`;
  return { deck: deck.with(number, made), game: card.game, words };
}

function sizesOf(deck) {
  return { "deck.size": BigInt(deck.length), "deck.draws": 0n };
}

function nameColumn(stone) {
  return COLUMN_NAMES[columnOf(stone)];
}
