// Texts of the stages: paragraphs, indented code, `names`, names of files.

import { element } from "../dom.js";

const PARTS = /(?: .*\n|\n)+|(?:[^ \n].*\n)+/g; // lines that are indented or empty, and others

/** Return the elements of a text: empty lines end a paragraph, lines that begin with a space are code. */
export function prose(text) {
  return blocks(text).map(({ isCode, lines }) => {
    if (isCode) return element("pre", { tabindex: 0 }, lines.join("\n"));
    const parts = pieces(lines.join(" "));
    return element("p", {}, ...parts.map(({ isCode, part }) => (isCode ? element("code", {}, part) : part)));
  });
}

/** Return a text's blocks, each code or a paragraph. */
export function blocks(text) {
  const parts = `${text}\n`.match(PARTS).filter((part) => part.trim());
  return parts.map((part) => {
    const isCode = /^\s/.test(part);
    const lines = part.replace(/^\n+|\s+$/g, "").split("\n");
    return { isCode, lines: isCode ? outdent(lines) : lines };
  });
}

function outdent(lines) {
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents)));
}

/** Return the pieces of a text, each code, as `names` and the names of files are, or not. */
export function pieces(text) {
  const parts = text.split(/`([^`]*)`|\b(\w+\.py)\b/);
  return parts.map((part, index) => ({ isCode: index % 3 > 0, part })).filter(({ part }) => part);
}
