// The numbered starting positions of Chess960. Pure.

/** Places of the two knights among five, by their number. */
const KNIGHTS = ["01", "02", "03", "04", "12", "13", "14", "23", "24", "34"];

/**
 * White's back rank in a starting position, by Scharnagl's numbers: 518 is the usual one.
 * @param {number} number from 0 to 959
 */
export function backRank(number) {
  const rank = Array(8).fill("");
  const free = (/** @type {number} */ i) => rank.flatMap((man, at) => (man ? [] : [at]))[i];
  rank[2 * (number % 4) + 1] = "B";
  rank[2 * ((number >> 2) % 4)] = "B";
  rank[free((number >> 4) % 6)] = "Q";
  const [left, right] = [...KNIGHTS[Math.floor(number / 96)]].map(Number).map(free);
  rank[left] = rank[right] = "N";
  for (const man of "RKR") rank[free(0)] = man;
  return rank.join("");
}

/**
 * The FEN of a starting position.
 * @param {number} number from 0 to 959
 */
export function startPosition(number) {
  const rank = backRank(number);
  return `${rank.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${rank} w KQkq - 0 1`;
}

/**
 * Whether the castling rights of a FEN are those of Chess960: named by files, or of a king that does not stand on the
 * e-file or a rook that does not stand in its corner.
 * @param {string} fen
 */
export function isChess960(fen) {
  const [board, , rights = "-"] = fen.split(" ");
  if (/[A-Ha-h]/.test(rights)) return true;
  const ranks = board.split("/");
  const squares = (/** @type {string} */ rank = "") =>
    rank.replace(/\d/g, (count) => " ".repeat(Number(count)));
  const [white, black] = [squares(ranks[7]), squares(ranks[0]).toUpperCase()];
  return [...rights].some((right) => {
    if (right === "-") return false;
    const rank = right === right.toUpperCase() ? white : black;
    return rank[4] !== "K" || rank[right.toUpperCase() === "K" ? 7 : 0] !== "R";
  });
}
