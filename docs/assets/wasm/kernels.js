// Written by c4 wasm build.
export const WIDTH = 7;
export const HEIGHT = 6;
export const COLUMN_NAMES = "1234567";
export const MAX_SCORE = 18;
export const THINKER = "21";
export const STEPS = new Map([
  ["01", {"name": "minmax", "idea": "play every game to its end", "arguments": [["position.cells", 42], ["position.heights", 7], "position.moves", ["nodes", 1]]}],
  ["02", {"name": "alpha beta", "idea": "stop as soon as the rest cannot matter", "arguments": [["position.cells", 42], ["position.heights", 7], "position.moves", "alpha", "beta", ["nodes", 1]]}],
  ["03", {"name": "move order", "idea": "try the centre first", "arguments": [["position.cells", 42], ["position.heights", 7], "position.moves", "alpha", "beta", ["nodes", 1]]}],
  ["04", {"name": "bitboard", "idea": "a board is two integers", "arguments": ["position.stones", "position.mask", "position.moves", "alpha", "beta", ["nodes", 1]]}],
  ["05", {"name": "transposition table", "idea": "never search the same position twice", "arguments": ["position.stones", "position.mask", "position.moves", "alpha", "beta", ["entries", 8388594], ["nodes", 1]]}],
  ["06", {"name": "iterative deepening", "idea": "ask about quick results first", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["entries", 8388594], ["nodes", 1]]}],
  ["07", {"name": "anticipation", "idea": "never play a move that loses at once", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["entries", 8388594], ["nodes", 1]]}],
  ["08", {"name": "opening book", "idea": "look up what was searched once and for all", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8388594], ["nodes", 1]]}],
  ["09", {"name": "threat order", "idea": "try the moves that threaten most first", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8388594], ["moves", 294], ["nodes", 1]]}],
  ["10", {"name": "look ahead", "idea": "ask what the opponent can reply before going there", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8388594], ["moves", 588], ["nodes", 1]]}],
  ["11", {"name": "forced reply", "idea": "a position with a single safe move needs no table", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8388594], ["moves", 588], ["nodes", 1]]}],
  ["12", {"name": "two bounds", "idea": "remember the lower bound of a position as well as the upper one", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8388594], ["moves", 588], ["nodes", 1]]}],
  ["13", {"name": "mirror", "idea": "a position and its mirror image have one score", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8388594], ["moves", 588], ["nodes", 1]]}],
  ["14", {"name": "child probes", "idea": "ask the table about every move before searching any", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8388594], ["moves", 588], ["nodes", 1]]}],
  ["15", {"name": "near table", "idea": "keep the positions of the last plies where the processor finds them fast", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8519695], ["moves", 588], ["nodes", 1]]}],
  ["16", {"name": "follow up", "idea": "the player who makes the last move can reply wherever the other goes", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8519695], ["moves", 588], ["nodes", 1]]}],
  ["17", {"name": "zugzwang", "idea": "who follows up, and waits for a winning square, makes the other run out of good moves", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8519695], ["moves", 588], ["nodes", 1]]}],
  ["18", {"name": "horizon", "idea": "if only a win within two stones can still matter, look just at these", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8519695], ["moves", 588], ["nodes", 1]]}],
  ["19", {"name": "lanes", "idea": "look in all four directions with the same instructions", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8519695], ["moves", 588], ["nodes", 1]]}],
  ["20", {"name": "one question", "idea": "ask only whether the score is at least beta", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8519695], ["moves", 588], ["nodes", 1]]}],
  ["21", {"name": "what matters", "idea": "positions that differ only in stones without influence share an entry of the table", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8519666], ["moves", 1769], ["nodes", 1]]}],
  ["22", {"name": "threads", "idea": "search one position on several processors", "arguments": ["position.stones", "position.mask", "position.moves", "low", "high", ["book.entries", 1], "book.size", "book.plies", ["entries", 8392693], ["moves", 132887], ["nodes", 16]]}],
]);
