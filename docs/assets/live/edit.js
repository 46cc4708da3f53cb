// <c4-edit>: a step's Python in a cell to edit, run in the page and scored on a sample; ?step=05&moves=...

import { STEPS } from "../wasm/kernels.js";
import { Cell } from "./cell.js";
import { statusLine } from "./controls.js";
import { element } from "./dom.js";
import { fetched } from "./fetched.js";
import { latest } from "./latest.js";
import { ownPosition } from "./own-position.js";
import { Python } from "./python.js";
import { resultTable } from "./results.js";
import { Stopped } from "./solver.js";
import { verdict } from "./verdict.js";
import { readableTime } from "./words.js";

const SOURCE = new URL("../source/", import.meta.url);
const NOTICE = new URL("../pyodide/NOTICE.txt", import.meta.url);
const FIRST = "05"; // shown where the address names no step
const WITHOUT = "This copy of the site was built without Python. See below how to do the same in a terminal.";

class Edit extends HTMLElement {
  #python = new Python((line) => this.#printed.append(`${line}\n`));
  #isStarted = false; // what is stopped later starts again by itself
  #sources = new Map(); // of each step seen
  #source = null; // of the step that is shown
  #latest = latest();
  #cell = new Cell();
  #own = ownPosition((moves) => this.#solve(moves));

  #step = element("select", { "aria-label": "Step", onchange: () => this.#go({ step: this.#step.value }) });
  #run = element("button", { type: "button", onclick: () => this.#onRun() });
  #stop = element("button", { type: "button", disabled: true, onclick: () => this.#python.stop() }, "Stop");
  #status = statusLine();
  #trouble = element("pre", { class: "trouble", role: "alert" });
  #printed = element("pre", { class: "printed", role: "region", "aria-label": "Printed", tabindex: 0 });
  #results = element("div");

  async connectedCallback() {
    if (this.#step.length) return;
    for (const [number, { name }] of STEPS) {
      this.#step.append(element("option", { value: number }, `${number} ${name}`));
    }
    try {
      const about = await json("python");
      if (!about) {
        this.replaceChildren(element("p", {}, WITHOUT));
        return;
      }
      await this.#restore(); // so that there is nothing to press before there is a step
      this.#build(about);
      addEventListener("popstate", () => this.#restore());
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
    }
  }

  disconnectedCallback() {
    this.#python.stop();
  }

  #build({ version, megabytes }) {
    this.#run.textContent = `Start Python (${megabytes} MB)`;
    const link = element("a", { href: NOTICE }, `Pyodide ${version}`);
    this.replaceChildren(
      element("div", { class: "controls" }, this.#step, this.#cell.choice, this.#cell.reset),
      this.#cell.area,
      element("div", { class: "controls" }, this.#run, this.#stop),
      ...[this.#status, this.#trouble, this.#printed, this.#results],
      ...[this.#own.form, this.#own.line],
      element("p", { class: "python" }, "Python by ", link),
    );
  }

  #restore() {
    return this.#show(new URLSearchParams(location.search));
  }

  /** Show other values than the address has, and let it follow. */
  async #go(values) {
    const address = new URL(location.href);
    for (const [name, value] of Object.entries({ step: this.#source.step, ...values })) {
      address.searchParams.set(name, value);
    }
    const isShown = await this.#show(address.searchParams);
    if (isShown && address.href !== location.href) history.pushState(null, "", address);
  }

  /** Show what a query names and return true; if its source cannot be had, say so, change nothing else. */
  async #show(query) {
    const step = query.get("step") ?? FIRST;
    try {
      await this.#choose(STEPS.has(step) ? step : FIRST);
    } catch (error) {
      if (!this.#source) throw error;
      this.#step.value = this.#source.step;
      this.#status.textContent = error.message;
      return false;
    }
    this.#own.input.value = query.get("moves") ?? this.#source.sample[0].moves;
    if (!STEPS.has(step)) this.#status.textContent = `There is no step ${step}.`;
    return true;
  }

  /** Show a step, unless it is the one that is shown; what runs is stopped. */
  async #choose(step) {
    this.#step.value = step;
    if (step !== this.#source?.step && !this.#stop.disabled) this.#python.stop();
    const chosen = await this.#latest(this.#sourceOf(step));
    if (chosen === this.#source) return;
    this.#source = chosen;
    this.#cell.show(chosen);
    this.#clear();
  }

  async #sourceOf(step) {
    if (!this.#sources.has(step)) this.#sources.set(step, { step, ...(await json(step)) });
    return this.#sources.get(step);
  }

  /** Take away what an earlier run has left; return what fills in the table. */
  #clear() {
    for (const each of [this.#status, this.#trouble, this.#printed, this.#own.line]) each.textContent = "";
    const { box, show } = resultTable(this.#source.sample, this.#source.step);
    this.#results.replaceChildren(box);
    return show;
  }

  #onRun() {
    return this.#isStarted ? this.#score() : this.#start();
  }

  async #start() {
    const ending = await this.#ending(this.#python.start(), this.#status);
    this.#status.textContent = ending || "Python is ready. Change something, and press Run.";
    if (ending) return;
    this.#isStarted = true;
    this.#run.textContent = "Run";
    this.#own.button.disabled = false;
  }

  async #score() {
    const { sample, step } = this.#source;
    const show = this.#clear();
    const found = [];
    const onAnswer = (answer) => show(found.push(answer) - 1, answer);
    const positions = sample.map(({ moves }) => moves);
    const solving = this.#python.solve(this.#cell.edited, positions, onAnswer);
    const ending = await this.#ending(solving, this.#status);
    this.#status.textContent = `${ending} ${verdict(sample, found, step)}`;
  }

  async #solve(moves) {
    this.#go({ moves });
    this.#trouble.textContent = this.#printed.textContent = "";
    const found = [];
    const solving = this.#python.solve(this.#cell.edited, [moves], (answer) => found.push(answer));
    const ending = await this.#ending(solving, this.#own.line);
    this.#own.line.textContent = ending || said(found[0]);
  }

  /** Wait for Python, so that it can be stopped; return why it ended too soon, "" if it did not. */
  async #ending(working, line) {
    line.textContent = "Python is at work …";
    this.#setBusy(true);
    try {
      await working;
      return "";
    } catch (error) {
      if (error instanceof Stopped) return "Stopped.";
      this.#trouble.textContent = error.message;
      return "Python has an error to report.";
    } finally {
      this.#setBusy(false);
    }
  }

  #setBusy(isBusy) {
    const focused = document.activeElement;
    this.#run.disabled = isBusy;
    this.#own.button.disabled = isBusy || !this.#isStarted;
    this.#stop.disabled = !isBusy;
    if (focused?.disabled) (isBusy ? this.#stop : this.#run).focus();
  }
}

customElements.define("c4-edit", Edit);

/** Return a file that the site's build has written about the source. */
async function json(name) {
  return (await fetched(new URL(`${name}.json`, SOURCE))).json();
}

function said({ score, nodes, milliseconds }) {
  return `Score: ${score}, nodes: ${nodes.toLocaleString("en")}, time: ${readableTime(milliseconds)}.`;
}
