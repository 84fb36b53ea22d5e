import { readBoard, sideOf } from "./fen.js";
import { layoutOf } from "./geometry.js";
import { piecesAfter } from "./pieces.js";
import { NOTHING, keepSelection, targetsOf } from "./selection.js";

/**
 * @typedef {import("./geometry.js").Kind} Kind
 * @typedef {import("./geometry.js").Side} Side
 * @typedef {import("./geometry.js").Layout} Layout
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./selection.js").Move} Move
 * @typedef {import("./shapes.js").Shape} Shape
 *
 * @typedef {object} View  everything that is drawn
 * @property {Kind} kind
 * @property {string} fen
 * @property {number} [origin]  number of the lowest rank in the names of points, 1 by default
 * @property {Side} [orientation]  whose side is at the bottom
 * @property {Side} [turn]
 * @property {Move[]} [legal]  moves that the user may play now
 * @property {{from?: string, to: string, traded?: string[]} | null} [last]
 * @property {Mark[]} [marks]
 * @property {{point: string, name: string}[]} [highlights]
 * @property {Shape[]} [arrows]
 * @property {Shape[]} [shapes]  what the user has drawn in this position
 * @property {{point: string, number: number}[] | null} [numbers]
 * @property {{point: string, symbol: string} | null} [annotate]
 * @property {import("./values.js").PointValue[]} [values]
 * @property {boolean} [edit]  every piece may be moved anywhere, see `onEdit`
 *
 * @typedef {object} Settings
 * @property {boolean} showLegal
 * @property {boolean} showLast
 * @property {boolean} showCheck
 * @property {boolean} showForbidden
 * @property {boolean} showLiberties
 * @property {"inside" | "none"} coordinates
 * @property {boolean} digits  whether Red's files have digits, like Black's, instead of Chinese numerals
 * @property {"characters" | "letters" | "pictures"} pieces
 * @property {"wood" | "green" | "blue" | "plain"} theme
 * @property {number} animation  milliseconds of a slide, 0 for none
 * @property {"both" | "click" | "drag"} moveInput
 * @property {boolean} confirmTaps  whether a finger has to touch a point twice to put a stone on a small board
 */

/** @type {Settings} */
const DEFAULTS = {
  showLegal: true,
  showLast: true,
  showCheck: true,
  showForbidden: true,
  showLiberties: false,
  coordinates: "inside",
  digits: false,
  pieces: "characters",
  theme: "wood",
  animation: 200,
  moveInput: "both",
  confirmTaps: true,
};

/** What a board shows and what the hand has done so far. */
export class State {
  settings = { ...DEFAULTS };
  /** @type {View} */
  view = { kind: "squares", fen: "8/8/8/8/8/8/8/8" };
  position = readBoard(this.view.fen);
  /** @type {Layout} */
  layout = layoutOf("squares", this.position, 1, "first", true);
  flipped = false;
  selection = NOTHING;
  /**
   * The move that the user has chosen: it is drawn before the view that follows it.
   * @type {Move | null}
   */
  chosen = null;
  /** @type {Shape[]} */
  shapes = [];
  /**
   * The point under the pointer.
   * @type {string | null}
   */
  hovered = null;

  /**
   * Takes over a view.
   * @param {View} view
   * @returns {boolean}  whether another position is shown now
   * @throws {Error} when its FEN cannot be read
   */
  receive(view) {
    readBoard(view.fen, view.origin ?? 1);
    const moved = this.view.fen !== view.fen || this.view.kind !== view.kind;
    // views that come before the answer to the chosen move must not put its piece back
    if (moved || (view.legal?.length && view.legal !== this.view.legal)) this.chosen = null;
    if (moved && this.stones) this.hovered = null;
    this.view = view;
    this.place();
    this.selection = moved ? NOTHING : keepSelection(this.selection, this.legal, this.isOwn);
    return moved;
  }

  /** Sets up the pieces of the view, with the chosen move made. */
  place() {
    const { kind, fen, origin = 1, turn, orientation = "first" } = this.view;
    this.position = readBoard(fen, origin);
    if (this.chosen) {
      const stone = turn === "second" ? "O" : "X";
      this.position.pieces = piecesAfter(this.position.pieces, this.chosen, kind === "stones" ? stone : null);
    }
    const bottom = this.flipped === (orientation === "first") ? "second" : "first";
    const { coordinates, digits } = this.settings;
    this.layout = layoutOf(kind, this.position, origin, bottom, coordinates === "inside", digits);
  }

  get legal() {
    return this.view.legal ?? [];
  }

  get editing() {
    return Boolean(this.view.edit);
  }

  get stones() {
    return this.view.kind === "stones";
  }

  /** Where the selected pieces may go. */
  get targets() {
    return targetsOf(this.selection, this.legal);
  }

  get last() {
    return this.chosen ?? this.view.last ?? null;
  }

  /** Marks that the settings let through. */
  get marks() {
    const { showCheck, showLiberties, showForbidden } = this.settings;
    const shown = /** @type {Record<string, boolean>} */ ({
      check: showCheck,
      tether: showCheck,
      liberty: showLiberties,
      guard: showLiberties,
      forbidden: showForbidden,
    });
    return (this.view.marks ?? []).filter(({ kind }) => shown[kind] ?? true);
  }

  /**
   * Whether the user may take up the piece on a point.
   * @param {string} point
   */
  isOwn = (point) => {
    const letter = this.position.pieces.get(point);
    if (letter === undefined) return false;
    if (this.editing) return true;
    if (this.chosen || this.stones || this.legal.length === 0) return false;
    return sideOf(letter, this.view.kind) === (this.view.turn ?? "first");
  };

  /** @param {string} point */
  isSelected(point) {
    return this.selection.from === point || this.selection.traded.includes(point);
  }

  /**
   * Whether a touch puts a stone on a point.
   * @param {string} point
   */
  takesStone(point) {
    return this.stones && !this.chosen && !this.editing && this.legal.some((move) => move.to === point);
  }
}
