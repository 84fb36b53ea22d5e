"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const element = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const shape = (name, attributes = {}, text = "") => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.textContent = text;
    return node;
  };

  // A board is a list of rows from the top, each a list of letters; "" is an empty point.
  const readBoard = (fen) => fen.split("/").map((rank) => {
    const row = [];
    for (const [token] of rank.matchAll(/\d+|./g)) {
      if (/\d/.test(token)) row.push(...Array(Number(token)).fill(""));
      else row.push(token);
    }
    return row;
  });

  const chessPieces = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
  const redMen = { K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵" };
  const blackMen = { k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒" };
  const isFirst = (letter) => letter === letter.toUpperCase();
  const SIZE = 40;

  const frame = (width, height, label) => shape("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label,
  });

  const coordinates = (svg, columns, rows, x, y, fill) => {
    for (let column = 0; column < columns; column++) {
      svg.append(shape("text", { x: x(column), y: y(rows - 1) + SIZE * .72, "font-size": 10, fill, "text-anchor": "middle" },
        String.fromCharCode(97 + column)));
    }
    for (let row = 0; row < rows; row++) {
      svg.append(shape("text", { x: x(0) - SIZE * .62, y: y(row) + 4, "font-size": 10, fill, "text-anchor": "middle" },
        String(rows - row)));
    }
  };

  const drawSquares = (board, changed, label) => {
    const [rows, columns] = [board.length, board[0].length];
    const svg = frame((columns + .6) * SIZE, (rows + .6) * SIZE, label);
    const x = (column) => (column + 1.0) * SIZE;
    const y = (row) => (row + .5) * SIZE;
    svg.append(shape("rect", { width: "100%", height: "100%", fill: "var(--grid)" }));
    board.forEach((rank, row) => rank.forEach((letter, column) => {
      const corner = { x: x(column) - SIZE / 2, y: y(row) - SIZE / 2, width: SIZE, height: SIZE };
      svg.append(shape("rect", { ...corner, fill: (row + column) % 2 ? "var(--dark)" : "var(--light)" }));
      if (changed.has(row * columns + column)) svg.append(shape("rect", { ...corner, fill: "#f6d32d", opacity: .5 }));
      if (letter) {
        const white = isFirst(letter);
        svg.append(shape("text", {
          x: x(column), y: y(row) + SIZE * .3, "font-size": SIZE * .85, "text-anchor": "middle",
          fill: white ? "#fff" : "#111", stroke: white ? "#111" : "#eee", "stroke-width": white ? 1 : .4,
        }, (chessPieces[letter.toLowerCase()] || letter) + "\ufe0e"));
      }
    }));
    coordinates(svg, columns, rows, x, y, "var(--light)");
    return svg;
  };

  const drawPoints = (board, changed, label, { river, palaces, stones }) => {
    const [rows, columns] = [board.length, board[0].length];
    const svg = frame((columns + .8) * SIZE, (rows + .6) * SIZE, label);
    const x = (column) => (column + 1.1) * SIZE;
    const y = (row) => (row + .6) * SIZE;
    const line = (c1, r1, c2, r2) => svg.append(shape("line", {
      x1: x(c1), y1: y(r1), x2: x(c2), y2: y(r2), stroke: "var(--grid)", "stroke-width": 1,
    }));
    svg.append(shape("rect", { width: "100%", height: "100%", fill: "var(--board)" }));
    for (let row = 0; row < rows; row++) line(0, row, columns - 1, row);
    for (let column = 0; column < columns; column++) {
      if (river && column > 0 && column < columns - 1) {
        line(column, 0, column, rows / 2 - 1);
        line(column, rows / 2, column, rows - 1);
      } else {
        line(column, 0, column, rows - 1);
      }
    }
    for (const [column, row] of palaces) {
      line(column, row, column + 2, row + 2);
      line(column + 2, row, column, row + 2);
    }
    if (stones && rows % 2) {
      const middle = (rows - 1) / 2;
      const star = rows > 12 ? 3 : 2;
      for (const [column, row] of [[middle, middle], [star, star], [star, rows - 1 - star], [rows - 1 - star, star],
        [rows - 1 - star, rows - 1 - star]]) {
        svg.append(shape("circle", { cx: x(column), cy: y(row), r: 3, fill: "var(--grid)" }));
      }
    }
    board.forEach((rank, row) => rank.forEach((letter, column) => {
      const centre = { cx: x(column), cy: y(row) };
      const fresh = changed.has(row * columns + column);
      if (letter && stones) {
        svg.append(shape("circle", {
          ...centre, r: SIZE * .45, fill: letter === "X" ? "#111" : "#fafafa", stroke: "#111",
        }));
        if (fresh) svg.append(shape("circle", { ...centre, r: SIZE * .14, fill: "#e0342b" }));
      } else if (letter) {
        const red = isFirst(letter);
        const ink = red ? "#b3261e" : "#1c1b19";
        svg.append(shape("circle", {
          ...centre, r: SIZE * .45, fill: fresh ? "#ffe9a8" : "#fdf6e3", stroke: ink, "stroke-width": 1.5,
        }));
        svg.append(shape("text", {
          x: x(column), y: y(row) + SIZE * .2, "font-size": SIZE * .55, "text-anchor": "middle", fill: ink,
        }, (red ? redMen[letter] : blackMen[letter]) || letter));
      } else if (fresh) {
        svg.append(shape("circle", { ...centre, r: SIZE * .2, fill: "none", stroke: "#b3261e", "stroke-width": 2 }));
      }
    }));
    coordinates(svg, columns, rows, x, y, "var(--grid)");
    return svg;
  };

  const draw = (board, changed, label) => {
    if (data.variant === "chess") return drawSquares(board, changed, label);
    if (data.variant === "xiangqi") {
      return drawPoints(board, changed, label, { river: true, palaces: [[3, 0], [3, 7]] });
    }
    if (data.variant === "zhonggong") return drawPoints(board, changed, label, { river: false, palaces: [[3, 3]] });
    return drawPoints(board, changed, label, { river: false, palaces: [], stones: true });
  };

  let game = null;
  let boards = [];
  let at = 0;

  const openGame = (index) => {
    game = data.games[index];
    let board = readBoard(game.board);
    const columns = board[0].length;
    boards = [{ board, changed: new Set() }];
    for (const move of game.moves) {
      board = board.map((row) => row.slice());
      const changed = new Set();
      for (const [, place, letter] of move.changes.matchAll(/(\d+)(\D)/g)) {
        board[Math.floor(place / columns)][place % columns] = letter === "." ? "" : letter;
        changed.add(Number(place));
      }
      boards.push({ board, changed });
    }
    byId("title").textContent = `Game ${game.number}: ${game.players[0]} – ${game.players[1]}, ${game.outcome}`;
    byId("ending").textContent = game.ending;
    byId("position").max = boards.length - 1;
    const list = byId("moves");
    list.replaceChildren(...game.moves.map((move, ply) => {
      const button = element("button", { type: "button" }, move.name);
      button.addEventListener("click", () => show(ply + 1));
      const item = element("li");
      const firstOfTwo = (ply + (game.second_begins ? 1 : 0)) % 2 === 0;
      if (firstOfTwo || ply === 0) {
        item.append(element("span", { class: "number" }, `${Math.floor((ply + (game.second_begins ? 1 : 0)) / 2) + 1}. `));
      }
      item.append(button, " ");
      return item;
    }));
    byId("viewer").hidden = false;
    show(0);
  };

  const show = (ply) => {
    at = Math.max(0, Math.min(ply, boards.length - 1));
    const { board, changed } = boards[at];
    const move = game.moves[at - 1];
    const said = move ? [move.name, move.comment].filter(Boolean).join(" · ") : "The game's beginning";
    byId("board").replaceChildren(draw(board, changed, `The board after ${at} plies`));
    byId("said").textContent = said;
    byId("position").value = at;
    byId("position").setAttribute("aria-valuetext", said);
    for (const [id, off] of [["first", at === 0], ["back", at === 0], ["next", at === boards.length - 1],
      ["last", at === boards.length - 1]]) byId(id).disabled = off;
    [...byId("moves").querySelectorAll("button")].forEach((button, index) => {
      button.setAttribute("aria-current", index === at - 1);
      if (index === at - 1) {
        const list = byId("moves");
        list.scrollTop += button.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
      }
    });
  };

  byId("first").addEventListener("click", () => show(0));
  byId("back").addEventListener("click", () => show(at - 1));
  byId("next").addEventListener("click", () => show(at + 1));
  byId("last").addEventListener("click", () => show(boards.length - 1));
  byId("position").addEventListener("input", (event) => show(Number(event.target.value)));
  byId("viewer").addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT" || event.target.type === "range") return;
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: boards.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(step);
  });

  // The list of games, a page at a time.
  const PAGE = 50;
  let page = 0;
  const filters = { player: byId("by-player"), cause: byId("by-cause") };
  const fill = (select, values) => select.append(...[...new Set(values)].sort().map((value) => element("option", {}, value)));
  fill(filters.player, data.games.flatMap((entry) => entry.players));
  fill(filters.cause, data.games.map((entry) => entry.cause));

  const list = () => {
    const chosen = data.games.map((entry, index) => [entry, index]).filter(([entry]) =>
      (!filters.player.value || entry.players.includes(filters.player.value)) &&
      (!filters.cause.value || entry.cause === filters.cause.value));
    const pages = Math.max(1, Math.ceil(chosen.length / PAGE));
    page = Math.max(0, Math.min(page, pages - 1));
    byId("games").replaceChildren(...chosen.slice(page * PAGE, (page + 1) * PAGE).map(([entry, index]) => {
      const open = element("button", { type: "button", "aria-label": `Replay game ${entry.number}` }, "▶");
      open.addEventListener("click", () => {
        openGame(index);
        byId("viewer").scrollIntoView({ block: "nearest" });
        byId("next").focus();
      });
      return element("tr", {}, element("td", {}, open), element("td", {}, String(entry.number)),
        element("td", { class: "text" }, entry.players[0]), element("td", { class: "text" }, entry.players[1]),
        element("td", {}, entry.outcome), element("td", { class: "text" }, entry.ending),
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
