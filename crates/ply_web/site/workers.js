// Workers, and the module that all of them share: fetched and compiled once, when the first of them is needed.

import { renew } from "./install.js";

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

function compile() {
  const url = new URL("./engine/ply_wasm_bg.wasm", import.meta.url);
  // Some servers do not know what a .wasm is; then it is compiled after it has come.
  compiled ??= WebAssembly.compileStreaming(fetch(url)).catch(async () => WebAssembly.compile(await (await fetch(url)).arrayBuffer()));
  compiled.catch(() => (compiled = null));
  return compiled;
}

/** Rules and agents are not there: nothing happened that a game would have to know of. */
export class Unloaded extends Error {
  constructor() {
    super(navigator.onLine ? "the rules and agents could not be loaded" : "the rules and agents were not loaded before the network was gone");
  }
}

/** A worker that answers one question after the other. */
export class Clerk {
  /** @type {Map<number, {done: (answer: any) => void, fail: (error: Error) => void, tell: (name: string, data: string) => void}>} */
  #asked = new Map();
  #number = 0;
  /** Whether it can be asked. */
  alive = true;
  #started = false;
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #ready;

  /** @param {"desk" | "agents"} role */
  constructor(role) {
    this.#worker.onmessage = ({ data: { number, name, data, answer, failed } }) => {
      const asked = this.#asked.get(number);
      if (name !== undefined) return asked?.tell(name, data);
      this.#asked.delete(number);
      if (failed !== undefined) asked?.fail(new Error(failed));
      else asked?.done(answer);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#break();
    };
    this.#ready = this.#start(role);
    this.#ready.catch(() => this.#break());
  }

  /** @param {"desk" | "agents"} role */
  async #start(role) {
    try {
      await this.#ask({ kind: "start", module: await compile(), role });
      this.#started = true;
    } catch {
      throw new Unloaded();
    }
  }

  #break() {
    if (!this.alive) return;
    this.end("the worker ended");
    if (!this.#started) renew();
  }

  /** @param {object} question @param {(name: string, data: string) => void} [tell] @returns {Promise<any>} */
  #ask(question, tell = () => {}) {
    return new Promise((done, fail) => {
      if (!this.alive) return fail(new Error("the worker has ended"));
      const number = ++this.#number;
      this.#asked.set(number, { done, fail, tell });
      this.#worker.postMessage({ number, ...question });
    });
  }

  /** @param {object} question @param {(name: string, data: string) => void} [tell] */
  async ask(question, tell) {
    await this.#ready;
    return this.#ask(question, tell);
  }

  /** Whatever it is doing, it is not wanted any more. @param {string} why */
  end(why) {
    this.alive = false;
    this.#worker.terminate();
    for (const { fail } of this.#asked.values()) fail(new Error(why));
    this.#asked.clear();
  }
}

/** Agents that wait for their next question. @type {Clerk[]} */
const idle = [];
const MOST_IDLE = 2;

/** Agents for one thought: those that wait already, or new ones. */
export function hire() {
  const waiting = idle.splice(0).filter(({ alive }) => alive);
  const first = waiting.pop();
  idle.push(...waiting);
  return first ?? new Clerk("agents");
}

/** They are free again. @param {Clerk} clerk */
export function release(clerk) {
  if (idle.length < MOST_IDLE) idle.push(clerk);
  else clerk.end("too many");
}

/** Where the book of a game is that has one too large for everybody. @param {string} text */
export const bookFor = (text) => (text.includes("dots-and-boxes") ? new URL("./engine/book-4x4.bin", import.meta.url).href : "");
