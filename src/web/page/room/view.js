// What is beside the board of a room: players with their clocks, the state of the game, offers, what can be done, and
// the addresses for others.

import { clockText } from "../clocks.js";
import { button, byId, el, iconButton, replaceButtons } from "../dom.js";
import { LEVELS, colour, isChinese, levelName, sideName } from "../variants.js";
import { resultWords } from "../results.js";
import { other } from "../protocol.js";
import { t } from "../texts/index.js";
import { isTyping } from "../typed.js";

/**
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {Record<string, (...values: any[]) => void>} Commands
 */

/**
 * @param {Model} model
 * @param {Side} orientation
 */
export function showPlayers(model, orientation) {
  showPlayer(byId("player-bottom"), model, orientation);
  showPlayer(byId("player-top"), model, other(orientation));
}

/**
 * What a seat is called: its side, or its part in the Swap2 opening.
 * @param {Model} model
 * @param {Side} side
 */
export function seatName(model, side) {
  if (model.opening) return t(side === "first" ? "swap2.opener" : "swap2.chooser");
  return sideName(model.game.variant, side);
}

/**
 * @param {HTMLElement} container
 * @param {Model} model
 * @param {Side} side
 */
function showPlayer(container, model, side) {
  const { room, game } = model;
  if (!room) return;
  const seat = room[side];
  const who =
    seat.occupant.kind === "engine"
      ? t("room.engine", { level: levelName(seat.occupant.level) })
      : t(model.role === side ? "player.you" : "player.person");
  const state = seat.present ? "" : t(room.begun || room.interrupted ? "room.away" : "room.expected");
  const thinks = room.thinking && seat.occupant.kind === "engine" && model.turn === side;
  // In the opening the names are long, and only people play.
  const isUnknown = model.opening !== null && model.role !== side;
  const dot = el("span", { class: `dot ${colour(game.variant, side)}`, "aria-hidden": "true" });
  container.replaceChildren(
    ...(model.opening ? [] : [dot]),
    el(
      "span",
      { class: "player-name" },
      [seatName(model, side), ...(state || isUnknown ? [] : [who])].join(" · "),
    ),
    el("span", { class: "presence" }, thinks ? t("player.thinking") : state),
    el("time", { class: "clock", role: "timer", hidden: room.control.kind === "none" }),
  );
  container.classList.toggle("active", model.playing && model.actor === side);
  container.classList.toggle("away", !seat.present);
}

/**
 * @param {Model} model
 * @param {Side} orientation
 * @param {number} now
 * @returns {boolean} whether the running clock is below ten seconds
 */
export function showClocks(model, orientation, now) {
  let low = false;
  for (const [id, side] of /** @type {[string, Side][]} */ ([
    ["player-bottom", orientation],
    ["player-top", other(orientation)],
  ])) {
    const clock = byId(id).querySelector(".clock");
    if (!(clock instanceof HTMLElement) || clock.hidden) continue;
    const left = model.left(side, now);
    const text = clockText(left);
    if (clock.textContent !== text) clock.textContent = text;
    const runs = model.room?.clocks.running === side;
    clock.classList.toggle("low", left < 10_000);
    clock.classList.toggle("running", runs);
    if (runs && left < 10_000) low = true;
  }
  return low;
}

/**
 * What the game stands at, in words.
 * @param {Model} model
 */
export function statusText(model) {
  const { room, game, role } = model;
  if (!room) return t("room.connecting");
  const { variant } = game;
  if (game.current !== game.tip) return t("status.looking-back");
  if (room.result) return resultWords({ ...game, result: room.result });
  if (room.interrupted) return t("room.interrupted");
  if (!room.begun) return t(role ? "room.waiting" : "room.waiting-both");
  if (model.opening) {
    const { phase, actor } = model.opening;
    if (model.isPlayer && actor === role) return `${t("room.title")} · ${t(`swap2.${phase}`)}`;
    return t(`room.swap2.${phase}`, { player: seatName(model, model.actor) });
  }
  const side = sideName(variant, model.turn);
  const mine = model.isPlayer && model.turn === role;
  const engine = room[model.turn].occupant.kind === "engine";
  const words = [
    t(mine ? "status.your-turn" : engine ? "status.engine-to-move" : "status.to-move", { side }),
  ];
  for (const { kind, side: marked } of model.latest?.marks ?? []) {
    if (kind === "check") words.push(t(isChinese(variant) ? "status.check-chinese" : "status.check"));
    if (kind === "tether" && (marked ?? model.turn) === model.turn) words.push(t("status.tether"));
  }
  return words.join(" · ");
}

