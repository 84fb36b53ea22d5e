// Short sounds made by the browser itself, without files, and check spoken in Chinese. Nothing sounds before the user has
// touched the page.

import { currentLanguage } from "./texts/index.js";

/** @type {AudioContext | null} */
let context = null;
let enabled = false;

/** Whether the user has done something on the page, before which browsers let nothing sound. */
let touched = false;

for (const gesture of ["pointerdown", "keydown"])
  globalThis.addEventListener?.(
    gesture,
    () => {
      touched = true;
      // Some browsers look for voices only when they are asked for the first time.
      globalThis.speechSynthesis?.getVoices();
    },
    { capture: true, once: true },
  );

/**
 * Calls a check by a voice in Chinese. Returns whether there is such a voice.
 * @param {string} word
 */
function speak(word) {
  const speech = globalThis.speechSynthesis;
  const voices = speech?.getVoices().filter(({ lang }) => /^(zh|cmn)\b/i.test(lang)) ?? [];
  if (!voices.length) return false;
  const utterance = new SpeechSynthesisUtterance(word);
  utterance.voice = voices.find(({ lang }) => /^(zh|cmn)[-_](Hans[-_])?CN/i.test(lang)) ?? voices[0];
  utterance.lang = utterance.voice.lang;
  speech.cancel();
  speech.speak(utterance);
  return true;
}

/** @param {boolean} on */
export function setSound(on) {
  enabled = on;
}

/**
 * @param {number} frequency
 * @param {number} start seconds from now
 * @param {number} length seconds
 * @param {number} volume
 * @param {OscillatorType} type
 */
function tone(frequency, start, length, volume, type = "triangle") {
  if (!context) return;
  const at = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.6, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/**
 * @param {"move" | "capture" | "check" | "end" | "low"} kind
 * @param {string} [word] that a Chinese voice says instead, if the page is in Chinese
 */
export function play(kind, word) {
  if (!enabled || !touched) return;
  if (word && currentLanguage() === "zh" && speak(word)) kind = "move";
  context ??= new AudioContext();
  if (kind === "move") tone(260, 0, 0.09, 0.35);
  else if (kind === "capture") {
    tone(200, 0, 0.1, 0.4);
    tone(130, 0.03, 0.12, 0.35, "square");
  } else if (kind === "check") {
    tone(440, 0, 0.12, 0.3);
    tone(620, 0.1, 0.16, 0.25);
  } else if (kind === "end") {
    tone(392, 0, 0.25, 0.25, "sine");
    tone(523, 0.18, 0.4, 0.25, "sine");
  } else tone(880, 0, 0.06, 0.2, "square");
}
