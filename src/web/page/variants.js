// The games as the page shows them, and the engine's levels.

import { currentLanguage, t } from "./texts/index.js";
import { wxfName } from "./protocol.js";

/** @typedef {import("./protocol.js").Side} Side */

/** The games in the order in which they are offered; the engine may know more, see `addVariants`. */
export const VARIANTS = ["zhonggong", "xiangqi", "chess", "gomoku", "gomoku-standard", "renju"];

/**
 * Offers the games of the engine, too, that the page has no texts for. They are drawn as stones on a grid.
 * @param {string[]} names
 */
export function addVariants(names) {
  VARIANTS.push(...names.filter((name) => !VARIANTS.includes(name)));
}

/**
 * The name of a game; that of the protocol, made readable, if the page has none.
 * @param {string} variant
 */
export function variantName(variant) {
  const key = `variant.${variant}`;
  const text = t(key);
  if (text !== key) return text;
  return variant
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/**
 * What kind of game it is, in few words; nothing if the page does not know it.
 * @param {string} variant
 */
export function aboutVariant(variant) {
  const key = `variant.${variant}.about`;
  const text = t(key);
  return text === key ? "" : text;
}

/**
 * The engine's levels: a name, its `UCI_Elo`, 0 for full strength, and its `Variety`. Lower levels vary by themselves,
 * as they overlook moves, so that less of it is enough and it hardly costs strength.
 */
export const LEVELS = [
  { name: "beginner", elo: 600, variety: 10 },
  { name: "novice", elo: 900, variety: 10 },
  { name: "learner", elo: 1200, variety: 10 },
  { name: "club", elo: 1500, variety: 10 },
  { name: "strong", elo: 1800, variety: 10 },
  { name: "expert", elo: 2100, variety: 10 },
  { name: "master", elo: 2400, variety: 10 },
  { name: "full", elo: 0, variety: 0 },
];

/**
 * The commands that make the engine play at a level.
 * @param {number} elo 0 for full strength
 * @param {{ min: number, max: number }} [range] of the engine's ratings
 */
export function strengthLines(elo, range) {
  const level = LEVELS.findLast((entry) => (elo ? entry.elo && entry.elo <= elo : !entry.elo)) ?? LEVELS[0];
  const variety = `setoption name Variety value ${level.variety}`;
  if (!elo) return ["setoption name UCI_LimitStrength value false", variety];
  const value = range ? Math.max(range.min, Math.min(range.max, elo)) : elo;
  return ["setoption name UCI_LimitStrength value true", `setoption name UCI_Elo value ${value}`, variety];
}

/** @param {number} elo */
export function levelName(elo) {
  const level = LEVELS.find((entry) => entry.elo === elo);
  return level ? t(`level.${level.name}`) : t("level.elo", { elo });
}

/**
 * The engine as a player: its level, and how long it thinks if that was chosen.
 * @param {{ level: number, limit?: import("./game.js").Limit }} engine
 */
export function engineName({ level, limit }) {
  const name = levelName(level);
  if (!limit) return name;
  return "seconds" in limit
    ? t("level.seconds", { level: name, seconds: limit.seconds })
    : t("level.depth", { level: name, depth: limit.depth });
}

/**
 * The colour of a side: `red`, `black` or `white`.
 * @param {string} variant
 * @param {Side} side
 */
export function colour(variant, side) {
  if (variant === "chess") return side === "first" ? "white" : "black";
  if (isChinese(variant)) return side === "first" ? "red" : "black";
  return side === "first" ? "black" : "white";
}

/**
 * @param {string} variant
 * @param {Side} side
 */
export function sideName(variant, side) {
  return t(`side.${colour(variant, side)}`);
}

/** @param {string} variant */
export function boardKind(variant) {
  /** @type {Record<string, "squares" | "river" | "palace">} */
  const kinds = { chess: "squares", xiangqi: "river", zhonggong: "palace" };
  return kinds[variant] ?? "stones";
}

/** @param {string} variant */
export function isChinese(variant) {
  return variant === "xiangqi" || variant === "zhonggong";
}

/**
 * How moves of the Chinese games are named: `chinese`, `wxf` or `points`.
 * @param {string} setting one of these, or `auto` for what suits the language
 */
export function nameStyle(setting) {
  return setting === "auto" ? (currentLanguage() === "zh" ? "chinese" : "wxf") : setting;
}

/**
 * A move as the list shows it.
 * @param {string} variant
 * @param {{ move: string, name: string }} move
 * @param {string} names the setting for names
 */
export function shownName(variant, move, names) {
  const style = isChinese(variant) ? nameStyle(names) : "";
  return style === "points" ? move.move : style === "wxf" ? wxfName(move.name) : move.name;
}

/**
 * Why a game ended, in words.
 * @param {string} variant
 * @param {string} reason as in a verdict, or a reason of the page's own
 */
export function reasonText(variant, reason) {
  const key = `reason.${reason.replaceAll(" ", "-")}`;
  const own = `${key}.${variant}`;
  const text = t(own);
  if (text !== own) return text;
  const common = t(key);
  return common === key ? reason : common;
}
