// The settings dialog.

import { choice, openDialog, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { MOST_LINES, offeredNumbers } from "./engine-settings.js";
import { t } from "./texts/index.js";

/** @typedef {import("./store.js").Settings} Settings */

/** Settings of the engine that are numbers. @type {("threads" | "hash" | "lines")[]} */
const NUMBERS = ["threads", "hash", "lines"];

/** What can be chosen, by the names of the settings. @type {[keyof Settings, string[]][]} */
const CHOICES = [
  ["language", ["auto", "en", "zh"]],
  ["theme", ["auto", "light", "dark"]],
  ["board", ["wood", "green", "blue", "plain"]],
  ["pieces", ["characters", "letters", "pictures"]],
  ["names", ["auto", "chinese", "wxf", "points"]],
  ["coordinates", ["inside", "none"]],
];

/** @type {(keyof Settings)[]} */
const SWITCHES = [
  "sound",
  "showLegal",
  "showLast",
  "showCheck",
  "showForbidden",
  "showLiberties",
  "numbers",
  "values",
  "times",
];

/**
 * @param {Settings} settings
 * @param {(settings: Settings) => Promise<void>} onChange
 * @param {Map<string, import("./engine-settings.js").Range>} ranges of the engine's options, which the server limits
 * @param {(() => void) | null} quit ends the program; null for guests
 */
export function settingsDialog(settings, onChange, ranges, quit) {
  const form = el("form", { class: "settings", method: "dialog" });
  for (const [name, values] of CHOICES) {
    form.append(
      choice(
        t(`settings.${name}`),
        name,
        values.map((value) => [value, t(value === "auto" ? "settings.auto" : `settings.${name}.${value}`)]),
        String(settings[name]),
      ),
    );
  }
  const speeds = /** @type {[string, string][]} */ (
    ["0", "100", "200", "400"].map((ms) => [ms, t(`settings.animation.${ms}`)])
  );
  form.append(select(t("settings.animation"), "animation", speeds, String(settings.animation)));
  const switches = el("fieldset", { class: "switches" }, el("legend", {}, t("settings.switches")));
  for (const name of SWITCHES) {
    const input = el("input", { type: "checkbox", name, checked: Boolean(settings[name]) });
    const place = name === "sound" ? form : switches;
    place.append(el("label", { class: "switch" }, input, el("span", {}, t(`settings.${name}`))));
  }
  form.append(switches, engineFields(settings, ranges));
  if (quit) {
    const leave = button(t("quit.title"), () => {
      dialog.close();
      quit();
    });
    form.append(el("div", { class: "buttons quit" }, leave));
  }
  form.addEventListener("change", () => {
    const data = new FormData(form);
    const changed = /** @type {any} */ ({ ...settings });
    for (const [name] of CHOICES) changed[name] = String(data.get(name));
    for (const name of SWITCHES) changed[name] = data.has(name);
    for (const name of ["animation", ...NUMBERS]) if (data.has(name)) changed[name] = Number(data.get(name));
    const language = changed.language !== settings.language;
    settings = changed;
    const applied = onChange(changed);
    if (!language) return;
    // The texts of the language may still be loaded.
    void applied.then(() => {
      dialog.close();
      settingsDialog(settings, onChange, ranges, quit);
    });
  });
  const dialog = openDialog(t("settings.title"), [form], "wide");
}

/**
 * @param {Settings} settings
 * @param {Map<string, import("./engine-settings.js").Range>} ranges
 */
function engineFields(settings, ranges) {
  const set = el("fieldset", { class: "engine-settings" }, el("legend", {}, t("settings.engine")));
  const offered = {
    threads: ranges.get("Threads"),
    hash: ranges.get("Hash"),
    lines: { min: 1, max: MOST_LINES },
  };
  for (const name of NUMBERS) {
    const range = offered[name];
    if (!range) continue;
    const numbers =
      name === "lines" ? Array.from({ length: MOST_LINES }, (_, i) => i + 1) : offeredNumbers(range);
    const chosen = numbers.findLast((number) => number <= settings[name]) ?? numbers[0];
    const options = /** @type {[string, string][]} */ (
      numbers.map((number) => [String(number), name === "hash" ? `${number} MiB` : String(number)])
    );
    set.append(select(t(`settings.${name}`), name, options, String(chosen)));
  }
  return set;
}
