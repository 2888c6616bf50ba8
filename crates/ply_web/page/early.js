// Before the first paint: the colours, so that nothing flashes.
{
  const kept = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(`plyground.${key}`);
    } catch {
      return null;
    }
  };
  document.documentElement.dataset.board = kept("board") ?? "";
  document.documentElement.dataset.theme = kept("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}
