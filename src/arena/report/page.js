// The replay of a game, and the list of all games.

import { createPicture } from "../../web/page/board/picture.js";
import { CHARACTERS, hasChineseFont } from "../../web/page/board/pieces/discs.js";
import { svg } from "../../web/page/board/svg.js";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

// The texts of the script; those of the page stand in it in both languages.
const TEXTS = {
  en: {
    game: ([number, players, outcome]) => `Game ${number}: ${players}, ${outcome}`,
    depth: (depth) => `depth ${depth}`,
    seconds: (seconds) => `${seconds} s`,
    nodes: (nodes) => `${nodes} nodes`,
    start: () => "The game’s beginning",
    board: (plies) => `The board after ${plies} plies`,
    replay: (number) => `Replay game ${number}`,
    pages: ([games, page, pages]) => `${games} games, page ${page} of ${pages}`,
    play: () => "Play",
    pause: () => "Pause",
    all: () => "all",
    other: () => "中文",
  },
  "zh-CN": {
    game: ([number, players, outcome]) => `第 ${number} 局：${players}，${outcome}`,
    depth: (depth) => `深度 ${depth}`,
    seconds: (seconds) => `${seconds} 秒`,
    nodes: (nodes) => `${nodes} 节点`,
    start: () => "开局",
    board: (plies) => `第 ${plies} 着之后的棋盘`,
    replay: (number) => `复盘第 ${number} 局`,
    pages: ([games, page, pages]) => `${games} 局，第 ${page} / ${pages} 页`,
    play: () => "播放",
    pause: () => "暂停",
    all: () => "全部",
    other: () => "EN",
  },
};
let language = /^zh\b/i.test(navigator.language) ? "zh-CN" : "en";
const t = (name, value) => TEXTS[language][name](value);
const causeText = (cause) => (language === "en" ? cause : (data.causes[cause] ?? cause));
const endingText = ({ ending, ending_zh: chinese, cause }) => {
  if (language !== "en") return causeText(cause) + (chinese ? `：${chinese}` : "");
  return cause + (ending?.startsWith(cause) ? ending.slice(cause.length) : ending ? `; ${ending}` : "");
};
const outcomeText = (outcome) => outcome.replaceAll("1/2", "½").replace("-", "–");
/** The same in a heading, where a line may end after a dash. */
const unbrokenOutcome = (outcome) => outcomeText(outcome).replace("–", "\u2060–\u2060");
const element = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

// The replay.
const STEP = 700; // milliseconds
const KINDS = { chess: "squares", xiangqi: "river", zhonggong: "palace" };
const kind = KINDS[data.variant] ?? "stones";
const isXiangqi = kind === "river" || kind === "palace";
const view = { flipped: false, letters: isXiangqi && !hasChineseFont() };
const board = createPicture(byId("board"));
let game = null;
let states = [];
let at = 0;
let timer = null;
// Whether the address names the position. It does once somebody has chosen one.
let isLinked = false;

// A Chinese move name in letters and digits, which the engine also accepts: 炮二平五 is C2=5.
const SIGNS = { 进: "+", 退: "-", 平: "=", 前: "+", 后: "-", 中: "~", 兑: "x" };
[..."一二三四五六七八九"].forEach((digit, index) => (SIGNS[digit] = index + 1));
for (const [letter, character] of Object.entries(CHARACTERS)) SIGNS[character] = letter.toUpperCase();
const letterName = (name) => [...name].map((sign) => SIGNS[sign] ?? sign).join("");

const nameOf = ([name]) => (view.letters ? letterName(name) : name);
const commentOf = ([, , score, depth, milliseconds, nodes]) =>
  [
    score,
    depth && t("depth", depth),
    milliseconds != null && t("seconds", (milliseconds / 1000).toFixed(3)),
    nodes != null && t("nodes", nodes.toLocaleString("en")),
  ]
    .filter(Boolean)
    .join(" · ");

