// What a reader takes away from a board: the page's address, the board for a page of their own, and a picture.

import { button, element } from "./dom.js";

const SCRIPT = new URL("board.js", import.meta.url).href;
const TO_READ = 2000; // milliseconds that a button says what it did
const SCALE = 4; // of a saved picture of pixels
const PAINT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray"];
const LETTERING = ["font", "text-anchor", "dominant-baseline"];

/** Return a button that opens the ways to take a board away, and these. */
export function shareControls(board) {
  const script = `<script type="module" src="${SCRIPT}"></script>`; // as the page about boards elsewhere has it
  const writeTag = () => `${script}\n<c4-board moves="${board.game.text}"></c4-board>\n`;
  const ways = element(
    "div",
    { class: "share", popover: "auto", role: "group", "aria-label": "Share" },
    copyButton("Copy link", () => location.href),
    button("Save SVG", () => save(new Blob([drawPicture(board)], { type: "image/svg+xml" }), board, "svg")),
    button("Save PNG", async () => save(await paintPicture(board), board, "png")),
    copyButton("Copy the tag", writeTag),
  );
  const open = button("Share", () => {});
  open.popoverTargetElement = ways; // Escape closes it
  return [open, ways];
}

/** Return a button that copies what a function returns, or where browsers bar that, has the reader copy it. */
export function copyButton(name, write) {
  const copy = button(name, onclick, { "aria-live": "polite" });
  const field = element("textarea", { readonly: true });
  const barred = element("label", { class: "to-copy" }, "This page may not copy. Copy it from here: ", field);
  async function onclick() {
    try {
      await navigator.clipboard.writeText(write());
      copy.style.minWidth = `${copy.offsetWidth}px`; // it says less now, and stays where it is
      copy.textContent = "Copied";
      setTimeout(() => {
        copy.textContent = name;
      }, TO_READ);
    } catch {
      copy.after(barred);
      field.value = write();
      field.focus();
      field.select();
    }
  }
  return copy;
}

/** Return the picture of a board as a file of its own, in the colours that it has on the page. */
function drawPicture(board) {
  const shown = board.querySelector("svg");
  const drawn = shown.cloneNode(true);
  const { width, height } = shown.viewBox.baseVal;
  for (const [name, value] of Object.entries({ width, height })) drawn.setAttribute(name, value);
  const copies = [...drawn.querySelectorAll("*")];
  for (const [at, each] of [...shown.querySelectorAll("*")].entries()) {
    const names = each.localName === "text" ? [...PAINT, ...LETTERING] : PAINT;
    const style = getComputedStyle(each);
    for (const name of names) copies[at].style.setProperty(name, style.getPropertyValue(name));
  }
  for (const each of drawn.querySelectorAll(".board-column, .ghost")) each.remove();
  return new XMLSerializer().serializeToString(drawn);
}

async function paintPicture(board) {
  const image = element("img", { src: `data:image/svg+xml,${encodeURIComponent(drawPicture(board))}` });
  await image.decode();
  const canvas = element("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** Have the browser save a file that is named after the moves. */
function save(file, { game }, ending) {
  const href = URL.createObjectURL(file);
  element("a", { href, download: `connect4-${game.text || "empty"}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), TO_READ);
}
