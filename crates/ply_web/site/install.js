// Installed and offline: the service worker has the page at once, and the rest when nothing else is to be done.

const QUIET_MS = 3000;

/** Begins when the page stands. A browser that has no service workers, or a page from a file, goes without. */
export async function install() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("service-worker.js");
    const { active } = await navigator.serviceWorker.ready;
    // Somebody who pays for every byte loads the agents with the first game.
    if (/** @type {any} */ (navigator).connection?.saveData) return;
    setTimeout(() => active?.postMessage("rest"), QUIET_MS);
  } catch {
    // The page works without; only a network that is gone is then in the way.
  }
}
