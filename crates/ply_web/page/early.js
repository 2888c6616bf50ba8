// Before the first paint: the colours, so that nothing flashes.
document.documentElement.dataset.board = localStorage.getItem("plyground.board") ?? "";
document.documentElement.dataset.theme =
  localStorage.getItem("plyground.theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
