// <c4-write>: the stages of `c4 learn` in a page: write a stage's code, let Python check it; ?stage=05a or ?step=05
// <c4-write step="05">: the stages of a step, in its lesson

import { hearQuery, pageAddress, pushQuery, replaceQuery } from "./address.js";
import { button, controls, element } from "./dom.js";
import { latest } from "./fetching.js";
import { isSame } from "./project.js";
import { CheckList } from "./write/check-list.js";
import { folderButtons } from "./write/folder.js";
import { Program } from "./write/program.js";
import { prose } from "./write/prose.js";
import { Console } from "./write/python.js";
import { findPython, openProject, readStageFile } from "./write/stages.js";

const SAID = { passed: "passed", "caught up": "done, with our program" };
const NOTICE = new URL("../pyodide/NOTICE.txt", import.meta.url);

class Hints {
  #texts = [];
  #shown = 0;
  #onShown;
  #list = element("div", { "aria-live": "polite" });
  #button = button("", () => this.#showNext());

  box = element("div", { class: "hints" }, this.#list, controls(this.#button));

  /** `onShown` gets how many have been shown. */
  constructor(onShown) {
    this.#onShown = onShown;
  }

  /** Begin with a stage's hints, of which some have been seen. */
  show(texts, seen) {
    this.#texts = texts;
    this.#shown = 0;
    this.#list.replaceChildren();
    while (this.#shown < seen) this.#append();
    this.#nameNext();
  }

  #showNext() {
    const hint = this.#append();
    this.#nameNext();
    if (this.#button.hidden) hint.focus();
    this.#onShown(this.#shown);
  }

  #append() {
    const name = `Hint ${this.#shown + 1} of ${this.#texts.length}`;
    const parts = [element("p", { class: "label" }, name), ...prose(this.#texts[this.#shown])];
    const hint = element("section", { tabindex: -1 }, ...parts); // with no label, which would be read in its place
    this.#list.append(hint);
    this.#shown += 1;
    return hint;
  }

  #nameNext() {
    this.#button.hidden = this.#shown >= this.#texts.length;
    const [next, count] = [this.#shown + 1, this.#texts.length];
    this.#button.textContent = `Show hint ${next} of ${count}${next === count ? ": our code" : ""}`;
  }
}

class Write extends HTMLElement {
  #console = new Console((isBusy) => this.#setBusy(isBusy));
  #megabytes;
  #end; // the stage that ends volume one
  #project;
  #stage = null; // that is shown
  #latest = latest();
  #program = new Program((before) => this.#keep(before));
  #other = button("", () => this.#showOther());
  #hints = new Hints((count) => this.#project.hinted(this.#stage, count));

  #choice = element("select", { "aria-label": "Stage", onchange: () => this.#go(this.#choice.value) });
  #brief = element("div", { class: "brief" });
  #progress = element("span");
  #check = button("", () => this.#onCheck(), { class: "asks" });
  #compare = button("Compare with ours", () => this.#onCompare(), { class: "asks" });
  #take = button("", () => this.#onTake(), { class: "asks" });
  #next = button("", () => this.#goOn());
  #onward = element("a", { class: "onward" }); // to the next lesson, or the end of volume one
  #reported = element("div");
  #difference = element("div");

  async connectedCallback() {
    try {
      const { about, project } = await openProject();
      [this.#project, this.#end] = [project, about.end];
      await this.#restore();
      if (!this.#step) hearQuery(() => this.#restore());
      project.stored.hear(() => this.#follow());
      const python = await findPython(about, (why) => this.#showWithout(why));
      if (python) this.#build(python);
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
    }
  }

  /** Show what can be read without Python, and why there is none. */
  #showWithout(why) {
    const stage = [controls(this.#choice, this.#progress), this.#brief];
    this.replaceChildren(...stage, ...this.#console.lines, ...prose(why), this.#hints.box);
  }

  #build({ version, megabytes }) {
    this.#megabytes = megabytes;
    const folder = folderButtons({
      ask: (question) => this.#console.ask(question),
      exported: () => this.#project.exported(this.#stage, this.#program.files),
      take: (state) => this.#import(state),
      tell: (text) => this.#say(text),
    });
    this.replaceChildren(
      controls(this.#choice, this.#progress),
      this.#brief,
      controls(this.#program.choice, this.#program.reset, this.#other),
      this.#program.area,
      controls(this.#check, this.#console.stop, this.#next, this.#onward),
      ...this.#console.lines,
      this.#reported,
      ...[this.#hints.box, controls(this.#compare, this.#take), this.#difference],
      ...(this.#step ? [] : [folder]),
      element("p", { class: "python" }, "Python by ", element("a", { href: NOTICE }, `Pyodide ${version}`)),
    );
    this.addEventListener("keydown", this.#onKey, { capture: true }); // the editor would begin a line
    this.#setBusy(false);
  }

  #onKey = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#check.click();
  };

  /** The step of the lesson that this is in, or null where it has a page of its own. */
  get #step() {
    return this.getAttribute("step");
  }

  get #names() {
    return this.#step ? this.#project.ofStep(this.#step) : this.#project.names;
  }

  get #following() {
    const next = this.#project.after(this.#stage.name);
    return this.#names.find((name) => name === next);
  }

  async #restore() {
    const { name, complaint } = this.#project.askedFor(this.#step ? `?step=${this.#step}` : location.search);
    if (!(await this.#show(name))) return;
    this.#nameInAddress(name, replaceQuery); // or Back would lead to the stage that was shown last
    this.#say([complaint, this.#project.stored.problem].filter(Boolean).join(" "));
  }

  async #go(name) {
    if (await this.#show(name)) this.#nameInAddress(name, pushQuery);
  }

  #nameInAddress(name, change) {
    if (!this.#step && location.search !== `?stage=${name}`) change({ stage: name, step: null });
  }

  /** Go on to the next stage, from a button that will be gone, or in a lesson to our code. */
  async #goOn() {
    if (!this.#following) {
      document.querySelector(".ours > summary").focus();
      return;
    }
    await this.#go(this.#following);
    this.#choice.focus();
  }

  /** Show a stage and return true; if it cannot be had, say so and leave the one before. What runs is stopped. */
  async #show(name) {
    this.#choice.value = name;
    try {
      const stage = await this.#latest(readStageFile(name));
      this.#console.end();
      this.#stage = stage;
    } catch (error) {
      if (!this.#stage) throw error;
      this.#choice.value = this.#stage.name;
      this.#say(error.message);
      return false;
    }
    this.#project.here = name;
    this.#fill();
    return true;
  }

  #fill() {
    const stage = this.#stage;
    const [words, href, name] = this.#step
      ? ["All stages are in ", pageAddress("live/write"), "Write it on the page"]
      : ["More is in ", pageAddress(`lessons/${this.#project.lesson(stage.name)}`), "the lesson"];
    const more = element("p", {}, words, element("a", { href }, name), ".");
    this.#brief.replaceChildren(...prose(stage.brief), more);
    this.#showProgram(stage.file);
    this.#hints.show(stage.hints, this.#project.hints(stage));
    this.#clear();
    this.#say("");
    this.#name();
  }

  /** Show the program, by default the same file of it as before. */
  #showProgram(file) {
    this.#program.show(this.#project.program(this.#stage), this.#project.start(this.#stage), file);
  }

  /** Keep what the reader has written, and what another tab may have stored in its place. */
  #keep(before) {
    this.#console.python.load(); // a check will soon need it
    this.#name();
    const count = this.#project.countOthers(this.#stage);
    this.#project.write(this.#stage, this.#program.files, before);
    this.#nameOther();
    if (this.#project.countOthers(this.#stage) > count) {
      this.#say("This program was changed in another tab too. The program written there is the other draft.");
    }
  }

  #showOther() {
    this.#project.swap(this.#stage, this.#program.files);
    this.#showProgram();
    this.#say("This is the other draft. Press the button again to get the previous one back.");
  }

  #follow() {
    if (!isSame(this.#program.files, this.#project.program(this.#stage))) this.#showProgram();
    this.#name();
    this.#tell();
  }

  #nameOther() {
    const count = this.#project.countOthers(this.#stage);
    this.#other.hidden = count === 0;
    this.#other.textContent = count > 1 ? `Show the next of ${count} other drafts` : "Show the other draft";
  }

  /** Name the stages by what is done, and the buttons by what they will do. */
  #name() {
    const { name } = this.#stage;
    const options = this.#names.map((each) => element("option", { value: each }, this.#project.label(each)));
    this.#choice.replaceChildren(...options);
    this.#choice.value = name;
    this.#progress.textContent = this.#project.progress();
    const loading = this.#console.python.isThere ? "" : ` (loads Python, ${this.#megabytes} MB)`;
    this.#check.textContent = `Check stage ${name}${loading}`;
    const next = this.#following;
    this.#next.hidden = !this.#project.isDone(name) || !(next || this.#step);
    this.#next.textContent = next ? `Next stage: ${next}` : "Read ours";
    this.#nameOnward();
    this.#take.hidden = this.#project.isDone(name);
    this.#take.textContent = next ? "Take ours and go on" : "Take ours";
    this.#nameOther();
  }

  #nameOnward() {
    const { name } = this.#stage;
    const onward = this.#project.after(name);
    const isEnd = name === this.#end;
    this.#onward.hidden = this.#next.hidden || !(isEnd || (onward && !this.#following));
    if (isEnd) {
      this.#onward.href = pageAddress("live/end");
      this.#onward.textContent = "Let your program play";
    } else if (onward) {
      this.#onward.href = pageAddress(`lessons/${this.#project.lesson(onward)}`);
      this.#onward.textContent = `Next stage: ${onward}`;
    }
  }

  #clear() {
    this.#console.clear();
    this.#reported.replaceChildren();
    this.#reported.style.minHeight = "";
    this.#difference.replaceChildren();
  }

  /** Say something, and why nothing can be stored, if that is so. */
  #say(text) {
    this.#console.say([text, this.#project.stored.complaint].filter(Boolean).join(" "));
  }

  /** Leave the stage to our program. The reader's program is kept. */
  async #onTake() {
    this.#finish({ how: "caught up" }, this.#stage.ours);
    const { name } = this.#stage;
    if (!this.#following) return;
    await this.#goOn();
    this.#say(`Stage ${name} is done, with our program. Here is the next one.`);
  }

  async #onCheck() {
    const [stage, files] = [this.#stage, { ...this.#program.files }];
    const room = this.#reported.offsetHeight;
    this.#clear();
    this.#reported.style.minHeight = `${room}px`; // so that what is below stays where it is
    const earlier = this.#project.before(stage.name);
    const list = new CheckList(stage.hangs, earlier);
    this.#reported.replaceChildren(list.box);
    let done = null;
    const question = { verb: "check", stage: stage.name, files, before: this.#project.finished(earlier) };
    const isAnswered = await this.#console.ask(question, (event) => {
      if (event.event === "Begun") this.#say(`Checking: ${event.title} …`);
      if (event.event === "Passed") done = event.done;
      list.take(event);
    });
    if (stage !== this.#stage) return;
    this.#reported.style.minHeight = "";
    if (done) this.#finish(done, files);
    else if (!isAnswered) list.stopped();
    if (!list.hasFailed) return;
    this.#say(`Stage ${stage.name} is not passed yet: ${list.title}.`);
    list.box.scrollIntoView({ block: "nearest" });
  }

  #finish(done, files) {
    const { name } = this.#stage;
    this.#project.finish(this.#stage, done, files, this.#program.files);
    this.#showProgram();
    this.#name();
    const end = this.#project.after(name) ? "" : " That was the last: the solver is all yours.";
    this.#say(`Stage ${name} is ${SAID[done.how]}.${end}`);
    (name === this.#end ? this.#onward : this.#next).focus();
    this.#tell();
  }

  async #onCompare() {
    const [stage, { files }] = [this.#stage.name, this.#program];
    const found = await this.#console.ask({ verb: "compare", stage, files });
    if (!found) return;
    this.#difference.replaceChildren(...difference(found.text));
    this.#say("The differences are below.");
  }

  /** Take what was imported, or what that had replaced; return what was there. */
  async #import(state) {
    const before = this.#project.imported(state);
    await this.#go(this.#project.here);
    this.#tell();
    return before;
  }

  #tell() {
    this.dispatchEvent(new Event("done", { bubbles: true }));
  }

  /** Allow no other question while Python is at work; return the button that is nearest then. */
  #setBusy(isBusy) {
    for (const each of this.querySelectorAll(".asks, .folder :is(button, input)")) each.disabled = isBusy;
    this.#name();
    return isBusy ? this.#console.stop : this.#check;
  }
}

customElements.define("c4-write", Write);

const KINDS = { "+": "added", "-": "removed", "@": "place" };

/** Return the lines to show of a diff from a reader's program to ours, each marked by what becomes of it. */
function difference(text) {
  if (!text) return [element("p", {}, "Your program is the same as ours, line for line.")];
  const markLine = (line) => {
    if (line.startsWith("--- ")) return element("b", {}, line.slice(4));
    return element("span", { class: KINDS[line[0]] ?? "same" }, line || " ");
  };
  const lines = text.trimEnd().split("\n");
  const marked = lines.filter((line) => !line.startsWith("+++ ")).map(markLine);
  const named = { class: "difference", tabindex: 0, "aria-label": "Yours next to ours" };
  const code = element("pre", named, ...marked);
  return [element("p", {}, "Lines with - are yours, lines with + are ours."), code];
}
