// Building elements; the focus: a button that loses it to nobody takes the keyboard along, and a screen reader falls
// silent; and keys that are pressed anywhere in a page, except those typed into a field.

const SVG = "http://www.w3.org/2000/svg";

/** Return an element with attributes, or listeners where the name begins with "on", and children. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Return an element of a drawing. */
export function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/** Return a select of values, which it shows as `describe` says. */
export function choice(attributes, values, describe = (value) => value) {
  const options = values.map((value) => element("option", { value }, describe(value)));
  return element("select", attributes, ...options);
}

/** Return a row of buttons and choices. */
export function controls(...children) {
  return element("div", { class: "controls" }, ...children);
}

export function controlGroup(label, ...children) {
  return element("div", { class: "controls", role: "group", "aria-label": label }, ...children);
}

/** Change something; if that takes the focus away, give it to what `findNext` finds. */
export function keepFocus(change, findNext) {
  const hadFocus = document.activeElement !== document.body;
  change();
  const focused = document.activeElement; // some browsers take it away at once, others later
  if (hadFocus && (focused === document.body || focused.matches(":disabled"))) findNext()?.focus();
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

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
