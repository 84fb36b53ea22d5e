// The dialog in which a position is set up; the engine says whether it is possible.

import { createBoard, pieceIcon, pieceName, readBoard } from "./board/index.js";
import { boardSettings } from "./board-view.js";
import { choice, openDialog, select } from "./dialogs.js";
import { button, el, iconButton } from "./dom.js";
import { createGame } from "./game.js";
import { problemOf, problemText, remarksText } from "./problems.js";
import { NEW_FIELDS, palette, splitGame, writeFen } from "./position.js";
import { isStones, other, positionLine, variantLines } from "./protocol.js";
import { optionsOf } from "./record-file.js";
import { t } from "./texts/index.js";
import { VARIANTS, boardKind, sideName, variantName } from "./variants.js";

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./game.js").Game} Game
 */

const ERASER = "";

/**
 * @param {import("./play.js").Play} play
 * @param {import("./store.js").Settings} settings
 * @param {{ analyse: (game: Game) => void, play: (variant: string, start: string) => void }} then
 */
export function openEditor(play, settings, then) {
  const { session } = play;
  play.reserve();
  let { variant } = play.game;
  /** @type {import("./position.js").Setup} */
  let setup = { rows: 0, columns: 0, pieces: new Map() };
  /** @type {Side} */
  let turn = "first";
  let castling = "";
  let fields = NEW_FIELDS;
  let tool = ERASER;
  let fen = "";
  let checks = 0;
  /** @type {Side} */
  let orientation = "first";

  const frame = el("div", { class: "board-frame" });
  const tools = el("div", { class: "palette" });
  const turns = el("div", {});
  const rights = el("fieldset", { class: "switches" });
  const problem = el("p", { class: "problem", role: "status" });
  const field = el("input", {
    spellcheck: false,
    autocomplete: "off",
    maxLength: 400,
    onchange: () => readGame(field.value),
  });
  const variants = /** @type {[string, string][]} */ (VARIANTS.map((name) => [name, variantName(name)]));
  const chosen = select(t("new.variant"), "variant", variants, variant);
  const list = /** @type {HTMLSelectElement} */ (chosen.querySelector("select"));
  list.addEventListener("change", () => {
    variant = list.value;
    reset();
  });
  const analyse = button(t("action.analyse"), () =>
    leave(() =>
      then.analyse(createGame({ variant, start: fen, options: optionsOf(variant, fen), live: false })),
    ),
  );
  const playIt = button(t("editor.play"), () => leave(() => then.play(variant, fen)), { class: "primary" });
  const side = el(
    "div",
    { class: "editor-side" },
    chosen,
    tools,
    turns,
    rights,
    el("label", { class: "field" }, el("span", {}, "FEN"), field),
    el(
      "div",
      { class: "buttons" },
      button(t("editor.start"), reset),
      button(t("editor.clear"), () => {
        setup.pieces.clear();
        castling = "";
        fields = NEW_FIELDS;
        update();
      }),
      iconButton("flip", t("walk.flip"), () => {
        orientation = other(orientation);
        update();
      }),
    ),
    el("div", { class: "editor-end" }, problem, el("div", { class: "buttons" }, analyse, playIt)),
  );
  const dialog = openDialog(t("menu.editor"), [el("div", { class: "editor" }, frame, side)], "full");
  let released = false;
  dialog.addEventListener("close", release);
  const board = createBoard(frame, { text: t, onEdit: edit });

  function release() {
    if (released) return;
    released = true;
    play.release();
  }

  /** @param {() => void} act */
  function leave(act) {
    released = true;
    dialog.close();
    play.reserved = false;
    play.selected = "";
    act();
  }

  /** @param {{ from?: string, to?: string }} change */
  function edit({ from, to }) {
    const { pieces } = setup;
    fields = NEW_FIELDS;
    if (from) {
      const piece = pieces.get(from);
      pieces.delete(from);
      if (piece && to) pieces.set(to, piece);
    } else if (to) {
      if (tool === ERASER || pieces.get(to) === tool) pieces.delete(to);
      else pieces.set(to, tool);
    }
    if (isStones(variant))
      turn =
        [...pieces.values()].filter((piece) => piece === "X").length * 2 > pieces.size ? "second" : "first";
    update();
  }

  /** Takes over the last position of a game: a FEN, behind which moves may stand. @param {string} text */
  async function readGame(text) {
    const { start, moves } = splitGame(text);
    if (!moves.length) {
      read(start);
      return;
    }
    const number = ++checks;
    const options = variantLines(variant, optionsOf(variant, start));
    const answer = await session.request([...options, positionLine(start, moves), "state", "why"]);
    if (number !== checks) return;
    if (answer?.state) read(answer.state.fen);
    else problem.textContent = answer ? problemText(problemOf(answer) ?? {}) : t("status.offline");
  }

  /** Takes over a FEN. @param {string} text */
  function read(text) {
    const clean = text.replace(/\s+/g, " ").trim();
    try {
      setup = readBoard(clean);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    const words = clean.split(" ");
    turn = (words[1] === "b") === isStones(variant) ? "first" : "second";
    castling = variant === "chess" && /^[A-HKQa-hkq]+$/.test(words[2] ?? "") ? words[2] : "";
    fields = /^(-|[a-h][36]) \d+ \d+$/.test(words.slice(3).join(" ")) ? words.slice(3).join(" ") : NEW_FIELDS;
    update();
  }

  async function reset() {
    const answer = await session.request([
      ...variantLines(variant, variant === play.game.variant ? play.game.options : {}),
      "position startpos",
      "state",
    ]);
    if (answer?.state) read(answer.state.fen);
    else problem.textContent = t("status.offline");
  }

  function update() {
    const kind = boardKind(variant);
    fen = writeFen(variant, setup, turn, castling, fields);
    field.value = fen;
    frame.dataset.kind = kind;
    board.setSettings(boardSettings(settings, variant));
    board.show({ kind, fen, origin: 1, orientation, turn, legal: [], edit: true });
    drawTools();
    check();
  }

  function drawTools() {
    const kind = boardKind(variant);
    const pieces = boardSettings(settings, variant).pieces;
    const rows = palette(variant);
    const entries = (isStones(variant) ? [rows.flat()] : rows).map((row) => {
      const line = el("div", { class: "palette-row" });
      for (const piece of row) {
        const entry = button("", () => pick(piece), {
          label: pieceName(kind, piece, t),
          pressed: tool === piece,
          class: "piece",
        });
        entry.append(pieceIcon(kind, piece, /** @type {"characters"} */ (pieces)));
        line.append(entry);
      }
      return line;
    });
    const eraser = iconButton("close", t("editor.eraser"), () => pick(ERASER), { class: "piece" });
    eraser.setAttribute("aria-pressed", String(tool === ERASER));
    const focused = tools.contains(document.activeElement);
    tools.replaceChildren(el("div", {}, ...entries), eraser);
    if (focused) /** @type {HTMLElement | null} */ (tools.querySelector('[aria-pressed="true"]'))?.focus();
    const sides = /** @type {[string, string][]} */ (
      ["first", "second"].map((name) => [name, sideName(variant, /** @type {Side} */ (name))])
    );
    turns.replaceChildren(choice(t("editor.turn"), "editor-turn", sides, turn));
    turns.onchange = (event) => {
      turn = /** @type {HTMLInputElement} */ (event.target).value === "second" ? "second" : "first";
      update();
    };
    rights.hidden = variant !== "chess";
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
        castling = [..."KQkq"]
          .filter((right) => (right === letter ? input.checked : castling.includes(right)))
          .join("");
        update();
      });
      rights.append(el("label", { class: "switch" }, input, el("span", {}, `${owner} ${words}`)));
    }
  }

  /** @param {string} piece */
  function pick(piece) {
    tool = piece;
    drawTools();
  }

  /** Asks the engine whether the position is possible. */
  async function check() {
    const number = ++checks;
    const rules =
      variant === "chess"
        ? [`setoption name UCI_Chess960 value ${optionsOf(variant, fen).UCI_Chess960 ?? false}`]
        : [];
    const answer = await session.request([...rules, `position fen ${fen}`, "state", "why"]);
    if (number !== checks) return;
    const over = answer?.state?.verdict;
    const refusal = answer && problemOf(answer);
    const words = answer ? refusal && problemText(refusal) : t("status.offline");
    problem.textContent = words ?? (over ? t("editor.over") : answer ? remarksText(answer) : "");
    analyse.disabled = Boolean(words);
    playIt.disabled = Boolean(words || over);
  }

  const current = play.state?.fen ?? play.game.current.fen;
  session.request(variantLines(variant, play.game.options)).then(() => (current ? read(current) : reset()));
}
