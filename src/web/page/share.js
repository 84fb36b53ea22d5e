// Games and positions in and out: links, FEN, files.

import { choice, openDialog } from "./dialogs.js";
import { button, el } from "./dom.js";
import { toLink } from "./game-link.js";
import { toast } from "./panel.js";
import { pictureButtons } from "./pictures.js";
import { lostText, notesText, problemOf, problemText } from "./problems.js";
import { MOST_BYTES, isStones, isUnknown } from "./protocol.js";
import { gameOf } from "./game-record.js";
import { base64, gameOfFen, isFen, recordRequest } from "./record-file.js";
import en from "./texts/files.en.js";
import zh from "./texts/files.zh.js";
import { addTexts, t } from "./texts/index.js";
import { isChinese, variantName } from "./variants.js";

addTexts({ en, zh });

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("./game.js").Game} Game
 * @typedef {(game: Game, side: import("./protocol.js").Side) => void} Begin
 */

/** The text to be opened, until it is. */
let draft = "";

/** The formats for games without stones. @type {Record<string, string[]>} */
const WRITTEN = { xiangqi: ["pgn", "dhtmlxq", "wxf"] };

/**
 * @param {Play} play
 * @param {Begin} begin
 * @param {import("./pictures.js").Look} look
 */
export function shareDialog(play, begin, look) {
  const link = new URL(location.href);
  link.hash = toLink(play.game);
  const fen = play.state?.fen ?? play.game.current.fen;
  const text = el("textarea", {
    name: "text",
    rows: 8,
    autocomplete: "off",
    spellcheck: false,
    required: true,
    value: draft,
    oninput: () => (draft = text.value),
  });
  const label = el("span", {}, t("share.read-fen"));
  const words = el("p", { class: "problem", role: "alert" });
  const open = async (/** @type {string | File} */ given) => {
    words.textContent = "";
    const opened = (/** @type {Game} */ game, /** @type {import("./protocol.js").Side} */ side) => {
      draft = "";
      dialog.close();
      begin(game, side);
    };
    const problem = await (typeof given === "string"
      ? openText(play, given, opened)
      : openFile(play, given, opened));
    words.textContent = problem ?? "";
  };
  const file = el("input", {
    type: "file",
    accept: ".pgn,.sgf,.psq,.fen,.epd,.txt,.xqf,.cbr,.cbl,.lib,.wxf,.dhtmlxq,.html",
    hidden: true,
    onchange: () => file.files?.[0] && open(file.files[0]),
  });
  const choose = button(t("share.file"), () => file.click());
  const form = el(
    "form",
    { class: "share-in" },
    el("label", { class: "field" }, label, text),
    words,
    el(
      "div",
      { class: "buttons" },
      file,
      choose,
      el("button", { type: "submit", class: "primary" }, t("share.open")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    open(text.value);
  });
  const out = recordOut(play, (able) => {
    label.textContent = t(able ? "share.read" : "share.read-fen");
    choose.hidden = out.hidden = !able;
  });
  const part = (/** @type {string} */ title, /** @type {HTMLElement[]} */ ...content) =>
    el("section", {}, el("h3", {}, title), ...content);
  const files = el(
    "div",
    { class: "files" },
    part(
      t("share.save"),
      copied(t("share.link"), link.href),
      copied("FEN", fen),
      out,
      pictureButtons(play.game, look),
    ),
    part(t("share.open-title"), form),
  );
  const dialog = openDialog(t("share.title"), [files], "files-dialog");
}

/**
 * The game as a file, to be copied or downloaded.
 * @param {Play} play
 * @param {(able: boolean) => void} onAnswer whether the engine can write files
 */
function recordOut(play, onAnswer) {
  const { game } = play;
  const formats = isStones(game.variant) ? ["pgn", "sgf", "psq"] : (WRITTEN[game.variant] ?? ["pgn"]);
  const names = el("input", { type: "checkbox", checked: true });
  const chosen = choice(
    t("share.record"),
    "format",
    formats.map((name) => [name, name.toUpperCase()]),
    "pgn",
  );
  if (formats.length === 1) chosen.lastElementChild?.remove();
  const text = el("textarea", {
    rows: 6,
    readOnly: true,
    spellcheck: false,
    "aria-label": t("share.record"),
  });
  const missing = el("p", { class: "problem" });
  const format = () =>
    /** @type {HTMLInputElement | null} */ (chosen.querySelector(":checked"))?.value ?? "pgn";
  const update = async () => {
    const request = recordRequest(game, format(), names.checked, new Date().toLocaleDateString("sv"));
    const answer = await play.session.request([`record ${JSON.stringify(request)}`, "why"]);
    onAnswer(Boolean(answer && !isUnknown(answer, "record")));
    text.value = answer?.record?.text ?? "";
    download.disabled = !text.value;
    const lost = answer?.record?.lost ?? [];
    const problem = answer && !answer.record && problemOf(answer);
    missing.textContent = problem ? problemText(problem) : lost.length ? lostText(lost) : "";
    // The moves come after the tags and an empty line.
    text.scrollTop = (text.value.split("\n").indexOf("") + 1) * parseFloat(getComputedStyle(text).lineHeight);
  };
  const download = button(t("share.download"), () => {
    const url = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
    el("a", { href: url, download: `${game.variant}.${format()}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });
  const out = el(
    "div",
    { hidden: true, onchange: update },
    chosen,
    text,
    missing,
    isChinese(game.variant) && el("label", { class: "switch" }, names, el("span", {}, t("share.names"))),
    el("div", { class: "buttons" }, copyButton(text), download),
  );
  update();
  return out;
}

/**
 * A text that can be copied.
 * @param {string} label
 * @param {string} text
 */
function copied(label, text) {
  const field = el("textarea", {
    value: text,
    readOnly: true,
    rows: 2,
    spellcheck: false,
    "aria-label": label,
  });
  field.addEventListener("focus", () => field.select());
  return el(
    "div",
    { class: "field" },
    el("span", {}, label),
    el("div", { class: "copied" }, field, copyButton(field)),
  );
}

/** @param {HTMLTextAreaElement} field */
function copyButton(field) {
  const copy = button(t("share.copy"), async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      copy.textContent = t("share.copied");
    } catch {
      // Without permission the text is selected, ready to be copied by hand.
    }
  });
  return copy;
}

/**
 * Opens the game of a text, or one of its games that the user chooses. Returns what is wrong with the text, else null.
 * @param {Play} play
 * @param {string} text
 * @param {Begin} begin
 * @returns {Promise<string | null>}
 */
export async function openText(play, text, begin) {
  if (!isFen(text)) return openRecord(play, { text }, begin);
  const game = gameOfFen(text, play.game.variant);
  const problem = await tryPosition(play, game);
  if (problem === null) begin(game, "first");
  return problem;
}

/**
 * Opens the game of a file, or one of its games that the user chooses, in whatever format and encoding it is. Returns
 * what is wrong with the file, else null.
 * @param {Play} play
 * @param {File} file
 * @param {Begin} begin
 * @returns {Promise<string | null>}
 */
export async function openFile(play, file, begin) {
  if (file.size > MOST_BYTES) return t("share.too-large");
  const bytes = new Uint8Array(await file.arrayBuffer());
  // The engine would not know which of the games with stones is meant.
  const text = new TextDecoder().decode(bytes.slice(0, 1000));
  if (isFen(text)) return openText(play, text, begin);
  return openRecord(play, { data: base64(bytes), name: file.name }, begin);
}

/**
 * @param {Play} play
 * @param {{ text: string } | { data: string, name: string }} contents
 * @param {Begin} begin
 * @returns {Promise<string | null>}
 */
async function openRecord(play, contents, begin) {
  const command = `record ${JSON.stringify(contents)}`;
  if (new TextEncoder().encode(command).length > MOST_BYTES) return t("share.too-large");
  const answer = await play.session.request([command, "why"]);
  if (!answer) return t("status.offline");
  if (isUnknown(answer, "record")) return t("share.unknown");
  if (!answer.record) return t("share.unreadable", { words: problemText(problemOf(answer) ?? {}) });
  const { games, refused = [], omitted = 0 } = answer.record;
  if (!games.length) return t("share.empty");
  if (games.length === 1 && !refused.length) beginRecorded(games[0], begin);
  else chooseGame(games, refused, omitted, begin);
  return null;
}

/**
 * Opens a game, and tells what was repaired or left out in it.
 * @param {import("./record-file.js").RecordedGame} game
 * @param {Begin} begin
 */
function beginRecorded(game, begin) {
  begin(gameOf(game), "first");
  const words = notesText(game.notes ?? [], variantName(game.variant));
  if (words) toast(words);
}

/**
 * A list of the games of a file.
 * @param {import("./record-file.js").RecordedGame[]} games
 * @param {({ number: number } & import("./problems.js").Problem)[]} refused
 * @param {number} omitted
 * @param {Begin} begin
 */
function chooseGame(games, refused, omitted, begin) {
  const list = el("ol", { class: "games" });
  for (const game of games) {
    const { players, outcome = "*", facts, variant } = game;
    const about = [variantName(variant), facts.Event, facts.Date].filter((fact) => fact && !/^\?/.test(fact));
    const entry = button(`${players.join(" – ")}  ${outcome}`, () => {
      dialog.close();
      beginRecorded(game, begin);
    });
    entry.append(el("small", {}, about.join(" · ")));
    list.append(el("li", {}, entry));
  }
  const more =
    omitted > 0 && el("p", {}, t(omitted === 1 ? "share.omitted.one" : "share.omitted", { count: omitted }));
  const unread = refused.map(({ number, ...problem }) =>
    el("p", { class: "problem" }, t("share.refused", { number, words: problemText(problem) })),
  );
  const dialog = openDialog(t("share.choose"), [list, more, ...unread], "wide");
}

/**
 * Why the engine refuses the start of a game; null if it takes it. The engine then has the game on the board again.
 * @param {Play} play
 * @param {Game} game
 * @returns {Promise<string | null>}
 */
async function tryPosition(play, game) {
  const shown = play.game;
  play.session.halt();
  play.game = game;
  const answer = await play.session.request([...play.selection(), play.position(game.tip), "why"]);
  play.game = shown;
  play.selected = "";
  play.sync();
  if (!answer) return t("status.offline");
  const problem = problemOf(answer);
  return problem && problemText(problem);
}
