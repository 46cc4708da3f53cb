// Written by python -m common.tools.make.wasm.
export const ARGUMENTS = {"prove": ["deck.size", "deck.draws", ["deck.keys", 1], ["deck.owns", 1], ["deck.masks", 1], ["deck.stones", 1], ["deck.digits", 1], "first", "end", "holder", "plays_out", "room", ["seen", 1], ["counts", 1], ["line", 1]], "choose": ["deck.size", "deck.draws", ["deck.keys", 1], ["deck.owns", 1], ["deck.masks", 1], ["deck.stones", 1], ["deck.digits", 1], "own", "mask", "card", "cell"]};
export const KINDS = ["card", "fork", "poison", "tower", "wait", "dead", "hold", "four", "block", "digit", "full"];
export const FAILURES = ["", "the other player has made four", "the other player threatens to make four in two cells", "there is no card and no digit", "the column of the digit is full", "the board is full", "there is no room for more positions"];
export const ROOM = 1048576;
