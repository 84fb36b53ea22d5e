// The record of the person against each level of the engine, in each game.

import { outcome, soloSide } from "./results.js";
import { other } from "./protocol.js";
import { load, save } from "./store.js";
import { t } from "./texts/index.js";

/** @typedef {Record<import("./results.js").Outcome, number>} Tally */

/** The name under which it is kept: tallies by variant and level. */
const KEY = "level-record";

/**
 * @param {string} variant
 * @param {number} level an Elo, 0 for full strength
 * @returns {Tally}
 */
export function recordAgainst(variant, level) {
  const kept = load(KEY)?.[variant]?.[level];
  const count = (/** @type {string} */ name) => (Number.isSafeInteger(kept?.[name]) ? kept[name] : 0);
  return { won: count("won"), drawn: count("drawn"), lost: count("lost") };
}

/**
 * Enters a game that has ended into the record, once. Returns the record against its level; null if the game does not
 * count: only games of one person against a level of the engine do, and not those from another
 * start than the usual one, or in which the engine thinks for a time of the person's choice.
 * @param {import("./game.js").Game} game
 * @returns {Tally | null}
 */
export function countGame(game) {
  const [side, own] = [soloSide(game), outcome(game)];
  const engine = side && game.players[other(side)];
  if (!own || engine?.kind !== "engine" || engine.limit || game.start) return null;
  const { variant } = game;
  const tally = recordAgainst(variant, engine.level);
  if (game.counted) return tally;
  game.counted = true;
  tally[own]++;
  const all = load(KEY) ?? {};
  save(KEY, { ...all, [variant]: { ...all[variant], [engine.level]: tally } });
  return tally;
}

/**
 * A record in words; "" before the first game.
 * @param {Tally} tally
 */
export function recordText(tally) {
  return tally.won + tally.drawn + tally.lost ? t("record.tally", tally) : "";
}
