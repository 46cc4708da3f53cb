// A bitboard as a drawing: a cell for each bit with its number and a 0 or 1, the spare row on top.

import { HEIGHT, WIDTH } from "../wasm/kernels.js";
import { COLUMN_BITS, listed } from "./bits.js";
import { element, shape } from "./dom.js";

const [ACROSS, DOWN] = [40, 28]; // the size of a cell

/**
 * Return a figure of a bitboard with its name and its value.
 *
 * ringed      bits that are marked by a ring
 * carried     bits that are marked by an arrow upwards
 * slide       the direction from which the ones come
 */
export function bitGrid({ name, bits, ringed = 0n, carried = 0n, slide = null, columnBits = COLUMN_BITS }) {
  const rows = [...Array(columnBits).keys()];
  const cells = [...Array(WIDTH).keys()].flatMap((column) =>
    rows.map((row) => {
      const bit = column * columnBits + row;
      const has = (board) => (board >> BigInt(bit)) & 1n;
      const drawn = cell(bit, row >= HEIGHT, has(bits), has(ringed), has(carried));
      const place = `translate(${ACROSS * column} ${DOWN * (columnBits - 1 - row)})`;
      return shape("g", { transform: place, style: `--row: ${row}` }, ...drawn);
    }),
  );
  const marked = ringed || carried ? `; marked: ${listed(ringed | carried)}` : "";
  const size = { viewBox: `-2 -2 ${ACROSS * WIDTH + 4} ${DOWN * columnBits + 4}`, role: "img" };
  const picture = shape("svg", { ...size, "aria-label": `${name}: ${listed(bits)} set${marked}` }, ...cells);
  if (slide) picture.style.setProperty("--slide", `${ACROSS * slide.right}px ${-DOWN * slide.up}px`);
  const inHex = element("code", { class: "bits-hex" }, `0x${bits.toString(16)}`);
  const inDecimal = element("span", { class: "bits-decimal" }, String(bits));
  const values = element("div", { class: "bits-values" }, inHex, " = ", inDecimal);
  const caption = element("figcaption", {}, element("code", { class: "bits-name" }, name), values);
  return element("figure", { class: "bits" }, picture, caption);
}

function cell(bit, isSpare, isOne, isRinged, isCarried) {
  const kind = `${isOne ? "bit-one" : "bit-zero"}${isSpare ? " bit-spare" : ""}`;
  const area = { width: ACROSS, height: DOWN };
  const drawn = [
    shape("rect", { ...area, class: isSpare ? "bit-cell bit-spare" : "bit-cell" }),
    ...(isOne ? [shape("rect", { ...area, class: "bit-fill" })] : []),
    shape("text", { class: `bit-number ${kind}`, x: 3, y: 11 }, String(bit)),
    shape("text", { class: `bit-digit ${kind}`, x: 28, y: 20 }, isOne ? "1" : "0"),
  ];
  if (isRinged) drawn.push(shape("circle", { class: `bit-mark ${kind}`, cx: 28, cy: 14.5, r: 9.5 }));
  if (isCarried) drawn.push(shape("path", { class: `bit-mark ${kind}`, d: "M9 26V15M5 19l4-4 4 4" }));
  return drawn;
}
