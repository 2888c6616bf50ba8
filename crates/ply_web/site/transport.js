// The page's questions answered by workers: what `fetch` and `EventSource` would give, without a server.

import { answer, listenTo } from "./play.js";
import { bookFor, hire, release, Unloaded } from "./workers.js";

/** @typedef {import("../page/lib/transport.js").Transport} Transport */

const API = "/api/v1";
const JSON_TYPE = { "content-type": "application/json" };

/** @param {number} status @param {string} title @param {string} detail */
const problem = (status, title, detail) => new Response(JSON.stringify({ title, status, detail }), { status, headers: JSON_TYPE });

/** @param {unknown} error */
const reason = (error) => (error instanceof Unloaded ? error.message : "the worker that was asked broke down; the next one may do better");

/** A search, with its events as they come. It ends with its worker where nobody reads on. @param {string} url @param {AbortSignal | null} [signal] */
function study(url, signal) {
  const clerk = hire();
  const encoder = new TextEncoder();
  /** @type {ReadableStreamDefaultController<Uint8Array>} */
  let events;
  const stop = () => clerk.end("nobody listens");
  const stream = new ReadableStream({ start: (controller) => void (events = controller), cancel: stop });
  return new Promise((/** @type {(response: Response) => void} */ done, fail) => {
    let begun = false;
    const aborted = () => {
      stop();
      fail(new DOMException("nobody listens", "AbortError"));
    };
    signal?.addEventListener("abort", aborted);
    const write = (/** @type {string} */ name, /** @type {string} */ data) => {
      if (!begun) done(new Response(stream, { headers: { "content-type": "text/event-stream" } }));
      begun = true;
      if (!signal?.aborted) events.enqueue(encoder.encode(`event: ${name}\ndata: ${data}\n\n`));
    };
    clerk.ask({ kind: "study", url, book: bookFor(url) }, write).then(
      ({ status, body }) => {
        // The worker is somebody else's from now on.
        signal?.removeEventListener("abort", aborted);
        release(clerk);
        if (begun && status !== 200) write("error", body);
        if (begun) events.close();
        else done(new Response(body, { status, headers: JSON_TYPE }));
      },
      (error) => {
        clerk.end("it failed");
        if (signal?.aborted) return;
        if (begun) events.error(new Error("the search broke off"));
        else done(problem(500, "No answer", reason(error)));
      },
    );
  });
}

/** @type {Transport["fetch"]} */
async function fetchLocal(url, { method = "GET", body = "", signal } = {}) {
  const path = url.slice(API.length).split("?")[0] ?? "";
  if (path.startsWith("/tournaments")) return problem(404, "Not found", "tournaments are watched with the program: plyground serve");
  if (path === "/analysis" || path === "/review") return study(url, signal);
  try {
    if (path.startsWith("/games")) return await fetch(new URL(`../api${path}.json`, import.meta.url));
    const { status, body: text } = await answer(method, url, String(body));
    return new Response(status === 204 ? null : text, { status, headers: JSON_TYPE });
  } catch (error) {
    return problem(500, "No answer", reason(error));
  }
}

/** The events of a game, as an `EventSource` has them. */
class GameEvents extends EventTarget {
  readyState = 0;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {(() => void) | null} */
  onerror = null;
  #stop = () => {};

  /** @param {string} url */
  constructor(url) {
    super();
    const [, id = ""] = /\/sessions\/([0-9a-f]{32})\/events$/.exec(url) ?? [];
    this.#stop = listenTo(id, (name, data) => this.dispatchEvent(new MessageEvent(name, { data })));
    answer("GET", `${API}/sessions/${id}`, "").then(
      ({ status }) => this.#opened(status === 200),
      () => this.#opened(false),
    );
  }

  /** @param {boolean} fine */
  #opened(fine) {
    if (this.readyState === 2) return;
    this.readyState = fine ? 1 : 2;
    if (fine) this.onopen?.();
    else {
      this.#stop();
      this.onerror?.();
    }
  }

  close() {
    this.readyState = 2;
    this.#stop();
  }
}

/** @type {Transport} */
export const local = { server: false, fetch: fetchLocal, events: (url) => /** @type {any} */ (new GameEvents(url)) };