// The points of a board, row by row from the top; an empty point is a full stop.
const pointsOf = (fen) => fen.split("/").map((row) => row.replace(/\d+/g, (run) => ".".repeat(Number(run))));
const fenOf = (rows) => rows.map((row) => row.replace(/\.+/g, (run) => run.length)).join("/");

// The points of a move, of which only the changes are known: what has come to a point, else the piece captured by a
// trade, and where it has come from.
const moveOf = (changes) => {
  const arrived = changes.filter(({ after }) => after !== ".");
  const left = changes.filter(({ after }) => after === ".");
  const to = arrived.find(({ after }) => /k/i.test(after)) ?? arrived[0];
  if (!to) return { to: left[0].point, traded: left.slice(1).map(({ point }) => point) };
  const from = left.find(({ before }) => before === to.after) ?? left[0];
  return { from: from?.point, to: to.point };
};

const statesOf = ({ board: fen, moves }) => {
  let rows = pointsOf(fen);
  const columns = rows[0].length;
  const stones = [];
  const found = [{ fen: fenOf(rows), last: null, numbers: null }];
  for (const [, changed] of moves) {
    const changes = [...changed.matchAll(/(\d+)(\D)/g)].map(([, place, after]) => {
      const [row, column] = [Math.floor(place / columns), place % columns];
      const before = rows[row][column];
      rows = rows.with(row, rows[row].slice(0, column) + after + rows[row].slice(column + 1));
      return { point: String.fromCharCode(97 + column) + (rows.length - row), before, after };
    });
    const last = moveOf(changes);
    if (kind === "stones") stones.push({ point: last.to, number: stones.length + 1 });
    found.push({ fen: fenOf(rows), last, numbers: stones.length ? [...stones] : null });
  }
  return found;
};

// A score from the first player's view, scaled to -1 to 1, where 1 is a mate.
const height = (score, ply) => {
  const isSecond = (ply + (game.second_begins ? 1 : 0)) % 2 === 1;
  const value = /^[+-]M/.test(score) ? (score[0] === "+" ? 1 : -1) : Math.tanh(Number(score) / 4);
  return isSecond ? -value : value;
};

const drawScores = () => {
  const [width, tall] = [600, 90];
  const x = (ply) => (ply / Math.max(1, game.moves.length)) * width;
  const y = (value) => ((1 - value) * tall) / 2;
  const size = { viewBox: `0 0 ${width} ${tall}`, preserveAspectRatio: "none" };
  const graph = svg("svg", { ...size, "aria-hidden": "true" });
  graph.append(svg("line", { class: "axis", x1: 0, y1: y(0), x2: width, y2: y(0) }));
  // One curve per player, as their scores differ.
  for (const parity of [0, 1]) {
    const points = game.moves
      .map(([, , score], ply) => [score, ply])
      .filter(([score, ply]) => score && (ply + (game.second_begins ? 1 : 0)) % 2 === parity)
      .map(([score, ply]) => `${x(ply + 1).toFixed(1)},${y(height(score, ply)).toFixed(1)}`);
    graph.append(svg("polyline", { class: data.colours[parity], points: points.join(" ") }));
  }
  graph.append(svg("line", { class: "now", id: "now", x1: 0, y1: 0, x2: 0, y2: tall }));
  graph.addEventListener("click", (event) => {
    const area = graph.getBoundingClientRect();
    show(Math.round(((event.clientX - area.left) / area.width) * game.moves.length));
  });
  byId("scores").replaceChildren(graph);
  byId("scores").hidden = !game.moves.some(([, , score]) => score);
};

// What is said of the game, in the language of the page.
const showFacts = () => {
  byId("title").textContent = t("game", [
    game.number,
    game.players.join(" – "),
    unbrokenOutcome(game.outcome),
  ]);
  byId("ending").textContent = endingText(game);
  showPlayers();
};
const showPlayers = () => {
  const order = view.flipped ? [0, 1] : [1, 0];
  for (const [place, side] of [
    ["upper", order[0]],
    ["lower", order[1]],
  ]) {
    byId(place).textContent = game.players[side];
    byId(`${place}-dot`).className = `dot ${data.colours[side]}`;
  }
};