/**
 * What is to be answered or awaited: an offer, or a player who is away.
 * @param {Model} model
 * @param {Commands} commands
 */
export function showQuestion(model, commands) {
  const box = byId("question");
  const { room, role } = model;
  const offer = room?.offer;
  const kind = model.toAnswer;
  const name = (/** @type {Side} */ side) => seatName(model, side);
  /** @type {(Node | string)[]} */
  let content = [];
  if (offer && kind) {
    content = [
      el("p", {}, t(`room.offered.${kind}`, { side: name(offer.by) })),
      el(
        "div",
        { class: "answers" },
        button(t("draw.accept"), () => commands.accept(kind), { class: "primary" }),
        button(t("draw.decline"), () => commands.decline(kind)),
      ),
    ];
  } else if (offer && offer.by === role) {
    content = [
      el("p", {}, t(`room.asked.${offer.kind}`)),
      button(t("room.withdraw"), () => commands.withdraw()),
    ];
  } else if (offer) {
    content = [el("p", {}, t(`room.offered.${offer.kind}`, { side: name(offer.by) }))];
  } else if (model.choices.length) {
    const choose = (/** @type {import("./model.js").Choice} */ choice) =>
      button(t(`swap2.take.${choice}`), () => commands.choose(choice), { class: "primary" });
    content = [el("div", { class: "answers" }, ...model.choices.map(choose))];
  } else if (room?.begun && !room.result) {
    const away = /** @type {Side[]} */ (["first", "second"]).filter((side) => !room[side].present);
    const words = room.control.kind === "none" ? "room.is-away" : "room.is-away-clock";
    if (away.length) content = [el("p", {}, t(words, { side: away.map(name).join(t("room.and")) }))];
  }
  const text = (/** @type {Iterable<Node | string>} */ nodes) =>
    [...nodes].map((node) => (typeof node === "string" ? node : node.textContent)).join("|");
  // Buttons that are pressed at this moment stay.
  if (text(box.childNodes) === text(content)) return;
  box.replaceChildren(...content);
  box.hidden = !content.length;
}

/**
 * @param {Model} model
 * @param {Commands} commands
 */
export function showWalk(model, commands) {
  const { current } = model.game;
  const first = current.parent === null;
  const last = current.children.length === 0;
  replaceButtons(byId("walk"), [
    iconButton("start", t("walk.start"), commands.start, { disabled: first, name: "start" }),
    iconButton("back", t("walk.back"), commands.back, { disabled: first }),
    iconButton("forward", t("walk.forward"), commands.forward, { disabled: last }),
    iconButton("end", t("walk.end"), commands.end, { disabled: last, name: "end" }),
    iconButton("flip", t("walk.flip"), commands.flip),
    ...(model.isPlayer
      ? [iconButton("keyboard", t("typed.label"), commands.typed, { pressed: isTyping() })]
      : []),
  ]);
}

/**
 * The buttons for what can be done in the game.
 * @param {Model} model
 * @param {boolean} online
 * @param {Commands} commands
 */
export function showActions(model, online, commands) {
  const { room } = model;
  if (!room) return;
  const buttons = [];
  if (model.isPlayer && room.begun && !room.result) {
    const possible = model.offers;
    for (const [kind, text] of [
      ["take-back", "room.take-back"],
      ["draw", "action.draw"],
    ]) {
      const disabled = !online || !possible.some((offer) => offer === kind);
      buttons.push(button(t(text), () => commands.offer(kind), { disabled }));
    }
    buttons.push(button(t("action.resign"), commands.resign, { disabled: !online }));
  }
  if (model.isPlayer && room.result) {
    const disabled = !online || !model.offers.length;
    buttons.push(
      button(t("action.rematch"), () => commands.offer("rematch"), { class: "primary", disabled }),
    );
  }
  if (model.host) {
    buttons.push(button(t("room.invite"), commands.invite, { pressed: !byId("invitation").hidden }));
    buttons.push(button(t("room.seats"), commands.seats, { disabled: !online }));
    if (room.result) buttons.push(button(t("action.analyse"), commands.analyse));
  }
  replaceButtons(byId("actions"), buttons);
}

