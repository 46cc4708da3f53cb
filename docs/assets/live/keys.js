// Keys that are pressed anywhere in a page, but for those that are typed into a field.

/** Return whether a key is typed into a field, or part of a shortcut. */
export function isTyped(event) {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  return isShortcut || event.target.matches?.("input:not([type=range]), textarea, select, [contenteditable]");
}
