// Installed and offline: the service worker has the page at once, and the rest when nothing else is to be done.

const QUIET_MS = 3000;

/** A page of two versions is none: when another version takes over, the page begins again. Games in progress are kept. */
const beginAgain = () => location.reload();

/** Begins when the page stands. A browser that has no service workers, or a page from a file, goes without. */
export async function install() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  // The first visit has none yet, and the one that comes is of the same version.
  if (workers.controller) workers.addEventListener("controllerchange", beginAgain);
  try {
    await workers.register("service-worker.js", { updateViaCache: "none" });
    const { active } = await workers.ready;
    // Somebody who pays for every byte loads the agents with the first game.
    if (/** @type {any} */ (navigator).connection?.saveData) return;
    setTimeout(() => active?.postMessage("rest"), QUIET_MS);
  } catch {
    // The page works without; only a network that is gone is then in the way.
  }
}

/**
 * Agents that do not start may be half of this version, as it was kept, and half of one that was put there since: where
 * there is such a one it takes over.
 */
export async function renew() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => {});
  const newer = registration?.installing ?? registration?.waiting;
  const takeOver = () => newer?.state === "installed" && newer.postMessage("takeOver");
  newer?.addEventListener("statechange", takeOver);
  takeOver();
}
