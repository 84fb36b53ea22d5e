// The settings dialog.

import { choice, openDialog, select } from "./dialogs.js";
import { el } from "./dom.js";
import { t } from "./texts/index.js";

/** @typedef {import("./store.js").Settings} Settings */

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
  "times",
];

/**
 * @param {Settings} settings
 * @param {(settings: Settings) => void} onChange
 */
export function settingsDialog(settings, onChange) {
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
  form.append(switches);
  form.addEventListener("change", () => {
    const data = new FormData(form);
    const changed = /** @type {any} */ ({ ...settings });
    for (const [name] of CHOICES) changed[name] = String(data.get(name));
    for (const name of SWITCHES) changed[name] = data.has(name);
    changed.animation = Number(data.get("animation"));
    const language = changed.language !== settings.language;
    settings = changed;
    onChange(changed);
    if (language) {
      dialog.close();
      settingsDialog(settings, onChange);
    }
  });
  const dialog = openDialog(t("settings.title"), [form], "wide");
}
