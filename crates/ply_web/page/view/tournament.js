/** @type {import("../main.js").View} */
export async function view() {}