/**
 * An address, ready to be copied.
 * @param {string} label
 * @param {string} address
 */
function addressRow(label, address) {
  const field = el("input", { type: "text", readOnly: true, value: address, onfocus: () => field.select() });
  const copy = button(t("share.copy"), async () => {
    field.select();
    try {
      // Browsers have no clipboard for pages without encryption, except on this machine.
      if (navigator.clipboard) await navigator.clipboard.writeText(address);
      else if (!document.execCommand("copy")) return;
      copy.textContent = t("share.copied");
    } catch {
      // Without permission the text is selected, ready to be copied by hand.
    }
  });
  return el("div", { class: "address" }, el("label", { class: "field" }, el("span", {}, label), field), copy);
}

/** The root of the addresses that are shown. */
let chosenRoot = "";

/**
 * The addresses for the others, for the host.
 * @param {Model} model
 */
export function showInvitation(model) {
  const { invitation, role } = model;
  const box = byId("invitation");
  if (!invitation) return;
  const roots = [...new Set([...invitation.roots, invitation.own])];
  // The host's own way here is one that works, unless it leads to this machine only.
  const here = `${location.origin}/`;
  if (!roots.includes(here)) roots.push(here);
  if (!roots.includes(chosenRoot))
    chosenRoot = invitation.roots.includes(here) ? here : (invitation.roots[0] ?? here);
  const seats = /** @type {Side[]} */ (["first", "second"]).filter((side) => side !== role);
  const list = el("select", {
    name: "root",
    onchange: () => {
      chosenRoot = list.value;
      showInvitation(model);
    },
  });
  for (const root of roots) list.append(new Option(new URL(root).host, root, false, root === chosenRoot));
  box.replaceChildren(
    el("h2", {}, t("room.invite")),
    el("p", {}, t(invitation.roots.length ? "room.invite.about" : "room.invite.local")),
    ...seats.map((side) =>
      addressRow(t("room.invite.seat", { side: seatName(model, side) }), chosenRoot + invitation[side]),
    ),
    addressRow(t("room.invite.watch"), chosenRoot + invitation.watch),
    el("p", { class: "kept" }, t(model.room?.kept ? "room.invite.kept" : "room.invite.not-kept")),
    el("label", { class: "field" }, el("span", {}, t("room.invite.root")), list),
  );
}

/**
 * The host's choice of who sits where.
 * @param {Model} model
 * @param {Commands} commands
 * @returns {HTMLElement[]}
 */
export function seatChoices(model, commands) {
  const { room } = model;
  if (!room) return [];
  return /** @type {Side[]} */ (["first", "second"]).map((side) => {
    const { occupant, present } = room[side];
    const list = el("select", { name: side });
    list.append(new Option(t("player.person"), "person", false, occupant.kind === "person"));
    const taken = occupant.kind === "person" && present && side !== model.role;
    const engineElsewhere = room[other(side)].occupant.kind === "engine";
    for (const { elo } of LEVELS) {
      const isChosen = occupant.kind === "engine" && occupant.level === elo;
      const option = new Option(t("room.engine", { level: levelName(elo) }), String(elo), false, isChosen);
      option.disabled = taken || engineElsewhere || Boolean(model.opening);
      list.append(option);
    }
    list.addEventListener("change", () => commands.seat(side, list.value));
    const note = model.opening
      ? "room.seats.opening"
      : taken
        ? "room.seats.taken"
        : engineElsewhere
          ? "room.seats.one-engine"
          : "";
    return el(
      "label",
      { class: "field" },
      el("span", {}, seatName(model, side)),
      list,
      note && el("small", {}, t(note)),
    );
  });
}
