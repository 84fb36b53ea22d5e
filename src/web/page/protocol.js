// Lines of the engine's protocol: reading answers, writing commands. Pure.

/**
 * @typedef {"first" | "second"} Side
 * @typedef {{ move: string, name: string, from?: string, to: string, promotion?: string, traded?: string[],
 *   capture?: boolean }} Move
 * @typedef {Move & { fen?: string, side?: Side }} PlayedMove
 * @typedef {{ result: string, reason: string, winner?: Side }} Verdict
 * @typedef {{ kind: string, side?: Side, points: string[], reason?: string }} Mark
 * @typedef {{ variant: string, board: "squares" | "river" | "palace" | "stones", side_names: string[],
 *   white: Side, win_curve?: WinCurve, start?: string, fen: string, turn: Side, ply: number, undo: number, redo:
 *   number, moves: PlayedMove[], legal: Move[], marks: Mark[], known?: Known, verdict: Verdict | null }} State
 * @typedef {{ winner?: Side, plies?: number, at_most?: boolean }} Known what tables of endings or a proof say
 * @typedef {{ half: number, step: number }} WinCurve scores in hundredths
 * @typedef {{ move?: string, legal: boolean, code?: string, text?: string, points?: string[] }} Why
 * @typedef {import("./problems.js").Problem & { accepted?: boolean,
 *   remarks?: import("./problems.js").Problem[] }} Report of a position or a record
 * @typedef {{ cp?: number, mate?: number, bound?: "lower" | "upper" }} Score
 * @typedef {{ depth: number, multipv: number, score: Score, nodes: number, nps: number, time: number,
 *   pv: string[] }} Info
 */

/** A message of more bytes would be too long for the server. */
export const MOST_BYTES = 500_000;
/** The engine accepts no longer game. */
export const MOST_MOVES = 20_000;

/**
 * The other side.
 * @param {Side} side
 * @returns {Side}
 */
export function other(side) {
  return side === "first" ? "second" : "first";
}

/**
 * Reads a search report; null if the line has no principal variation or score.
 * @param {string} line
 * @returns {Info | null}
 */
export function parseInfo(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] !== "info" || words[1] === "string") return null;
  /** @type {Info} */
  const info = { depth: 0, multipv: 1, score: {}, nodes: 0, nps: 0, time: 0, pv: [] };
  let scored = false;
  for (let i = 1; i < words.length; i++) {
    const word = words[i];
    if (word === "depth" || word === "multipv" || word === "nodes" || word === "nps" || word === "time") {
      info[word] = Number(words[++i]);
    } else if (word === "score") {
      const kind = words[++i];
      const value = Number(words[++i]);
      if (!Number.isFinite(value)) return null;
      if (kind === "cp") info.score.cp = value;
      else if (kind === "mate") info.score.mate = value;
      else return null;
      scored = true;
    } else if (word === "lowerbound") info.score.bound = "lower";
    else if (word === "upperbound") info.score.bound = "upper";
    else if (word === "pv") {
      info.pv = words.slice(i + 1);
      break;
    }
  }
  return scored ? info : null;
}

/**
 * The move of a `bestmove` line, null if there is none, undefined if the line is another.
 * @param {string} line
 * @returns {string | null | undefined}
 */
export function parseBestMove(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] !== "bestmove") return undefined;
  return !words[1] || words[1] === "(none)" || words[1] === "0000" ? null : words[1];
}

/**
 * The words of an error line, or null.
 * @param {string} line
 */
export function parseError(line) {
  const prefix = "info string error ";
  return line.startsWith(prefix) ? line.slice(prefix.length) : null;
}

/**
 * Whether the engine does not know a command.
 * @param {{ errors: string[] }} answer
 * @param {string} command
 */
export function isUnknown(answer, command) {
  return answer.errors.includes(`unknown command "${command}"`);
}

/** Commands whose answer is the command's name and an object. @type {("state" | "why" | "record")[]} */
export const JSON_ANSWERS = ["state", "why", "record"];

/**
 * The value of an answer such as `state {…}`; null if the line is another or not readable.
 * @param {string} word
 * @param {string} line
 * @returns {any}
 */
export function parseJson(word, line) {
  if (!line.startsWith(`${word} {`) && !line.startsWith(`${word} [`)) return null;
  try {
    return JSON.parse(line.slice(word.length + 1));
  } catch {
    return null;
  }
}

/**
 * The range of a spin option, from its line in the answer to `uci`.
 * @param {string} line
 * @returns {{ name: string, min: number, max: number } | null}
 */
export function parseSpin(line) {
  const found = /^option name (.+) type spin .*\bmin (-?\d+) max (-?\d+)/.exec(line);
  return found && { name: found[1], min: Number(found[2]), max: Number(found[3]) };
}

/**
 * The values of a combo option, from its line in the answer to `uci`.
 * @param {string} line
 * @returns {{ name: string, values: string[] } | null}
 */
export function parseCombo(line) {
  const found = /^option name (.+) type combo default .*?( var .*)$/.exec(line);
  return found && { name: found[1], values: found[2].split(" var ").slice(1) };
}

/**
 * The command that sets up a position.
 * @param {string | null} start a FEN, or null for the start of a game
 * @param {string[]} moves
 */
