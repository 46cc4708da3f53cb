// What the page "Write it" takes of CodeMirror: BUILD.txt says how codemirror.js is made of it.

export { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
export {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
export { pythonLanguage } from "@codemirror/lang-python";
export { EditorState } from "@codemirror/state";
export { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
export { tags } from "@lezer/highlight";
