// Server-sent events that come back by themselves.

import { transport } from "./transport.js";

/**
 * @typedef {"connecting" | "live" | "lost"} State
 * @typedef {{close: () => void}} Stream
 */

const AGAIN_MS = 1500;

/**
 * Listens until closed. Browsers reconnect broken streams; a refused one is tried again here.
 * @param {string} url
 * @param {Record<string, (data: any) => void>} handlers by event
 * @param {(state: State) => void} [onState]
 * @returns {Stream}
 */
export function listen(url, handlers, onState = () => {}) {
  /** @type {EventSource} */
  let source;
  let timer = 0;
  let closed = false;
  const open = () => {
    onState("connecting");
    source = transport.events(url);
    source.onopen = () => onState("live");
    source.onerror = () => {
      if (closed) return;
      onState("lost");
      if (source.readyState === EventSource.CLOSED) timer = window.setTimeout(open, AGAIN_MS);
    };
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        const { data } = /** @type {MessageEvent} */ (event);
        if (!closed && data !== undefined) handle(JSON.parse(data));
      });
    }
  };
  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      source.close();
    },
  };
}

/**
 * A stream that ends: closed after `done` or `error`. Fetched, since an EventSource does not tell why it was refused.
 * @param {string} url
 * @param {Record<string, (data: any) => void>} handlers by event
 * @param {(problem: {title?: string, detail?: string, status?: number}) => void} failed
 * @returns {Stream}
 */
export function listenOnce(url, handlers, failed) {
  const closing = new AbortController();
  const read = async () => {
    const response = await transport.fetch(url, { signal: closing.signal, headers: { accept: "text/event-stream" } });
    if (!response.ok || !response.body) return failed(await response.json().catch(() => ({ title: response.statusText })));
    for await (const { name, data } of eventsOf(response.body)) {
      if (closing.signal.aborted) return;
      if (name === "error") return failed(data);
      handlers[name]?.(data);
      if (name === "done") return;
    }
    failed({});
  };
  read().catch(() => closing.signal.aborted || failed({}));
  return { close: () => closing.abort() };
}

/** The events of a body as they come. @param {ReadableStream<Uint8Array>} body */
async function* eventsOf(body) {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) yield* parseEvent(event);
  }
}

/** An event of some lines; nothing for a comment. @param {string} text */
export function parseEvent(text) {
  const field = (/** @type {string} */ name) =>
    text.split("\n").filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  const [name] = field("event");
  return name === undefined ? [] : [{ name, data: JSON.parse(field("data").join("\n")) }];
}
