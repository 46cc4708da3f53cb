// Texts of the stages: paragraphs, indented code, `names`, names of files.

import { element } from "../dom.js";

const PARTS = /(?: .*\n|\n)+|(?:[^ \n].*\n)+/g; // lines that are indented or empty, and others
const NAMES = /`([^`]*)`|\b(\w+\.py)\b/; // splits a text into what is around a name, and the name by one group or the other

/** Return the elements of a text: empty lines end a paragraph, lines that begin with a space are code. */
export function prose(text) {
  const parts = `${text}\n`.match(PARTS).filter((part) => part.trim());
  return parts.map((part) => {
    const lines = part.replace(/^\n+|\s+$/g, "").split("\n");
    if (/^\s/.test(part)) return element("pre", { tabindex: 0 }, outdent(lines).join("\n"));
    const pieces = lines.join(" ").split(NAMES);
    const marked = pieces.map((piece, at) => (piece && at % 3 ? element("code", {}, piece) : (piece ?? "")));
    return element("p", {}, ...marked);
  });
}

function outdent(lines) {
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents)));
}
