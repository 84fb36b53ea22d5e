// Positions of Chess960.

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