export function positionLine(start, moves) {
  const base = start ? `position fen ${start}` : "position startpos";
  return moves.length ? `${base} moves ${moves.join(" ")}` : base;
}

/**
 * The commands that select a variant and its options. Every option of a game has a value, so that none is left over
 * from another game.
 * @param {string} variant
 * @param {Record<string, string | number | boolean>} options
 */
export function variantLines(variant, options) {
  const lines = [];
  if (variant === "chess") lines.push(`setoption name UCI_Chess960 value ${options.UCI_Chess960 ?? false}`);
  if (variant === "xiangqi") lines.push("setoption name Coordinates value ranks1-10");
  lines.push(`setoption name UCI_Variant value ${variant}`);
  if (isStones(variant)) lines.push(`setoption name BoardSize value ${options.BoardSize ?? 15}`, "new");
  return lines;
}

/** @param {string} variant */
export function isStones(variant) {
  return variant.startsWith("gomoku") || variant === "renju";
}

/**
 * A score from the first player's view instead of the view of the side to move. `mate 0`, which has no sign, becomes
 * a mate in one.
 * @param {Score} score
 * @param {Side} turn
 * @returns {Score}
 */
export function scoreForFirst(score, turn) {
  if (score.mate === 0) return { mate: turn === "first" ? -1 : 1 };
  if (turn === "first") return score;
  /** @type {Score} */
  const result = {};
  if (score.cp !== undefined) result.cp = score.cp === 0 ? 0 : -score.cp;
  if (score.mate !== undefined) result.mate = -score.mate;
  if (score.bound) result.bound = score.bound === "lower" ? "upper" : "lower";
  return result;
}

/**
 * A score as people write it: `+0.35`, `#3`, `#-2`.
 * @param {Score} score
 * @param {number} [places] after the point
 */
export function scoreText(score, places = 2) {
  if (score.mate !== undefined) return `#${score.mate}`;
  const cp = score.cp ?? 0;
  if (Math.abs(cp) > 29700) return cp > 0 ? "+–" : "–+";
  // Rounded as a whole number: 0.35, being a little less in binary, would become 0.3.
  const rounded = Math.round(Math.abs(cp) / 10 ** (2 - places)) / 10 ** places;
  const text = rounded.toFixed(Math.abs(cp) >= 100 * 10 ** places ? 0 : places);
  return (!rounded ? "" : cp > 0 ? "+" : "−") + text;
}

/**
 * How much more of an advantage people need than the engine against itself for the same result. With it, chess has
 * about the curve that lichess uses: 2 / (1 + exp(-0.004 cp)) - 1.
 */
const STRETCH = 2.7;

/** What scores are worth until the engine says it: as in chess. @type {WinCurve} */
export const USUAL_CURVE = { half: 95, step: 55 };

/**
 * The expected result for the side of a score, from -1 (lost) to 1 (won): the chance to win less the chance to lose.
 * The engine says how likely a win is, 1 / (1 + exp((half - cp) / step)), and a loss, the same of -cp.
 * @param {Score} score
 * @param {WinCurve} curve of the game
 */
export function winningChance(score, curve) {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : -1;
  const odds = (score.cp ?? 0) / (STRETCH * curve.step);
  // The difference of both, with their common denominator.
  return Math.sinh(odds) / (Math.cosh(curve.half / curve.step) + Math.cosh(odds));
}

const CHINESE = "帅将仕士相象马车炮兵卒前后中进退平兑一二三四五六七八九";
const WXF = "KKAABBNRCPP+-2+-=x123456789";

/**
 * A Chinese name of a move in WXF letters: `炮二平五` is `C2=5`. Other texts are unchanged.
 * @param {string} name
 */
export function wxfName(name) {
  return name.replace(/[一-龥]/g, (c) => WXF[CHINESE.indexOf(c)] ?? c);
}

/**
 * How many of each piece stand on the board of a FEN.
 * @param {string} fen
 * @returns {Map<string, number>}
 */
export function countPieces(fen) {
  const pieces = new Map();
  for (const letter of fen.split(" ")[0].replace(/[^a-z]/gi, ""))
    pieces.set(letter, (pieces.get(letter) ?? 0) + 1);
  return pieces;
}

/**
 * The pieces that have left the board between two positions, as letters in order of value; pawns that were promoted do
 * not count.
 * @param {string} start
 * @param {string} now
 * @returns {string[]}
 */
export function captured(start, now) {
  const before = countPieces(start);
  const after = countPieces(now);
  const gone = [];
  for (const [letter, count] of before) {
    for (let i = after.get(letter) ?? 0; i < count; i++) gone.push(letter);
  }
  // A promoted piece is one more than at the start, and one pawn fewer.
  for (const [letter, count] of after) {
    for (let i = before.get(letter) ?? 0; i < count; i++) {
      const pawn = gone.indexOf(letter === letter.toUpperCase() ? "P" : "p");
      if (pawn >= 0) gone.splice(pawn, 1);
    }
  }
  const order = "qrcnbakp";
  return gone.sort((a, b) => order.indexOf(a.toLowerCase()) - order.indexOf(b.toLowerCase()));
}
