import { centre } from "./geometry.js";
import { pieceIcon } from "./icons.js";
import { pieceName } from "./labels.js";
import { openPicker } from "./picker.js";
import { NOTHING, drop, touch } from "./selection.js";

/**
 * @typedef {import("./selection.js").Move} Move
 * @typedef {import("./selection.js").Outcome} Outcome
 *
 * @typedef {object} Surroundings  what the hand needs from the board
 * @property {HTMLElement} root
 * @property {import("./state.js").State} state
 * @property {import("./index.js").Options} options
 * @property {ReturnType<typeof import("./scene.js").createScene>} scene
 * @property {ReturnType<typeof import("./cells.js").createCells>} cells
 * @property {() => void} redraw  draws the pieces
 * @property {() => void} refresh  draws all but the pieces, and describes the points anew
 * @property {(words: string) => void} say  to a screen reader
 */

/** Pieces that a pawn may become, the most usual first. */
const PROMOTIONS = "qnrb";

/**
 * @param {Move} a
 * @param {Move} b
 */
function byPromotion(a, b) {
  const [first, second] = [a, b].map(({ promotion = "" }) => PROMOTIONS.indexOf(promotion.toLowerCase()));
  return first - second;
}

/**
 * What touches and drops do: they select pieces and choose moves.
 * @param {Surroundings} surroundings
 */
export function createHand({ root, state, options, scene, cells, redraw, refresh, say }) {
  const { text } = options;
  /** @type {(() => void) | null} */
  let closePicker = null;

  /** @param {import("./selection.js").Selection} next */
  function select(next) {
    const before = state.selection;
    state.selection = next;
    refresh();
    if (next === before) return;
    const { from, traded } = next;
    const letter = from === null ? undefined : state.position.pieces.get(from);
    if (letter) {
      const piece = pieceName(state.view.kind, letter, text);
      say(text("board.picked", { point: from ?? "", piece, count: state.targets.size }));
    } else if (traded.length) {
      say(text("board.pawns", { points: traded.join(" "), count: traded.length }));
    } else if (before !== NOTHING) {
      say(text("board.put-back"));
    }
  }

  /**
   * @param {Move} move
   * @param {boolean} dragged
   */
  function play(move, dragged) {
    const { x, y } = centre(state.layout, move.to);
    if (dragged && move.from) scene.pieces.put(move.from, x, y);
    state.selection = NOTHING;
    state.chosen = move;
    state.place();
    redraw();
    refresh();
    say("");
    options.onMove?.(move);
  }

  /** @param {boolean} focus  whether the focus goes back to the points */
  function close(focus) {
    closePicker?.();
    closePicker = null;
    if (focus) cells.focus();
  }

  /**
   * @param {Move[]} moves  with the same target, such as those that differ in their promotion
   * @param {boolean} dragged
   */
  function choose(moves, dragged) {
    if (moves.length === 1) return play(moves[0], dragged);
    const { kind, turn } = state.view;
    const title = text(moves.every((move) => move.promotion) ? "board.promote" : "board.choose");
    const hadFocus = cells.element.contains(document.activeElement);
    const choices = [...moves].sort(byPromotion).map((move) => {
      const { promotion, name = move.move } = move;
      const letter = turn === "second" ? promotion?.toLowerCase() : promotion?.toUpperCase();
      return {
        label: letter ? pieceName(kind, letter, text) : name,
        content: letter ? pieceIcon(kind, letter, state.settings.pieces) : document.createTextNode(name),
        choose: () => {
          close(hadFocus);
          play(move, dragged);
        },
      };
    });
    closePicker = openPicker(root, state.layout, moves[0].to, title, choices, () => {
      close(hadFocus);
      redraw();
    });
  }

  /**
   * @param {Outcome} outcome
   * @param {boolean} [dragged]
   */
  function follow({ selection, moves, attempt }, dragged = false) {
    if (moves) {
      state.selection = NOTHING;
      refresh();
      return choose(moves, dragged);
    }
    select(selection);
    if (attempt) options.onRefused?.(attempt);
  }

  return {
    select,

    /** @param {string} point */
    touch(point) {
      if (state.editing) return options.onEdit?.({ to: point });
      if (state.chosen || closePicker) return;
      follow(touch(state.selection, point, state.legal, state.isOwn, state.stones));
    },

    /**
     * @param {string} from
     * @param {string | null} to  null outside the board
     */
    drop(from, to) {
      scene.pieces.release(from);
      if (state.editing) {
        redraw();
        return options.onEdit?.(to === null ? { from } : { from, to });
      }
      /** @type {Outcome} */
      const outcome = to === null ? { selection: NOTHING } : drop(from, to, state.legal, state.isOwn);
      if (outcome.moves && to !== null) {
        const { x, y } = centre(state.layout, to);
        scene.pieces.put(from, x, y);
      }
      follow(outcome, true);
      if (!outcome.moves) redraw();
    },

    get choosing() {
      return closePicker !== null;
    },

    /** Closes the picker of promotions. */
    closePicker: () => close(false),
  };
}
