// <c4-turn>: the stages of `c4 learn` in a page: write a stage's code, and let Python check it; ?stage=05a or ?step=05

import { statusLine } from "./controls.js";
import { difference } from "./difference.js";
import { element } from "./dom.js";
import { fetched } from "./fetched.js";
import { folderButtons } from "./folder.js";
import { Hints } from "./hints.js";
import { Kept, siteStorage } from "./kept.js";
import { latest } from "./latest.js";
import { Program } from "./program.js";
import { prose } from "./prose.js";
import { Python } from "./python.js";
import { Report } from "./report.js";
import { Stopped } from "./solver.js";
import { Way } from "./way.js";

const FILES = new URL("../turn/", import.meta.url);
const LESSONS = new URL("../../lessons/", import.meta.url);
const SAID = { passed: "passed", read: "read", "caught up": "done, with our program" };
const CAUGHT_UP = { how: "caught up" };
const NOTICE = new URL("../pyodide/NOTICE.txt", import.meta.url);
const WITHOUT =
  "This copy of the site was built without Python, so it can check nothing. `c4 learn` does the same in a terminal.";

class Turn extends HTMLElement {
  #python = new Python((line) => this.#printed.append(`${line}\n`));
  #megabytes;
  #way; // through the stages, with what is kept of it
  #stage = null; // that is shown
  #latest = latest();
  #program = new Program(() => this.#way.write(this.#stage, this.#program.files));
  #hints = new Hints((count) => this.#way.hinted(this.#stage, count));

  #choice = element("select", { "aria-label": "Stage", onchange: () => this.#go(this.#choice.value) });
  #brief = element("div", { class: "brief" });
  #progress = element("span");
  #check = button("", () => this.#onCheck(), "asks");
  #stop = button("Stop", () => this.#python.stop());
  #compare = button("Compare with ours", () => this.#onCompare(), "asks");
  #take = button("Take ours and go on", () => this.#finish(CAUGHT_UP, this.#stage.ours), "asks");
  #next = button("", () => this.#go(this.#way.after(this.#stage.name)));
  #status = statusLine();
  #trouble = element("pre", { class: "trouble", role: "alert" });
  #printed = element("pre", { class: "printed", role: "region", "aria-label": "Printed", tabindex: 0 });
  #reported = element("div");
  #difference = element("div");

