// Positions of Chess960.

/**
 * Whether the castling rights of a FEN are those of Chess960: of a king that does not stand on the e-file or a rook that
 * does not stand in its corner. Rights without king and rook are those of no game.
 * @param {string} fen
 */
export function isChess960(fen) {
  const [board, , rights = "-"] = fen.split(" ");
  if (/[A-Ha-h]/.test(rights)) return true;
  const ranks = board.split("/");
  const squares = (/** @type {string} */ rank = "") =>
    rank.replace(/\d/g, (count) => " ".repeat(Number(count)));
  const [white, black] = [squares(ranks[7]), squares(ranks[0]).toUpperCase()];
  let needed = false;
  for (const right of rights.replace(/-/g, "")) {
    const rank = right === right.toUpperCase() ? white : black;
    const onKingsWing = right.toUpperCase() === "K";
    const king = rank.indexOf("K");
    const rook = onKingsWing ? rank.lastIndexOf("R") : rank.indexOf("R");
    if (king < 0 || rook < 0 || rook > king !== onKingsWing) return false;
    needed ||= king !== 4 || rook !== (onKingsWing ? 7 : 0);
  }
  return needed;
}
