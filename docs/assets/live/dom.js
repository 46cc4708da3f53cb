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

const ICONS = {
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "m15 5 5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
  restart: "M4 4v5h5M4.6 9A8 8 0 1 1 4 13",
  fill: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  first: "M6 5v14M18 5 9 12l9 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
};

/** Return a button with an icon, which screen readers, and a mouse that rests on it, get by its name. */
export function iconButton(name, icon, onclick) {
  const made = button("", onclick, { class: "icon", "aria-label": name, title: name });
  const drawn = shape("path", { d: ICONS[icon] });
  made.append(shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, drawn));
  return made;
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

/** Return buttons in one place, of which one at a time is not hidden: it takes the room of the largest. */
export function alternatives(...buttons) {
  return element("span", { class: "alternatives" }, ...buttons);
}

export function controlGroup(label, ...children) {
  return element("div", { class: "controls", role: "group", "aria-label": label }, ...children);
}

/** Change something; if that takes the focus away, give it to the button in the same place or what `findNext` finds. */
export function keepFocus(change, findNext) {
  const before = document.activeElement;
  change();
  const focused = document.activeElement; // some browsers take it away at once, others later
  const isLost = focused === document.body || focused.matches(":disabled, [hidden]");
  if (before === document.body || !isLost) return;
  const place = before.closest(".alternatives");
  (place?.querySelector("button:not([hidden], :disabled)") ?? findNext())?.focus();
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
