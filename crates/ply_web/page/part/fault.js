// What an agent did wrong: the message, and the last it wrote.

/** @import {Fault} from "./format.js" */
import { h } from "../lib/dom.js";

/** @param {Fault} fault */
export const faultText = ({ message, last_words }) => [
  h("p.fault-message", {}, message),
  last_words ? h("div", {}, h("h3.small.soft", {}, "Its last words"), h("pre.last-words", { tabindex: 0 }, last_words)) : null,
];
