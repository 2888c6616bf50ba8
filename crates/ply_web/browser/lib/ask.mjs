// Asking what the page asks, by its own way: of a server, or of the workers of a site without one.

/** @typedef {import("playwright-core").Page} Page */

/** A question to the API; the page must be open. @param {Page} page @param {string} path @param {object} [body] sent, if there is one @returns {Promise<any>} */
export const ask = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const { transport } = await import(new URL("lib/transport.js", document.baseURI).href);
      const init = body && { method: "POST", headers: { "content-type": "application/json" }, body };
      return (await transport.fetch(`/api/v1${path}`, init || undefined)).json();
    },
    [path, body ? JSON.stringify(body) : ""],
  );

/** What an agent finds in a position. @param {Page} page @param {Record<string, string>} query @returns {Promise<any>} */
export const analysed = (page, query) =>
  page.evaluate(async (query) => {
    const { transport } = await import(new URL("lib/transport.js", document.baseURI).href);
    const text = await (await transport.fetch(`/api/v1/analysis?${new URLSearchParams(query)}`)).text();
    return JSON.parse(text.split("event: done\ndata: ")[1]?.split("\n")[0] ?? "{}");
  }, query);

/** The game that the page shows. @param {Page} page */
export const shownGame = (page) => ask(page, `/sessions/${page.url().split("/").at(-1)}`);
