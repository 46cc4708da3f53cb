// What becomes of what a page asks the site for: errors say what and why, and what comes too late is dropped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchFile, latest, readModule } from "../../docs/assets/live/fetching.js";
import "./stand_in.mjs";

const ADDRESS = "http://localhost/05.json";

test("what the site does not have is an error with its address and the reason", async () => {
  globalThis.fetch = async () => new Response("", { status: 404 });
  await assert.rejects(fetchFile(ADDRESS), { message: `${ADDRESS} could not be loaded: 404` });
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  const message = `${ADDRESS} could not be loaded: there is no connection`;
  await assert.rejects(fetchFile(ADDRESS), { message });
});

test("what cannot be read is asked for past the cache, and then an error with what came", async () => {
  const PAGE = ["<!doctype html>", { headers: { "Content-Type": "text/html" } }];
  for (const read of [undefined, readModule]) {
    globalThis.fetch = async () => new Response(...PAGE);
    await assert.rejects(fetchFile(ADDRESS, read), ({ message }) => {
      return [ADDRESS, "text/html"].every((part) => message.includes(part));
    });
  }
  globalThis.fetch = async (_, { cache }) => new Response(...(cache === "reload" ? ["[1]"] : PAGE));
  assert.deepEqual(await fetchFile(ADDRESS), [1]);
});

test("a policy that bars WebAssembly is named, and no file is to blame", async ({ mock }) => {
  const said = "Refused to compile or instantiate WebAssembly module: Content Security Policy";
  mock.method(WebAssembly, "compile", () => Promise.reject(new Error(said)));
  const asked = mock.method(globalThis, "fetch", async () => new Response(""));
  await assert.rejects(fetchFile(ADDRESS, readModule), ({ message }) => {
    return message.includes("wasm-unsafe-eval") && !message.includes(ADDRESS);
  });
  assert.equal(asked.mock.callCount(), 1);
});

test("only the last of several promises is heard, however the others end", async () => {
  const only = latest();
  const ends = [];
  const asked = ["first", "second", "third"].map((name) => {
    let settle;
    const promise = new Promise((resolve, reject) => {
      settle = { resolve, reject };
    });
    only(promise).then(
      () => ends.push(name),
      () => ends.push(`not ${name}`),
    );
    return settle;
  });
  asked[0].reject(new Error("too late"));
  asked[2].reject(new Error("in time"));
  asked[1].resolve();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(ends, ["not third"]);
  assert.equal(await only(Promise.resolve("another")), "another");
});
