// One worker: rules and games in progress at the desk, or agents that think. Both are the same compiled module.

import init, { Agents, Desk } from "./engine/ply_wasm.js";

/** @type {Desk | null} */
let desk = null;
/** @type {Agents | null} */
let agents = null;
let hasBook = false;

/** The book comes beside the thought under way; whoever thinks after that has it. @param {string} url */
async function fetchBook(url) {
  hasBook = true;
  const response = await fetch(url).catch(() => null);
  hasBook = response?.ok ? !!agents?.handInBook(new Uint8Array(await response.arrayBuffer())) : false;
}

/** @type {Record<string, (asked: any, tell: (name: string, data: string) => void) => any>} */
const ANSWERS = {
  start: async ({ module, role }) => {
    await init({ module_or_path: module });
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    if (role === "desk") desk = new Desk((BigInt(high ?? 0) << 32n) | BigInt(low ?? 0));
    else agents = new Agents();
  },
  ask: ({ method, url, body, game }) => {
    const { status, body: text } = /** @type {Desk} */ (desk).ask(method, url, body);
    const id = game ?? (method === "POST" && status === 201 ? JSON.parse(text).id : "");
    return { status, body: text, news: id ? JSON.parse(desk?.news(id) ?? "null") : null };
  },
  takeIn: ({ id, record }) => desk?.takeIn(id, record),
  report: ({ id, epoch, report }) => desk?.report(id, epoch, report),
  answered: ({ id, epoch, said }) => {
    desk?.answered(id, epoch, said);
    return JSON.parse(desk?.news(id) ?? "null");
  },
  giveUp: ({ id, epoch }) => desk?.giveUp(id, epoch),
  think: ({ task, book }, tell) => {
    if (book && !hasBook) fetchBook(book);
    return agents?.think(task, { tell });
  },
  study: ({ url, book }, tell) => {
    if (book && !hasBook) fetchBook(book);
    const { status, body } = /** @type {Agents} */ (agents).study(url, { tell });
    return { status, body };
  },
};

self.onmessage = async ({ data: { number, kind, ...asked } }) => {
  const tell = (/** @type {string} */ name, /** @type {string} */ data) => self.postMessage({ number, name, data });
  try {
    self.postMessage({ number, answer: await ANSWERS[kind]?.(asked, tell) });
  } catch (error) {
    self.postMessage({ number, failed: String(error) });
  }
};
