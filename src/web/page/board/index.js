import { createCells } from "./cells.js";
import { readBoard, sideOf } from "./fen.js";
import { centre, layoutOf, pointNear } from "./geometry.js";
import { drawMan, manIcon } from "./icons.js";
import { listenToKeys } from "./keyboard.js";
import { manName, pointLabel } from "./labels.js";
import * as draw from "./marks.js";
import { createMen, menAfter } from "./men.js";
import { openPicker } from "./picker.js";
import { hasChineseFont } from "./pieces/discs.js";
import { listenToPointer } from "./pointer.js";
import { NOTHING, drop, keepSelection, targetsOf, touch, tradablePoints } from "./selection.js";
import { drawShape, toggleShape } from "./shapes.js";
import { drawPalace, drawRiver } from "./points.js";
import { drawSquares } from "./squares.js";
import { drawStones } from "./stones.js";
import { ensureGradients, html, svg } from "./svg.js";

export { hasChineseFont, manIcon, manName, readBoard };

/**
 * @typedef {import("./geometry.js").Kind} Kind
 * @typedef {import("./geometry.js").Side} Side
 * @typedef {import("./geometry.js").Layout} Layout
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./selection.js").Attempt} Attempt
 * @typedef {import("./selection.js").Move} Move
 * @typedef {import("./selection.js").Outcome} Outcome
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
 * @property {{point: string, number: number}[] | null} [numbers]
 * @property {{point: string, symbol: string} | null} [annotate]
 * @property {boolean} [edit]  every man may be moved anywhere, see `onEdit`
 *
 * @typedef {object} Settings
 * @property {boolean} showLegal
 * @property {boolean} showLast
 * @property {boolean} showCheck
 * @property {boolean} showForbidden
 * @property {boolean} showLiberties
 * @property {"inside" | "none"} coordinates
 * @property {"characters" | "letters" | "pictures"} men
 * @property {"wood" | "green" | "blue" | "plain"} theme
 * @property {number} animation  milliseconds of a slide, 0 for none
 * @property {"both" | "click" | "drag"} moveInput
 *
 * @typedef {object} Options
 * @property {import("./labels.js").Text} text
 * @property {(move: Move) => void} [onMove]
 * @property {(attempt: Attempt) => void} [onRefused]
 * @property {(shapes: Shape[]) => void} [onArrowsChanged]
 * @property {(change: {from?: string, to?: string}) => void} [onEdit]  in an editor: a man was moved, or dropped outside (no
 *   `to`), or a point was touched (no `from`)
 * @property {boolean} [readOnly]  a picture without a hand or keys, such as the preview of a line
 *
 * @typedef {ReturnType<typeof createBoard>} Board
 */

/** @type {Settings} */
const DEFAULTS = {
  showLegal: true,
  showLast: true,
  showCheck: true,
  showForbidden: true,
  showLiberties: false,
  coordinates: "inside",
  men: "characters",
  theme: "wood",
  animation: 200,
  moveInput: "both",
};

const GROUNDS = { squares: drawSquares, river: drawRiver, palace: drawPalace, stones: drawStones };

/**
 * Makes a board inside an element; it fills the width of that element.
 * @param {HTMLElement} container
 * @param {Options} options
 */
