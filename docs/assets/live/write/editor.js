// <c4-editor>: Python to edit, with numbered lines. Tab indents; after Escape it moves to the next element.
//
// editor.value    the text; setting it starts over, with nothing to undo, under the name in the attribute `label`
// "input" event   the reader has changed the text

import {
  bracketMatching,
  defaultKeymap,
  EditorState,
  EditorView,
  HighlightStyle,
  highlightActiveLineGutter,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  indentOnInput,
  indentUnit,
  keymap,
  lineNumbers,
  pythonLanguage,
  syntaxHighlighting,
  tags,
} from "../../codemirror/codemirror.js";

const INDENT = "    ";
/** The colours that the course's code has in the pages. */
const COLOURS = {
  keyword: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null],
  string: [tags.string],
  comment: [tags.comment],
  number: [tags.number],
  function: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)],
};
const STYLE = HighlightStyle.define(
  Object.entries(COLOURS).flatMap(([name, kinds]) =>
    kinds.map((tag) => ({ tag, color: `var(--md-code-hl-${name}-color)` })),
  ),
);

/** Indent the selected lines, or go on to the next tab stop. */
function indent(view) {
  const { from, to } = view.state.selection.main;
  if (from !== to) return indentMore(view);
  const before = from - view.state.doc.lineAt(from).from;
  view.dispatch(view.state.replaceSelection(INDENT.slice(before % INDENT.length)));
  return true;
}

class Editor extends HTMLElement {
  #view = new EditorView();

  connectedCallback() {
    if (!this.#view.dom.isConnected) this.append(this.#view.dom);
    if (!Object.hasOwn(this, "value")) return;
    const given = this.value; // before this script was there
    delete this.value;
    this.value = given;
  }

  get value() {
    return this.#view.state.doc.toString();
  }

  set value(text) {
    const extensions = [
      [lineNumbers(), highlightActiveLineGutter(), history(), bracketMatching(), indentOnInput()],
      [indentUnit.of(INDENT), pythonLanguage, syntaxHighlighting(STYLE)],
      keymap.of([{ key: "Tab", run: indent, shift: indentLess }, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of(() => ({
        "aria-label": this.getAttribute("label"),
        "aria-describedby": "tab-key",
        tabindex: "0", // it can be reached as it is, but not every checker knows
      })),
      EditorView.updateListener.of(({ docChanged }) => docChanged && this.dispatchEvent(new Event("input"))),
    ];
    this.#view.setState(EditorState.create({ doc: text, extensions }));
  }
}

customElements.define("c4-editor", Editor);
