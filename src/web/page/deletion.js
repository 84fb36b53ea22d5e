// Deleting moves of an analysed game, which can be undone.

import * as tree from "./game.js";
import { announce, toast } from "./panel.js";
import { t } from "./texts/index.js";
import { shownName } from "./variants.js";

/**
 * Deletes a move and all that follow it, says what that was, and offers to undo it.
 * @param {import("./play.js").Play} play
 * @param {tree.Node} node
 * @param {string} names the setting for names of moves
 */
export function deleteMoves(play, node, names) {
  const { game } = play;
  const { tip } = game;
  const { parent } = node;
  if (!parent) return;
  const place = parent.children.indexOf(node);
  const others = tree.countMoves(node) - 1;
  const move = shownName(game.variant, node, names);
  const words = others ? t("deleted.line", { move, count: others }) : t("deleted.move", { move });
  const { result } = game;
  tree.removeNode(game, node);
  // What the game ended with belongs to its last move.
  if (tree.path(tip).includes(node)) game.result = null;
  const undo = () => {
    if (play.game !== game) return;
    tree.restoreNode(node, place);
    game.tip = tip;
    game.current = node;
    game.result = result;
    void play.sync();
  };
  toast(words, "", { text: t("deleted.undo"), act: undo });
  announce(words);
  void play.sync();
}
