// The line at the foot of a preview: how far the rest of the site is, as `c4 serve` tells.

import { element } from "./dom.js";

const PROGRESS = new URL("../../progress.json", import.meta.url);
const PAUSE = 1000; // milliseconds
const GONE = { state: "gone", said: "This is only a part of the site, and c4 serve no longer runs." };

const line = document.querySelector(".progress [role=status]");
const bar = document.querySelector(".progress progress");

async function follow() {
  const { state, said, done, total } = await progress();
  if (state === "ready" && document.querySelector(".awaited")) {
    location.reload();
    return;
  }
  bar.hidden = state !== "making";
  if (state === "making") Object.assign(bar, { max: total, value: done });
  if (line.textContent !== said) line.textContent = said; // or it would be read out again
  if (state === "ready") line.append(" ", element("a", { href: location.href }, "Reload this page"));
  else if (state !== "failed") setTimeout(follow, PAUSE);
}

async function progress() {
  const response = await fetch(PROGRESS).catch(() => null);
  return response?.ok ? response.json() : GONE;
}

follow();
