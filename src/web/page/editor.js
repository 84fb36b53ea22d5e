// The dialog in which a position is set up; the engine says whether it is possible.

import { layoutOf } from "./board/geometry.js";
import { createBoard, readBoard } from "./board/index.js";
import { boardSettings } from "./board-view.js";
import { choice, openDialog, select } from "./dialogs.js";
import { button, el, icon, iconButton } from "./dom.js";
import { createGame } from "./game.js";
import { paletteButtons } from "./palette.js";
import { problemOf, problemText, remarksText } from "./problems.js";
import { NEW_FIELDS, palette, passedSquares, resized, splitGame, writeFen } from "./position.js";
import { isStones, other, positionLine, variantLines } from "./protocol.js";
import { optionsOf } from "./record-file.js";
import { t } from "./texts/index.js";
import { VARIANTS, boardKind, sideName, variantName } from "./variants.js";

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./game.js").Game} Game
 * @typedef {{ analyse: (game: Game) => void, play: (variant: string, start: string) => void }} Then
 */

/** What a touch of a point does when no piece is chosen: it takes up a piece and puts it down, or removes it. */
const HAND = "hand";
const ERASER = "eraser";
const SIZES = [9, 13, 15, 19, 20];

const SIDES = /** @type {Side[]} */ (["first", "second"]);

/**
 * A position that was left unfinished, and where the game stood then: it is there again if the game still stands there.
 * @type {{ at: import("./game.js").Node, variant: string, fen: string } | null}
 */
let draft = null;

