// The dialog of the board's page that opens a room, and leads to it.

import { parseControl } from "../clocks.js";
import { choice, openDialog, select } from "../dialogs.js";
import { TIMES, timeText } from "../new-game-fields.js";
import { el } from "../dom.js";
import * as tree from "../game.js";
import { problemText } from "../problems.js";
import { isStones } from "../protocol.js";
import { SWAPPED } from "../swap2/fact.js";
import { load, save } from "../store.js";
import { addTexts, hasText, t } from "../texts/index.js";
import en from "../texts/room.en.js";
import zh from "../texts/room.zh.js";
import { VARIANTS, sideName, variantName } from "../variants.js";

addTexts({ en, zh });

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../protocol.js").Side} Side
 */

/**
 * The options of a variant as the server takes them.
 * @param {string} variant
 * @param {Game["options"]} options
 */
function roomOptions(variant, options) {
  if (variant === "chess") return { UCI_Chess960: options.UCI_Chess960 ?? false };
  if (variant === "xiangqi") return { Coordinates: "ranks1-10" };
  return isStones(variant) ? { BoardSize: options.BoardSize ?? 15 } : {};
}

/**
 * The request for a room.
 * @param {Game} game the game on the board
 * @param {string} variant
 * @param {boolean} fromBoard whether the moves of the game have been made
 * @param {string} time
 * @param {boolean} [swaps] whether it begins with Swap2
 */
export function roomRequest(game, variant, fromBoard, time, swaps = false) {
  const person = { kind: "person" };
  const own = game.variant === variant;
  return {
    variant,
    options: roomOptions(variant, own ? game.options : {}),
    ...(fromBoard && own && game.start ? { start: game.start } : {}),
    moves: fromBoard && own ? tree.movesTo(game.current) : [],
    ...(swaps && { opening: "swap2" }),
    control: parseControl(time) ?? { kind: "none" },
    first: person,
    second: person,
  };
}

/** @param {Game} game the game on the board */
export function inviteDialog(game) {
  const last = {
    side: "first",
    time: "clock 600 5",
    minutes: "10",
    increment: "5",
    ...load("last-invitation"),
  };
  const form = el("form", { class: "invite", method: "dialog" });
  const variants = select(
    t("room.invite.game"),
    "variant",
    VARIANTS.map((variant) => [variant, variantName(variant)]),
    game.variant,
  );
  const begun = game.current !== game.root || game.start !== null;
  const from = el("div", {});
  const sides = el("div", {});
  const number = (/** @type {string} */ text, /** @type {string} */ name, /** @type {string} */ least) =>
    el(
      "label",
      { class: "field" },
      el("span", {}, text),
      el("input", { type: "number", name, value: last[name], min: least, max: "180", required: true }),
    );
  const custom = el(
    "div",
    { class: "pair" },
    number(t("time.minutes"), "minutes", "1"),
    number(t("time.increment"), "increment", "0"),
  );
  const times = /** @type {[string, string][]} */ ([
    ...TIMES.map((time) => [time, timeText(time)]),
    ["custom", t("time.custom")],
  ]);
  const problem = el("p", { class: "problem", role: "alert" });
  const go = el("button", { type: "submit", class: "primary large" }, t("room.invite.open"));
  const rooms = el("div", {});
  form.append(
    variants,
    from,
    sides,
    select(t("new.time"), "time", times, last.time),
    custom,
    problem,
    el("div", { class: "buttons" }, go),
    rooms,
  );
  const value = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");
  const update = () => {
    const variant = value("variant");
    const side = value("side") || last.side;
    const starts = /** @type {[string, string][]} */ ([["start", t("room.invite.from.start")]]);
    if (begun && variant === game.variant) starts.push(["board", t("room.invite.from.board")]);
    if (SWAPPED.includes(variant)) starts.push(["swap2", t("new.start.swap2")]);
    const wanted = value("from") || (begun && !game.result ? "board" : "start");
    const start = starts.some(([name]) => name === wanted) ? wanted : "start";
    from.replaceChildren(choice(t("room.invite.from"), "from", starts, start));
    from.hidden = starts.length === 1;
    // With Swap2 the colours come later: the first player is the one who places the stones.
    const swaps = start === "swap2";
    sides.replaceChildren(
      choice(
        t("new.side"),
        "side",
        [
          ["first", swaps ? t("new.side.opens") : t("new.side.first", { side: sideName(variant, "first") })],
          ["random", t("new.side.random")],
          [
            "second",
            swaps ? t("new.side.chooses") : t("new.side.second", { side: sideName(variant, "second") }),
          ],
          ["watch", t("room.invite.side.watch")],
        ],
        side,
      ),
    );
    custom.hidden = value("time") !== "custom";
    for (const input of custom.querySelectorAll("input")) input.disabled = custom.hidden;
  };
  form.addEventListener("change", update);
  update();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(new FormData(form));
    save("last-invitation", { ...chosen, variant: undefined });
    const time =
      value("time") === "custom"
        ? `clock ${Number(value("minutes")) * 60} ${Number(value("increment"))}`
        : value("time");
    const begins = value("from");
    go.disabled = true;
    problem.textContent = "";
    try {
      const body = JSON.stringify(
        roomRequest(game, value("variant"), begins === "board", time, begins === "swap2"),
      );
      const response = await fetch("./rooms", { method: "POST", body });
      const answer = await response.json();
      if (response.ok) {
        const side = value("side") === "random" ? (Math.random() < 0.5 ? "first" : "second") : value("side");
        location.href = `./${answer[side] ?? answer.first}`;
        return;
      }
      problem.textContent = refusalText(answer);
    } catch {
      problem.textContent = t("connection.gone");
    }
    go.disabled = false;
  });
  openDialog(t("room.invite"), [form], "wide");
  showRooms(rooms);
}

/**
 * Why a room is not opened.
 * @param {{ code: string, text: string, why?: import("../problems.js").Problem }} answer
 */
export function refusalText({ code, text, why }) {
  if (["too-many", "over"].includes(code)) return t(`room.invite.${code}`);
  const key = `room.refused.${code}`;
  const words = why ? problemText(why) : hasText(key) ? t(key) : text;
  return t("room.invite.failed", { words });
}

/**
 * The games that the host has opened before.
 * @param {HTMLElement} box
 */
async function showRooms(box) {
  const list = await fetch("./rooms").then(
    (answer) => answer.json(),
    () => [],
  );
  if (!Array.isArray(list) || !list.length) return;
  const rows = list.map(({ variant, ply, invitation }) => {
    const link = (/** @type {string} */ text, /** @type {string} */ path) =>
      el("a", { href: `./${path}` }, text);
    return el(
      "li",
      {},
      el("span", {}, t("room.invite.moves", { variant: variantName(variant), count: ply })),
      link(sideName(variant, "first"), invitation.first),
      link(sideName(variant, "second"), invitation.second),
      link(t("room.invite.watch-link"), invitation.watch),
    );
  });
  box.replaceChildren(el("h3", {}, t("room.invite.rooms")), el("ul", { class: "rooms" }, ...rows));
}
