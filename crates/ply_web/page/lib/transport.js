// How the page reaches the rules and the agents: a server, or workers of the browser that stand in for one.

/**
 * What the page needs of either: `fetch` and `EventSource`, as browsers have them.
 * @typedef {object} Transport
 * @property {boolean} server there is one, with its tournaments and an API for other programs
 * @property {(url: string, init?: RequestInit) => Promise<Response>} fetch
 * @property {(url: string) => EventSource} events
 */

/** @type {Transport} */
export const transport = { server: true, fetch: (url, init) => fetch(url, init), events: (url) => new EventSource(url) };

/** Another way than a server's, chosen before the page begins. @param {Transport} other */
export const use = (other) => void Object.assign(transport, other);
