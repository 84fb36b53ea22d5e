// Short sounds made by the browser itself; no files.

/** @type {AudioContext | null} */
let context = null;
let enabled = false;

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

/** @param {"move" | "capture" | "check" | "end" | "low"} kind */
export function play(kind) {
  if (!enabled) return;
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
