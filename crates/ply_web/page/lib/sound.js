// Sounds, synthesised; silent unless someone asked for them.

import { recall } from "./remember.js";

/** @typedef {"move" | "gain" | "win" | "loss" | "draw"} Sound */

/** Notes of a sound: frequency in Hz, when it begins and how long it lasts in seconds. @type {Record<Sound, [number, number, number][]>} */
const NOTES = {
  move: [[320, 0, 0.07]],
  gain: [[440, 0, 0.08], [660, 0.07, 0.12]],
  win: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.3]],
  loss: [[392, 0, 0.18], [294, 0.16, 0.34]],
  draw: [[440, 0, 0.16], [440, 0.2, 0.2]],
};
const LOUDNESS = 0.16;

/** Made when first heard: browsers allow it only after a click. @type {AudioContext | null} */
let context = null;

/** @param {Sound} sound */
export function sound(sound) {
  if (recall("sounds", "off") !== "on") return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [hertz, begin, length] of NOTES[sound]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(LOUDNESS, now + begin);
    gain.gain.exponentialRampToValueAtTime(0.001, now + begin + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + begin);
    tone.stop(now + begin + length);
  }
}
