// The standings and the games that have ended.

import { button, el } from "../dom.js";
import { t } from "../texts/index.js";
import { endText } from "./games.js";

/**
 * @typedef {import("./feed.js").Game} Game
 * @typedef {import("./feed.js").Standings} Standings
 */

/**
 * @param {number | null} value null is infinite
 * @param {number} [digits] after the point
 */
const signed = (value, digits = 1) =>
  value === null ? "∞" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

/**
 * @param {string} title
 * @param {string[]} columns a text on the left begins with `<`
 * @param {(string | number | Node)[][]} rows
 */
function table(title, columns, rows) {
  const text = columns.map((name) => (name.startsWith("<") ? "text" : undefined));
  const head = columns.map((name, i) => el("th", { scope: "col", class: text[i] }, name.replace("<", "")));
  const line = (/** @type {(string | number | Node)[]} */ cells) =>
    el(
      "tr",
      {},
      ...cells.map((cell, i) => el("td", { class: text[i] }, cell instanceof Node ? cell : String(cell))),
    );
  return [
    el("h2", {}, title),
    el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows.map(line))),
  ];
}

/** @param {Standings} standings */
export function standingsTable({ games, total, players, elo, sprt }) {
  const rated = players.some((player) => player.elo);
  const columns = [`<${t("watch.player")}`, t("watch.games"), "+", "=", "−", t("watch.points")];
  const rows = players.map(({ name, games, wins, draws, losses, points, elo }) => {
    const share = games ? ((100 * points) / games).toFixed(1) : "";
    const rating = elo ? `${signed(elo[0], 0)} ±${elo[1]?.toFixed(0) ?? "∞"}` : "";
    return [name, games, wins, draws, losses, points, rated ? rating : share];
  });
  const words = [total ? t("watch.progress", { games, total }) : `${t("watch.games")}: ${games}`];
  const counted = players.reduce((sum, player) => sum + player.games, 0) / 2;
  if (counted < games) words.push(t("watch.pairs", { counted }));
  if (elo)
    words.push(`Elo ${signed(elo.value)} (95%: ${signed(elo.low)} … ${signed(elo.high)}, ${elo.player})`);
  if (sprt)
    words.push(`LLR ${sprt.ratio.toFixed(2)} (${sprt.bounds.map((end) => end.toFixed(2)).join(" … ")})`);
  return [
    ...table(t("watch.standings"), [...columns, rated ? "Elo" : "%"], rows),
    el("p", {}, words.join(" · ")),
  ];
}

/**
 * @param {string} variant
 * @param {Game[]} games
 * @param {(number: number) => void} onChoose
 */
export function endedTable(variant, games, onChoose) {
  if (!games.length) return [];
  const columns = ["#", `<${t("watch.players")}`, `<${t("watch.result")}`];
  const rows = games.map((game) => [
    button(String(game.number), () => onChoose(game.number)),
    game.players.join(" – "),
    endText(variant, game),
  ]);
  return table(t("watch.ended"), columns, rows);
}
