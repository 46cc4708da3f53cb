// Building elements, and the focus: a button that loses it to nobody takes the keyboard along, and a screen reader falls
// silent.

const SVG = "http://www.w3.org/2000/svg";

/** Return an element with attributes, or listeners where the name begins with "on", and children. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Return an element of a drawing. */
export function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Return a button. */
export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/** Return a row of buttons and choices. */
export function controls(...children) {
  return element("div", { class: "controls" }, ...children);
}

/** Return such a row with a name. */
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
