// Positions that are set up by hand: writing FENs. Pure.

import { isStones } from "./protocol.js";

/**
 * @typedef {{ rows: number, columns: number, pieces: Map<string, string> }} Setup pieces by their points, ranks from 1
 * @typedef {import("./protocol.js").Side} Side
 */

/**
 * The board field of a FEN.
 * @param {Setup} setup
 */
export function writeBoard({ rows, columns, pieces }) {
  const ranks = [];
  for (let rank = rows; rank >= 1; rank--) {
    let text = "";
    let empty = 0;
    for (let file = 0; file < columns; file++) {
      const piece = pieces.get(String.fromCharCode(97 + file) + rank);
      if (!piece) empty++;
      else {
        text += (empty || "") + piece;
        empty = 0;
      }
    }
    ranks.push(text + (empty || ""));
  }
  return ranks.join("/");
}

/** The fields behind the castling rights of a position that was set up by hand. */
export const NEW_FIELDS = "- 0 1";

/**
 * The FEN of a position.
 * @param {string} variant
 * @param {Setup} setup
 * @param {Side} turn
 * @param {string} castling of chess, such as `KQ`
 * @param {string} fields the en passant square and the counters
 */
export function writeFen(variant, setup, turn, castling = "", fields = NEW_FIELDS) {
  const board = writeBoard(setup);
  if (isStones(variant))
    return `${board} ${turn === "first" ? "b" : "w"} ${Math.floor(setup.pieces.size / 2) + 1}`;
  const rights = (variant === "chess" && castling) || "-";
  return `${board} ${turn === "first" ? "w" : "b"} ${rights} ${fields}`;
}

/**
 * A position in one line as other programs write it, with the moves from there on, if there are any.
 * @param {string} text
 * @returns {{ start: string, moves: string[] }}
 */
export function splitGame(text) {
  const clean = text.trim().replace(/^(position\s+)?fen\s+/i, "");
  const line = (/\s/.test(clean) ? clean : clean.replaceAll("_", " ")).replace(/\s+/g, " ");
  const [, start, moves] = /^(.*?)(?: moves(?: (.*))?)?$/.exec(line) ?? [line, line, ""];
  return { start, moves: moves?.split(" ").filter(Boolean) ?? [] };
}

/**
 * The pieces of a variant as letters of a FEN, the first player's first.
 * @param {string} variant
 * @returns {[string[], string[]]}
 */
export function palette(variant) {
  if (isStones(variant)) return [["X"], ["O"]];
  const pieces = variant === "chess" ? "KQRBNP" : "KRNCABP";
  return [[...pieces], [...pieces.toLowerCase()]];
}

/**
 * The squares of chess that a pawn can just have passed: behind a pawn of the other side that has made a double step.
 * @param {Setup} setup
 * @param {Side} turn
 */
export function passedSquares({ pieces, columns }, turn) {
  const [pawn, rank, passed, origin] = turn === "first" ? ["p", 5, 6, 7] : ["P", 4, 3, 2];
  const files = Array.from({ length: columns }, (_, file) => String.fromCharCode(97 + file));
  return files
    .filter(
      (file) => pieces.get(file + rank) === pawn && !pieces.has(file + passed) && !pieces.has(file + origin),
    )
    .map((file) => file + passed);
}

/**
 * A square board of another size, with the pieces that have room on it; the lower left corner stays.
 * @param {Setup} setup
 * @param {number} size
 * @returns {Setup}
 */
export function resized({ pieces }, size) {
  const fits = (/** @type {string} */ point) =>
    point.charCodeAt(0) - 97 < size && Number(point.slice(1)) <= size;
  return { rows: size, columns: size, pieces: new Map([...pieces].filter(([point]) => fits(point))) };
}
