// Fetches the boards that games have of their own, where the server has a file of the game's name.

import * as api from "../lib/api.js";
import { addBoard, isKnown } from "./index.js";

export async function loadBoards() {
  const own = (await api.games()).filter(({ name, board }) => board && !isKnown(name));
  await Promise.all(own.map(async ({ name }) => addBoard((await api.arrived(import(`./${name}.js`))).board)));
}