const openGame = (index, ply = 0) => {
  pause();
  game = data.games[index];
  states = statesOf(game);
  showFacts();
  byId("position").max = states.length - 1;
  const offset = game.second_begins ? 1 : 0;
  byId("moves").replaceChildren(
    ...game.moves.map((move, ply) => {
      const button = element("button", { type: "button" }, nameOf(move));
      button.addEventListener("click", () => show(ply + 1));
      const item = element("li");
      if ((ply + offset) % 2 === 0 || ply === 0) {
        item.append(element("span", { class: "number" }, `${Math.floor((ply + offset) / 2) + 1}. `));
      }
      item.append(button, " ");
      return item;
    }),
  );
  drawScores();
  byId("viewer").hidden = false;
  show(ply);
};

// A link to a position: `#g12` is game 12, `#g12.34` its position after 34 plies.
const openLink = () => {
  const [, number, ply] = location.hash.match(/^#g(\d+)(?:\.(\d+))?$/) ?? [];
  const index = data.games.findIndex((entry) => entry.number === Number(number));
  if (index < 0) return false;
  openGame(index, Number(ply ?? 0));
  byId("viewer").scrollIntoView({ block: "start" });
  return true;
};
addEventListener("hashchange", openLink);

const show = (ply) => {
  at = Math.max(0, Math.min(ply, states.length - 1));
  const move = game.moves[at - 1];
  const said = move ? [nameOf(move), commentOf(move)].filter(Boolean).join(" · ") : t("start");
  if (isLinked) history.replaceState(null, "", `#g${game.number}.${at}`);
  board.show({ kind, ...states[at], orientation: view.flipped ? "second" : "first" });
  byId("board").setAttribute("aria-label", t("board", at));
  byId("said").textContent = said;
  byId("position").value = at;
  byId("position").setAttribute("aria-valuetext", said);
  const now = (at / Math.max(1, game.moves.length)) * 600;
  for (const end of ["x1", "x2"]) byId("now").setAttribute(end, now);
  for (const [id, off] of [
    ["first", at === 0],
    ["back", at === 0],
    ["next", at === states.length - 1],
    ["last", at === states.length - 1],
  ])
    byId(id).disabled = off;
  [...byId("moves").querySelectorAll("button")].forEach((button, index) => {
    button.setAttribute("aria-current", index === at - 1);
    if (index === at - 1) {
      const list = byId("moves");
      list.scrollTop +=
        button.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    }
  });
};

const pause = () => {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = t("play");
};
const play = () => {
  if (at === states.length - 1) show(0);
  timer = setInterval(() => {
    show(at + 1);
    if (at === states.length - 1) pause();
  }, STEP);
  byId("play").textContent = t("pause");
};
const flip = () => {
  view.flipped = !view.flipped;
  byId("flip").setAttribute("aria-pressed", view.flipped);
  showPlayers();
  show(at);
};
const step = (ply) => {
  pause();
  show(ply);
};

byId("first").addEventListener("click", () => step(0));
byId("back").addEventListener("click", () => step(at - 1));
byId("next").addEventListener("click", () => step(at + 1));
byId("last").addEventListener("click", () => step(states.length - 1));
byId("play").addEventListener("click", () => (timer ? pause() : play()));
byId("flip").addEventListener("click", flip);
byId("position").addEventListener("input", (event) => step(Number(event.target.value)));
const piecesOf = () => (view.letters ? "letters" : isXiangqi ? "characters" : "pictures");
board.setSettings({ pieces: piecesOf() });
byId("letters").checked = view.letters;
byId("letters").parentElement.hidden = !isXiangqi;
byId("letters").addEventListener("change", (event) => {
  view.letters = event.target.checked;
  byId("moves")
    .querySelectorAll("button")
    .forEach((button, ply) => {
      button.textContent = nameOf(game.moves[ply]);
    });
  board.setSettings({ pieces: piecesOf() });
  show(at);
});
byId("viewer").addEventListener("keydown", (event) => {
  if (event.target.type === "range" || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = {
    ArrowLeft: () => step(at - 1),
    ArrowRight: () => step(at + 1),
    Home: () => step(0),
    End: () => step(states.length - 1),
    f: flip,
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// The paginated list of games.
const PAGE = 50;
let page = 0;
const filters = { player: byId("by-player"), outcome: byId("by-outcome"), cause: byId("by-cause") };
const fill = (select, values, text) => {
  const chosen = select.value;
  const options = [...new Set(values)].sort().map((value) => element("option", { value }, text(value)));
  select.replaceChildren(element("option", { value: "" }, t("all")), ...options);
  select.value = chosen;
};
const fillFilters = () => {
  fill(
    filters.player,
    data.games.flatMap((entry) => entry.players),
    String,
  );
  fill(
    filters.outcome,
    data.games.map((entry) => entry.outcome),
    outcomeText,
  );
  fill(
    filters.cause,
    data.games.map((entry) => entry.cause),
    causeText,
  );
};

const list = () => {
  const chosen = data.games
    .map((entry, index) => [entry, index])
    .filter(
      ([entry]) =>
        (!filters.player.value || entry.players.includes(filters.player.value)) &&
        (!filters.outcome.value || entry.outcome === filters.outcome.value) &&
        (!filters.cause.value || entry.cause === filters.cause.value),
    );
  const pages = Math.max(1, Math.ceil(chosen.length / PAGE));
  page = Math.max(0, Math.min(page, pages - 1));
  byId("games").replaceChildren(
    ...chosen.slice(page * PAGE, (page + 1) * PAGE).map(([entry, index]) => {
      const open = element("button", { type: "button", "aria-label": t("replay", entry.number) }, "▶");
      open.addEventListener("click", () => {
        openGame(index);
        byId("viewer").scrollIntoView({ block: "start" });
        byId("next").focus({ preventScroll: true });
      });
      return element(
        "tr",
        {},
        element("td", {}, open),
        element("td", {}, String(entry.number)),
        element("td", { class: "text" }, entry.players[0]),
        element("td", { class: "text" }, entry.players[1]),
        element("td", {}, outcomeText(entry.outcome)),
        element("td", { class: "text" }, endingText(entry)),
        element("td", {}, String(entry.moves.length)),
      );
    }),
  );
  byId("pages").textContent = t("pages", [chosen.length, page + 1, pages]);
  byId("earlier").disabled = page === 0;
  byId("later").disabled = page === pages - 1;
};
byId("earlier").addEventListener("click", () => {
  page -= 1;
  list();
});
byId("later").addEventListener("click", () => {
  page += 1;
  list();
});
for (const select of Object.values(filters))
  select.addEventListener("change", () => {
    page = 0;
    list();
  });

// The language of the page.
const labelled = [...document.querySelectorAll("[data-zh]")].map((part) => ({
  part,
  en: part.getAttribute("aria-label"),
  "zh-CN": part.dataset.zh,
}));
const setLanguage = (next) => {
  language = next;
  document.documentElement.lang = language;
  const other = byId("language");
  other.textContent = t("other");
  other.lang = language === "en" ? "zh-CN" : "en";
  other.hidden = false;
  for (const { part, ...words } of labelled) part.setAttribute("aria-label", words[language]);
  fillFilters();
  byId("play").textContent = t(timer ? "pause" : "play");
  list();
  if (!game) return;
  showFacts();
  show(at);
};
byId("language").addEventListener("click", () => setLanguage(language === "en" ? "zh-CN" : "en"));
setLanguage(language);
if (!openLink() && data.games.length) openGame(0);
isLinked = true;
