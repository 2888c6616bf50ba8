// Server-sent events that come back by themselves.

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
    source = new EventSource(url);
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
 * A stream that ends: closed after `done` or `error`.
 * @param {string} url
 * @param {Record<string, (data: any) => void>} handlers
 * @param {(problem: {title?: string, detail?: string}) => void} failed
 * @returns {Stream}
 */
export function listenOnce(url, handlers, failed) {
  const source = new EventSource(url);
  const ended = (/** @type {(data: any) => void} */ handle) => (/** @type {Event} */ event) => {
    source.close();
    const { data } = /** @type {MessageEvent} */ (event);
    handle(data === undefined ? {} : JSON.parse(data));
  };
  for (const [name, handle] of Object.entries(handlers)) {
    if (name === "done") source.addEventListener("done", ended(handle));
    else source.addEventListener(name, (event) => handle(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  }
  source.addEventListener("error", ended(failed));
  return { close: () => source.close() };
}
