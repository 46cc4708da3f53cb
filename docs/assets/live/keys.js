// Keys that are pressed anywhere in a page, except those typed into a field.

/** Return whether a key is typed into a field, or part of a shortcut. */
export function isTyped(event) {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  return isShortcut || event.target.matches?.("input:not([type=range]), textarea, select, [contenteditable]");
}

/** Call a function on a key, pressed anywhere in the page while a part of a widget is there, or, on request, in the part. */
export function hearKey(key, part, onKey, isMine = (_event) => true) {
  document.addEventListener("keydown", (event) => {
    if (event.key === key && part.isConnected && isMine(event) && !isTyped(event)) onKey();
  });
}

/**
 * Call `onStep` with -1 on Left and with 1 on Right, pressed beside a part of a widget; nowhere in particular, beside the
 * page's first board.
 */
export function hearArrows(part, onStep) {
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const place = event.target === document.body ? document.querySelector("c4-board") : event.target;
    const isHere = part.isConnected && part.parentElement.contains(place);
    if (!step || !isHere || isTyped(event) || place.matches("input")) return;
    event.preventDefault();
    onStep(step);
  });
}