export function createBoard(container, options) {
  const { text, readOnly = false } = options;
  ensureGradients();
  const root = html("div", { class: "board-root" });
  const layers = Object.fromEntries(["below", "men", "above", "numbers", "shapes", "sketch", "held"].map((name) => [name, svg("g")]));
  layers.men.classList.add("board-men");
  const ground = svg("svg", { class: "board-ground", "aria-hidden": "true", focusable: "false" });
  const drawing = svg("svg", { class: "board-drawing", "aria-hidden": "true", focusable: "false" });
  const ghost = svg("g", { class: "board-ghost" });
  drawing.append(layers.below, ghost, layers.men, layers.numbers, layers.above, layers.shapes, layers.sketch, layers.held);
  const cells = createCells(text("board.grid"));
  const spoken = html("div", { class: "board-spoken", role: "status", "aria-live": "polite" });
  root.append(ground, drawing);
  if (readOnly) root.classList.add("board-read-only");
  else root.append(cells.element, spoken);
  container.append(root);
  const men = createMen(layers.men, layers.held);

  /** @type {Settings} */
  let settings = { ...DEFAULTS };
  /** @type {View | null} */
  let view = null;
  /** @type {import("./fen.js").Position} */
  let position = { rows: 0, columns: 0, men: new Map() };
  /** @type {Layout} */
  let layout = layoutOf("squares", { rows: 8, columns: 8 }, 1, "first", true);
  let flipped = false;
  let layoutKey = "";
  /** @type {import("./selection.js").Selection} */
  let selection = NOTHING;
  /** @type {Shape[]} */
  let shapes = [];
  /** @type {string | null} */
  let hovered = null;
  let dragging = false;
  /**
   * The move that the user has chosen: it is drawn before the view that follows it.
   * @type {Move | null}
   */
  let chosen = null;
  /** @type {(() => void) | null} */
  let closePicker = null;

  const legal = () => view?.legal ?? [];
  const editing = () => Boolean(view?.edit);
  const isStones = () => view?.kind === "stones";
  /** @param {string} point */
  const isOwn = (point) => {
    const letter = position.men.get(point);
    if (letter === undefined || !view) return false;
    return editing() || (!chosen && legal().length > 0 && !isStones() && sideOf(letter, view.kind) === view.turn);
  };
  const isSelected = (/** @type {string} */ point) => selection.from === point || selection.traded.includes(point);
  const duration = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : settings.animation);

  function layOut() {
    if (!view) return;
    const { kind, origin = 1, orientation = "first" } = view;
    const bottom = flipped === (orientation === "first") ? "second" : "first";
    layout = layoutOf(kind, position, origin, bottom, settings.coordinates === "inside");
    const key = JSON.stringify(layout);
    if (key === layoutKey) return;
    layoutKey = key;
    const box = `0 0 ${layout.width} ${layout.height}`;
    ground.setAttribute("viewBox", box);
    drawing.setAttribute("viewBox", box);
    ground.replaceChildren(...GROUNDS[kind](layout));
    root.style.aspectRatio = `${layout.width} / ${layout.height}`;
    root.dataset.kind = kind;
    if (!readOnly) cells.layOut(layout);
  }

  function readPosition() {
    if (!view) return;
    const { kind, fen, origin = 1, turn } = view;
    position = readBoard(fen, origin);
    if (chosen) position.men = menAfter(position.men, chosen, kind === "stones" ? (turn === "second" ? "O" : "X") : null);
  }

  function drawMen() {
    if (!view) return;
    const { kind } = view;
    men.update({
      men: position.men,
      centre: (point) => centre(layout, point),
      draw: (letter) => drawMan(kind, letter, settings.men),
      style: `${kind} ${settings.men}`,
      layout: layoutKey,
      duration: duration(),
      last: lastMove(),
    });
  }

  const lastMove = () => chosen ?? view?.last ?? null;

  /** Marks that the settings let through. */
  function visibleMarks() {
    const hidden = {
      check: !settings.showCheck,
      tether: !settings.showCheck,
      liberty: !settings.showLiberties,
      guard: !settings.showLiberties,
      forbidden: !settings.showForbidden,
    };
    return (view?.marks ?? []).filter(({ kind }) => !(/** @type {Record<string, boolean>} */ (hidden)[kind]));
  }

  function drawMarks() {
    if (!view) return;
    const { highlights = [], annotate, numbers, arrows = [] } = view;
    const last = lastMove();
    const targets = targetsOf(selection, legal());
    const below = [];
    const above = [];
    if (last && settings.showLast) below.push(...draw.lastMove(layout, last));
    for (const { point, name } of highlights) below.push(draw.highlight(layout, point, name));
    for (const point of position.men.keys()) if (isSelected(point)) below.push(draw.selected(layout, point));
    for (const mark of visibleMarks()) {
      const drawn = draw.positionMark(layout, mark);
      below.push(...drawn.below);
      above.push(...drawn.above);
    }
    if (last && settings.showLast && isStones() && !numbers) above.push(draw.lastStone(layout, last.to));
    if (settings.showLegal) {
      for (const [point, target] of targets) {
        above.push(draw.targetMark(layout, point, target, position.men.has(point)));
      }
    }
    if (hovered !== null && targets.get(hovered)?.moves.length) below.push(draw.hovered(layout, hovered));
    if (annotate) above.push(draw.annotationMark(layout, annotate));
    layers.below.replaceChildren(...below);
    layers.above.replaceChildren(...above);
    layers.numbers.replaceChildren(
      ...(numbers ?? []).map(({ point, number }) => draw.stoneNumber(layout, point, number, position.men.get(point))),
    );
    layers.shapes.replaceChildren(...[...arrows, ...shapes].map((shape) => drawShape(layout, shape)));
    drawGhost();
  }

  function drawGhost() {
    const shown = isStones() && !chosen && !editing() && legal().some((move) => move.to === hovered);
    ghost.replaceChildren();
    if (!shown || !view || hovered === null || position.men.has(hovered)) return;
    const { x, y } = centre(layout, hovered);
    const man = drawMan("stones", view.turn === "second" ? "O" : "X", settings.men);
    man.setAttribute("transform", `translate(${x} ${y})`);
    ghost.append(man);
  }

  function updateCells() {
    if (!view || readOnly) return;
    const { kind, annotate, numbers } = view;
    const last = lastMove();
    const targets = targetsOf(selection, legal());
    const marks = visibleMarks();
    const placed = new Map((numbers ?? []).map(({ point, number }) => [point, number]));
    const free = isStones() ? new Set(legal().map((move) => move.to)) : null;
    cells.update((point) => {
      const target = targets.get(point);
      const here = marks.filter((mark) => mark.points.includes(point));
      const forbidden = here.find((mark) => mark.kind === "forbidden");
      const reason = forbidden?.reason ? `board.forbidden.${forbidden.reason}` : "board.forbidden";
      const missing = target?.missing === 1 ? "board.missing.one" : "board.missing";
      const title = forbidden ? text(reason) : target?.missing ? text(missing, { count: target.missing }) : "";
      const facts = {
        point,
        kind,
        letter: position.men.get(point),
        selected: isSelected(point),
        target: settings.showLegal ? target : undefined,
        last: settings.showLast && last?.to === point,
        marks: here,
        annotation: annotate?.point === point ? annotate.symbol : undefined,
        number: placed.get(point),
      };
      const aim = Boolean(target) || Boolean(free?.has(point));
      return { label: pointLabel(facts, text), title, selected: facts.selected, own: isOwn(point), target: aim };
    });
  }

  function refresh() {
    drawMarks();
    updateCells();
  }

  /** @param {string} words */
  function say(words) {
    spoken.textContent = words;
  }

  /** @param {import("./selection.js").Selection} next */
  function select(next) {
    const before = selection;
    selection = next;
    refresh();
    if (next === before) return;
    const { from, traded } = next;
    const letter = from === null ? undefined : position.men.get(from);
    if (letter && view) {
      const man = manName(view.kind, letter, text);
      say(text("board.picked", { point: from ?? "", man, count: targetsOf(next, legal()).size }));
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
    const { x, y } = centre(layout, move.to);
    if (dragged && move.from) men.send(move.from, x, y, 0);
    selection = NOTHING;
    chosen = move;
    readPosition();
    drawMen();
    refresh();
    say("");
    options.onMove?.(move);
  }

  /**
   * @param {Move[]} moves  that differ in their promotion
   * @param {boolean} dragged
   */
  function choose(moves, dragged) {
    if (moves.length === 1) return play(moves[0], dragged);
    const { kind = "squares", turn } = view ?? {};
    const hadFocus = cells.element.contains(document.activeElement);
    const close = () => {
      closePicker?.();
      closePicker = null;
      if (hadFocus) cells.focus();
    };
    const choices = moves.map((move) => {
      const { promotion } = move;
      const letter = turn === "second" ? promotion?.toLowerCase() : promotion?.toUpperCase();
      return {
        label: letter ? manName(kind, letter, text) : (move.name ?? move.move),
        content: letter ? manIcon(kind, letter, settings.men) : document.createTextNode(move.name ?? move.move),
        choose: () => {
          close();
          play(move, dragged);
        },
      };
    });
    closePicker = openPicker(root, layout, moves[0].to, text("board.promote"), choices, () => {
      close();
      drawMen();
    });
  }

  /**
   * @param {Outcome} outcome
   * @param {boolean} [dragged]
   */
  function follow({ selection: next, moves, attempt }, dragged = false) {
    if (moves) {
      selection = NOTHING;
      refresh();
      return choose(moves, dragged);
    }
    select(next);
    if (attempt) options.onRefused?.(attempt);
  }

  /** @param {string} point */
  function touched(point) {
    if (!view) return;
    if (editing()) return options.onEdit?.({ to: point });
    if (chosen) return;
    follow(touch(selection, point, legal(), isOwn, isStones()));
  }

  function escape() {
    if (selection === NOTHING && !shapes.length) return false;
    select(NOTHING);
    clearShapes();
    return true;
  }

  /** @param {Shape[]} next */
  function setShapes(next) {
    shapes = next;
    drawMarks();
    options.onArrowsChanged?.(shapes);
  }

  function clearShapes() {
    if (shapes.length) setShapes([]);
  }

  const letGo = listenToPointer(cells.element, {
    locate(event) {
      const box = root.getBoundingClientRect();
      const scale = layout.width / box.width;
      return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
    },
    pointAt: (x, y) => pointNear(layout, x, y),
    takes: (point) => isOwn(point) && !closePicker && (editing() || !targetsOf(selection, legal()).get(point)?.moves.length),
    holds: (point) => editing() || isSelected(point),
    drags: () => editing() || settings.moveInput !== "click",
    touch(point) {
      if (settings.moveInput === "drag" && selection !== NOTHING && !isOwn(point)) return select(NOTHING);
      touched(point);
    },
    drop(from, to) {
      dragging = false;
      if (editing()) {
        drawMen();
        return options.onEdit?.(to === null ? { from } : { from, to });
      }
      /** @type {Outcome} */
      const outcome = to === null ? { selection: NOTHING } : drop(from, to, legal(), isOwn);
      men.release(from);
      follow(outcome, true);
      if (!outcome.moves) drawMen();
    },
    carry(point, x, y) {
      dragging = true;
      const edge = (/** @type {number} */ value, /** @type {number} */ size) => Math.max(0, Math.min(size, value));
      men.hold(point, edge(x, layout.width), edge(y, layout.height));
    },
    putBack(point) {
      dragging = false;
      const { x, y } = centre(layout, point);
      men.release(point);
      men.send(point, x, y, 0);
    },
    hover(point) {
      if (hovered === point) return;
      hovered = point;
      if (isStones()) drawGhost();
      else if (selection !== NOTHING) drawMarks();
    },
    sketch(shape) {
      layers.sketch.replaceChildren(...(shape ? [drawShape(layout, shape)] : []));
    },
    draw: (shape) => setShapes(toggleShape(shapes, shape)),
    clear: clearShapes,
  });
  listenToKeys(cells, { touch: touched, escape });

  return {
    /**
     * Draws a view; may be called at any time. A move that the user has chosen stays drawn until a view comes with another FEN
     * or a new list of legal moves, or until `deselect`.
     * @param {View} next
     */
    show(next) {
      if (dragging) letGo();
      closePicker?.();
      closePicker = null;
      const moved = !view || view.fen !== next.fen || view.kind !== next.kind;
      if (moved && shapes.length) {
        shapes = [];
        options.onArrowsChanged?.(shapes);
      }
      // views that come before the answer to the chosen move must not put its man back
      if (moved || (next.legal?.length && next.legal !== view?.legal)) chosen = null;
      view = next;
      readPosition();
      selection = moved ? NOTHING : keepSelection(selection, legal(), isOwn);
      layOut();
      drawMen();
      refresh();
    },

    /**
     * Changes some of the settings.
     * @param {Partial<Settings>} change
     */
    setSettings(change) {
      settings = { ...settings, ...change };
      root.dataset.theme = settings.theme;
      layOut();
      drawMen();
      refresh();
    },

    /** Turns the board round, until it is called again. */
    flip() {
      flipped = !flipped;
      layOut();
      drawMen();
      refresh();
    },

    /** Says all texts anew, after a change of the language. */
    retell() {
      cells.rename(text("board.grid"));
      updateCells();
    },

    /** Takes back what the hand has selected, and a chosen move that the game has not followed. */
    deselect() {
      chosen = null;
      readPosition();
      drawMen();
      select(NOTHING);
    },
    clearShapes,
    shapes: () => shapes,
    /** The point at a place of the window, such as that of a pointer event; null outside. */
    pointAt(/** @type {{clientX: number, clientY: number}} */ { clientX, clientY }) {
      const box = root.getBoundingClientRect();
      const scale = layout.width / box.width;
      return pointNear(layout, (clientX - box.left) * scale, (clientY - box.top) * scale);
    },
    /** @param {string} [point] */
    focus: (point) => cells.focus(point),
    element: root,
    destroy: () => root.remove(),
  };
}
