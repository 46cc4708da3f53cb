// The focus: a button that loses it to nobody takes the keyboard along, and a screen reader falls silent.

/** Change something; if that takes the focus away, give it to what `findNext` finds. */
export function keepFocus(change, findNext) {
  const hadFocus = document.activeElement !== document.body;
  change();
  const focused = document.activeElement; // some browsers take it away at once, others later
  if (hadFocus && (focused === document.body || focused.disabled)) findNext()?.focus();
}