class Editor {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("./store.js").Settings} settings
   * @param {Then} then
   * @param {string} variant
   */
  constructor(play, settings, then, variant) {
    this.play = play;
    this.settings = settings;
    this.variant = variant;
    /** @type {import("./position.js").Setup} */
    this.setup = { rows: 0, columns: 0, pieces: new Map() };
    /** @type {Side} */
    this.turn = "first";
    this.castling = "";
    this.fields = NEW_FIELDS;
    /** The hand, the eraser, or the letter of a piece. */
    this.tool = HAND;
    /** The point whose piece the hand has taken up. @type {string | null} */
    this.held = null;
    this.fen = "";
    /** Questions to the engine so far: the answer to an earlier one counts for nothing. */
    this.checks = 0;
    /** @type {Side} */
    this.orientation = "first";
    this.released = false;

    this.frame = el("div", { class: "board-frame" });
    this.palettes = { first: el("div", { class: "palette" }), second: el("div", { class: "palette" }) };
    this.place = el("div", { class: "setup-board" }, this.palettes.second, this.frame, this.palettes.first);
    this.tools = el("div", { class: "tools", role: "group", "aria-label": t("editor.tools") });
    this.turns = el("div", {});
    this.rights = el("fieldset", { class: "switches" });
    this.passed = el("label", { class: "field" });
    this.sizes = el("label", { class: "field" });
    this.problem = el("p", { class: "problem", role: "status" });
    this.field = el("input", {
      spellcheck: false,
      autocomplete: "off",
      maxLength: 400,
      onchange: () => this.readGame(this.field.value),
    });
    this.analyse = button(t("action.analyse"), () => this.leave(() => then.analyse(this.game())));
    this.playIt = button(t("editor.play"), () => this.leave(() => then.play(this.variant, this.fen)), {
      class: "primary",
    });
    this.dialog = openDialog(
      t("menu.editor"),
      [el("div", { class: "editor" }, this.place, this.createSide())],
      "full",
    );
    this.dialog.addEventListener("close", () => this.release());
    this.board = createBoard(this.frame, { text: t, onEdit: (change) => this.edit(change) });
  }

  createSide() {
    const variants = /** @type {[string, string][]} */ (VARIANTS.map((name) => [name, variantName(name)]));
    const chosen = select(t("new.variant"), "variant", variants, this.variant);
    const list = /** @type {HTMLSelectElement} */ (chosen.querySelector("select"));
    list.addEventListener("change", () => {
      this.variant = list.value;
      this.tool = HAND;
      this.reset();
    });
    return el(
      "div",
      { class: "editor-side" },
      el("div", { class: "pair" }, chosen, this.sizes),
      this.tools,
      this.turns,
      this.rights,
      this.passed,
      el("label", { class: "field" }, el("span", {}, "FEN"), this.field),
      el(
        "div",
        { class: "buttons" },
        button(t("editor.start"), () => this.reset()),
        button(t("editor.clear"), () => this.clear()),
        iconButton("flip", t("walk.flip"), () => {
          this.orientation = other(this.orientation);
          this.update();
        }),
      ),
      el(
        "div",
        { class: "editor-end" },
        this.problem,
        el("div", { class: "buttons" }, this.analyse, this.playIt),
      ),
    );
  }

  /** The position as a game that can be analysed. */
  game() {
    const { variant, fen } = this;
    return createGame({ variant, start: fen, options: optionsOf(variant, fen), live: false });
  }

  release() {
    if (this.released) return;
    this.released = true;
    if (this.fen) draft = { at: this.play.game.current, variant: this.variant, fen: this.fen };
    this.play.release();
  }

  /** @param {() => void} act */
  leave(act) {
    this.released = true;
    draft = null;
    this.dialog.close();
    this.play.reserved = false;
    this.play.selected = "";
    act();
  }

  clear() {
    this.setup.pieces.clear();
    this.castling = "";
    this.fields = NEW_FIELDS;
    this.update();
  }

  /** @param {{ from?: string, to?: string }} change */
  edit({ from, to }) {
    const { pieces } = this.setup;
    const { held, tool } = this;
    this.held = null;
    if (from) this.move(from, to);
    else if (to && tool === HAND) {
      if (held === null) this.held = pieces.has(to) ? to : null;
      else if (held !== to) this.move(held, to);
      if (this.held !== null || held === to || held === null) return this.show();
    } else if (to) {
      if (tool === ERASER || pieces.get(to) === tool) pieces.delete(to);
      else pieces.set(to, tool);
    }
    this.changed();
  }

  /**
   * @param {string} from
   * @param {string} [to] off the board without it
   */
  move(from, to) {
    const { pieces } = this.setup;
    const piece = pieces.get(from);
    pieces.delete(from);
    if (piece && to) pieces.set(to, piece);
  }

  /** The pieces have been changed by hand. */
  changed() {
    const { pieces } = this.setup;
    this.fields = NEW_FIELDS;
    if (isStones(this.variant)) {
      const black = [...pieces.values()].filter((piece) => piece === "X").length;
      this.turn = black * 2 > pieces.size ? "second" : "first";
    }
    this.update();
  }

  /** Takes over the last position of a game: a FEN, behind which moves may stand. @param {string} text */
  async readGame(text) {
    const { start, moves } = splitGame(text);
    if (!moves.length) {
      this.read(start);
      return;
    }
    const number = ++this.checks;
    const options = variantLines(this.variant, optionsOf(this.variant, start));
    const answer = await this.play.session.request([...options, positionLine(start, moves), "state", "why"]);
    if (number !== this.checks) return;
    if (answer?.state) this.read(answer.state.fen);
    else this.problem.textContent = answer ? problemText(problemOf(answer) ?? {}) : t("status.offline");
  }

  /** Takes over a FEN. @param {string} text */
  read(text) {
    const clean = text.replace(/\s+/g, " ").trim();
    try {
      this.setup = readBoard(clean);
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    const words = clean.split(" ");
    const rest = words.slice(3).join(" ");
    this.turn = (words[1] === "b") === isStones(this.variant) ? "first" : "second";
    this.castling = this.variant === "chess" && /^[A-HKQa-hkq]+$/.test(words[2] ?? "") ? words[2] : "";
    this.fields = /^(-|[a-h][36]) \d+ \d+$/.test(rest) ? rest : NEW_FIELDS;
    this.update();
  }

  async reset() {
    const { variant, play } = this;
    const answer = await play.session.request([
      ...variantLines(variant, variant === play.game.variant ? play.game.options : {}),
      "position startpos",
      "state",
    ]);
    if (answer?.state) this.read(answer.state.fen);
    else this.problem.textContent = t("status.offline");
  }

  update() {
    this.held = null;
    this.fen = writeFen(this.variant, this.setup, this.turn, this.castling, this.fields);
    this.field.value = this.fen;
    this.show();
    this.drawFields();
    this.check();
  }

  /** Draws the board and the pieces beside it. */
  show() {
    const { variant, settings, fen, orientation, turn, held, board, place } = this;
    const kind = boardKind(variant);
    const look = boardSettings(settings, variant);
    const layout = layoutOf(kind, this.setup, 1, "first", look.coordinates !== "none");
    place.dataset.kind = kind;
    // The size of a piece on the board, and of those beside it, follows from these.
    place.style.setProperty("--units", String(layout.width / 100));
    place.style.setProperty("--ratio", String(layout.width / layout.height));
    place.classList.toggle("flipped", orientation === "second");
    board.setSettings(look);
    const highlights = held === null ? [] : [{ point: held, name: "hint" }];
    board.show({ kind, fen, origin: 1, orientation, turn, legal: [], edit: true, highlights });
    this.drawTools();
  }

  drawTools() {
    const kind = boardKind(this.variant);
    const { pieces: style } = boardSettings(this.settings, this.variant);
    const rows = palette(this.variant);
    const focused = document.activeElement;
    const inside = this.dialog.contains(focused) && focused?.matches(".piece, .tools button");
    for (const [i, side] of SIDES.entries()) {
      const entries = paletteButtons(
        { kind, pieces: rows[i], style, chosen: this.tool },
        (piece) => this.pick(piece),
        (piece, event) => this.put(piece, event),
      );
      this.palettes[side].replaceChildren(...entries);
    }
    const tool = (/** @type {string} */ name) => {
      const entry = button("", () => this.pick(name), { pressed: this.tool === name });
      entry.append(icon(name), el("span", {}, t(`editor.${name}`)));
      return entry;
    };
    this.tools.replaceChildren(tool(HAND), tool(ERASER));
    if (inside)
      /** @type {HTMLElement | null} */ (
        this.dialog.querySelector(".piece[aria-pressed=true], .tools [aria-pressed=true]")
      )?.focus();
  }

  /** Draws what depends on the game: whose turn it is, the rights of chess, the size of a board for stones. */
  drawFields() {
    const { variant, setup } = this;
    const sides = /** @type {[string, string][]} */ (SIDES.map((name) => [name, sideName(variant, name)]));
    this.turns.replaceChildren(choice(t("editor.turn"), "editor-turn", sides, this.turn));
    this.turns.onchange = (event) => {
      this.turn = /** @type {HTMLInputElement} */ (event.target).value === "second" ? "second" : "first";
      this.fields = NEW_FIELDS;
      this.update();
    };
    this.drawRights();
    const squares = variant === "chess" ? passedSquares(setup, this.turn) : [];
    const passed = this.fields.split(" ")[0];
    this.passed.hidden = !squares.length;
    this.fill(
      this.passed,
      t("editor.passed"),
      [
        ["-", t("editor.passed-none")],
        ...squares.map((square) => /** @type {[string, string]} */ ([square, square])),
      ],
      passed,
      (square) => {
        this.fields = [square, ...this.fields.split(" ").slice(1)].join(" ");
        this.update();
      },
    );
    this.sizes.hidden = !isStones(variant);
    const sizes = [...new Set([...SIZES, setup.rows])].sort((a, b) => a - b);
    this.fill(
      this.sizes,
      t("new.size"),
      sizes.map((size) => [String(size), `${size} × ${size}`]),
      String(setup.rows),
      (size) => {
        this.setup = resized(setup, Number(size));
        this.changed();
      },
    );
  }

  /**
   * Fills a labelled list of options.
   * @param {HTMLElement} field
   * @param {string} text
   * @param {[string, string][]} options
   * @param {string} chosen
   * @param {(value: string) => void} onChange
   */
  fill(field, text, options, chosen, onChange) {
    const focused = field.contains(document.activeElement);
    const list = select(text, "", options, chosen);
    field.replaceChildren(...list.childNodes);
    const box = /** @type {HTMLSelectElement} */ (field.querySelector("select"));
    box.onchange = () => onChange(box.value);
    if (focused) box.focus();
  }

  drawRights() {
    const { rights, castling } = this;
    rights.hidden = this.variant !== "chess";
    rights.replaceChildren(el("legend", {}, t("editor.castling")));
    for (const [letter, words] of [
      ["K", "O-O"],
      ["Q", "O-O-O"],
      ["k", "O-O"],
      ["q", "O-O-O"],
    ]) {
      const owner = sideName("chess", letter === letter.toUpperCase() ? "first" : "second");
      const input = el("input", { type: "checkbox", checked: castling.includes(letter) });
      input.addEventListener("change", () => {
        this.castling = [..."KQkq"]
          .filter((right) => (right === letter ? input.checked : castling.includes(right)))
          .join("");
        this.update();
      });
      rights.append(el("label", { class: "switch" }, input, el("span", {}, `${owner} ${words}`)));
    }
  }

  /** @param {string} tool */
  pick(tool) {
    this.tool = tool;
    this.held = null;
    this.show();
  }

  /**
   * Puts a piece where it was dropped.
   * @param {string} piece
   * @param {PointerEvent} event
   */
  put(piece, event) {
    const box = this.frame.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return;
    const point = this.board.pointAt(event);
    if (point === null) return;
    this.setup.pieces.set(point, piece);
    this.changed();
  }

  /** Asks the engine whether the position is possible. */
  async check() {
    const { variant, fen, problem } = this;
    const number = ++this.checks;
    const rules =
      variant === "chess"
        ? [`setoption name UCI_Chess960 value ${optionsOf(variant, fen).UCI_Chess960 ?? false}`]
        : [];
    const answer = await this.play.session.request([...rules, `position fen ${fen}`, "state", "why"]);
    if (number !== this.checks) return;
    const over = answer?.state?.verdict;
    const refusal = answer && problemOf(answer);
    const words = answer ? refusal && problemText(refusal) : t("status.offline");
    problem.textContent = words ?? (over ? t("editor.over") : answer ? remarksText(answer) : "");
    this.analyse.disabled = Boolean(words);
    this.playIt.disabled = Boolean(words || over);
  }
}

/**
 * @param {import("./play.js").Play} play
 * @param {import("./store.js").Settings} settings
 * @param {Then} then
 */
export async function openEditor(play, settings, then) {
  play.reserve();
  const kept = draft?.at === play.game.current ? draft : null;
  const editor = new Editor(play, settings, then, kept?.variant ?? play.game.variant);
  const current = kept?.fen ?? play.state?.fen ?? play.game.current.fen;
  await play.session.request(variantLines(play.game.variant, play.game.options));
  if (current) editor.read(current);
  else editor.reset();
}
