// A reader's progress in the course, on each page: a tick in the menu for each lesson, where to go on, their bars in a
// lesson's strip, our code, which a lesson folds away until they have written theirs, and the figures that answer its
// prediction, which it hides until they have made one.

import { element, shape } from "./dom.js";
import { isDone, PROJECT } from "./project.js";
import { siteStorage, StoredState } from "./stored-state.js";

const SVG = document.querySelector(".strip svg");
const LABEL = SVG?.getAttribute("aria-label");
const STAGES = document.querySelector("meta[name=stages]").content.split(" ");
const MENU = document.querySelector(".md-nav--primary");
const here = lessonAt(location);
const ours = document.querySelector("details.ours");
const PREDICTED = "#predict ~ details:is(.right, .wrong)[open]"; // an answer that the reader has chosen

if (ours && !ours.contains(document.getElementById(location.hash.slice(1)))) ours.open = false;
for (const figure of document.querySelectorAll(".outcome")) hide(figure);
show();
addEventListener("pageshow", show); // the page may come back as it was left
document.addEventListener("done", show);
if (here) document.addEventListener("toggle", noteAnswer, { capture: true }); // it does not bubble

function show() {
  const { state } = new StoredState(siteStorage(), PROJECT);
  const menu = [...MENU.querySelectorAll("a.md-nav__link")].filter((link) => !link.hash);
  const lessons = menu.filter(lessonAt);
  const done = lessons.map(lessonAt).filter((number) => isLessonDone(number, state));
  for (const link of lessons) tick(link, done.includes(lessonAt(link)));
  const title = MENU.querySelector("label[for=__toc].md-nav__link"); // of this page, in the menu of a phone
  if (here && title) tick(title, done.includes(here));
  if (ours && done.includes(here)) ours.open = true;
  if (done.includes(here) || document.querySelector(PREDICTED)) showOutcome();
  showOwn(state);
  const begun = state.here?.slice(0, 2);
  const find = (number) => menu.find((link) => lessonAt(link) === number);
  if (begun && !done.includes(begun)) carryOn(find(begun));
  else if (done.length) carryOn(menu[menu.indexOf(find(done.at(-1))) + 1]); // after volume one, its end
}

/** Return the number of the lesson at an address, or undefined if it is another page. */
function lessonAt({ pathname }) {
  return pathname.match(/\/lessons\/(\d\d)_/)?.[1];
}

/** Return whether all stages of a lesson are done, or its quiz. */
function isLessonDone(number, state) {
  const stages = STAGES.filter((name) => name.startsWith(number));
  return number in state.quizzes || (stages.length > 0 && stages.every((name) => isDone(state, name)));
}

function tick(link, hasTick) {
  link.querySelector(".tick")?.remove();
  const words = element("span", { class: "unseen" }, ", done");
  if (hasTick) link.append(element("span", { class: "tick" }, words));
}

/** Lead on from the home page to a page of the menu. */
function carryOn(page) {
  const link = document.querySelector("#carry-on");
  if (!link || !page) return;
  link.href = page.href;
  const title = page.querySelector(".md-ellipsis").textContent.trim();
  link.replaceChildren(element("strong", {}, "Carry on"), " ", element("small", {}, title));
}

/** Put a note in the place of a figure. */
function hide(figure) {
  const way = element("a", { href: "#predict" }, "Predict");
  figure.append(
    element("p", { class: "unprinted" }, "Choose an answer under ", way, ", and this figure appears."),
  );
}

function showOutcome() {
  for (const note of document.querySelectorAll(".outcome > .unprinted")) note.remove();
}

/** Show what the reader has predicted; once each right answer is open, note that all questions are answered. */
function noteAnswer() {
  if (document.querySelector(PREDICTED)) showOutcome();
  if (document.querySelector("details.right:not([open])")) return;
  new StoredState(siteStorage(), PROJECT).change(({ quizzes }) => {
    quizzes[here] = true;
  });
  show();
}

/** Show a bar for each step whose last stage the reader's own program has passed. */
function showOwn({ done }) {
  if (!SVG) return;
  for (const old of document.querySelectorAll(".strip .own")) old.remove();
  const figures = [];
  for (const row of SVG.querySelectorAll("g")) {
    const own = done[row.dataset.stage]?.course_nodes;
    if (!(own > 0)) continue;
    row.append(bar(row, own));
    figures.push(`${row.dataset.stage} ${own.toLocaleString("en")}`);
  }
  SVG.setAttribute("aria-label", figures.length ? `${LABEL} Your programs: ${figures.join("; ")}.` : LABEL);
  if (!figures.length) return;
  const note = " The thin bars and the second numbers are from your programs.";
  document.querySelector(".strip figcaption").append(element("span", { class: "own" }, note));
}

/** Return the reader's bar in a row, on the scale of ours, and their nodes after ours. */
function bar(row, own) {
  const [ours, text] = [row.querySelector("rect"), row.lastElementChild];
  const [x, y, width] = ["x", "y", "width"].map((name) => Number(ours.getAttribute(name)));
  const length = Math.max(1, (width * Math.log(own)) / Math.log(row.dataset.nodes));
  const place = { x: Number(text.getAttribute("x")) + text.getComputedTextLength() + 8, y: y + 10 };
  const drawn = shape("rect", { x, y: y + 13, width: length, height: 4 });
  return shape("g", { class: "own" }, drawn, shape("text", place, own.toLocaleString("en")));
}