  async connectedCallback() {
    if (this.#way) return;
    try {
      const { python, stages } = await json("about");
      if (!python) {
        this.replaceChildren(...prose(WITHOUT));
        return;
      }
      this.#megabytes = python.megabytes;
      this.#way = new Way(stages, new Kept(siteStorage()));
      await this.#restore();
      this.#build(python);
      addEventListener("popstate", () => this.#restore());
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
    }
  }

  disconnectedCallback() {
    this.#python.stop();
  }

  #build({ version }) {
    const folder = folderButtons({
      ask: (question) => this.#ask(question),
      kept: () => this.#way.exported(this.#stage, this.#program.files),
      take: (state) => this.#import(state),
      tell: (text) => this.#say(text),
    });
    this.replaceChildren(
      controls(this.#choice, this.#progress),
      this.#brief,
      controls(this.#program.choice, this.#program.reset),
      this.#program.area,
      controls(this.#check, this.#stop),
      ...[this.#status, this.#trouble, this.#printed, this.#reported],
      controls(this.#next),
      ...[this.#hints.box, controls(this.#compare, this.#take), this.#difference, folder],
      element("p", { class: "python" }, "Python by ", element("a", { href: NOTICE }, `Pyodide ${version}`)),
    );
    this.#setBusy(false);
  }

  /** Show what the address names; the stage that was shown last, if it names none. */
  async #restore() {
    const query = new URLSearchParams(location.search);
    const [step, asked] = [query.get("step"), query.get("stage")];
    const known = this.#way.names.includes(asked) ? asked : this.#way.ofStep(step);
    const isShown = await this.#show(known ?? this.#way.here);
    if (isShown && !known && (step ?? asked))
      this.#say(`There is no ${asked ? "stage" : "stage of step"} ${asked ?? step}.`);
  }

  /** Show another stage, and let the address follow. */
  async #go(name) {
    const address = new URL(location.href);
    address.search = `?stage=${name}`;
    const isShown = await this.#show(name);
    if (isShown && address.href !== location.href) history.pushState(null, "", address);
    if (isShown && document.activeElement === document.body) this.#choice.focus();
  }

  /** Show a stage and return true; if it cannot be had, say so and leave the one before. What runs is stopped. */
  async #show(name) {
    this.#choice.value = name;
    try {
      const stage = await this.#latest(json(name));
      if (!this.#stop.disabled) this.#python.stop();
      this.#stage = stage;
    } catch (error) {
      if (!this.#stage) throw error;
      this.#choice.value = this.#stage.name;
      this.#say(error.message);
      return false;
    }
    this.#way.here = name;
    this.#fill();
    return true;
  }

  /** Show the stage anew: its brief, the reader's program, the hints they have seen. */
  #fill() {
    const stage = this.#stage;
    const lesson = element("a", { href: new URL(`${stage.lesson}/`, LESSONS) }, "the lesson");
    this.#brief.replaceChildren(...prose(stage.brief), element("p", {}, "More is in ", lesson, "."));
    this.#program.show(this.#way.program(stage), this.#way.start(stage));
    this.#hints.show(stage.hints, this.#way.hints(stage));
    this.#clear();
    this.#say("");
    this.#name();
  }

  /** Name the stages and buttons by what is done, and by what they will do. */
  #name() {
    const { name, isChecked } = this.#stage;
    const options = this.#way.names.map((each) => element("option", { value: each }, this.#way.label(each)));
    this.#choice.replaceChildren(...options);
    this.#choice.value = name;
    this.#progress.textContent = this.#way.progress();
    const loading = this.#python.isThere ? "" : ` (loads Python, ${this.#megabytes} MB)`;
    this.#check.textContent = isChecked ? `Check stage ${name}${loading}` : `Mark stage ${name} as read`;
    const next = this.#way.after(name);
    this.#next.hidden = !this.#way.isDone(name) || !next;
    this.#next.textContent = `Go on to stage ${next}`;
    this.#take.hidden = !isChecked || this.#way.isDone(name);
  }

  /** Take away what an earlier check has left. */
  #clear() {
    for (const each of [this.#trouble, this.#printed, this.#reported, this.#difference])
      each.replaceChildren();
  }

  /** Say something, and what is wrong with keeping things, if anything is. */
  #say(text) {
    this.#status.textContent = [text, this.#way.complaint].filter(Boolean).join(" ");
  }

  #onCheck() {
    return this.#stage.isChecked ? this.#run() : this.#finish({ how: "read" }, this.#program.files);
  }

  /** Check the program as it is now. */
  async #run() {
    const [stage, files] = [this.#stage, { ...this.#program.files }];
    this.#clear();
    const report = new Report(stage.hangs);
    this.#reported.replaceChildren(report.box);
    let done = null;
    const isAnswered = await this.#ask({ verb: "check", stage: stage.name, files }, (event) => {
      if (event.event === "Begun") this.#say(`Checking: ${event.title} …`);
      if (event.event === "Passed") done = event.done;
      report.take(event);
    });
    if (stage !== this.#stage) return;
    if (done) {
      this.#finish(done, files);
      return;
    }
    if (!isAnswered) report.stopped();
    if (report.hasFailed)
      this.#say(`Stage ${stage.name} is not done yet: ${report.title}. ${report.held} checks hold.`);
  }

  /** Note that the stage is done. */
  #finish(done, files) {
    const { name } = this.#stage;
    this.#way.finish(this.#stage, done, files);
    this.#program.show(this.#way.program(this.#stage), this.#way.start(this.#stage));
    this.#name();
    const isLast = !this.#way.after(name);
    this.#say(
      `Stage ${name} is ${SAID[done.how]}.${isLast ? " It was the last: the solver is your own." : ""}`,
    );
    if (!isLast) this.#next.focus();
  }

  async #onCompare() {
    const found = await this.#ask({ verb: "compare", stage: this.#stage.name, files: this.#program.files });
    if (!found) return;
    this.#difference.replaceChildren(...difference(found.text));
    this.#say("The differences are below.");
  }

  /** Take what was imported, or what that had replaced; return what was there. */
  #import(state) {
    const before = this.#way.imported(state);
    this.#go(this.#way.here);
    return before;
  }

  /** Ask Python, so that it can be stopped; return the last thing it tells, null if something is wrong. */
  async #ask(question, tell = () => {}) {
    this.#say(this.#python.isThere ? "Python is at work …" : "Python is being loaded …");
    this.#trouble.textContent = this.#printed.textContent = "";
    this.#setBusy(true);
    try {
      const found = await this.#python.ask(question, tell);
      this.#say("");
      return found;
    } catch (error) {
      const isStopped = error instanceof Stopped;
      this.#say(isStopped ? "Stopped." : "That did not work.");
      this.#trouble.textContent = isStopped ? "" : error.message;
      return null;
    } finally {
      this.#setBusy(false);
      this.#name();
    }
  }

  #setBusy(isBusy) {
    const focused = document.activeElement;
    for (const each of this.querySelectorAll(".asks, .folder :is(button, input)")) each.disabled = isBusy;
    this.#stop.disabled = !isBusy;
    if (focused?.disabled) (isBusy ? this.#stop : this.#check).focus();
  }
}

customElements.define("c4-turn", Turn);

/** Return a file that the site's build has written about the stages. */
async function json(name) {
  return (await fetched(new URL(`${name}.json`, FILES))).json();
}

function button(text, onclick, kind = "") {
  return element("button", { type: "button", class: kind, onclick }, text);
}

function controls(...children) {
  return element("div", { class: "controls" }, ...children);
}
