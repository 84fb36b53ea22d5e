// Positions and games in and out: FEN and links.

import { openDialog, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { createGame, toLink } from "./game.js";
import { t } from "./texts/index.js";
import { VARIANTS } from "./variants.js";

/**
 * @param {import("./play.js").Play} play
 * @param {(game: import("./game.js").Game, side: import("./protocol.js").Side) => void} begin
 */
export function shareDialog(play, begin) {
  const link = new URL(location.href);
  link.hash = toLink(play.game);
  const fen = play.state?.fen ?? play.game.current.fen;
  const input = el("input", {
    name: "fen",
    maxLength: 400,
    autocomplete: "off",
    spellcheck: false,
    required: true,
  });
  const words = el("p", { class: "problem", role: "alert" });
  const variants = /** @type {[string, string][]} */ (
    VARIANTS.map((variant) => [variant, t(`variant.${variant}`)])
  );
  const form = el(
    "form",
    { class: "share-in" },
    select(t("new.variant"), "variant", variants, play.game.variant),
    el("label", { class: "field" }, el("span", {}, t("share.read-fen")), input),
    words,
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary" }, t("share.open"))),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const start = String(data.get("fen")).replace(/\s+/g, " ").trim();
    const game = createGame({ variant: String(data.get("variant")), start, live: false });
    const problem = await tryPosition(play, game);
    if (problem === null) {
      dialog.close();
      begin(game, "first");
    } else words.textContent = problem;
  });
  const dialog = openDialog(
    t("share.title"),
    [copied(t("share.link"), link.href), copied("FEN", fen), el("hr", {}), form],
    "wide",
  );
}

/**
 * A text that can be copied.
 * @param {string} label
 * @param {string} text
 */
function copied(label, text) {
  const field = el("input", { value: text, readOnly: true, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  const copy = button(t("share.copy"), async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = t("share.copied");
    } catch {
      // Without permission the text is selected, ready to be copied by hand.
    }
  });
  return el("div", { class: "field" }, el("span", {}, label), el("div", { class: "copied" }, field, copy));
}

/**
 * Why the engine refuses the start of a game; null if it takes it. The engine then has the game on the board again.
 * @param {import("./play.js").Play} play
 * @param {import("./game.js").Game} game
 * @returns {Promise<string | null>}
 */
export async function tryPosition(play, game) {
  const shown = play.game;
  play.session.halt();
  play.game = game;
  const answer = await play.session.request([...play.selection(), `position fen ${game.start}`]);
  play.game = shown;
  play.selected = "";
  play.sync();
  if (!answer) return t("status.offline");
  return answer.errors.length ? answer.errors[0].replace(/^position: /, "") : null;
}
