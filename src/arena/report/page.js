// The replay of a game, and the list of all games.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const element = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };

  // The replay.
  const STEP = 700; // milliseconds
  const isXiangqi = data.variant === "xiangqi" || data.variant === "zhonggong";
  const view = { flipped: false, letters: isXiangqi && !boards.hasChineseFont() };
  let game = null;
  let states = [];
  let at = 0;
  let timer = null;

  const nameOf = ([name]) => (view.letters ? boards.letterName(name) : name);
  const commentOf = ([, , score, depth, milliseconds, nodes]) => [
    score, depth && `depth ${depth}`, milliseconds != null && `${(milliseconds / 1000).toFixed(3)} s`,
    nodes != null && `${nodes.toLocaleString("en")} nodes`,
  ].filter(Boolean).join(" · ");

  const statesOf = ({ board: fen, moves }) => {
    let board = boards.read(fen);
    let order = new Map();
    const columns = board[0].length;
    const found = [{ board, order, changed: new Set() }];
    moves.forEach(([, changes], ply) => {
      board = board.map((row) => row.slice());
      order = new Map(order);
      const changed = new Set();
      for (const [, point, letter] of changes.matchAll(/(\d+)(\D)/g)) {
        board[Math.floor(point / columns)][point % columns] = letter === "." ? "" : letter;
        order.set(Number(point), ply + 1);
        changed.add(Number(point));
      }
      found.push({ board, order, changed });
    });
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
    const x = (ply) => ply / Math.max(1, game.moves.length) * width;
    const y = (value) => (1 - value) * tall / 2;
    const svg = boards.shape("svg", { viewBox: `0 0 ${width} ${tall}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    svg.append(boards.shape("line", { class: "axis", x1: 0, y1: y(0), x2: width, y2: y(0) }));
    // One curve per player, as their scores differ.
    for (const parity of [0, 1]) {
      const points = game.moves.map(([, , score], ply) => [score, ply])
        .filter(([score, ply]) => score && (ply + (game.second_begins ? 1 : 0)) % 2 === parity)
        .map(([score, ply]) => `${x(ply + 1).toFixed(1)},${y(height(score, ply)).toFixed(1)}`);
      svg.append(boards.shape("polyline", { class: parity ? "second" : "first", points: points.join(" ") }));
    }
    svg.append(boards.shape("line", { class: "now", id: "now", x1: 0, y1: 0, x2: 0, y2: tall }));
    svg.addEventListener("click", (event) => {
      const area = svg.getBoundingClientRect();
      show(Math.round((event.clientX - area.left) / area.width * game.moves.length));
    });
    byId("scores").replaceChildren(svg);
    byId("scores").hidden = !game.moves.some(([, , score]) => score);
  };

  const openGame = (index) => {
    pause();
    game = data.games[index];
    states = statesOf(game);
    byId("title").textContent = `Game ${game.number}: ${game.players[0]} – ${game.players[1]}, ${game.outcome}`;
    byId("ending").textContent = game.ending || game.cause;
    byId("position").max = states.length - 1;
    const offset = game.second_begins ? 1 : 0;
    byId("moves").replaceChildren(...game.moves.map((move, ply) => {
      const button = element("button", { type: "button" }, nameOf(move));
      button.addEventListener("click", () => show(ply + 1));
      const item = element("li");
      if ((ply + offset) % 2 === 0 || ply === 0) {
        item.append(element("span", { class: "number" }, `${Math.floor((ply + offset) / 2) + 1}. `));
      }
      item.append(button, " ");
      return item;
    }));
    drawScores();
    byId("viewer").hidden = false;
    show(0);
  };

  const show = (ply) => {
    at = Math.max(0, Math.min(ply, states.length - 1));
    const move = game.moves[at - 1];
    const said = move ? [nameOf(move), commentOf(move)].filter(Boolean).join(" · ") : "The game's beginning";
    byId("board").replaceChildren(boards.draw(data.variant, states[at], view, `The board after ${at} plies`));
    byId("said").textContent = said;
    byId("position").value = at;
    byId("position").setAttribute("aria-valuetext", said);
    const now = at / Math.max(1, game.moves.length) * 600;
    for (const end of ["x1", "x2"]) byId("now").setAttribute(end, now);
    for (const [id, off] of [["first", at === 0], ["back", at === 0], ["next", at === states.length - 1],
      ["last", at === states.length - 1]]) byId(id).disabled = off;
    [...byId("moves").querySelectorAll("button")].forEach((button, index) => {
      button.setAttribute("aria-current", index === at - 1);
      if (index === at - 1) {
        const list = byId("moves");
        list.scrollTop += button.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
      }
    });
  };

  const pause = () => {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = "Play";
  };
  const play = () => {
    if (at === states.length - 1) show(0);
    timer = setInterval(() => {
      show(at + 1);
      if (at === states.length - 1) pause();
    }, STEP);
    byId("play").textContent = "Pause";
  };
  const flip = () => {
    view.flipped = !view.flipped;
    byId("flip").setAttribute("aria-pressed", view.flipped);
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
  byId("letters").checked = view.letters;
  byId("letters").parentElement.hidden = !isXiangqi;
  byId("letters").addEventListener("change", (event) => {
    view.letters = event.target.checked;
    byId("moves").querySelectorAll("button").forEach((button, ply) => {
      button.textContent = nameOf(game.moves[ply]);
    });
    show(at);
  });
  byId("viewer").addEventListener("keydown", (event) => {
    if (event.target.type === "range" || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = {
      ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(0), End: () => step(states.length - 1), f: flip,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // The paginated list of games.
  const PAGE = 50;
  let page = 0;
  const filters = { player: byId("by-player"), outcome: byId("by-outcome"), cause: byId("by-cause") };
  const fill = (select, values) => select.append(...[...new Set(values)].sort().map((value) => element("option", {}, value)));
  fill(filters.player, data.games.flatMap((entry) => entry.players));
  fill(filters.outcome, data.games.map((entry) => entry.outcome));
  fill(filters.cause, data.games.map((entry) => entry.cause));

  const list = () => {
    const chosen = data.games.map((entry, index) => [entry, index]).filter(([entry]) =>
      (!filters.player.value || entry.players.includes(filters.player.value)) &&
      (!filters.outcome.value || entry.outcome === filters.outcome.value) &&
      (!filters.cause.value || entry.cause === filters.cause.value));
    const pages = Math.max(1, Math.ceil(chosen.length / PAGE));
    page = Math.max(0, Math.min(page, pages - 1));
    byId("games").replaceChildren(...chosen.slice(page * PAGE, (page + 1) * PAGE).map(([entry, index]) => {
      const open = element("button", { type: "button", "aria-label": `Replay game ${entry.number}` }, "▶");
      open.addEventListener("click", () => {
        openGame(index);
        byId("viewer").scrollIntoView({ block: "start" });
        byId("next").focus({ preventScroll: true });
      });
      return element("tr", {}, element("td", {}, open), element("td", {}, String(entry.number)),
        element("td", { class: "text" }, entry.players[0]), element("td", { class: "text" }, entry.players[1]),
        element("td", {}, entry.outcome), element("td", { class: "text" }, entry.ending || entry.cause),
        element("td", {}, String(entry.moves.length)));
    }));
    byId("pages").textContent = `${chosen.length} games, page ${page + 1} of ${pages}`;
    byId("earlier").disabled = page === 0;
    byId("later").disabled = page === pages - 1;
  };
  byId("earlier").addEventListener("click", () => { page -= 1; list(); });
  byId("later").addEventListener("click", () => { page += 1; list(); });
  for (const select of Object.values(filters)) select.addEventListener("change", () => { page = 0; list(); });
  list();
  if (data.games.length) openGame(0);
})();
