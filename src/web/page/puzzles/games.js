/** The games with puzzles, each in a file of its name. */
export const GAMES = ["zhonggong", "xiangqi", "chess", "gomoku", "gomoku-standard", "renju"];
