// The boards that games have of their own: the files of the folder that export one.

import { readdirSync } from "node:fs";

const folder = new URL("../../page/board/", import.meta.url);
const modules = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).href)));

/** @type {import("../../page/board/types.js").Board<any>[]} */
export const BOARDS = modules.flatMap(({ board }) => board ?? []);

/** @param {string} name */
export const ownBoard = (name) => BOARDS.find((board) => board.name === name);
