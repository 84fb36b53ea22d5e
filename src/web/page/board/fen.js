import { pointName } from "./geometry.js";

/**
 * What stands on a board.
 * @typedef {object} Position
 * @property {number} rows
 * @property {number} columns
 * @property {Map<string, string>} pieces  letters of the pieces by the names of their points
 */

/**
 * Reads the board field of a FEN: rows from the top, runs of digits are numbers of empty points, letters are pieces.
 * @param {string} fen  a whole FEN or only its first field
 * @param {number} [origin]  number of the lowest rank
 * @returns {Position}
 * @throws {Error} when the rows differ in length or the field holds something else
 */
export function readBoard(fen, origin = 1) {
  const field = fen.trim().split(/\s+/)[0];
  const ranks = field.split("/");
  /** @type {Map<string, string>} */
  const pieces = new Map();
  let columns = 0;
  ranks.forEach((rank, index) => {
    let column = 0;
    for (const [token] of rank.matchAll(/\d+|[^\d]/g)) {
      if (/\d/.test(token)) {
        column += Number(token);
      } else if (/[A-Za-z]/.test(token)) {
        pieces.set(pointName(column, ranks.length - 1 - index, origin), token);
        column += 1;
      } else {
        throw new Error(`"${token}" in row ${index + 1} of a board is neither a piece nor a number`);
      }
    }
    if (index === 0) columns = column;
    if (column !== columns || column === 0 || column > 26) {
      throw new Error(`row ${index + 1} of a board has ${column} points, the first has ${columns}`);
    }
  });
  return { rows: ranks.length, columns, pieces };
}

/**
 * The side that a piece belongs to.
 * @param {string} letter
 * @param {string} kind  of board
 * @returns {"first" | "second"}
 */
export function sideOf(letter, kind) {
  const first = kind === "stones" ? letter.toUpperCase() === "X" : letter === letter.toUpperCase();
  return first ? "first" : "second";
}
